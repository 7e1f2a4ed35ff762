//! The effects of many features in one picture: for each, from where to where the
//! prediction goes as the feature goes over its range.

use super::scale::Scale;
use super::{LINE, TextAlternative, WIDTH, name_beside, range};
use crate::text::{self, px};
use maud::{Markup, html};

/// The effect of a feature, which only rises or only falls.
pub(crate) struct Range {
    pub(crate) name: String,
    /// What the ends of the feature are called.
    pub(crate) ends: [String; 2],
    /// The prediction at both ends.
    pub(crate) outputs: [f64; 2],
}

const BAR: f64 = 10.0;
const GAP: f64 = 12.0;
/// Letters of a line of a name that fit on the left.
const NAME: usize = 25;
const LETTER: f64 = 7.3;
/// Width of a letter of the ends.
const SMALL: f64 = 6.6;

/// A row for each feature, the first on top. The dot is at the upper end of the
/// feature.
pub(crate) fn ranges(
    alternative: &TextAlternative<'_>,
    axis: &str,
    rows: &[Range],
    origin: Option<f64>,
) -> Markup {
    let names: Vec<Vec<String>> = rows
        .iter()
        .map(|row| text::two_lines(&row.name, NAME))
        .collect();
    let lines = names.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let pitch = (lines * LINE).max(BAR) + GAP;
    let left = 12.0 + LETTER * text::widest(names.iter().flatten());
    // The values of the feature are written beside both ends.
    let widest = text::widest(rows.iter().flat_map(|row| &row.ends));
    let room = (14.0 + SMALL * widest).min(90.0);
    let all = rows.iter().flat_map(|row| row.outputs).chain(origin);
    let x = Scale::new(range(all), 5, [left + room, WIDTH - room]);
    let bottom = pitch * rows.len() as f64 + 4.0;
    alternative.draw([WIDTH, bottom + 40.0], html! {
        @for (value, text) in x.ticks() {
            path.grid d=(format!("M{} 0V{}", px(x.at(value)), px(bottom))) {}
            text.tick x=(px(x.at(value))) y=(px(bottom + 15.0)) text-anchor="middle" { (text) }
        }
        @for (number, (row, lines)) in rows.iter().zip(&names).enumerate() {
            @let middle = pitch * (number as f64 + 0.5);
            @let [start, end] = row.outputs.map(|output| x.at(output));
            @let rises = start <= end;
            @let class = if rises { "up" } else { "down" };
            @let [low, high] = if rises { [0, 1] } else { [1, 0] };
            (name_beside(left - 8.0, middle + 4.0, &row.name, lines))
            rect class=(class) x=(px(start.min(end))) y=(px(middle - BAR / 4.0))
                width=(px((end - start).abs().max(0.5))) height=(px(BAR / 2.0)) {}
            circle class=(class) cx=(px(end)) cy=(px(middle)) r=(px(BAR / 2.0)) {}
            text.tick x=(px(start.min(end) - 8.0)) y=(px(middle + 4.0)) text-anchor="end" { (row.ends[low]) }
            text.tick x=(px(start.max(end) + 8.0)) y=(px(middle + 4.0)) { (row.ends[high]) }
        }
        text.axis-label x=(px(WIDTH - 2.0)) y=(px(bottom + 34.0)) text-anchor="end" { (axis) }
    })
}
