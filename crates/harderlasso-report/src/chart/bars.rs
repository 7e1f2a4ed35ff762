//! Horizontal bars: weights of the selected features.

use super::scale::Scale;
use super::{COLOURS, LINE, TextAlternative, WIDTH, name_beside, range};
use crate::text::{self, px};
use maud::{Markup, html};

/// A feature with one value for each series.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) values: Vec<f64>,
}

const THICK: f64 = 14.0;
/// Bars of several series stand close together, and are thinner.
const THIN: f64 = 13.0;
const GAP: f64 = 9.0;
/// Letters of a line of a name that fit on the left.
const NAME: usize = 25;
const LETTER: f64 = 7.3;

/// The bars, the first on top, each with its value as `write` formats it. Series
/// differ in colour and order.
pub(crate) fn bars(
    alternative: &TextAlternative<'_>,
    axis: &str,
    rows: &[Bar],
    write: &dyn Fn(f64) -> String,
) -> Markup {
    let series = rows.iter().map(|row| row.values.len()).max().unwrap_or(0);
    let thickness = if series > 1 { THIN } else { THICK };
    let names: Vec<Vec<String>> = rows
        .iter()
        .map(|row| text::two_lines(&row.name, NAME))
        .collect();
    let lines = names.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let pitch = (thickness * series as f64).max(THICK).max(lines * LINE) + GAP;
    let left = 12.0 + LETTER * text::widest(names.iter().flatten());
    let values = || rows.iter().flat_map(|row| &row.values).copied();
    let [low, high] = range(values().chain([0.0]));
    // Values are written beyond the end of their bars.
    let longest_value = text::widest(values().map(write));
    let room = |needed: bool| match needed {
        true => 10.0 + LETTER * longest_value,
        false => 6.0,
    };
    let places = [left + room(low < 0.0), WIDTH - room(high > 0.0)];
    let x = Scale::new([low, high], 5, places);
    let height = pitch * rows.len() as f64 + 34.0;
    let zero = x.at(0.0);
    alternative.draw([WIDTH, height], html! {
        @for (row, (bar, lines)) in rows.iter().zip(&names).enumerate() {
            @let top = pitch * row as f64 + GAP / 2.0;
            @let middle = top + (pitch - GAP) / 2.0;
            g {
                @if series > 1 && row > 0 {
                    path.grid d=(format!("M{} {}H{WIDTH}", px(left), px(top - GAP / 2.0))) {}
                }
                (name_beside(left - 8.0, middle + 4.0, &bar.name, lines))
                @for (position, &value) in bar.values.iter().enumerate() {
                    @let y = middle - thickness * (series as f64 / 2.0 - position as f64);
                    (one(&x, [y, thickness], value, &write(value), (series > 1).then_some(position)))
                }
            }
        }
        path.axis d=(format!("M{} 0V{}", px(zero), px(height - 30.0))) {}
        text.axis-label x=(px(WIDTH - 2.0)) y=(px(height - 8.0)) text-anchor="end" { (axis) }
    })
}

/// A bar with its value; of a series, if there are several.
fn one(
    x: &Scale,
    [top, thickness]: [f64; 2],
    value: f64,
    written: &str,
    series: Option<usize>,
) -> Markup {
    let (zero, end) = (x.at(0.0), x.at(value));
    let class = match (series, value < 0.0) {
        (Some(series), _) => format!("c{}", series % COLOURS),
        (None, false) => "up".to_owned(),
        (None, true) => "down".to_owned(),
    };
    let text = if series.is_some() {
        "value small"
    } else {
        "value"
    };
    let (place, anchor) = if value < 0.0 {
        (end - 5.0, "end")
    } else {
        (end + 5.0, "start")
    };
    html! {
        rect class=(class) x=(px(zero.min(end))) y=(px(top)) width=(px((end - zero).abs().max(0.5)))
            height=(px(thickness - 1.0)) {}
        text class=(text) x=(px(place)) y=(px(top + thickness / 2.0 + 3.5)) text-anchor=(anchor) { (written) }
    }
}
