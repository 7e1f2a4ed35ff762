//! The selected features with their weights.

use super::weights::{Series, Weights};
use crate::html::chart::{self, Bar, COLOURS};
use crate::html::number::{count, figure, share};
use crate::html::view::{View, section};
use crate::html::words;
use maud::{Markup, html};

/// Features in the picture; the table has all of them.
const DRAWN: usize = 25;
/// The same where every feature has a bar for each of several classes.
const DRAWN_CLASSES: usize = 12;
/// Rows up to which the table stands open.
const OPEN: usize = 12;

pub(crate) fn features(view: &View<'_>) -> Markup {
    if view.selected() == 0 {
        return section("features", "Selected features", nothing(view), None);
    }
    let weights = Weights::of(view);
    let words = html! {
        (explained(view, weights.as_ref()))
        @if view.selected() > drawn(weights.as_ref()) {
            p {
                "The picture shows the " (drawn(weights.as_ref())) " most important features; "
                "the table has all " (count(view.selected())) "."
            }
        }
    };
    html! {
        (section("features", "Selected features", words, Some(picture(view, weights.as_ref()))))
        (table(view, weights.as_ref()))
    }
}

fn drawn(weights: Option<&Weights>) -> usize {
    match weights {
        Some(weights) if weights.series.len() > 1 => DRAWN_CLASSES,
        _ => DRAWN,
    }
}

fn nothing(view: &View<'_>) -> Markup {
    html! {
        p {
            "The list is empty. The model predicts the same for every row: "
            @if view.is_classification() { "the classes with the shares that they have in the table." }
            @else { "the mean of " (view.target_name()) "." }
        }
        p {
            @if view.is_constant() {
                "Every feature has the same value in all rows, so the table cannot show what any of them does."
            } @else {
                "This does not say that no feature matters. It says that the table does not show it: a weak effect "
                "needs more rows"
                @if view.is_linear() {
                    ", and an effect that bends or combines features needs a network rather than a linear model"
                }
                "."
            }
        }
    }
}

fn explained(view: &View<'_>, weights: Option<&Weights>) -> Markup {
    let Some(weights) = weights else {
        return html! {
            p {
                "The bars show how the weight that goes into the network is divided among the features, "
                "each measured per standard deviation, so that units do not matter. They say how much is "
                "used, not in which direction; for that, see " a href="#effects" { "the effects" } "."
            }
        };
    };
    html! {
        p {
            "The bars show what a usual change of a feature, one standard deviation up, does to the prediction while "
            "the others stay. Units do not matter for their lengths."
            @if weights.series.len() == 1 { " To the right the feature raises it, to the left it lowers it." }
        }
        @if weights.series.len() > 1 && weights.series.len() < view.model.classes().len() {
            p { "Shown are " (weights.series.len()) " of the " (count(view.model.classes().len())) " classes." }
        }
        @if view.is_classification() {
            p {
                "Log odds are the scale on which a classifier adds up evidence: 0 changes nothing, 1 makes "
                "a class 2.7 times as likely against "
                @if weights.series.len() == 1 { "the other" } @else { "the typical class" } "."
            }
        }
    }
}

fn picture(view: &View<'_>, weights: Option<&Weights>) -> Markup {
    let rows: Vec<Bar> = view
        .order
        .iter()
        .take(drawn(weights))
        .map(|&position| Bar {
            name: view.feature(position).to_owned(),
            values: match weights {
                Some(weights) => weights
                    .series
                    .iter()
                    .map(|series| series.per_deviation[position])
                    .collect(),
                None => vec![100.0 * view.importances[position]],
            },
        })
        .collect();
    let title = match weights {
        Some(_) => "Weights of the selected features",
        None => "Importance of the selected features",
    };
    let axis = weights.map_or("share of the weight", |weights| &weights.meaning);
    let write = |value: f64| match weights {
        Some(_) => figure(value),
        None => share(value / 100.0),
    };
    let first = &rows[0];
    let description = format!(
        "Horizontal bars, {}. The first is {}{}.",
        axis,
        words::printable(&first.name),
        match first.values[..] {
            [value] => format!(" with {}", write(value)),
            _ => String::new(),
        }
    );
    html! {
        @if let Some(weights) = weights { (legend(weights)) }
        (chart::bars("features-chart", title, &description, axis, &rows, &write))
    }
}

fn legend(weights: &Weights) -> Markup {
    html! {
        @if weights.series.len() > 1 {
            ul.legend {
                @for (position, series) in weights.series.iter().enumerate() {
                    li class=(format!("key k{}", position % COLOURS)) { (class_of(series)) }
                }
            }
        }
    }
}

/// The class that a series speaks of.
fn class_of(series: &Series) -> Markup {
    words::name(series.class.as_deref().unwrap_or_default())
}

fn table(view: &View<'_>, weights: Option<&Weights>) -> Markup {
    let several = weights.is_some_and(|weights| weights.series.len() > 1);
    let body = html! {
        div.scroll tabindex="0" role="region" aria-label="Table of the selected features" {
            table {
                thead {
                    tr {
                        th scope="col" { "Feature" }
                        th.number scope="col" { "Share of weight" }
                        @for series in weights.iter().flat_map(|weights| &weights.series) {
                            th.number scope="col" { "Per unit" @if several { ", " (class_of(series)) } }
                            th.number scope="col" {
                                "Per standard deviation" @if several { ", " (class_of(series)) }
                            }
                        }
                    }
                }
                tbody {
                    @for &position in &view.order {
                        tr {
                            th scope="row" { bdi.whole { (words::printable(view.feature(position))) } }
                            td.number { (share(view.importances[position])) }
                            @for series in weights.iter().flat_map(|weights| &weights.series) {
                                td.number { (figure(series.per_unit[position])) }
                                td.number { (figure(series.per_deviation[position])) }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(intercepts) = view.model.intercepts() {
            @if !view.is_classification() {
                p.note { "Intercept: " (figure(intercepts[0])) "." }
            }
        }
    };
    let summary = match view.selected() {
        1 => "The selected feature in numbers".to_owned(),
        many => format!("The {} selected features in numbers", count(many)),
    };
    html! {
        details open[view.selected() <= OPEN] {
            summary { (summary) }
            (body)
        }
    }
}
