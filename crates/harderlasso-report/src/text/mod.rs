//! Counts, names and numbers as people read them, for the report and the
//! terminal.

mod markup;
mod number;

pub(crate) use markup::{list, name, quoting};
pub use number::plain as plain_number;
pub(crate) use number::{count, figure, percent, px, r_squared, share, tick};

/// Names that a list of a terminal spells out.
const LISTED: usize = 4;

/// The word that goes with a count.
fn noun<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// A count with its noun as the terminal writes it: `1 row`, `12000 rows`. The
/// digits stay together, so that the number can be copied into a program.
#[must_use]
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", noun(count, one, many))
}

/// A count with its noun as the report writes it: `1 row`, `12 000 rows`. Thousands
/// are set apart, so that the number is easy to read.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", number::count(count), noun(count, one, many))
}

/// Names in backticks: all of a few, or the first of many and how many follow.
#[must_use]
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let mut list: Vec<String> = names
        .iter()
        .take(LISTED)
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    if names.len() > LISTED {
        list.push(format!("and {} more", names.len() - LISTED));
    }
    list.join(", ")
}

/// Words that begin a sentence.
pub(crate) fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// Text for a terminal, with the replacement character in place of control
/// characters, which could move the cursor. All other characters stay, since the
/// text may be a part of a line.
#[must_use]
pub fn visible(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

/// Text cut in its middle to a width. Both ends remain, since names such as
/// `town=Bern` often differ in one of them only.
#[must_use]
pub fn shortened(text: &str, room: usize, letter: impl Fn(char) -> f64) -> String {
    if text.chars().map(&letter).sum::<f64>() <= room as f64 {
        return text.to_owned();
    }
    // The dots take a letter; where the rest is odd, the beginning is longer.
    let rest = room.saturating_sub(1);
    let front = take(text.chars(), rest - rest / 2, &letter);
    let back = take(text.chars().rev(), rest / 2, &letter);
    format!("{front}…{}", back.chars().rev().collect::<String>())
}

fn take(letters: impl Iterator<Item = char>, room: usize, letter: impl Fn(char) -> f64) -> String {
    let mut used = 0.0;
    letters
        .take_while(|&c| {
            used += letter(c);
            used <= room as f64
        })
        .collect()
}

/// A text of its own in the report, such as a name: control characters are replaced
/// as by [`visible`], since some are not allowed in HTML, and a text of nothing but
/// spaces, which a page would not show, becomes `(no name)`.
pub(crate) fn printable(text: &str) -> String {
    match visible(text).trim() {
        "" => "(no name)".to_owned(),
        text => text.to_owned(),
    }
}

/// A name cut to about `room` letters of the report.
pub(crate) fn shortened_name(text: &str, room: usize) -> String {
    shortened(&printable(text), room, letter_width)
}

/// A name in at most two lines of about `room` letters each, broken after a space or a
/// sign where there is one; what does not fit is cut out of the middle.
pub(crate) fn two_lines(text: &str, room: usize) -> Vec<String> {
    let whole = printable(text);
    if width(&whole) <= room as f64 {
        return vec![whole];
    }
    let mut used = 0.0;
    let mut fitting = 0;
    let mut at_sign = None;
    for (place, letter) in whole.char_indices() {
        used += letter_width(letter);
        if used > room as f64 {
            break;
        }
        fitting = place + letter.len_utf8();
        if " _-=./:,;|".contains(letter) {
            at_sign = Some(fitting);
        }
    }
    // A sign near the beginning would leave the first line almost empty.
    let end = at_sign.filter(|&end| 3 * end > fitting).unwrap_or(fitting);
    let (first, rest) = whole.split_at(end);
    vec![
        first.trim_end().to_owned(),
        shortened(rest.trim_start(), room, letter_width),
    ]
}

/// How wide a text of the report is, in letters of ordinary width. This is an
/// upper estimate, since fonts differ; ideographs and emoji count twice.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(letter_width).sum()
}

/// The width of the widest of several texts, as [`width`] measures it.
pub(crate) fn widest<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> f64 {
    let widths = texts.into_iter().map(|text| width(text.as_ref()));
    widths.fold(0.0, f64::max)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_noun() {
        assert_eq!(counted(1, "row", "rows"), "1 row");
        assert_eq!(counted(0, "row", "rows"), "0 rows");
        assert_eq!(counted(12000, "row", "rows"), "12000 rows");
        assert_eq!(plural(12000, "row", "rows"), "12\u{202f}000 rows");
    }

    #[test]
    fn long_lists_are_counted() {
        assert_eq!(listed(&["a"]), "`a`");
        assert_eq!(
            listed(&["a", "b", "c", "d", "e", "f"]),
            "`a`, `b`, `c`, `d`, and 2 more"
        );
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(shortened_name("short", 8), "short");
        assert_eq!(shortened_name("temperature=high", 11), "temp…=high");
        for letter in ["🦀", "m", "i", "W"] {
            assert!(width(&shortened_name(&letter.repeat(500), 20)) <= 20.1);
        }
        assert_eq!(shortened_name("a\u{0}b\n", 9), "a\u{fffd}b\u{fffd}");
        assert_eq!(shortened_name(" ", 9), "(no name)");
        let equal = |_: char| 1.0;
        assert_eq!(shortened("größe", 5, equal), "größe");
        assert_eq!(shortened("größer", 5, equal), "gr…er");
        assert_eq!(shortened("abcdefgh", 4, equal), "ab…h");
    }

    #[test]
    fn long_names_take_two_lines() {
        assert_eq!(two_lines("short", 20), ["short"]);
        assert_eq!(
            two_lines("mean radius of the largest nuclei", 20),
            ["mean radius of the", "largest nuclei"]
        );
        assert_eq!(two_lines("abcdefghijklmnop", 10), ["abcdefghij", "klmnop"]);
        for text in ["x".repeat(300), "🦀".repeat(80), "m ".repeat(90)] {
            let lines = two_lines(&text, 20);
            assert!(lines.len() == 2 && widest(&lines) <= 20.1, "{lines:?}");
        }
    }

    #[test]
    fn control_characters_are_seen() {
        assert_eq!(visible("a\u{1b}[2J\nb"), "a\u{fffd}[2J\u{fffd}b");
    }
}
