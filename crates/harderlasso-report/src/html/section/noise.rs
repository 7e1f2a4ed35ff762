//! The threshold, and where the data stand against it.

use crate::html::chart;
use crate::html::number::{count, figure, percent};
use crate::html::view::{View, section};
use crate::html::words;
use maud::{Markup, html};

/// Draws beyond a quantile below which an interval for it says little.
const FEW: f64 = 20.0;

const TITLE: &str = "Could it be noise?";

pub(crate) fn noise(view: &View<'_>) -> Markup {
    let threshold = view.model.threshold();
    if view.is_constant() {
        let words = html! {
            p {
                "Every feature has the same value in all rows. None of them can follow the target or noise, so there "
                "was nothing to draw for, and no threshold is needed."
            }
        };
        return section("noise", TITLE, words, None);
    }
    if threshold.draws.is_empty() {
        return section("noise", TITLE, by_hand(view), None);
    }
    let reached = threshold
        .draws
        .iter()
        .filter(|&&draw| draw >= threshold.observed)
        .count();
    let draws = threshold.draws.len();
    let times = match draws {
        1 => "once".to_owned(),
        many => format!("{} times", count(many)),
    };
    // The draws that decide where the quantile lies.
    let beyond = draws as f64 * view.settings.alpha;
    let words = html! {
        p {
            "To see what noise can do, the target was replaced " (times) " by pure noise and the "
            "strongest single signal in the table was measured. The threshold λ is the value that noise exceeds in "
            (percent(view.settings.alpha)) " of the draws: " b { (figure(threshold.lambda)) }
            " (95\u{202f}% interval " (figure(threshold.interval.0)) " to " (figure(threshold.interval.1))
            ", because the number of draws is finite)."
            @if beyond < FEW {
                " The interval is rough: fewer than " (FEW) " draws can be expected beyond the threshold. More "
                "draws would make it firmer."
            }
        }
        p { (verdict(view, reached)) }
    };
    let description = format!(
        "Histogram of {} from {} to {}. The threshold is {}, the data reach {}.",
        words::plural(draws, "draw", "draws"),
        figure(threshold.draws[0]),
        figure(threshold.draws[threshold.draws.len() - 1]),
        figure(threshold.lambda),
        figure(threshold.observed),
    );
    let title = "Strongest signal in pure noise, against the data";
    let picture = html! {
        (chart::null("noise-chart", title, &description, threshold))
        figcaption {
            "Bars: pure noise. Shaded: the interval of λ. To the right of the threshold a single feature stands out "
            "from noise."
            @if view.features() > 1 {
                " To the left none does, but "
                @if view.is_linear() { "several together" } @else { "a combination of several" }
                " still may; the picture does not show that."
            }
        }
    };
    section("noise", TITLE, words, Some(picture))
}

fn verdict(view: &View<'_>, reached: usize) -> Markup {
    let threshold = view.model.threshold();
    let above = threshold.observed > threshold.lambda;
    html! {
        "In your data the strongest signal is " b { (figure(threshold.observed)) } ". "
        @match reached {
            0 => "No noise draw came that far.",
            1 => "One noise draw came that far.",
            many => { (count(many)) " of the noise draws came that far." }
        }
        " "
        @match (above, view.selected() > 0) {
            (true, true) => "That is above the threshold: the table knows something about the target.",
            (false, false) => "That is below the threshold: noise does as much, so nothing is selected.",
            (true, false) => {
                "That is above the threshold, yet no model with features was better than the one without: "
                "nothing is selected."
            }
            (false, true) => {
                "That is below the threshold: no feature stands out of noise by itself. What the search "
                "selected costs less than selecting nothing, and is to be taken with care."
            }
        }
    }
}

fn by_hand(view: &View<'_>) -> Markup {
    let threshold = view.model.threshold();
    html! {
        p {
            "The threshold λ was set by hand to " b { (figure(threshold.lambda)) } ", so no noise was drawn and "
            "nothing is known about how often noise alone would be selected."
        }
        p {
            "The strongest single signal in your data is " b { (figure(threshold.observed)) } ", "
            @if threshold.observed > threshold.lambda { "above" } @else { "not above" }
            " this threshold."
        }
    }
}
