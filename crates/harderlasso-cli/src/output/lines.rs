//! Text that fits a terminal of 80 columns.

use crate::words::printable;

/// The width that everything fits into.
const WIDTH: usize = 80;

/// Where the text beside a label begins.
const MARGIN: usize = 11;

/// A name, cut with `…` if it is longer than `most` characters.
pub(super) fn shortened(name: &str, most: usize) -> String {
    let name = printable(name).replace('\n', "\u{fffd}");
    if name.chars().count() <= most {
        return name;
    }
    let kept: String = name.chars().take(most.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// Pads on the right; a character counts one.
pub(super) fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

/// A label and its text, wrapped beside it.
pub(super) fn labelled(label: &str, text: &str) -> String {
    let mut out = padded(label, MARGIN);
    let mut used = out.chars().count();
    for word in printable(text).split_whitespace() {
        // A word that is longer than a line is cut rather than left to spill.
        let word = shortened(word, WIDTH - MARGIN);
        let length = word.chars().count();
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

/// A number with about five digits that matter.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if (1e-3..1e6).contains(&size) {
        let decimals = (4 - size.log10().floor() as i32).clamp(0, 7) as usize;
        format!("{value:.decimals$}")
    } else {
        format!("{value:.4e}")
    }
}

#[cfg(test)]
mod tests {
    use super::{labelled, number, shortened};

    #[test]
    fn long_names_are_cut_by_characters() {
        assert_eq!(shortened("größe", 5), "größe");
        assert_eq!(shortened("größer", 5), "größ…");
        assert_eq!(shortened("a\u{1b}[2J\nb", 9), "a\u{fffd}[2J\u{fffd}b");
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        let text = format!("{} {}", "word ".repeat(60), "x".repeat(200));
        for line in labelled("Label", &text).lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn numbers_have_five_digits() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1.0000"),
            (-123.456, "-123.46"),
            (99999.0, "99999"),
            (0.001234, "0.0012340"),
            (1e9, "1.0000e9"),
            (-2.5e-8, "-2.5000e-8"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
