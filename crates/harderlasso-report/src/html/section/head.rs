//! The answer in one sentence, and its figures.

use crate::html::number::{count, figure, percent};
use crate::html::view::View;
use crate::html::words;
use harderlasso::Metrics;
use maud::{Markup, html};

/// Names that the sentence spells out.
const SPELLED: usize = 6;

pub(crate) fn head(view: &View<'_>) -> Markup {
    html! {
        header {
            p.kicker { "harderlasso report" }
            h1 {
                @if view.is_classification() { "What decides " } @else { "What explains " }
                (view.target_name()) "?"
            }
            p.answer { (answer(view)) }
            (figures(view))
        }
    }
}

fn answer(view: &View<'_>) -> Markup {
    let (selected, features) = (view.selected(), view.features());
    let target = view.target_name();
    let rows = words::plural(view.model.rows(), "row", "rows");
    if selected == 0 {
        let all = match features {
            1 => "The only feature was not selected".to_owned(),
            _ => format!("None of the {} features was selected", count(features)),
        };
        if view.is_constant() {
            let which = if features == 1 { "it" } else { "each" };
            return html! { (all) ": " (which) " has the same value in all rows." };
        }
        return html! {
            (all) ": in these " (rows) ", nothing predicts " (target)
            " in a way that could be told from noise."
        };
    }
    let mut names: Vec<Markup> = view
        .order
        .iter()
        .take(SPELLED)
        .map(|&p| words::name(view.feature(p)))
        .collect();
    if selected > SPELLED {
        names.truncate(SPELLED - 1);
        let others = selected - names.len();
        names.push(html! { (words::plural(others, "other", "others")) });
    }
    let who = match (selected, features) {
        (1, 1) => html! { "The only feature matters" },
        (1, _) => html! { "One of " (count(features)) " features matters" },
        (2, 2) => html! { "Both features matter" },
        (some, all) if some == all => html! { "All " (count(all)) " features matter" },
        (some, all) => html! { (count(some)) " of " (count(all)) " features matter" },
    };
    html! { (who) " for " (target) ": " (words::list(&names)) "." }
}

fn figures(view: &View<'_>) -> Markup {
    let fit = match view.fit() {
        Metrics::Regression { r2, .. } => ("of the variance explained", percent(r2)),
        Metrics::Classification { accuracy, .. } => {
            ("of the rows classified rightly", percent(accuracy))
        }
    };
    let (rows, features, selected) = (view.model.rows(), view.features(), view.selected());
    let number = |value: String, label: &str| html! { div { dt { (label) } dd { (value) } } };
    html! {
        dl.figures {
            (number(count(selected), if selected == 1 { "feature selected" } else { "features selected" }))
            (number(count(features), if features == 1 { "feature looked at" } else { "features looked at" }))
            (number(count(rows), if rows == 1 { "row" } else { "rows" }))
            (number(fit.1, fit.0))
            @if !view.is_constant() { (number(figure(view.model.threshold().lambda), "threshold λ")) }
        }
    }
}
