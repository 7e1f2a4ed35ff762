//! The null distribution: the strongest signals in pure noise, λ, and the data.

use super::area::PlotArea;
use super::scale::Scale;
use super::{TextAlternative, WIDTH};
use crate::text::{self, figure, px};
use harderlasso::Threshold;
use maud::{Markup, html};

const HEIGHT: f64 = 270.0;
const AREA: PlotArea = PlotArea {
    left: 14.0,
    top: 66.0,
    right: WIDTH - 14.0,
    bottom: HEIGHT - 42.0,
};
const BARS: usize = 40;
/// Width of a bold letter.
const LETTER: f64 = 8.0;

/// Bars of the draws, λ with its interval, and the value of the data. An arrow
/// points to data so far to the right that the bars would become too thin to see.
pub(crate) fn null(alternative: &TextAlternative<'_>, threshold: &Threshold) -> Markup {
    let draws = &threshold.draws;
    let ends = [draws.first(), draws.last()].map(|draw| draw.copied().unwrap_or(0.0));
    let (low, most) = (ends[0], ends[1].max(threshold.interval.1));
    let observed = threshold.observed;
    let reach = most + 1.5 * (most - low);
    let far = observed > reach;
    let high = if far {
        most + 0.35 * (most - low)
    } else {
        most.max(observed)
    };
    let pad = 0.04 * (high - low);
    let x = Scale::fitting([low.min(observed) - pad, high + pad], AREA.across());
    let counts = histogram(draws, ends);
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    let y = Scale::new([0.0, highest as f64], 4, AREA.up());
    let edge = |bar: usize| x.at(ends[0] + (ends[1] - ends[0]) * bar as f64 / BARS as f64);
    let lambda = x.at(threshold.lambda);
    let data = if far { AREA.right } else { x.at(observed) };
    // Each text is on the side of its line that is away from the other line.
    let (lambda_text, data_text) = (
        format!("threshold λ = {}", figure(threshold.lambda)),
        format!("your data: {}", figure(observed)),
    );
    let (lambda_side, data_side) = if data < lambda {
        (Side::Right, Side::Left)
    } else {
        (Side::Left, Side::Right)
    };
    let lambda_side = side_with_room(lambda, lambda_side, &lambda_text);
    let data_side = side_with_room(data, data_side, &data_text);
    let [from, to] = [threshold.interval.0, threshold.interval.1].map(|end| x.at(end));
    alternative.draw([WIDTH, HEIGHT], html! {
        rect.interval x=(px(from)) y=(px(AREA.top)) width=(px((to - from).max(1.0)))
            height=(px(AREA.bottom - AREA.top)) {}
        @for (bar, &count) in counts.iter().enumerate() {
            @if count > 0 {
                @let class = if edge(bar) >= lambda - 0.5 { "noise beyond" } else { "noise" };
                rect class=(class) x=(px(edge(bar))) y=(px(y.at(count as f64)))
                    width=(px((edge(bar + 1) - edge(bar) - 0.6).max(0.6)))
                    height=(px(AREA.bottom - y.at(count as f64))) {}
            }
        }
        (AREA.below(&x, "strength of the strongest signal of a single feature"))
        path.threshold d=(format!("M{} {}V{}", px(lambda), px(AREA.top - 8.0), px(AREA.bottom))) {}
        (flag(lambda, AREA.top - 14.0, "threshold", lambda_side, &lambda_text))
        @if far {
            path.data d=(format!("M{} {}h26m-7 -5l7 5l-7 5", px(data - 26.0), px(AREA.top - 46.0))) {}
            text.data x=(px(data - 34.0)) y=(px(AREA.top - 42.0)) text-anchor="end" {
                (data_text) ", far to the right"
            }
        } @else {
            path.data d=(format!("M{} {}V{}", px(data), px(AREA.top - 34.0), px(AREA.bottom))) {}
            (flag(data, AREA.top - 42.0, "data", data_side, &data_text))
        }
    })
}

/// The side of a line on which its text is.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// A text beside the upper end of a line.
fn flag(x: f64, y: f64, class: &str, side: Side, text: &str) -> Markup {
    let (place, anchor) = match side {
        Side::Left => (x - 6.0, "end"),
        Side::Right => (x + 6.0, "start"),
    };
    html! { text class=(class) x=(px(place)) y=(px(y)) text-anchor=(anchor) { (text) } }
}

/// The preferred side, unless the text would leave the area there.
fn side_with_room(x: f64, preferred: Side, text: &str) -> Side {
    let room = text::width(text) * LETTER;
    match preferred {
        Side::Left if x - room < AREA.left => Side::Right,
        Side::Right if x + room > AREA.right => Side::Left,
        preferred => preferred,
    }
}

/// Draws in equal parts of their range.
fn histogram(draws: &[f64], [low, high]: [f64; 2]) -> Vec<usize> {
    let mut counts = vec![0; BARS];
    let span = high - low;
    for draw in draws {
        let share = if span > 0.0 { (draw - low) / span } else { 0.5 };
        counts[((share * BARS as f64) as usize).min(BARS - 1)] += 1;
    }
    counts
}
