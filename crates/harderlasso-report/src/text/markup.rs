//! Names and lists inside the sentences of the report.

use super::{printable, shortened_name};
use maud::{Markup, html};

/// Width, in letters, that a name has in a sentence.
const NAME: usize = 60;

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

/// A name from the data in a sentence, isolated from the direction in which the
/// text around it is written. A long name is shortened; pointing at it shows all of it.
pub(crate) fn name(text: &str) -> Markup {
    let (whole, short) = (printable(text), shortened_name(text, NAME));
    html! {
        @if whole == short {
            bdi.name { (whole) }
        } @else {
            bdi.name title=(whole) { (short) }
        }
    }
}

/// A sentence of the command with a name in backticks, which becomes code. The name
/// ends at the last backtick, since it may contain some itself.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_sentences() {
        let written = |names: &[&str]| {
            let parts: Vec<Markup> = names.iter().map(|name| html! { (name) }).collect();
            list(&parts).into_string()
        };
        assert_eq!(written(&[]), "");
        assert_eq!(written(&["a"]), "a");
        assert_eq!(written(&["a", "b"]), "a and b");
        assert_eq!(written(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn a_quoted_name_has_no_backticks() {
        let written = |text: &str| quoting(text).into_string();
        assert_eq!(
            written("The target `price` has 9 numbers."),
            "The target <bdi><code>price</code></bdi> has 9 numbers."
        );
        assert_eq!(
            written("`a`b` & <c>"),
            "<bdi><code>a`b</code></bdi> &amp; &lt;c&gt;"
        );
        assert_eq!(written("one ` alone"), "one ` alone");
        assert_eq!(written("none"), "none");
    }
}
