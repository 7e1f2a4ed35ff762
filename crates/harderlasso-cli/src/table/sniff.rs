//! What the beginning of a table tells: its encoding and its delimiter.

use super::fault::reading;
use super::open::Source;
use super::record;
use crate::sentence::Sentence;

/// Enough to see a few records of a usual table.
const HEAD: usize = 64 * 1024;

/// What a delimiter can look like, the likeliest first.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// The beginning of a table, without the mark that says that it is UTF-8.
pub(super) fn head(source: &mut Source) -> Result<Vec<u8>, Sentence> {
    let mut head = Vec::new();
    source
        .read_more(&mut head, HEAD)
        .map_err(|error| reading(source.name(), &error))?;
    let name = source.name();
    // The mark of UTF-32 begins as that of UTF-16 does.
    let wide = match &head[..] {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        _ => None,
    };
    if let Some(encoding) = wide {
        return Err(Sentence::new(format!(
            "{name} is {encoding} text; save it as UTF-8 (in Excel: CSV UTF-8), for example with `iconv -f {encoding} -t UTF-8`"
        )));
    }
    if head.starts_with(&[0xef, 0xbb, 0xbf]) {
        head.drain(..3);
    }
    if head.contains(&0) {
        return Err(Sentence::new(format!(
            "{name} is no text: a table is expected as CSV or TSV, plain or packed with gzip or zstd"
        )));
    }
    if head.contains(&b'\r') && !head.contains(&b'\n') {
        return Err(Sentence::new(format!(
            "{name} has lines that end in a carriage return alone; save it with newlines, for example with `tr '\\r' '\\n'`"
        )));
    }
    Ok(head)
}

/// The delimiter that the header has most of; a comma where there is none.
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
    while let Some(next) = record::empty_line(head, at) {
        at = next;
    }
    let mut count = 0;
    loop {
        match record::field(head, at, delimiter) {
            Ok(field) => {
                count += 1;
                if field.last || field.next <= at {
                    return count;
                }
                at = field.next;
            }
            // A quoted header read with the wrong delimiter breaks here.
            Err(_) => return count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::delimiter;

    #[test]
    fn the_delimiter_is_what_parts_the_header() {
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
