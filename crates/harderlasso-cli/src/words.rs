//! Small pieces of sentences that several messages share.

/// `1 row`, `2 rows`.
pub(crate) fn count(number: usize, singular: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { singular } else { plural })
}

/// Names for a sentence: all of them if they are few, else the first few.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const SHOWN: usize = 4;
    let mut list: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    if names.len() > SHOWN {
        list.push(format!("and {} more", names.len() - SHOWN));
    }
    list.join(", ")
}

/// Text from a file may hold control characters, which could move the cursor of
/// a terminal or worse.
pub(crate) fn printable(text: &str) -> String {
    let shown = |c: char| {
        if c.is_control() && c != '\n' {
            '\u{fffd}'
        } else {
            c
        }
    };
    text.chars().map(shown).collect()
}
