//! How the list became short.

use crate::html::chart;
use crate::html::number::{count, figure};
use crate::html::view::{View, section};
use crate::html::words;
use harderlasso::End;
use maud::{Markup, html};

const TITLE: &str = "How the list became short";

pub(crate) fn annealing(view: &View<'_>) -> Markup {
    let phases: Vec<usize> = view
        .model
        .phases()
        .iter()
        .map(|phase| phase.features)
        .collect();
    let answer = view.selected();
    if phases.is_empty() {
        let words = html! {
            p { "The model without features was the best from the beginning, so there was nothing to shorten." }
        };
        return section("annealing", TITLE, words, None);
    }
    let words = html! {
        p {
            "The search begins with an easy problem and makes it harder step by step: the penalty on "
            "every feature grows and features that do not earn their place fall out. "
            @if phases[phases.len() - 1] != answer {
                "After the last phase, features that a test against noise or the information criterion "
                "did not bear out were dropped too."
            }
        }
        p {
            @if view.model.certificate().is_optimal() {
                "At the end the conditions of a minimum hold: no small change of the weights would lower the cost."
            } @else {
                "At the end the conditions of a minimum hold only roughly, as happens where a network has "
                "kinks; the list is the best one found."
            }
        }
    };
    let title = "Features left after each phase of the annealing";
    let description = format!(
        "Columns for {}: {} after the first, {} after the last, {} in the answer.",
        words::plural(phases.len(), "phase", "phases"),
        count(phases[0]),
        count(phases[phases.len() - 1]),
        count(answer)
    );
    let picture = chart::support("annealing-chart", title, &description, &phases, answer);
    html! {
        (section("annealing", TITLE, words, Some(picture)))
        (table(view))
    }
}

fn table(view: &View<'_>) -> Markup {
    html! {
        details {
            summary { "The phases in numbers" }
            div.scroll tabindex="0" role="region" aria-label="Table of the phases" {
                table {
                    thead { tr {
                        th.number scope="col" { "Phase" }
                        th.number scope="col" { "Penalty λ" }
                        th.number scope="col" { "Concavity ν" }
                        th.number scope="col" { "Steps" }
                        th.number scope="col" { "Features left" }
                        th.number scope="col" { "Cost" }
                        th scope="col" { "Ended because" }
                    } }
                    tbody {
                        @for (number, phase) in view.model.phases().iter().enumerate() {
                            tr {
                                th.number scope="row" { (number + 1) }
                                td.number { (figure(phase.lambda)) }
                                td.number { (figure(phase.nu)) }
                                td.number { (count(phase.steps)) }
                                td.number { (count(phase.features)) }
                                td.number { (figure(phase.cost)) }
                                td { (because(phase.end)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Why a phase ended, for a reader.
pub(super) fn because(end: End) -> &'static str {
    match end {
        End::Converged => "it converged",
        End::IterationLimit => "it had taken all its steps",
        End::LineSearch => "no shorter step lowered the cost",
        End::Stalled => "steps still lowered the cost, but by next to nothing",
        End::PerfectFit => "the fit was perfect",
        End::Saturated => "there were more features than half the rows",
        End::NotFinite => "a number was not finite",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDS: [End; 7] = [
        End::Converged,
        End::IterationLimit,
        End::LineSearch,
        End::Stalled,
        End::PerfectFit,
        End::Saturated,
        End::NotFinite,
    ];

    /// The compiler does not say when the engine has a new end; its reader
    /// does, which names all that it knows when it is given another.
    #[test]
    fn every_end_has_words() {
        let refused = serde_json::from_str::<End>("\"None\"")
            .unwrap_err()
            .to_string();
        let (_, known) = refused.split_once("expected").unwrap();
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        assert_eq!(known, ENDS.map(|end| serde_json::to_value(end).unwrap()));
        let mut said = ENDS.map(because);
        said.sort_unstable();
        assert!(said.windows(2).all(|pair| pair[0] != pair[1]), "{said:?}");
    }
}
