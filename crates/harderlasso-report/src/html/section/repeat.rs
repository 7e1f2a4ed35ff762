//! Settings, versions, and how to do it again.

use super::annealing::because;
use crate::html::number::{count, figure, percent};
use crate::html::view::{View, section};
use crate::html::words;
use harderlasso::{Law, Penalty};
use maud::{Markup, html};

pub(crate) fn repeat(view: &View<'_>) -> Markup {
    let words = html! {
        @if let Some(command) = view.record.command() {
            p { "This command repeats the fit. The same seed gives the same bytes, with any number of threads." }
            pre { code { (words::printable(command)) } }
        } @else {
            p { "The same settings and the same seed give the same model, with any number of threads." }
        }
    };
    html! {
        (section("repeat", "Settings, and how to repeat it", words, None))
        div.scroll.tall tabindex="0" role="region" aria-label="Settings of the fit" { (settings(view)) }
    }
}

fn settings(view: &View<'_>) -> Markup {
    html! {
        table.settings {
            thead { tr { th scope="col" { "Setting" } th scope="col" { "Value" } } }
            tbody {
                @for (name, value) in rows(view) {
                    tr { th scope="row" { (name) } td { (value) } }
                }
            }
        }
    }
}

fn rows(view: &View<'_>) -> Vec<(&'static str, String)> {
    let (settings, model) = (&view.settings, view.model);
    let task = match model.law() {
        Law::Regression(_) => "regression".to_owned(),
        Law::Classification(law) => {
            format!("classification, {} classes", count(law.classes().len()))
        }
    };
    let mut rows = vec![
        ("Task", task),
        (
            "Hidden layers asked for",
            widths(&settings.hidden, "none: a linear model"),
        ),
    ];
    if !settings.hidden.is_empty() {
        rows.extend([
            (
                "Neurons left",
                widths(&model.hidden(), "none: the model is a constant"),
            ),
            ("Activation", settings.activation.name().to_owned()),
            ("Random starts in each noise unit", count(settings.restarts)),
        ]);
    }
    rows.push(("Penalty", penalty(settings.penalty)));
    let lambda = figure(model.threshold().lambda);
    if settings.lambda.is_some() {
        rows.push(("Threshold λ", format!("{lambda}, set by hand")));
    } else if view.is_constant() {
        rows.push(("Threshold λ", "none: every feature is constant".to_owned()));
    } else {
        rows.extend([
            ("Threshold λ", lambda),
            ("Level α", percent(settings.alpha)),
            ("Noise draws", count(settings.draws)),
        ]);
    }
    let annealing = match &settings.schedule {
        Some(schedule) => format!(
            "a table of its own, {}",
            words::plural(schedule.phases().len(), "phase", "phases")
        ),
        None => "standard".to_owned(),
    };
    rows.push(("Annealing", annealing));
    if !view.is_classification() {
        let unit = figure(model.noise_unit());
        rows.push((
            "Noise unit of the answer",
            format!("{unit} times the standard deviation of the target"),
        ));
    }
    let certificate = model.certificate();
    let distance = figure(certificate.zeros.max(certificate.nonzeros));
    rows.extend([
        ("Seed", settings.seed.to_string()),
        ("Distance from a minimum", format!("{distance} of λ")),
        (
            "Last fit without penalty",
            format!("ended because {}", because(model.refit_end())),
        ),
        ("Version of harderlasso", view.record.version().to_owned()),
    ]);
    rows
}

fn widths(list: &[usize], none: &str) -> String {
    match list {
        [] => none.to_owned(),
        list => list
            .iter()
            .map(|&width| count(width))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn penalty(penalty: Penalty) -> String {
    let name = penalty.name();
    match penalty.constant() {
        Some(constant) => format!("{name}, {} = {}", constant.symbol, figure(constant.value)),
        None => name.to_owned(),
    }
}
