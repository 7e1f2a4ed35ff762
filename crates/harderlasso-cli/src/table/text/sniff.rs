//! What the beginning of a text shows: its encoding and its delimiter.

use harderlasso_report::field::{Grammar, Value, value};

use super::grammar;
use crate::table::error::TableProblem;
use crate::table::source::Source;

/// Enough to see a few records of a usual table.
const HEAD: usize = 64 * 1024;

/// Delimiters that are recognized, the most likely first.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// The beginning of a table, without the byte order mark of UTF-8.
pub(super) fn head(source: &mut Source) -> Result<Vec<u8>, TableProblem> {
    let mut head = Vec::new();
    source.read_more(&mut head, HEAD)?;
    // The byte order mark of UTF-32 begins with that of UTF-16.
    let wide = match &head[..] {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        _ => None,
    };
    if let Some(encoding) = wide {
        return Err(TableProblem::Encoding(encoding));
    }
    if head.starts_with(&[0xef, 0xbb, 0xbf]) {
        head.drain(..3);
    }
    if head.contains(&0) {
        return Err(TableProblem::Binary);
    }
    if head.contains(&b'\r') && !head.contains(&b'\n') {
        return Err(TableProblem::CarriageReturns);
    }
    Ok(head)
}

/// What stands before the header.
pub(super) struct Preface {
    /// Its length.
    pub(super) bytes: usize,
    pub(super) delimiter: u8,
    /// What it was taken for, as sentences.
    pub(super) remarks: Vec<String>,
}

/// Looks for `sep=;`, which Excel understands, and for titles above the header.
pub(super) fn preface(head: &[u8], given: Option<u8>) -> Preface {
    let mut at = 0;
    while let Some(next) = grammar::empty_line(head, at) {
        at = next;
    }
    if let Some((named, next)) = separator_line(head, at) {
        let delimiter = given.unwrap_or(named);
        return Preface {
            bytes: next,
            delimiter,
            remarks: vec![format!(
                "The first line, `sep={}`, names the delimiter.",
                char::from(named)
            )],
        };
    }
    let delimiter = given.unwrap_or_else(|| delimiter(head));
    let delimiters = match given {
        Some(_) => vec![delimiter],
        None => DELIMITERS.to_vec(),
    };
    // A table whose records all have the same length has no title.
    let first = records(head, at, delimiter);
    let lengths = first.iter().map(|(_, fields, _)| *fields);
    let is_ragged = first
        .first()
        .is_some_and(|(_, fields, _)| lengths.clone().any(|other| other != *fields));
    let has_title = is_ragged || is_padded(&first_fields(head, at, delimiter));
    let titled = delimiters
        .into_iter()
        .filter(|_| has_title)
        .filter_map(|delimiter| Some((below_titles(head, at, delimiter)?, delimiter)))
        .max_by_key(|((_, _, fields), _)| *fields);
    match titled {
        None => Preface {
            bytes: 0,
            delimiter,
            remarks: Vec::new(),
        },
        Some(((bytes, lines, _), delimiter)) => {
            // A remark is part of the model file, which holds no line of a table.
            let remark = match lines {
                1 => "The first line was taken for a title and left out.".to_owned(),
                _ => format!("The first {lines} lines were taken for titles and left out."),
            };
            Preface {
                bytes,
                delimiter,
                remarks: vec![remark],
            }
        }
    }
}

/// The delimiter that a line `sep=;` names, and where the next line begins.
fn separator_line(head: &[u8], at: usize) -> Option<(u8, usize)> {
    let rest = head.get(at..)?;
    let end = memchr::memchr(b'\n', rest)?;
    let line = grammar::without_return(&rest[..end]);
    let line = line
        .strip_prefix(b"\"")
        .and_then(|line| line.strip_suffix(b"\""))
        .unwrap_or(line);
    let (word, mark) = line.split_at_checked(4)?;
    match mark {
        &[mark] if word.eq_ignore_ascii_case(b"sep=") => Some((mark, at + end + 1)),
        _ => None,
    }
}

/// Records that are looked at for titles.
const RECORDS: usize = 12;

/// Start, number of fields and whether one is a number, for each of the first records
/// that are complete.
fn records(head: &[u8], start: usize, delimiter: u8) -> Vec<(usize, usize, bool)> {
    let (mut records, mut at) = (Vec::new(), start);
    while records.len() < RECORDS {
        while let Some(next) = grammar::empty_line(head, at) {
            at = next;
        }
        let (begin, mut count, mut has_number) = (at, 0, false);
        loop {
            let Ok(field) = grammar::field(head, at, delimiter) else {
                return records;
            };
            if field.next <= at || head.get(field.next.wrapping_sub(1)).is_none() {
                return records;
            }
            count += 1;
            has_number |= matches!(value(field.bytes, &Grammar::default()), Value::Number(_));
            at = field.next;
            if field.last {
                break;
            }
        }
        records.push((begin, count, has_number));
        if at >= head.len() {
            break;
        }
    }
    records
}

/// The fields of the record at `start`.
fn first_fields(head: &[u8], start: usize, delimiter: u8) -> Vec<&[u8]> {
    let (mut fields, mut at) = (Vec::new(), start);
    while let Ok(field) = grammar::field(head, at, delimiter) {
        fields.push(field.bytes.trim_ascii());
        if field.last || field.next <= at {
            break;
        }
        at = field.next;
    }
    fields
}

/// Whether a record is one text in front of empty fields, as spreadsheets write titles.
fn is_padded(fields: &[&[u8]]) -> bool {
    fields.len() > 2 && !fields[0].is_empty() && fields[1..].iter().all(|field| field.is_empty())
}

/// Where the header begins below titles, how many records they are, and how many fields
/// it has: the first record without a number that is as long as the records after it,
/// if those before it are shorter or a text in front of empty fields.
fn below_titles(head: &[u8], start: usize, delimiter: u8) -> Option<(usize, usize, usize)> {
    let records = records(head, start, delimiter);
    let place = (1..records.len().saturating_sub(1)).find(|&place| {
        let (begin, fields, has_number) = records[place];
        let header = first_fields(head, begin, delimiter);
        fields >= 2
            && !has_number
            && !is_padded(&header)
            && records[place + 1..]
                .iter()
                .take(2)
                .all(|other| other.1 == fields)
    })?;
    let (begin, fields, _) = records[place];
    let is_title = |&(begin, count, _): &(usize, usize, bool)| {
        count < fields || is_padded(&first_fields(head, begin, delimiter))
    };
    // A header with one name too few is that of a table with names of rows.
    let is_short_header = place == 1
        && records[0].1 > 1
        && records[0].1 + 1 == fields
        && !is_padded(&first_fields(head, records[0].0, delimiter));
    (records[..place].iter().all(is_title) && !is_short_header).then_some((begin, place, fields))
}

/// The most frequent delimiter of the header; a comma where there is none.
pub(super) fn delimiter(head: &[u8]) -> u8 {
    let mut best = (0, b',');
    for delimiter in DELIMITERS {
        let count = fields(head, delimiter);
        if count > best.0 {
            best = (count, delimiter);
        }
    }
    best.1
}

/// Fields of the first record that is not empty.
fn fields(head: &[u8], delimiter: u8) -> usize {
    let mut at = 0;
    while let Some(next) = grammar::empty_line(head, at) {
        at = next;
    }
    let mut count = 0;
    loop {
        match grammar::field(head, at, delimiter) {
            Ok(field) => {
                count += 1;
                if field.last || field.next <= at {
                    return count;
                }
                at = field.next;
            }
            // A quoted header that is read with the wrong delimiter ends here.
            Err(_) => return count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{delimiter, preface};

    #[test]
    fn titles_and_separators_stand_before_the_header() {
        for (head, bytes, delimiter) in [
            ("a,b\n1,2\n3,4\n", 0, b','),
            ("sep=;\na;b\n1;2\n", 6, b';'),
            ("SEP=|\r\na|b\n1|2\n", 7, b'|'),
            ("Sales\na,b\n1,2\n3,4\n", 6, b','),
            ("Sales, in CHF\na;b;c\n1;2;3\n3;4;5\n", 14, b';'),
            ("Sales\n\nof 2024\na,b\n1,2\n3,4\n", 15, b','),
            ("Sales,,\na,b,c\n1,2,3\n3,4,5\n", 8, b','),
            // The names of the rows have no name.
            ("a,b\nx,1,2\ny,3,4\n", 0, b','),
            ("a,b\nx,y,z\ny,z,x\n", 0, b','),
            ("a\n1\n2\n", 0, b','),
            ("a\n1,5\n2,5\n", 0, b','),
            ("a,b,c\n1,2\n3,4,5\n", 0, b','),
            ("name,,\n1,2,3\n4,5,6\n", 0, b','),
        ] {
            let found = preface(head.as_bytes(), None);
            assert_eq!((found.bytes, found.delimiter), (bytes, delimiter), "{head}");
            assert_eq!(found.remarks.is_empty(), bytes == 0);
        }
    }

    #[test]
    fn the_delimiter_is_what_separates_the_header() {
        for (head, expected) in [
            ("a,b,c\n1,2,3\n", b','),
            ("a;b;c\n1,5;2,5;3\n", b';'),
            ("a\tb\tc d, e\n1\t2\t3\n", b'\t'),
            ("a|b\n1|2\n", b'|'),
            ("\n\r\na;b\n", b';'),
            ("alone\n1\n", b','),
            ("\"a,b\";\"c,d\";\"e,f\"\n", b';'),
            ("", b','),
        ] {
            assert_eq!(delimiter(head.as_bytes()), expected, "{head}");
        }
    }
}
