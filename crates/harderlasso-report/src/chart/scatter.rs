//! Predicted against observed values.

use super::area::{PlotArea, margin};
use super::scale::Scale;
use super::{TextAlternative, WIDTH, range};
use crate::text::px;
use maud::{Markup, html};
use std::fmt::Write;

const HEIGHT: f64 = 420.0;
const TOP: f64 = 34.0;

/// One dot per row, around the diagonal of perfect predictions. Both directions
/// have the same scale, so that predictions above the diagonal are too high.
pub(crate) fn scatter(alternative: &TextAlternative<'_>, points: &[(f64, f64)]) -> Markup {
    let bottom = HEIGHT - 42.0;
    let both = points
        .iter()
        .flat_map(|&(observed, predicted)| [observed, predicted]);
    let y = Scale::round(range(both), 6, [bottom, TOP]);
    let left = margin(&y);
    let area = PlotArea {
        left,
        top: TOP,
        right: (left + (bottom - TOP) * 1.1).min(WIDTH - 12.0),
        bottom,
    };
    let x = Scale::fitting(y.ends(), area.across());
    // Many dots are drawn smaller and fainter, to show where they crowd.
    let (radius, class) = match points.len() {
        0..=150 => (3.2, "dots few"),
        151..=600 => (2.6, "dots"),
        _ => (2.0, "dots many"),
    };
    let mut path = String::with_capacity(16 * points.len());
    for &(observed, predicted) in points {
        // A line of no length with round ends is a dot, and takes few bytes.
        let _ = write!(path, "M{} {}h0", px(x.at(observed)), px(y.at(predicted)));
    }
    let [from, to] = y.ends();
    alternative.draw([WIDTH, HEIGHT], html! {
        (area.beside(&y))
        (area.label_above("predicted"))
        (area.below(&x, "observed"))
        path.diagonal d=(format!("M{} {}L{} {}", px(x.at(from)), px(y.at(from)), px(x.at(to)), px(y.at(to)))) {}
        path class=(class) stroke-width=(px(2.0 * radius)) d=(path) {}
    })
}
