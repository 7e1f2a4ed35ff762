//! How the search narrowed the features down.

use crate::chart::{self, TextAlternative};
use crate::html::context::{Context, section};
use crate::text::{self, count, figure};
use crate::verdict;
use harderlasso::End;
use maud::{Markup, html};

const TITLE: &str = "How the features were narrowed down";

pub(crate) fn annealing(page: &Context<'_>) -> Markup {
    let phases: Vec<usize> = page
        .model
        .phases()
        .iter()
        .map(|phase| phase.features)
        .collect();
    let answer = page.selected();
    if phases.is_empty() {
        let words = html! {
            p { "No model with features was better than the one without, so there are no phases to show." }
        };
        return section("annealing", TITLE, words, None);
    }
    let words = html! {
        p {
            "The search starts with a weak penalty that lets many features in. Phase by phase the penalty becomes "
            "stronger, up to the threshold λ, and features that do not improve the model enough are removed."
            @if phases[phases.len() - 1] != answer {
                " After the last phase, further features were removed because a test against noise or the "
                "information criterion did not support them."
            }
        }
        p {
            @if page.model.certificate().is_optimal() {
                "The last phase ended in a local minimum: no small change of the weights would improve the penalized "
                "fit."
            } @else {
                "The largest violation of the conditions of a local minimum is " (figure(verdict::violation(page.model))) " times λ."
                @if !page.is_linear() {
                    " In networks whose activation has a kink, such as ReLU, a few hundredths are common and do no harm."
                }
            }
            @if let Some(advice) = verdict::unsettled(page.model, "seed", "the number of random starts") {
                " Here " (advice) "."
            }
        }
    };
    let description = format!(
        "Columns for {}: {} features after the first, {} after the last, {} in the final model.",
        text::plural(phases.len(), "phase", "phases"),
        count(phases[0]),
        count(phases[phases.len() - 1]),
        count(answer)
    );
    let alternative = TextAlternative {
        id: "annealing-chart",
        title: "Features left after each phase of the annealing",
        description: &description,
    };
    let picture = chart::support(&alternative, &phases, answer);
    html! {
        (section("annealing", TITLE, words, Some(picture)))
        (table(page))
    }
}

fn table(page: &Context<'_>) -> Markup {
    html! {
        details {
            summary { "The phases in numbers" }
            div.scroll tabindex="0" role="region" aria-label="Table of the phases" {
                table.stack {
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
                        @for (number, phase) in page.model.phases().iter().enumerate() {
                            tr {
                                th.number scope="row" data-label="Phase" { (number + 1) }
                                td.number data-label="Penalty λ" { (figure(phase.lambda)) }
                                td.number data-label="Concavity ν" { (figure(phase.nu)) }
                                td.number data-label="Steps" { (count(phase.steps)) }
                                td.number data-label="Features left" { (count(phase.features)) }
                                td.number data-label="Cost" { (figure(phase.cost)) }
                                td.phrase data-label="Ended because" { (because(phase.end)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Why a phase ended.
pub(super) fn because(end: End) -> &'static str {
    match end {
        End::Converged => "it converged",
        End::IterationLimit => "it reached the limit of its steps",
        End::LineSearch => "no further step lowered the cost",
        End::Stalled => "further steps hardly lowered the cost",
        End::PerfectFit => "the fit was perfect",
        End::Saturated => "the model was saturated: more features than half the number of rows",
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

    /// The list above has every variant: the reader of the engine lists all that
    /// it accepts when it is given something else.
    #[test]
    fn every_end_has_words() {
        let refused = serde_json::from_str::<End>("\"None\"")
            .unwrap_err()
            .to_string();
        let (_, known) = refused.split_once("expected").unwrap();
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        assert_eq!(known, ENDS.map(|end| serde_json::to_value(end).unwrap()));
        let mut words = ENDS.map(because);
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]), "{words:?}");
    }
}
