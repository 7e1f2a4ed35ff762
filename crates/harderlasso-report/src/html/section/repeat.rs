//! Settings, versions, and how to do it again.

use super::annealing::because;
use crate::html::number::{count, figure, percent};
use crate::html::view::{View, section};
use crate::html::words;
use harderlasso::Penalty;
use maud::{Markup, html};

pub(crate) fn repeat(view: &View<'_>) -> Markup {
    let words = html! {
        @if let Some(command) = view.record.command() {
            p { "This command repeats the fit. The same seed gives the same bytes, with any number of threads." }
            pre tabindex="0" { code { (words::printable(command)) } }
        } @else {
            p { "The same settings and the same seed give the same model, with any number of threads." }
        }
    };
    html! {
        (section("repeat", "Settings, and how to repeat it", words, None))
        div.scroll.wide tabindex="0" role="region" aria-label="Settings of the fit" { (settings(view)) }
    }
}

fn settings(view: &View<'_>) -> Markup {
    let (settings, model) = (&view.settings, view.model);
    let widths = |list: &[usize]| {
        list.iter()
            .map(|&width| count(width))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let row = |name: &str, value: Markup| html! { tr { th scope="row" { (name) } td { (value) } } };
    html! {
        table.settings {
            thead { tr { th scope="col" { "Setting" } th scope="col" { "Value" } } }
            tbody {
                (row("Task", html! { @if view.is_classification() { "classification, " (words::plural(model.classes().len(), "class", "classes")) } @else { "regression" } }))
                (row("Hidden layers asked for", html! { @if settings.hidden.is_empty() { "none: a linear model" } @else { (widths(&settings.hidden)) } }))
                @if !settings.hidden.is_empty() {
                    (row("Neurons left", html! { @if model.hidden().is_empty() { "none: the model is a constant" } @else { (widths(&model.hidden())) } }))
                    (row("Activation", html! { (settings.activation.name()) }))
                    (row("Random starts in each noise unit", html! { (count(settings.restarts)) }))
                }
                (row("Penalty", penalty(settings.penalty)))
                (row("Level α", html! { @if settings.lambda.is_some() { "not used: λ was set by hand" } @else { (percent(settings.alpha)) } }))
                (row("Threshold λ", html! { (figure(model.threshold().lambda)) @if settings.lambda.is_some() { ", set by hand" } }))
                @if settings.lambda.is_none() { (row("Noise draws", html! { (count(settings.draws)) })) }
                (row("Annealing", html! { @if let Some(phases) = &settings.schedule { "a table of " (words::plural(phases.len(), "phase", "phases")) " of its own" } @else { "standard" } }))
                @if !view.is_classification() {
                    (row("Noise unit of the answer", html! { (figure(model.noise_unit())) " standard deviations of the target" }))
                }
                (row("Seed", html! { (settings.seed) }))
                (row("Distance from a minimum", html! { (figure(model.certificate().zeros.max(model.certificate().nonzeros))) " of λ" }))
                (row("Last fit without penalty", html! { "ended because " (because(model.refit_end())) }))
                (row("Version of harderlasso", html! { (view.record.version()) }))
            }
        }
    }
}

fn penalty(penalty: Penalty) -> Markup {
    html! {
        (penalty.name())
        @match penalty {
            Penalty::Harder { nu } => { ", ν = " (figure(nu)) }
            Penalty::L1 => {}
            Penalty::Scad { a } => { ", a = " (figure(a)) }
            Penalty::Mcp { gamma } => { ", γ = " (figure(gamma)) }
        }
    }
}
