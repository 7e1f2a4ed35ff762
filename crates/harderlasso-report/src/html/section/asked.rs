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
            @if let Some(note) = &view.record.preparation().task_note { p { (words::quoting(note)) } }
            p {
                "Every feature has a price, and is kept only if it is worth it. "
                @if view.settings.lambda.is_some() {
                    "The price was set by hand; how strong noise can get was not measured. "
                } @else if view.is_constant() {
                    "Here every feature is constant, so none can be worth anything. "
                } @else {
                    "The price is so high that pure noise in a table like this one would not pay it; how strong "
                    "noise can get was measured by simulation, with a chance of " (percent(view.settings.alpha))
                    " of being fooled. "
                }
                @if view.features() == 1 || view.is_constant() {
                } @else if view.is_linear() {
                    "What counts is what a feature adds to the others. "
                } @else {
                    "A feature can be worth it by itself, or only in combination with others. "
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
                "The model is a small neural network with one hidden layer of "
                (words::plural(view.settings.hidden[0], "neuron", "neurons")) ", "
                "which can bend and combine the features it selects."
            }
            layers => {
                "The model is a neural network with " (count(layers)) " hidden layers of "
                (widths.join(" and ")) " neurons, which can bend and combine the features it selects."
            }
        }
    }
}
