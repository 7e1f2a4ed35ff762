//! The names of the columns.

use std::collections::HashMap;

use super::fault::{Fault, Place, What, reading};
use super::open::Source;
use super::record;
use super::value::{Value, value};
use super::{Reader, Rest, stream};
use crate::sentence::Sentence;

/// Reads the first record of `source`, of which `head` has been read.
pub(super) fn read(
    mut source: Source,
    mut head: Vec<u8>,
    delimiter: u8,
) -> Result<Reader, Sentence> {
    let mut more = true;
    loop {
        let mut place = Place::default();
        let mut at = 0;
        while let Some(next) = record::empty_line(&head, at) {
            at = next;
            place.lines += 1;
        }
        let refuse = |what| Fault { place, what }.sentence(source.name(), &[], delimiter);
        // Only text that is complete can be said to be broken.
        match fields(&head, at, delimiter) {
            Ok((_, end)) if more && end == head.len() => {}
            Err(What::OpenQuote) if more => {}
            Err(what) => {
                let header = Sentence::new(format!("the header cannot be read: {}", refuse(what)));
                return Err(header);
            }
            Ok((fields, end)) => {
                let (names, unnamed) = names(fields, source.name())?;
                place.lines += memchr::memchr_iter(b'\n', &head[at..end]).count();
                head.drain(..end);
                return Ok(Reader {
                    source: source.name().to_owned(),
                    names,
                    unnamed,
                    rest: Rest::Text {
                        source,
                        delimiter,
                        place,
                        ahead: head,
                    },
                });
            }
        }
        if head.len() > stream::LONGEST {
            return Err(refuse(What::Endless));
        }
        let read = source
            .read_more(&mut head, stream::PIECE)
            .map_err(|error| reading(source.name(), &error))?;
        more = read > 0;
    }
}

/// The fields of the record at `start`, and where it ends.
fn fields(text: &[u8], start: usize, delimiter: u8) -> Result<(Vec<Vec<u8>>, usize), What> {
    let (mut fields, mut at) = (Vec::new(), start);
    loop {
        let field = record::field(text, at, delimiter)?;
        fields.push(if field.doubled {
            record::undoubled(field.bytes)
        } else {
            field.bytes.to_vec()
        });
        at = field.next;
        if field.last {
            return Ok((fields, at));
        }
    }
}

/// Checks the names; those of nameless columns are made up and listed apart.
pub(super) fn names(
    fields: Vec<Vec<u8>>,
    source: &str,
) -> Result<(Vec<String>, Vec<String>), Sentence> {
    if fields.iter().all(|field| field.trim_ascii().is_empty()) {
        return Err(Sentence::new(format!(
            "{source} is empty; a table with a header and rows is expected"
        )));
    }
    let numbers: Vec<f64> = fields
        .iter()
        .map_while(|field| match value(field) {
            Value::Number(number) => Some(number),
            _ => None,
        })
        .collect();
    // Whole numbers that differ may be names; measurements are not.
    let looks_like_values = numbers.len() == fields.len()
        && (numbers.iter().any(|number| number.fract() != 0.0)
            || numbers.len() > 1 && numbers.iter().all(|number| *number == numbers[0]));
    if looks_like_values {
        return Err(Sentence::new(format!(
            "{source} has nothing but numbers in its first line; a header with the names of the columns is expected there"
        )));
    }
    let (mut names, mut unnamed) = (Vec::with_capacity(fields.len()), Vec::new());
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (position, field) in fields.into_iter().enumerate() {
        let name = String::from_utf8(field).map_err(|_| {
            Sentence::new(format!(
                "{source}: the name of column {} (counted from 1) is not UTF-8 text; save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`",
                position + 1
            ))
        })?;
        let mut name = name.trim().to_owned();
        if name.is_empty() {
            name = format!("column_{}", position + 1);
            unnamed.push(name.clone());
        }
        if let Some(first) = seen.insert(name.clone(), position) {
            return Err(Sentence::new(format!(
                "{source}: the header has the name `{name}` twice, in columns {} and {} (counted from 1); rename one of them",
                first + 1,
                position + 1
            )));
        }
        names.push(name);
    }
    Ok((names, unnamed))
}

/// Names that `asked` may have meant, as the end of a sentence.
pub(crate) fn near(asked: &str, names: &[String]) -> String {
    let lower = asked.to_lowercase();
    let mut close: Vec<(f64, &String)> = names
        .iter()
        .map(|name| {
            let name_lower = name.to_lowercase();
            let mut likeness = strsim::normalized_damerau_levenshtein(&lower, &name_lower);
            // A person who leaves out a part means the whole.
            if !lower.is_empty() && name_lower.contains(&lower) {
                likeness = likeness.max(0.7);
            }
            (likeness, name)
        })
        .filter(|(likeness, _)| *likeness >= 0.6)
        .collect();
    close.sort_by(|a, b| b.0.total_cmp(&a.0));
    let quoted = |names: Vec<&String>| -> String {
        let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        list.join(", ")
    };
    if close.is_empty() {
        let shown: Vec<&String> = names.iter().take(6).collect();
        let more = if names.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        format!("the columns are {}{more}", quoted(shown))
    } else {
        let shown = close.into_iter().take(3).map(|(_, name)| name).collect();
        format!("did you mean {}?", quoted(shown))
    }
}
