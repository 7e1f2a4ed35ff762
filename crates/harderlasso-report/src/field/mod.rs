//! What a single field of a table means, and which fields are categories. The command
//! and Python read the same values in this way, so that each can predict with models
//! of the other.

mod category;
mod mark;
mod notation;
mod spelling;
mod time;

pub use category::{CODES, LEVELS, are_numbers, no_category, place, sorted};
pub use mark::Mark;
pub use notation::{Grammar, is_exact, is_long_number};
pub use spelling::{spell, spell_marked};
pub use time::{is_unclear_date, swapped};

use mark::SIGNS;
use time::Moment;

/// The meaning of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A number that is written plainly.
    Number(f64),
    /// A number with a sign, or a date as a number.
    Marked(f64, Mark),
    /// No value.
    Missing,
    /// Anything else, without the spaces around it.
    Text(&'a [u8]),
}

/// Reads a field; spaces around it do not matter.
#[must_use]
pub fn value<'a>(field: &'a [u8], grammar: &Grammar) -> Value<'a> {
    let field = field.trim_ascii();
    if grammar.is_missing(field) {
        return Value::Missing;
    }
    match grammar.number(field) {
        Some(number) if number.is_nan() || grammar.is_code(number) => Value::Missing,
        Some(number) => Value::Number(number),
        None => match marked(field, grammar) {
            Some((number, mark)) => Value::Marked(number, mark),
            None => Value::Text(field),
        },
    }
}

/// A number with a sign, or a date.
fn marked(field: &[u8], grammar: &Grammar) -> Option<(f64, Mark)> {
    if let Moment::Known(value, mark) = time::moment(field) {
        return Some((value, mark));
    }
    let text = std::str::from_utf8(field).ok()?;
    SIGNS.iter().find_map(|(mark, sign)| {
        let (front, number) = match text.strip_suffix(sign) {
            Some(number) => ("", number.trim_end()),
            None if *mark == Mark::Percent => return None,
            None => {
                let unsigned = text.trim_start_matches(['-', '+']);
                let front = &text[..text.len() - unsigned.len()];
                (front, unsigned.strip_prefix(sign)?.trim_start())
            }
        };
        // Without a digit it is a word such as `inf`.
        if front.len() > 1 || !number.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let is_signed = number.starts_with(['-', '+']);
        let number = grammar.number(number.as_bytes())?;
        match front {
            "" => Some((number, *mark)),
            _ if is_signed => None,
            "-" => Some((-number, *mark)),
            _ => Some((number, *mark)),
        }
    })
}

/// Whether a text is a number, and nothing else.
#[must_use]
pub fn is_plain_number(text: &str) -> bool {
    matches!(
        value(text.as_bytes(), &Grammar::default()),
        Value::Number(_)
    )
}

/// Whether a text is a number, with or without a sign, or a date.
#[must_use]
pub fn is_number(text: &str) -> bool {
    matches!(
        value(text.as_bytes(), &Grammar::default()),
        Value::Number(_) | Value::Marked(..)
    )
}

/// Whether a field would be a number without its commas: `3,14` or `1,234.5`.
#[must_use]
pub fn has_number_with_comma(field: &[u8]) -> bool {
    let digits = |part: &[u8]| part.first().is_some_and(u8::is_ascii_digit);
    let mut parts = field.split(|&byte| byte == b',');
    let starts = parts.next().is_some_and(|part| {
        let part = part.strip_prefix(b"-").unwrap_or(part);
        !part.is_empty() && part.iter().all(u8::is_ascii_digit)
    });
    let mut rest = parts.peekable();
    let without: Vec<u8> = field.iter().copied().filter(|&byte| byte != b',').collect();
    starts && rest.peek().is_some() && rest.all(digits) && notation::plain(&without).is_some()
}

#[cfg(test)]
mod tests {
    use super::{Grammar, Mark, Value, has_number_with_comma};
    use super::{spell, spell_marked};

    fn value(field: &[u8]) -> Value<'_> {
        super::value(field, &Grammar::default())
    }

    #[test]
    fn every_spelling_of_a_missing_value_is_recognized() {
        for text in [
            "", "  ", "NA", "na", "N/A", "#N/A", "NaN", "nan", "NULL", "null", "?", "-nan", ".",
            "<NA>", "NaT", "#DIV/0!", "\\N",
        ] {
            assert_eq!(value(text.as_bytes()), Value::Missing, "{text}");
        }
        for text in ["none", "None", "N", "-", "--", "n.a.", "missing"] {
            assert_eq!(value(text.as_bytes()), Value::Text(text.as_bytes()));
        }
    }

    #[test]
    fn what_reads_as_a_number_is_one() {
        for (text, number) in [
            ("0", 0.0),
            (" -1.5 ", -1.5),
            ("+2", 2.0),
            (".5", 0.5),
            ("3.", 3.0),
            ("1e-3", 1e-3),
            ("1E5", 1e5),
            ("inf", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("1e999", f64::INFINITY),
            ("0.1", 0.1),
        ] {
            assert_eq!(value(text.as_bytes()), Value::Number(number), "{text}");
        }
        for text in ["1,5", "0x10", "1_000", "12a", "+-1", "++1", "1 2", "é"] {
            assert_eq!(
                value(text.as_bytes()),
                Value::Text(text.as_bytes()),
                "{text}"
            );
        }
    }

    #[test]
    fn signs_are_not_part_of_a_number() {
        for (text, number, mark) in [
            ("12%", 12.0, Mark::Percent),
            ("-12.5 %", -12.5, Mark::Percent),
            ("$5", 5.0, Mark::Dollar),
            ("-$ 5.5", -5.5, Mark::Dollar),
            ("$-5", -5.0, Mark::Dollar),
            ("5€", 5.0, Mark::Euro),
            ("5 €", 5.0, Mark::Euro),
            ("£5", 5.0, Mark::Pound),
            ("¥1e3", 1000.0, Mark::Yen),
        ] {
            assert_eq!(
                value(text.as_bytes()),
                Value::Marked(number, mark),
                "{text}"
            );
        }
        for text in [
            "%", "$", "inf%", "--$5", "-$-5", "$5$", "%5", "5%%", "$5%", "a%",
        ] {
            assert_eq!(
                value(text.as_bytes()),
                Value::Text(text.as_bytes()),
                "{text}"
            );
        }
        for (text, spelled) in [("12 %", "12%"), ("5.0 $", "$5"), ("-5€", "-€5")] {
            match value(text.as_bytes()) {
                Value::Marked(number, mark) => assert_eq!(spell_marked(number, mark), spelled),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn numbers_have_one_spelling() {
        for (number, text) in [
            (1.0, "1"),
            (-0.0, "0"),
            (0.1, "0.1"),
            (-12.5, "-12.5"),
            (1e15, "1000000000000000"),
            (1e300, "1e300"),
            (1e-7, "1e-7"),
        ] {
            assert_eq!(spell(number), text);
            assert_eq!(value(text.as_bytes()), Value::Number(number));
        }
    }

    #[test]
    fn numbers_with_commas_are_seen() {
        for text in ["3,14", "-0,5", "1,234", "1,234,567.8", "1,5e3"] {
            assert!(has_number_with_comma(text.as_bytes()), "{text}");
        }
        for text in ["3.14", "a,b", "1,", ",5", "1,a", "Smith, John", "1, 2", ""] {
            assert!(!has_number_with_comma(text.as_bytes()), "{text}");
        }
    }
}
