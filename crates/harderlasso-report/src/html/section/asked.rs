//! What was asked.

use crate::html::number::{count, percent};
use crate::html::view::{View, section};
use crate::html::words;
use maud::{Markup, html};

/// Classes that are named.
const NAMED: usize = 8;

pub(crate) fn asked(view: &View<'_>) -> Markup {
    section(
        "asked",
        "What was asked",
        html! {
            p { (question(view)) " " (shape(view)) }
            @if let Some(note) = &view.record.preparation().task_note { p { (words::printable(note)) } }
            p {
                "Every feature starts with no influence. It is let in only if its signal is stronger than what "
                "pure noise would show in a table like this one; how strong noise can get was "
                @if view.settings.lambda.is_some() { "not measured here, because the threshold was set by hand. " }
                @else {
                    "measured by simulation, with a chance of " (percent(view.settings.alpha))
                    " of being fooled. "
                }
                "No rows were held back and nothing was tuned."
            }
        },
        None,
    )
}

fn question(view: &View<'_>) -> Markup {
    let source = view.record.preparation().source.as_deref();
    let rows = words::plural(view.model.rows(), "row", "rows");
    let features = words::plural(view.features(), "feature", "features");
    html! {
        @if view.features() == 1 { "Is the only feature needed" } @else { "Which of " (features) " are needed" }
        " to predict " (view.target_name()) ", "
        @if view.is_classification() { (classes(view.model.classes())) } @else { "a number" }
        ", from " (rows)
        @if let Some(source) = source { " of " (words::name(source)) }
        "?"
    }
}

fn classes(names: &[String]) -> Markup {
    let mut parts: Vec<Markup> = names
        .iter()
        .take(NAMED)
        .map(|name| words::name(name))
        .collect();
    if names.len() > NAMED {
        parts.push(html! { (words::plural(names.len() - NAMED, "other", "others")) });
    }
    html! { "one of the " (count(names.len())) " classes " (words::list(&parts)) }
}

fn shape(view: &View<'_>) -> Markup {
    let widths: Vec<String> = view
        .settings
        .hidden
        .iter()
        .map(|&width| count(width))
        .collect();
    html! {
        @match widths.len() {
            0 => "The model is linear: each selected feature has a weight, and the weighted sum predicts.",
            1 => {
                "The model is a small neural network with one hidden layer of " (widths[0]) " neurons, "
                "which can bend and combine the features it selects."
            }
            layers => {
                "The model is a neural network with " (count(layers)) " hidden layers of "
                (widths.join(" and ")) " neurons, which can bend and combine the features it selects."
            }
        }
    }
}
