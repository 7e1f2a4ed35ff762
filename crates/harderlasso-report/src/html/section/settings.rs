//! Settings, versions, and how to repeat the fit.

use super::annealing::because;
use crate::choice;
use crate::html::context::{Context, section};
use crate::text::{self, count, figure, percent};
use crate::threshold::ThresholdSource;
use crate::verdict;
use harderlasso::Penalty;
use maud::{Markup, html};

pub(crate) fn settings(page: &Context<'_>) -> Markup {
    let words = html! {
        @if let Some(command) = page.record.command() {
            p { "This command repeats the fit. The same seed gives the same result, with any number of threads." }
            pre { code { (text::printable(command)) } }
        } @else {
            p { "The same settings and the same seed give the same model, with any number of threads." }
        }
    };
    html! {
        (section("settings", "Settings, and how to repeat the fit", words, None))
        div.scroll.tall tabindex="0" role="region" aria-label="Settings of the fit" { (table(page)) }
    }
}

fn table(page: &Context<'_>) -> Markup {
    html! {
        table.settings {
            thead { tr { th scope="col" { "Setting" } th scope="col" { "Value" } } }
            tbody {
                @for (name, value) in rows(page) {
                    tr { th scope="row" { (name) } td { (value) } }
                }
            }
        }
    }
}

fn rows(page: &Context<'_>) -> Vec<(&'static str, String)> {
    let (settings, model) = (&page.settings, page.model);
    let mut rows = vec![
        ("Task", page.law.task()),
        (
            "Hidden layers requested",
            if settings.auto {
                format!("{} or none, whichever is better", widths(&settings.hidden))
            } else if settings.requests_linear() {
                "none (linear model)".to_owned()
            } else {
                widths(&settings.hidden)
            },
        ),
    ];
    if settings.auto {
        rows.push(("Model that was kept", choice::architecture(model)));
    }
    if !page.is_linear() {
        let left = match &model.hidden()[..] {
            [] => "none: the model is a constant".to_owned(),
            left => widths(left),
        };
        rows.push(("Neurons left", left));
    }
    if !settings.requests_linear() {
        rows.extend([
            (
                "Activation of a network",
                settings.activation.name().to_owned(),
            ),
            (
                "Random starts of a network per noise unit",
                count(settings.restarts),
            ),
        ]);
    }
    rows.push(("Penalty", penalty(settings.penalty)));
    let lambda = figure(model.threshold().lambda);
    match page.threshold {
        ThresholdSource::Given => rows.push(("Threshold λ", format!("{lambda}, set by hand"))),
        ThresholdSource::Unneeded => {
            rows.push(("Threshold λ", "none: every feature is constant".to_owned()));
        }
        ThresholdSource::Calibrated => rows.extend([
            ("Threshold λ", lambda),
            (
                "Probability α that noise exceeds λ",
                percent(settings.alpha),
            ),
            (
                "Null draws (random orders of the target)",
                count(settings.draws),
            ),
        ]),
    }
    let annealing = match &settings.schedule {
        Some(schedule) => {
            let phases = text::plural(schedule.phases().len(), "phase", "phases");
            format!("custom, {phases}")
        }
        None => "standard".to_owned(),
    };
    rows.push(("Annealing schedule", annealing));
    rows.extend(page.law.settings(model));
    let distance = figure(verdict::violation(model));
    rows.extend([
        ("Seed", settings.seed.to_string()),
        (
            "Largest violation of the KKT conditions",
            format!("{distance} times λ"),
        ),
        (
            "Refit of the selected features",
            format!("ended because {}", because(model.refit_end())),
        ),
        ("Version of harderlasso", page.record.version().to_owned()),
    ]);
    rows
}

fn widths(list: &[usize]) -> String {
    let widths: Vec<String> = list.iter().map(|&width| count(width)).collect();
    widths.join(", ")
}

fn penalty(penalty: Penalty) -> String {
    let name = penalty.name();
    match penalty.constant() {
        Some(constant) => format!("{name}, {} = {}", constant.symbol, figure(constant.value)),
        None => name.to_owned(),
    }
}
