//! Text that fits a terminal of 80 columns.

use harderlasso_report::text;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The width that every line fits into.
const WIDTH: usize = 80;

/// The column in which the text beside a label begins.
const MARGIN: usize = 11;

/// A name in one line, cut with `…` if it is wider than `most` columns.
pub(super) fn shortened(name: &str, most: usize) -> String {
    let columns = |c: char| c.width().unwrap_or(0) as f64;
    text::shortened(&text::visible(name), most, columns)
}

/// Text with spaces on its right, up to a width.
pub(super) fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(missing))
}

/// A label and its text, wrapped beside it.
pub(super) fn labelled(label: &str, text: &str) -> String {
    let mut out = padded(label, MARGIN);
    let mut used = out.width();
    for word in text.split_whitespace() {
        // A word that is longer than a line is cut.
        let word = shortened(word, WIDTH - MARGIN);
        let length = word.width();
        if used > MARGIN {
            if used + 1 + length > WIDTH {
                out.push('\n');
                out.push_str(&" ".repeat(MARGIN));
                used = MARGIN;
            } else {
                out.push(' ');
                used += 1;
            }
        }
        out.push_str(&word);
        used += length;
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_by_columns() {
        assert_eq!(shortened("größer", 5), "gr…er");
        // An ideograph takes two columns.
        assert_eq!(shortened("温度センサー", 7), "温…ー");
        assert_eq!(padded("温度", 6), "温度  ");
        assert_eq!(shortened("a\u{1b}[2J\nb", 9), "a\u{fffd}[2J\u{fffd}b");
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        let text = format!(
            "{} {} {}",
            "word ".repeat(60),
            "x".repeat(200),
            "値".repeat(90)
        );
        for line in labelled("Label", &text).lines() {
            assert!(line.width() <= 80, "{line}");
        }
    }
}
