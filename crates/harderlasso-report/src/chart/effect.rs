//! The prediction as a function of one feature, above a histogram of its values.

use super::area::{PlotArea, margin};
use super::scale::Scale;
use super::{COLOURS, TextAlternative};
use crate::effect::Effect;
use crate::text::{figure, px};
use maud::{Markup, html};
use std::fmt::Write;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 216.0;
const TOP: f64 = 32.0;
/// Where the curves end and the histogram below them begins.
const CURVES_END: f64 = 154.0;
const BOTTOM: f64 = 190.0;

/// Text around the picture.
pub(crate) struct EffectLabels<'a> {
    pub(crate) alternative: TextAlternative<'a>,
    /// What the curves show.
    pub(crate) output: &'a str,
    /// The range of the vertical axis, shared by all effects of a report.
    pub(crate) range: [f64; 2],
    /// Whether the feature is a level of a text column, so that 0 means no and 1
    /// means yes.
    pub(crate) level: bool,
}

/// Curves over the grid; marks where the feature has few values.
pub(crate) fn effect(effect: &Effect, labels: &EffectLabels<'_>) -> Markup {
    let y = Scale::round(labels.range, 4, [CURVES_END, TOP]);
    let left = margin(&y);
    let area = PlotArea {
        left,
        top: TOP,
        right: WIDTH - 10.0,
        bottom: BOTTOM,
    };
    let (low, high) = effect.values.range;
    let marks = effect.values.distinct;
    // Marks at the ends need room for the bars below them.
    let inset = if marks { 22.0 } else { 0.0 };
    let places = [area.left + inset, area.right - inset];
    let x = Scale::fitting([low, high], places);
    labels.alternative.draw([WIDTH, HEIGHT], html! {
        (area.beside(&y))
        (area.label_above(labels.output))
        (values(effect, &x, &area))
        @if labels.level || effect.grid.len() <= 3 {
            (area.baseline())
            @for &value in &effect.grid {
                text.tick x=(px(x.at(value))) y=(px(BOTTOM + 17.0)) text-anchor="middle" {
                    @if labels.level { (if value == 0.0 { "no" } else { "yes" }) } @else { (figure(value)) }
                }
            }
        } @else {
            (area.below(&x, ""))
        }
        @for (position, curve) in effect.curves.iter().enumerate() {
            @let colour = position % COLOURS;
            path class=(format!("curve k{colour}")) d=(line(effect, curve, &x, &y)) {}
            @if marks {
                @for (&value, &output) in effect.grid.iter().zip(curve) {
                    circle class=(format!("c{colour}")) cx=(px(x.at(value))) cy=(px(y.at(output))) r="3.5" {}
                }
            }
        }
    })
}

fn line(effect: &Effect, curve: &[f64], x: &Scale, y: &Scale) -> String {
    let mut path = String::new();
    for (&value, &output) in effect.grid.iter().zip(curve) {
        let letter = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}", px(x.at(value)), px(y.at(output)));
    }
    path
}

/// Bars of the observed values.
fn values(effect: &Effect, x: &Scale, area: &PlotArea) -> Markup {
    let counts = &effect.values.counts;
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let height = |count: usize| {
        let full = area.bottom - CURVES_END - 8.0;
        if count == 0 {
            0.0
        } else {
            (full * count as f64 / most).max(1.0)
        }
    };
    let (low, high) = effect.values.range;
    let edge = |bar: usize| {
        let share = bar as f64 / counts.len() as f64;
        x.at(low * (1.0 - share) + high * share)
    };
    html! {
        @for (bar, &count) in counts.iter().enumerate() {
            @let (left, width) = match effect.values.distinct {
                true => (x.at(effect.grid[bar]) - 6.0, 12.0),
                false => (edge(bar), (edge(bar + 1) - edge(bar) - 0.6).max(0.4)),
            };
            @if count > 0 {
                rect.values x=(px(left)) y=(px(area.bottom - height(count)))
                    width=(px(width)) height=(px(height(count))) {}
            }
        }
    }
}
