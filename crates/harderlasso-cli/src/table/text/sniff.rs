//! What the beginning of a text shows: its encoding and its delimiter.

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
    use super::delimiter;

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
