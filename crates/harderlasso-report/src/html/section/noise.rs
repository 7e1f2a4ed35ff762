//! The threshold, and how the data compare with it.

use crate::chart::{self, TextAlternative};
use crate::html::context::{Context, section};
use crate::text::{self, count, figure, percent};
use crate::threshold::ThresholdSource;
use crate::verdict;
use maud::{Markup, html};

const TITLE: &str = "Could it be noise?";

pub(crate) fn noise(page: &Context<'_>) -> Markup {
    match page.threshold {
        ThresholdSource::Calibrated => calibrated(page),
        ThresholdSource::Given => section("noise", TITLE, given(page), None),
        ThresholdSource::Unneeded => {
            let words = html! {
                p {
                    "Every feature has the same value in all rows. None of them can follow the target, or noise, so no "
                    "threshold is needed."
                }
            };
            section("noise", TITLE, words, None)
        }
    }
}

fn calibrated(page: &Context<'_>) -> Markup {
    let threshold = page.model.threshold();
    let draws = threshold.draws.len();
    let words = html! {
        p {
            "Even pure noise looks like a signal at times. To find out how strong such false signals get, the target "
            "was put in random order " (times(draws)) ", so that it had nothing to do with any feature, and the "
            "strongest apparent signal of any single feature was recorded" @if draws > 1 { " each time" } ". The "
            "threshold λ is the strength that such noise exceeds with a probability of "
            (percent(page.settings.alpha)) ": " b { (figure(threshold.lambda)) }
            " (95\u{202f}% interval " (figure(threshold.interval.0)) " to " (figure(threshold.interval.1))
            ", since the number of null draws is finite)."
            @if !page.settings.has_enough_draws() {
                " With so few draws the interval is rough; more of them would make λ more precise."
            }
        }
        p { (observed(page)) }
    };
    let description = format!(
        "Histogram of {} from {} to {}. The threshold is {}; the value of the data is {}.",
        text::plural(draws, "null draw", "null draws"),
        figure(threshold.draws[0]),
        figure(threshold.draws[draws - 1]),
        figure(threshold.lambda),
        figure(threshold.observed),
    );
    let alternative = TextAlternative {
        id: "noise-chart",
        title: "Strongest signal in pure noise and in the data",
        description: &description,
    };
    let picture = html! {
        (chart::null(&alternative, threshold))
        figcaption {
            "Grey bars: null draws, the target in random order. Shaded band: the 95\u{202f}% interval of λ. The picture shows the "
            "strongest single feature"
            @if page.features() > 1 {
                ", and not what "
                @if page.is_linear() { "several features" } @else { "a combination of features" }
                " may explain together"
            }
            "."
        }
    };
    section("noise", TITLE, words, Some(picture))
}

fn times(draws: usize) -> String {
    match draws {
        1 => "once".to_owned(),
        many => format!("{} times", count(many)),
    }
}

/// The strongest signal of the data, among those of noise.
fn observed(page: &Context<'_>) -> Markup {
    let threshold = page.model.threshold();
    let reached = threshold
        .draws
        .iter()
        .filter(|&&draw| draw >= threshold.observed)
        .count();
    html! {
        "In your data the strongest signal of a single feature is " b { (figure(threshold.observed)) } ", "
        (comparison(page)) ". "
        @match reached {
            0 => "No null draw reached this strength.",
            1 => "One null draw reached this strength.",
            many => { (count(many)) " null draws reached this strength." }
        }
    }
}

fn comparison(page: &Context<'_>) -> &'static str {
    verdict::comparison(page.model)
}

fn given(page: &Context<'_>) -> Markup {
    let threshold = page.model.threshold();
    html! {
        p {
            "The threshold λ was set by hand to " b { (figure(threshold.lambda)) } ". There were no null draws, so it is "
            "not known how often noise alone would be selected."
        }
        p {
            "The strongest signal of a single feature in your data is " b { (figure(threshold.observed)) } ", "
            (comparison(page)) "."
        }
    }
}
