//! The grammar of a table in text: where records and fields end.
//!
//! Fields are separated by the delimiter and records by a newline, with or
//! without a carriage return. A field that begins with a quote extends to the
//! closing quote and may hold delimiters, newlines and doubled quotes; a quote
//! anywhere else is a character like others. An empty line is not a record.

use memchr::{memchr, memchr2, memrchr};

use crate::table::error::TableProblem;

/// One field, and where the next field or record begins.
pub(super) struct Field<'a> {
    /// The text between the delimiters, or between the quotes.
    pub(super) bytes: &'a [u8],
    /// Whether it was quoted and holds doubled quotes.
    pub(super) doubled: bool,
    /// Where the next field or record begins.
    pub(super) next: usize,
    /// Whether the record ends here.
    pub(super) last: bool,
}

/// The field that begins at `start`, which is not beyond the end of `text`.
pub(super) fn field(text: &[u8], start: usize, delimiter: u8) -> Result<Field<'_>, TableProblem> {
    if text.get(start) == Some(&b'"') {
        return quoted(text, start + 1, delimiter);
    }
    let rest = text.get(start..).unwrap_or_default();
    let length = memchr2(delimiter, b'\n', rest).unwrap_or(rest.len());
    let end = start + length;
    let last = text.get(end) != Some(&delimiter);
    let bytes = &rest[..length];
    Ok(Field {
        bytes: if last { without_return(bytes) } else { bytes },
        doubled: false,
        next: (end + 1).min(text.len()),
        last,
    })
}

fn quoted(text: &[u8], start: usize, delimiter: u8) -> Result<Field<'_>, TableProblem> {
    let mut at = start;
    let mut doubled = false;
    loop {
        let Some(found) = memchr(b'"', text.get(at..).unwrap_or_default()) else {
            return Err(TableProblem::OpenQuote);
        };
        let close = at + found;
        if text.get(close + 1) == Some(&b'"') {
            doubled = true;
            at = close + 2;
            continue;
        }
        let bytes = &text[start..close];
        let field = |next: usize, last: bool| Field {
            bytes,
            doubled,
            next: next.min(text.len()),
            last,
        };
        return match (text.get(close + 1), text.get(close + 2)) {
            (Some(&byte), _) if byte == delimiter => Ok(field(close + 2, false)),
            (None | Some(b'\n'), _) => Ok(field(close + 2, true)),
            (Some(b'\r'), None | Some(b'\n')) => Ok(field(close + 3, true)),
            _ => Err(TableProblem::TextAfterQuote),
        };
    }
}

pub(super) fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The contents of a field with doubled quotes made single.
pub(super) fn undoubled(field: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some(found) = memchr(b'"', rest) {
        out.extend_from_slice(&rest[..=found]);
        rest = rest.get(found + 2..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out
}

/// Where the empty line at `start` ends, if there is one.
pub(super) fn empty_line(text: &[u8], start: usize) -> Option<usize> {
    match (text.get(start), text.get(start + 1)) {
        (Some(b'\n'), _) => Some(start + 1),
        (Some(b'\r'), Some(b'\n')) => Some(start + 2),
        (Some(b'\r'), None) => Some(start + 1),
        _ => None,
    }
}

/// Where the record at `start` ends.
pub(super) fn record_end(text: &[u8], start: usize, delimiter: u8) -> Result<usize, TableProblem> {
    let mut at = start;
    loop {
        let field = field(text, at, delimiter)?;
        at = field.next;
        if field.last {
            return Ok(at);
        }
    }
}

/// Where the last whole record of `text` ends, newline included; nothing if
/// not even the first one is whole.
pub(super) fn last_end(text: &[u8], delimiter: u8) -> Option<usize> {
    if memchr(b'"', text).is_none() {
        return memrchr(b'\n', text).map(|at| at + 1);
    }
    let (mut at, mut end) = (0, None);
    while at < text.len() {
        match field(text, at, delimiter) {
            Ok(field) => {
                // A record is whole only with its newline: without it, the next
                // piece may continue the last field.
                if field.last && text.get(field.next.wrapping_sub(1)) == Some(&b'\n') {
                    end = Some(field.next);
                }
                if field.next <= at {
                    break;
                }
                at = field.next;
            }
            // The next piece may have the closing quote.
            Err(TableProblem::OpenQuote) => break,
            // No further text can repair this record. The parser reports it, so
            // it does not matter where the text after it is cut.
            Err(_) => return memrchr(b'\n', text).map(|at| at + 1),
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::{field, last_end, undoubled};

    fn fields(text: &str) -> Vec<String> {
        let text = text.as_bytes();
        let (mut out, mut at) = (Vec::new(), 0);
        loop {
            let field = field(text, at, b',').unwrap();
            let bytes = if field.doubled {
                undoubled(field.bytes)
            } else {
                field.bytes.to_vec()
            };
            out.push(String::from_utf8(bytes).unwrap());
            if field.last {
                return out;
            }
            at = field.next;
        }
    }

    #[test]
    fn fields_end_at_delimiters_outside_quotes() {
        assert_eq!(fields("a,b,,c\r\nd"), ["a", "b", "", "c"]);
        assert_eq!(fields("\"a,b\",\"c\nd\",e\n"), ["a,b", "c\nd", "e"]);
        assert_eq!(fields("\"say \"\"no\"\"\",\"\"\r\n"), ["say \"no\"", ""]);
        assert_eq!(fields("5\" pipe,6\n"), ["5\" pipe", "6"]);
        assert_eq!(fields("a,"), ["a", ""]);
        assert_eq!(fields(""), [""]);
    }

    #[test]
    fn a_quote_must_end_with_its_field() {
        assert!(field(b"\"a\"b,c\n", 0, b',').is_err());
        assert!(field(b"\"abc\n", 0, b',').is_err());
    }

    #[test]
    fn records_end_at_newlines_outside_quotes() {
        assert_eq!(last_end(b"a,b\nc,d\ne", b','), Some(8));
        assert_eq!(last_end(b"a,\"b\nc\"\nd,\"e\nf", b','), Some(8));
        assert_eq!(last_end(b"a,\"b\nc", b','), None);
        assert_eq!(last_end(b"a,\"b\"\r", b','), None);
        assert_eq!(last_end(b"a,\"b\"", b','), None);
        assert_eq!(last_end(b"a,b", b','), None);
        assert_eq!(last_end(b"5\",b\n6,", b','), Some(5));
    }
}
