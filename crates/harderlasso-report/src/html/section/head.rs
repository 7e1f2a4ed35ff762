//! The answer in one sentence, with its main numbers.

use crate::html::context::Context;
use crate::law::{self, Headline};
use crate::text::{self, count, figure};
use crate::threshold::ThresholdSource;
use crate::verdict;
use maud::{Markup, html};

/// Names that the sentence spells out.
const SPELLED: usize = 6;

pub(crate) fn head(page: &Context<'_>) -> Markup {
    html! {
        header {
            p.kicker { "harderlasso report" }
            h1 { "What predicts " (page.subject.target()) "?" }
            p.answer { (answer(page)) }
            (figures(page))
        }
    }
}

fn answer(page: &Context<'_>) -> Markup {
    let (selected, features) = (page.selected(), page.features());
    let target = page.subject.target();
    if selected == 0 {
        return nothing(page);
    }
    let mut names: Vec<Markup> = page
        .order
        .iter()
        .take(SPELLED)
        .map(|&p| text::name(page.feature(p)))
        .collect();
    if selected > SPELLED {
        names.truncate(SPELLED - 1);
        let others = selected - names.len();
        names.push(html! { (text::plural(others, "other", "others")) });
    }
    let who = match (selected, features) {
        (1, 1) => html! { "The only feature matters" },
        (1, _) => html! { "One of " (count(features)) " features matters" },
        (2, 2) => html! { "Both features matter" },
        (some, all) if some == all => html! { "All " (count(all)) " features matter" },
        (some, all) => html! { (count(some)) " of " (count(all)) " features matter" },
    };
    html! { (who) " for " (target) ": " (text::list(&names)) "." }
}

fn nothing(page: &Context<'_>) -> Markup {
    let all = match page.features() {
        1 => "The only feature was not selected".to_owned(),
        many => format!("None of the {} features was selected", count(many)),
    };
    match page.threshold {
        ThresholdSource::Unneeded => {
            let which = if page.features() == 1 { "it" } else { "each" };
            html! { (all) ": " (which) " has the same value in all rows." }
        }
        _ if verdict::is_above(page.model.threshold()) => html! {
            (all) ": in these " (text::plural(page.model.rows(), "row", "rows")) ", no model with features describes "
            (page.subject.target()) " well enough."
        },
        ThresholdSource::Calibrated => html! {
            (all) ": in these " (text::plural(page.model.rows(), "row", "rows")) ", the evidence that any of them "
            "predicts " (page.subject.target()) " is no stronger than pure noise would produce."
        },
        ThresholdSource::Given => html! {
            (all) ": in these " (text::plural(page.model.rows(), "row", "rows")) ", none of them predicts "
            (page.subject.target()) " well enough for the given threshold."
        },
    }
}

fn figures(page: &Context<'_>) -> Markup {
    let (rows, features, selected) = (page.model.rows(), page.features(), page.selected());
    let Headline { value, label } = law::headline(page.model);
    let number = |value: String, label: &str| html! { div { dt { (label) } dd { (value) } } };
    html! {
        dl.figures {
            (number(count(selected), if selected == 1 { "feature selected" } else { "features selected" }))
            (number(count(features), if features == 1 { "feature considered" } else { "features considered" }))
            (number(count(rows), if rows == 1 { "row" } else { "rows" }))
            (number(value, label))
            @if page.threshold != ThresholdSource::Unneeded {
                (number(figure(page.model.threshold().lambda), "threshold λ"))
            }
        }
    }
}
