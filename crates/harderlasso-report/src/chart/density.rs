//! Predicted against observed values, as counts of rows in squares.

use super::area::{PlotArea, margin};
use super::scale::Scale;
use super::{TextAlternative, WIDTH};
use crate::bins::Bins;
use crate::text::px;
use maud::{Markup, html};

const HEIGHT: f64 = 420.0;
const TOP: f64 = 34.0;
/// How strong the colour of a square with a single row is at least.
const FAINTEST: f64 = 0.2;

/// Squares around the diagonal of perfect predictions, stronger where there are more
/// rows. Both directions have the same scale, so that predictions above the diagonal
/// are too high. `counts` has the observed values first.
pub(crate) fn density(
    alternative: &TextAlternative<'_>,
    bins: &Bins,
    counts: &[Vec<usize>],
) -> Markup {
    let bottom = HEIGHT - 42.0;
    let y = Scale::new(bins.ends(), 6, [bottom, TOP]);
    let left = margin(&y);
    let area = PlotArea {
        left,
        top: TOP,
        right: (left + (bottom - TOP) * 1.1).min(WIDTH - 12.0),
        bottom,
    };
    let x = Scale::fitting(bins.ends(), area.across());
    let most = counts.iter().flatten().copied().max().unwrap_or(0).max(1) as f64;
    // The root shows single rows beside crowded squares.
    let strength = |rows: usize| FAINTEST + (1.0 - FAINTEST) * (rows as f64 / most).sqrt();
    let [from, to] = bins.ends();
    alternative.draw([WIDTH, HEIGHT], html! {
        (area.beside(&y))
        (area.label_above("predicted"))
        (area.below(&x, "observed"))
        @for (observed, line) in counts.iter().enumerate() {
            @let [start, end] = [x.at(bins.edge(observed)), x.at(bins.edge(observed + 1))];
            @for (predicted, &rows) in line.iter().enumerate() {
                @if rows > 0 {
                    @let [low, high] = [y.at(bins.edge(predicted)), y.at(bins.edge(predicted + 1))];
                    rect.rows fill-opacity=(format!("{:.2}", strength(rows))) x=(px(start)) y=(px(high))
                        width=(px(end - start)) height=(px(low - high)) {}
                }
            }
        }
        path.diagonal d=(format!("M{} {}L{} {}", px(x.at(from)), px(y.at(from)), px(x.at(to)), px(y.at(to)))) {}
    })
}
