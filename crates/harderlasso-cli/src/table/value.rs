//! What a single field means.

/// The meaning of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Number(f64),
    Missing,
    Text(&'a [u8]),
}

/// Spellings of a missing value, in lower case.
const MISSING: [&[u8]; 7] = [b"", b"na", b"n/a", b"#n/a", b"nan", b"null", b"?"];

/// Reads a field; spaces around it do not matter.
pub(super) fn value(field: &[u8]) -> Value<'_> {
    let field = field.trim_ascii();
    if is_missing(field) {
        return Value::Missing;
    }
    match number(field) {
        Some(number) if number.is_nan() => Value::Missing,
        Some(number) => Value::Number(number),
        None => Value::Text(field),
    }
}

fn is_missing(field: &[u8]) -> bool {
    // All spellings are short; most fields that get here are not.
    field.len() <= 4
        && MISSING
            .iter()
            .any(|spelling| field.eq_ignore_ascii_case(spelling))
}

fn number(field: &[u8]) -> Option<f64> {
    let unsigned = match field.split_first() {
        Some((b'+', rest))
            if rest
                .first()
                .is_some_and(|&byte| byte != b'-' && byte != b'+') =>
        {
            rest
        }
        _ => field,
    };
    fast_float2::parse(unsigned).ok()
}

/// Whether a text is a number, and nothing else.
pub(crate) fn is_plain_number(text: &str) -> bool {
    matches!(value(text.as_bytes()), Value::Number(_))
}

/// The one spelling of a number, as a level of a text column or as a class.
pub(crate) fn spell(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 {
        "0".to_owned()
    } else if (1e-5..1e16).contains(&size) || !size.is_finite() {
        format!("{number}")
    } else {
        format!("{number:e}")
    }
}

/// Whether a field would be a number without its commas: `3,14` or `1,234.5`.
pub(super) fn has_number_with_comma(field: &[u8]) -> bool {
    let digits = |part: &[u8]| part.first().is_some_and(u8::is_ascii_digit);
    let mut parts = field.split(|&byte| byte == b',');
    let starts = parts.next().is_some_and(|part| {
        let part = part.strip_prefix(b"-").unwrap_or(part);
        !part.is_empty() && part.iter().all(u8::is_ascii_digit)
    });
    let mut rest = parts.peekable();
    let without: Vec<u8> = field.iter().copied().filter(|&byte| byte != b',').collect();
    starts && rest.peek().is_some() && rest.all(digits) && number(&without).is_some()
}

#[cfg(test)]
mod tests {
    use super::{Value, has_number_with_comma, spell, value};

    #[test]
    fn every_spelling_of_a_missing_value_is_recognized() {
        for text in [
            "", "  ", "NA", "na", "N/A", "#N/A", "NaN", "nan", "NULL", "null", "?", "-nan",
        ] {
            assert_eq!(value(text.as_bytes()), Value::Missing, "{text}");
        }
        for text in ["none", "N", "-", "n.a."] {
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
