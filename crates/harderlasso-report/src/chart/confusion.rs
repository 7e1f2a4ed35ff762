//! The confusion matrix as shaded squares.

use super::scale::CHARACTER;
use super::{LINE, TextAlternative, WIDTH, name_beside};
use crate::text::{self, count, px};
use maud::{Markup, html};

/// Letters of a line of a name; fewer where there are more than a few classes.
const FEW: usize = 10;
const NAME: usize = 28;
const NAME_OF_MANY: usize = 18;
const LETTER: f64 = 7.3;
/// Width of a digit of the small counts.
const SMALL: f64 = 5.8;

/// Columns are at most this wide, unless a name needs more.
const WIDEST: f64 = 76.0;
/// Columns narrower than this have no room for slanted names.
const NARROW: f64 = 20.0;
/// With this many classes or more, zeros are not written, since they would hide
/// the other counts.
const CROWDED: usize = 8;

/// True classes downwards, predicted classes across; the shade is the share
/// of the true class.
pub(crate) fn confusion(
    alternative: &TextAlternative<'_>,
    names: &[String],
    counts: &[Vec<usize>],
) -> Markup {
    let size = names.len().max(1);
    let has_room = size <= FEW;
    let room = if has_room { NAME } else { NAME_OF_MANY };
    let short: Vec<String> = names
        .iter()
        .map(|name| text::shortened_name(name, room))
        .collect();
    // Beside the rows, two short lines leave more room for the squares than a long one.
    let beside: Vec<Vec<String>> = match has_room {
        true => names
            .iter()
            .map(|name| text::two_lines(name, NAME_OF_MANY))
            .collect(),
        false => short.iter().map(|name| vec![name.clone()]).collect(),
    };
    let longest = text::widest(&short);
    let left = 30.0 + LETTER * text::widest(beside.iter().flatten());
    let cell = ((WIDTH - left - 4.0) / size as f64).min(WIDEST.max(longest * LETTER + 8.0));
    let lines = beside.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let tall = cell.clamp(15.0, 56.0).max(lines * LINE + 1.5);
    // Names across are horizontal where they fit, and slanted or vertical otherwise.
    let lean = longest * LETTER + 6.0 > cell;
    let angle: f64 = if cell < NARROW { 90.0 } else { 45.0 };
    let (rise, reach) = angle.to_radians().sin_cos();
    let top = if lean {
        32.0 + rise * LETTER * longest
    } else {
        46.0
    };
    let most = counts.iter().flatten().copied().max().unwrap_or(0);
    // Counts are written smaller where columns are narrow, or not at all.
    let size_of_count = match text::width(&count(most)) {
        wide if wide * CHARACTER + 3.0 < cell => Some("count"),
        wide if wide * SMALL + 1.0 < cell => Some("count small"),
        _ => None,
    };
    let (right, bottom) = (left + cell * size as f64, top + tall * size as f64);
    // Slanted names reach beyond the last column.
    let overhang = if lean { reach * LETTER * longest } else { 0.0 };
    let width = WIDTH.max(right + overhang + 4.0);
    alternative.draw([width, bottom + 10.0], html! {
        text.axis-label x=(px((left + right) / 2.0)) y="14" text-anchor="middle" { "predicted class" }
        text.axis-label transform=(format!("translate(12 {}) rotate(-90)", px((top + bottom) / 2.0)))
            text-anchor="middle" { "true class" }
        @for (column, (name, whole)) in short.iter().zip(names).enumerate() {
            @let x = left + cell * (column as f64 + 0.5);
            @if lean {
                @let place = format!("translate({} {})", px(x + 4.0), px(top - 7.0));
                g { title { (text::printable(whole)) }
                    text.label transform=(format!("{place} rotate(-{angle})")) { (name) } }
            } @else {
                g { title { (text::printable(whole)) }
                    text.label x=(px(x)) y=(px(top - 10.0)) text-anchor="middle" { (name) } }
            }
        }
        @for (row, (lines, line)) in beside.iter().zip(counts).enumerate() {
            @let y = top + tall * row as f64;
            @let total = line.iter().sum::<usize>().max(1) as f64;
            (name_beside(left - 8.0, y + tall / 2.0 + 4.0, &names[row], lines))
            @for (column, &rows) in line.iter().enumerate() {
                @let share = rows as f64 / total;
                @let x = left + cell * column as f64;
                @let class = if row == column { "hit" } else { "miss" };
                rect.cell x=(px(x + 1.0)) y=(px(y + 1.0)) width=(px(cell - 2.0)) height=(px(tall - 2.0)) rx="2" {}
                @if rows > 0 {
                    rect class=(class) fill-opacity=(format!("{:.2}", 0.12 + 0.88 * share))
                        x=(px(x + 1.0)) y=(px(y + 1.0)) width=(px(cell - 2.0)) height=(px(tall - 2.0)) rx="2" {}
                }
                @if let Some(class) = size_of_count.filter(|_| rows > 0 || size < CROWDED) {
                    text class=(class)
                        x=(px(x + cell / 2.0)) y=(px(y + tall / 2.0 + 4.5)) text-anchor="middle" { (count(rows)) }
                }
            }
        }
    })
}
