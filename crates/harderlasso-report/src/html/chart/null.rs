//! The null distribution: what noise reaches, λ, and what the data reach.

use super::frame::Frame;
use super::scale::Scale;
use super::{Picture, WIDTH};
use crate::html::number::{figure, px};
use harderlasso::Threshold;
use maud::{Markup, html};

const HEIGHT: f64 = 270.0;
const FRAME: Frame = Frame {
    left: 14.0,
    top: 66.0,
    right: WIDTH - 14.0,
    bottom: HEIGHT - 42.0,
};
const BARS: usize = 40;

/// Bars of the draws, λ with its interval, and the data: beyond the right end
/// with an arrow where they are so far away that the bars would vanish.
pub(crate) fn null(id: &str, title: &str, description: &str, threshold: &Threshold) -> Markup {
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
    let x = Scale::fitting([low.min(observed) - pad, high + pad], FRAME.across());
    let counts = histogram(draws, ends);
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    let y = Scale::new([0.0, highest as f64], 4, FRAME.up());
    let edge = |bar: usize| x.at(ends[0] + (ends[1] - ends[0]) * bar as f64 / BARS as f64);
    let lambda = x.at(threshold.lambda);
    let data = if far { FRAME.right } else { x.at(observed) };
    let [from, to] = [threshold.interval.0, threshold.interval.1].map(|end| x.at(end));
    let picture = Picture {
        id,
        title,
        description,
        size: [WIDTH, HEIGHT],
    };
    picture.draw(html! {
        rect.interval x=(px(from)) y=(px(FRAME.top)) width=(px((to - from).max(1.0)))
            height=(px(FRAME.bottom - FRAME.top)) {}
        @for (bar, &count) in counts.iter().enumerate() {
            @if count > 0 {
                @let class = if edge(bar) >= lambda - 0.5 { "noise beyond" } else { "noise" };
                rect class=(class) x=(px(edge(bar))) y=(px(y.at(count as f64)))
                    width=(px((edge(bar + 1) - edge(bar) - 0.6).max(0.6)))
                    height=(px(FRAME.bottom - y.at(count as f64))) {}
            }
        }
        (FRAME.below(&x, "strength of the strongest single signal, λ₀"))
        path.threshold d=(format!("M{} {}V{}", px(lambda), px(FRAME.top - 8.0), px(FRAME.bottom))) {}
        (flag(lambda, FRAME.top - 14.0, "threshold", &format!("threshold λ = {}", figure(threshold.lambda))))
        @if far {
            path.data d=(format!("M{} {}h26m-7 -5l7 5l-7 5", px(data - 26.0), px(FRAME.top - 46.0))) {}
            text.data x=(px(data - 34.0)) y=(px(FRAME.top - 42.0)) text-anchor="end" {
                "your data: " (figure(observed)) ", far to the right"
            }
        } @else {
            path.data d=(format!("M{} {}V{}", px(data), px(FRAME.top - 34.0), px(FRAME.bottom))) {}
            (flag(data, FRAME.top - 42.0, "data", &format!("your data: {}", figure(observed))))
        }
    })
}

/// A text above a line, kept inside of the frame.
fn flag(x: f64, y: f64, class: &str, text: &str) -> Markup {
    let third = (FRAME.right - FRAME.left) / 3.0;
    let anchor = match x - FRAME.left {
        near if near < third => "start",
        near if near > 2.0 * third => "end",
        _ => "middle",
    };
    html! { text class=(class) x=(px(x)) y=(px(y)) text-anchor=(anchor) { (text) } }
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
