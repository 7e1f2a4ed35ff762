//! How many features were left after each phase of the annealing.

use super::frame::{Frame, margin};
use super::scale::{CHARACTER, Scale};
use super::{Picture, WIDTH};
use crate::html::number::{count, px};
use maud::{Markup, html};

const HEIGHT: f64 = 240.0;
const TOP: f64 = 34.0;

/// One column a phase, and a last one for the answer.
pub(crate) fn support(
    id: &str,
    title: &str,
    description: &str,
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
    let frame = Frame {
        left: margin(&y),
        top: TOP,
        right: WIDTH - 10.0,
        bottom: HEIGHT - 42.0,
    };
    let columns = phases.len() + 1;
    let pitch = (frame.right - frame.left) / columns as f64;
    let label = (count(most).len() as f64).max(2.0) * CHARACTER;
    // Every second or third column is numbered where there is no room for all.
    let every = ((CHARACTER * 3.2 / pitch).ceil() as usize).max(1);
    let bar = |column: usize, features: usize, class: &str, below: &str| {
        let left = frame.left + pitch * column as f64 + pitch * 0.12;
        let (middle, top) = (left + pitch * 0.38, y.at(features as f64));
        html! {
            rect class=(class) x=(px(left)) y=(px(top.min(frame.bottom - 1.0))) width=(px(pitch * 0.76))
                height=(px((frame.bottom - top).max(1.0))) {}
            @if pitch > label {
                text.value x=(px(middle)) y=(px(top - 4.0)) text-anchor="middle" { (count(features)) }
            }
            text.tick x=(px(middle)) y=(px(frame.bottom + 17.0)) text-anchor="middle" { (below) }
        }
    };
    // The last phase would touch the word beside it where not all are numbered.
    let number = |phase: usize| match phase.is_multiple_of(every)
        && (every == 1 || phase + 1 < phases.len())
    {
        true => count(phase + 1),
        false => String::new(),
    };
    let picture = Picture {
        id,
        title,
        description,
        size: [WIDTH, HEIGHT],
    };
    picture.draw(html! {
        (frame.beside(&y))
        (frame.label_above("features left"))
        @for (phase, &features) in phases.iter().enumerate() {
            (bar(phase, features, "phase", &number(phase)))
        }
        (bar(phases.len(), answer, "final", if pitch < 40.0 { "end" } else { "answer" }))
        path.axis d=(format!("M{} {}H{}", px(frame.left), px(frame.bottom), px(frame.right))) {}
        (frame.label_below("phase of the annealing, from an easy problem to the one asked"))
    })
}
