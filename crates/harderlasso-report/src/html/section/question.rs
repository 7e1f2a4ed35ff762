//! The question that the fit answers.

use crate::choice;
use crate::html::context::{Context, section};
use crate::text::{self, count, percent};
use crate::threshold::ThresholdSource;
use maud::{Markup, html};

pub(crate) fn question(page: &Context<'_>) -> Markup {
    section(
        "question",
        "The question",
        html! {
            p { (asked(page)) " " (shape(page)) }
            @if let Some(note) = &page.record.preparation().task_note { p { (text::quoting(note)) } }
            p { (criterion(page)) }
        },
        None,
    )
}

fn asked(page: &Context<'_>) -> Markup {
    let source = page.record.preparation().source.as_deref();
    let features = text::plural(page.features(), "feature", "features");
    html! {
        @if page.features() == 1 { "Is the only feature needed" } @else { "Which of " (features) " are needed" }
        " to predict " (page.subject.target()) ", " (page.law.target_kind()) ", from "
        (text::plural(page.model.rows(), "row", "rows"))
        @if let Some(source) = source { " of " (text::name(source)) }
        "?"
    }
}

fn shape(page: &Context<'_>) -> Markup {
    let hidden = choice::kept(page.model);
    let widths: Vec<Markup> = hidden
        .iter()
        .map(|&width| html! { (count(width)) })
        .collect();
    html! {
        @if page.model.comparison().is_some() {
            "A linear model and a neural network were both fitted, and "
            a href="#choice" { "the better one was kept" } ". "
        }
        @match *hidden {
            [] => "The model is linear: it predicts with a weighted sum of the selected features.",
            [width] => {
                "The model is a small neural network with one hidden layer of "
                (text::plural(width, "neuron", "neurons")) ", "
                "so it can also use curved effects and combinations of features."
            }
            _ => {
                "The model is a neural network with " (count(widths.len())) " hidden layers of "
                (text::list(&widths)) " neurons, so it can also use curved effects and combinations of features."
            }
        }
    }
}

/// What it takes for a feature to be selected.
fn criterion(page: &Context<'_>) -> Markup {
    html! {
        "A feature is selected only if its contribution to the predictions outweighs a penalty. "
        @match page.threshold {
            ThresholdSource::Given => {
                "The strength of the penalty, the threshold λ, was set by hand, so it is not known how often pure noise "
                "would be selected. "
            }
            ThresholdSource::Unneeded => "Here every feature has the same value in all rows, so none can contribute. ",
            ThresholdSource::Calibrated => {
                "The strength of the penalty, the threshold λ, comes from random orders of the target, which have nothing "
                "to do with any feature: in a table without any signal, nothing is selected with a probability of " (percent(1.0 - page.settings.alpha)) ". "
            }
        }
        @if page.features() > 1 && page.threshold != ThresholdSource::Unneeded {
            @if page.is_linear() {
                "What counts is what a feature adds to the other selected features. "
            } @else {
                "A feature can be selected for an effect of its own, or for an effect that it has only in combination "
                "with others. "
            }
        }
        "All rows were used for the fit; none were held back for validation."
    }
}
