//! How numbers are written, and which spellings mean that a value is missing.

use crate::record::Notation;

/// Whole numbers of this size and beyond are not all told apart by a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Spellings of a missing value beside the empty field, in lower case. `none`, `-`
/// and `--` are not among them, since they are also names of categories.
const MISSING: [&[u8]; 24] = [
    b".",
    b"?",
    b"na",
    b"n/a",
    b"nan",
    b"nat",
    b"null",
    b"<na>",
    b"\\n",
    // What Excel writes, also where a formula failed.
    b"#n/a",
    b"#na",
    b"#n/a n/a",
    b"#null!",
    b"#div/0!",
    b"#value!",
    b"#ref!",
    b"#name?",
    b"#num!",
    // What C libraries write.
    b"1.#ind",
    b"-1.#ind",
    b"1.#qnan",
    b"-1.#qnan",
    b"-nan",
    b"+nan",
];

/// The notation of a table, ready for use.
#[derive(Clone, Debug, Default)]
pub struct Grammar {
    /// Where it is not a point with no character between thousands.
    marks: Option<Separators>,
    /// Further codes of a missing value, in lower case.
    codes: Vec<Vec<u8>>,
    /// Those of them that are numbers.
    numbers: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
struct Separators {
    decimal: char,
    thousands: Option<char>,
}

impl Grammar {
    /// That of a notation.
    #[must_use]
    pub fn new(notation: &Notation) -> Self {
        let Notation {
            decimal,
            thousands,
            missing,
        } = notation;
        let mut grammar = Self {
            marks: (*decimal != '.' || thousands.is_some()).then_some(Separators {
                decimal: *decimal,
                thousands: *thousands,
            }),
            ..Self::default()
        };
        for code in missing {
            let code = code.trim();
            match grammar
                .number(code.as_bytes())
                .or_else(|| plain(code.as_bytes()))
            {
                Some(number) => grammar.numbers.push(number),
                None => grammar.codes.push(code.to_ascii_lowercase().into_bytes()),
            }
        }
        grammar
    }

    /// Whether numbers are written with a decimal point alone.
    #[inline]
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.marks.is_none()
    }

    /// Whether a trimmed field has no value.
    #[must_use]
    pub fn is_missing(&self, field: &[u8]) -> bool {
        let Some(first) = field.first() else {
            return true;
        };
        // All spellings are short and begin in few ways; most fields do not.
        let may_be = field.len() <= 8 && b".?nN<\\#1-+".contains(first);
        may_be && MISSING.iter().any(|text| field.eq_ignore_ascii_case(text))
            || self
                .codes
                .iter()
                .any(|code| field.eq_ignore_ascii_case(code))
    }

    /// Whether a number stands for a missing value.
    #[inline]
    #[must_use]
    pub fn is_code(&self, number: f64) -> bool {
        !self.numbers.is_empty() && self.numbers.contains(&number)
    }

    /// The number that a trimmed field is; nothing for a whole number that another
    /// one could be mistaken for.
    #[must_use]
    pub fn number(&self, field: &[u8]) -> Option<f64> {
        let Some(marks) = self.marks else {
            return plain(field).filter(|number| is_told_apart(*number, field));
        };
        let text = std::str::from_utf8(field).ok()?;
        let written = marks.plainly(text)?;
        plain(written.as_bytes()).filter(|number| is_told_apart(*number, written.as_bytes()))
    }
}

impl Separators {
    /// The number with a decimal point and nothing between thousands.
    fn plainly(self, text: &str) -> Option<String> {
        let is_gap = |c: char| match self.thousands {
            Some(' ') => matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}'),
            Some('\'') => matches!(c, '\'' | '\u{2019}'),
            Some(other) => c == other,
            None => false,
        };
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let end = unsigned.find(|c: char| !c.is_ascii_digit() && !is_gap(c));
        let (whole, rest) = unsigned.split_at(end.unwrap_or(unsigned.len()));
        let mut groups = whole.split(is_gap);
        let first = groups.next().unwrap_or_default().len();
        let mut others = groups.peekable();
        if others.peek().is_some()
            && !((1..=3).contains(&first) && others.all(|group| group.len() == 3))
        {
            return None;
        }
        let mut plain: String = text[..text.len() - unsigned.len()].to_owned();
        plain.extend(whole.chars().filter(char::is_ascii_digit));
        let mut rest = rest.chars();
        match rest.next() {
            Some(c) if c == self.decimal => plain.push('.'),
            Some('.' | ',') => return None,
            other => plain.extend(other),
        }
        for c in rest {
            if matches!(c, '.' | ',') {
                return None;
            }
            plain.push(c);
        }
        Some(plain)
    }
}

/// A number with a decimal point.
pub(super) fn plain(field: &[u8]) -> Option<f64> {
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

/// Whether a number is small enough to be told from its neighbours in any case.
#[inline]
#[must_use]
pub fn is_exact(number: f64) -> bool {
    number.abs() < EXACT
}

/// Whether a number that is written like this is not mistaken for another one. Whole
/// numbers beyond 2⁵³ must be written as the double that they become.
fn is_told_apart(number: f64, written: &[u8]) -> bool {
    if is_exact(number) || !number.is_finite() || !is_whole(written) {
        return true;
    }
    let digits = written.iter().skip_while(|byte| b"+-0".contains(byte));
    let digits: Vec<u8> = digits.copied().collect();
    let size = number.abs();
    format!("{size}").as_bytes() == digits || format!("{size:.0}").as_bytes() == digits
}

/// Whether a field is a sign and digits.
fn is_whole(field: &[u8]) -> bool {
    let digits = match field.split_first() {
        Some((b'+' | b'-', rest)) => rest,
        _ => field,
    };
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Whether a text is a whole number that is not read since another one could be
/// mistaken for it.
#[must_use]
pub fn is_long_number(text: &str) -> bool {
    let field = text.trim().as_bytes();
    is_whole(field) && plain(field).is_some_and(|number| !is_told_apart(number, field))
}

#[cfg(test)]
mod tests {
    use super::{Grammar, is_long_number};
    use crate::record::Notation;

    fn grammar(decimal: char, thousands: Option<char>) -> Grammar {
        Grammar::new(&Notation {
            decimal,
            thousands,
            missing: Vec::new(),
        })
    }

    #[test]
    fn commas_and_points_mean_what_was_asked() {
        let german = grammar(',', Some('.'));
        for (text, number) in [
            ("1,5", Some(1.5)),
            ("-1.234.567,25", Some(-1_234_567.25)),
            ("1.234", Some(1234.0)),
            ("1234", Some(1234.0)),
            ("1,5e3", Some(1500.0)),
            (",5", Some(0.5)),
            ("1.5", None),
            ("1234.567", None),
            ("1.2345", None),
            ("1,234.5", None),
            ("1,2,3", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(german.number(text.as_bytes()), number, "{text}");
        }
        assert_eq!(grammar(',', None).number(b"1.5"), None);
        assert_eq!(grammar('.', Some(',')).number(b"1,234.5"), Some(1234.5));
        let spaced = grammar(',', Some(' '));
        assert_eq!(spaced.number("12\u{202f}345,5".as_bytes()), Some(12345.5));
        assert_eq!(
            grammar('.', Some('\'')).number("1’000".as_bytes()),
            Some(1000.0)
        );
    }

    #[test]
    fn codes_of_missing_values_are_texts_or_numbers() {
        let grammar = Grammar::new(&Notation {
            missing: vec!["-999".into(), "Unknown".into(), "-".into()],
            ..Notation::default()
        });
        assert!(grammar.is_code(-999.0) && !grammar.is_code(999.0));
        for text in ["", ".", "#DIV/0!", "unknown", "-", "<NA>", "NaT", "\\N"] {
            assert!(grammar.is_missing(text.as_bytes()), "{text}");
        }
        for text in ["None", "none", "--", "x", "#1", "1"] {
            assert!(!grammar.is_missing(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn long_whole_numbers_are_told_apart_or_are_no_numbers() {
        let plain = Grammar::default();
        for text in [
            "9007199254740993",
            "-12345678901234567891",
            "123456789012345678901",
        ] {
            assert_eq!(plain.number(text.as_bytes()), None, "{text}");
            assert!(is_long_number(text));
        }
        for text in [
            "9007199254740991",
            "9007199254740992",
            "1700000000123000000",
            "1152921504606846976",
            "1e300",
            "0.12345678901234567890",
        ] {
            assert!(plain.number(text.as_bytes()).is_some(), "{text}");
            assert!(!is_long_number(text));
        }
    }
}
