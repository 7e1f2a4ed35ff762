//! Why this model was kept, and what of the target the features were selected by.

use crate::choice;
use crate::html::context::{Context, section};
use crate::text::{self, figure};
use harderlasso::{Comparison, Scores};
use maud::{Markup, html};

pub(crate) fn choice(page: &Context<'_>) -> Markup {
    let (comparison, view) = (page.model.comparison(), choice::view(page.model));
    if comparison.is_none() && view.is_none() {
        return html! {};
    }
    let words = html! {
        @if let (Some(comparison), Some(reason)) = (comparison, choice::reason(page.model)) {
            p {
                "A linear model and a neural network were fitted and compared by a score: the deviance on the training "
                "rows, plus a price for every parameter and for every selected feature. The lower score is the better "
                "one."
                @if comparison.ranks.is_some() {
                    " The network has to be better for the values of the target and on average over its values and "
                    "its ranks, and it must not fit the ranks worse, since a few outliers can decide about the values "
                    "alone."
                }
            }
            p { (reason) }
        }
        @if let Some(view) = view { p { (text::capitalized(view)) "." } }
    };
    html! {
        (section("choice", "How the model was chosen", words, None))
        @if let Some(comparison) = comparison { (table(comparison)) }
    }
}

fn table(comparison: &Comparison) -> Markup {
    let row = |name: &str, scores: Scores| {
        html! {
            tr {
                th scope="row" { (name) }
                td.number { (figure(scores.linear)) }
                td.number { (figure(scores.network)) }
            }
        }
    };
    html! {
        details {
            summary { "The scores" }
            div.scroll tabindex="0" role="region" aria-label="Table of the scores" {
                table {
                    thead { tr {
                        th scope="col" { "Score for" }
                        th.number scope="col" { "Linear model" }
                        th.number scope="col" { "Network" }
                    } }
                    tbody {
                        (row("the target", comparison.values))
                        @if let Some(ranks) = comparison.ranks { (row("its ranks", ranks)) }
                    }
                }
            }
        }
    }
}
