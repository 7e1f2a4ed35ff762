//! The number of features that were left after each phase of the annealing.

use super::area::{PlotArea, margin};
use super::scale::{CHARACTER, Scale};
use super::{TextAlternative, WIDTH};
use crate::text::{count, px};
use maud::{Markup, html};

const HEIGHT: f64 = 240.0;
const TOP: f64 = 34.0;

/// One column for each phase, and a last one for the final model.
pub(crate) fn support(
    alternative: &TextAlternative<'_>,
    phases: &[usize],
    answer: usize,
) -> Markup {
    let most = phases
        .iter()
        .copied()
        .chain([answer])
        .max()
        .unwrap_or(0)
        .max(1);
    // Room for the number on the highest column.
    let y = Scale::round([0.0, 1.15 * most as f64], 4, [HEIGHT - 42.0, TOP]).whole();
    let area = PlotArea {
        left: margin(&y),
        top: TOP,
        right: WIDTH - 10.0,
        bottom: HEIGHT - 42.0,
    };
    let columns = phases.len() + 1;
    let pitch = (area.right - area.left) / columns as f64;
    let label = (count(most).len() as f64).max(2.0) * CHARACTER;
    // Every second or third column is numbered where there is no room for all.
    let every = ((CHARACTER * 3.2 / pitch).ceil() as usize).max(1);
    let bar = |column: usize, features: usize, class: &str, below: &str| {
        let left = area.left + pitch * column as f64 + pitch * 0.12;
        let (middle, top) = (left + pitch * 0.38, y.at(features as f64));
        html! {
            rect class=(class) x=(px(left)) y=(px(top.min(area.bottom - 1.0))) width=(px(pitch * 0.76))
                height=(px((area.bottom - top).max(1.0))) {}
            @if pitch > label {
                text.value x=(px(middle)) y=(px(top - 4.0)) text-anchor="middle" { (count(features)) }
            }
            text.tick x=(px(middle)) y=(px(area.bottom + 17.0)) text-anchor="middle" { (below) }
        }
    };
    // The last phase would touch the word beside it where not all are numbered.
    let number = |phase: usize| match phase.is_multiple_of(every)
        && (every == 1 || phase + 1 < phases.len())
    {
        true => count(phase + 1),
        false => String::new(),
    };
    alternative.draw(
        [WIDTH, HEIGHT],
        html! {
            (area.beside(&y))
            (area.label_above("features left"))
            @for (phase, &features) in phases.iter().enumerate() {
                (bar(phase, features, "phase", &number(phase)))
            }
            (bar(phases.len(), answer, "final", if pitch < 40.0 { "end" } else { "final" }))
            (area.baseline())
            (area.label_below("phase of the search, from a weak to the full penalty"))
        },
    )
}
