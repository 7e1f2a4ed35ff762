//! Small words: plurals, lists, and names that fit.

use super::number;
use maud::{Markup, html};

/// `1 row`, `2 rows`.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        number::count(count),
        if count == 1 { one } else { many }
    )
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list(parts: &[Markup]) -> Markup {
    html! {
        @for (position, part) in parts.iter().enumerate() {
            @if position > 0 {
                @if position + 1 == parts.len() { " and " } @else { ", " }
            }
            (part)
        }
    }
}

/// A name from the data in running text, kept apart from the direction of the
/// text around it; a long one is cut, and shows itself whole on pointing.
pub(crate) fn name(text: &str) -> Markup {
    let (whole, short) = (printable(text), fitted(text, 60));
    html! {
        @if whole == short {
            bdi.name { (whole) }
        } @else {
            bdi.name title=(whole) { (short) }
        }
    }
}

/// A sentence of the command that quotes a name in backticks, as a terminal
/// shows it. The name reaches to the last of them, as it may hold some itself.
pub(crate) fn quoting(text: &str) -> Markup {
    let text = printable(text);
    let parts = text.split_once('`').and_then(|(before, rest)| {
        let (name, after) = rest.rsplit_once('`')?;
        Some((before, name, after))
    });
    html! {
        @if let Some((before, name, after)) = parts {
            (before) bdi { code { (name) } } (after)
        } @else {
            (text)
        }
    }
}

/// A name with its control characters made visible: some of them are not
/// allowed in HTML, and none of them means anything to a reader.
pub(crate) fn printable(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    match text.trim() {
        "" => "(no name)".to_owned(),
        text => text.to_owned(),
    }
}

/// A name cut in its middle to `width` letters; both ends tell names apart,
/// as in `town=Bern`.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    let text = printable(text);
    if self::width(&text) <= width as f64 {
        return text;
    }
    let half = (width as f64 - 1.0) / 2.0;
    let front = take(text.chars(), half);
    let back = take(text.chars().rev(), half);
    format!("{front}…{}", back.chars().rev().collect::<String>())
}

/// About how many usual letters wide a text is, on the generous side, as fonts
/// differ: ideographs and emoji count twice.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(letter_width).sum()
}

fn letter_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'f' | 't' | 'r' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '('
        | ')' => 0.65,
        '\u{202f}' => 0.5,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.6,
        'A'..='Z' => 1.2,
        '…' => 1.0,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'.. => 2.0,
        _ => 1.08,
    }
}

fn take(letters: impl Iterator<Item = char>, room: f64) -> String {
    let mut used = 0.0;
    letters
        .take_while(|&c| {
            used += letter_width(c);
            used <= room
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_sentences() {
        let said = |names: &[&str]| {
            let parts: Vec<Markup> = names.iter().map(|name| html! { (name) }).collect();
            list(&parts).into_string()
        };
        assert_eq!(said(&[]), "");
        assert_eq!(said(&["a"]), "a");
        assert_eq!(said(&["a", "b"]), "a and b");
        assert_eq!(said(&["a", "b", "c"]), "a, b and c");
        assert_eq!(plural(1, "row", "rows"), "1 row");
        assert_eq!(plural(0, "row", "rows"), "0 rows");
    }

    #[test]
    fn a_quoted_name_has_no_backticks() {
        let said = |text: &str| quoting(text).into_string();
        assert_eq!(
            said("The target `price` has 9 numbers."),
            "The target <bdi><code>price</code></bdi> has 9 numbers."
        );
        assert_eq!(
            said("`a`b` & <c>"),
            "<bdi><code>a`b</code></bdi> &amp; &lt;c&gt;"
        );
        assert_eq!(said("one ` alone"), "one ` alone");
        assert_eq!(said("none"), "none");
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(fitted("short", 8), "short");
        assert_eq!(fitted("temperature=high", 11), "temp…=high");
        for letter in ["🦀", "m", "i", "W"] {
            assert!(width(&fitted(&letter.repeat(500), 20)) <= 20.1);
        }
        assert_eq!(fitted("a\u{0}b\n", 9), "a\u{fffd}b\u{fffd}");
        assert_eq!(fitted(" ", 9), "(no name)");
    }
}
