//! The selected features with their importance and their weights.

use crate::chart::{self, Bar, COLOURS, TextAlternative};
use crate::choice;
use crate::html::context::{Context, section};
use crate::law::{WeightSeries, weights};
use crate::text::{self, count, figure, share};
use crate::threshold::ThresholdSource;
use crate::verdict;
use maud::{Markup, html};

/// Features in the picture; the table has all of them.
const DRAWN: usize = 25;
/// The same where every feature has a bar for each of several classes.
const DRAWN_CLASSES: usize = 12;
/// The same where there are so many classes that a feature takes much room.
const MANY_CLASSES: usize = 6;
const DRAWN_MANY: usize = 6;
/// What importance is, in the words of every page.
const IMPORTANCE: &str =
    "how much worse the model fits without the feature, as a share of the total";
/// Rows up to which the table is open at first.
const OPEN: usize = 12;

pub(crate) fn features(page: &Context<'_>) -> Markup {
    if page.selected() == 0 {
        return html! {
            (section("features", "Selected features", html! { (nothing(page)) (doubt(page)) }, None))
            (others(page))
        };
    }
    let series = weights(&page.subject);
    let series = series.as_deref();
    let words = html! {
        (explained(page, series))
        (doubt(page))
        @if page.selected() > drawn(series) {
            p {
                "The picture shows the " (drawn(series)) " most important features; the table below it lists all "
                (count(page.selected())) "."
            }
        }
    };
    html! {
        (section("features", "Selected features", words, Some(picture(page, series))))
        (table(page, series))
        (others(page))
    }
}

/// Which features are uncertain, in a sentence.
fn doubt(page: &Context<'_>) -> Markup {
    let uncertain: Vec<Markup> = choice::uncertain(page.model)
        .into_iter()
        .map(|feature| text::name(&page.model.names()[feature]))
        .collect();
    let words = choice::doubt_about(page.model.alternatives().len(), uncertain.len());
    html! {
        @if let Some(words) = words {
            p { (text::capitalized(&words)) ": " (text::list(&uncertain)) "." }
        }
    }
}

/// Other lists that explain the target nearly as well.
fn others(page: &Context<'_>) -> Markup {
    let (selected, lists) = (page.model.selected(), page.model.alternatives());
    if lists.is_empty() {
        return html! {};
    }
    html! {
        details {
            summary { "Other lists that explain the target nearly as well" }
            div.scroll tabindex="0" role="region" aria-label="Table of other lists" {
                table {
                    thead { tr {
                        th scope="col" { "Without" }
                        th scope="col" { "But with" }
                        th.number scope="col" { "Score worse by" }
                    } }
                    tbody {
                        @for other in lists {
                            tr {
                                td { (difference(page, selected, &other.selected)) }
                                td { (difference(page, &other.selected, selected)) }
                                td.number { (figure(other.difference)) }
                            }
                        }
                    }
                }
            }
            p.note {
                "The score is the deviance plus a price for every parameter and every feature. A difference of 2 is "
                "hardly worth mentioning, one of 10 is strong evidence. A difference of 0 means that the score is no "
                "worse, but that the evidence for the further features is not strong, or that one of them could be "
                "noise."
            }
        }
    }
}

/// The features of one list that are not in another.
fn difference(page: &Context<'_>, list: &[usize], other: &[usize]) -> Markup {
    let names: Vec<Markup> = list
        .iter()
        .filter(|feature| !other.contains(feature))
        .map(|&feature| text::name(&page.model.names()[feature]))
        .collect();
    html! { @if names.is_empty() { "–" } @else { (text::list(&names)) } }
}

fn drawn(series: Option<&[WeightSeries]>) -> usize {
    match series {
        Some(series) if series.len() > MANY_CLASSES => DRAWN_MANY,
        Some([_, _, ..]) => DRAWN_CLASSES,
        _ => DRAWN,
    }
}

fn nothing(page: &Context<'_>) -> Markup {
    html! {
        p {
            "The list is empty. The model predicts the same for every row: "
            (page.law.constant_prediction(&page.subject)) "."
        }
        p {
            @if page.threshold == ThresholdSource::Unneeded {
                "Every feature has the same value in all rows, so this table cannot show what any of them does."
            } @else {
                "This does not mean that no feature matters. "
                @if verdict::is_above(page.model.threshold()) {
                    "It means that " (verdict::why_nothing(page.model.threshold(), page.settings)) ". "
                } @else {
                    "It means that this table does not show it. "
                }
                "A weak effect needs more rows to be detected"
                @if page.settings.requests_linear() {
                    ", and a curved effect, or one of several features in combination, needs a network instead of a "
                    "linear model"
                }
                "."
            }
        }
    }
}

fn explained(page: &Context<'_>, series: Option<&[WeightSeries]>) -> Markup {
    let Some(series) = series else {
        return html! {
            p {
                "The bars show how important each feature is: " (IMPORTANCE) ". They do not show the direction of an "
                "effect; " a href="#effects" { "the effects below" } " do."
            }
        };
    };
    let classes = page.model.classes().len();
    html! {
        p {
            "The bars show how the prediction changes when a feature increases by one standard deviation and the other "
            "features stay the same. They can be compared with each other whatever the units of the features."
            @if series.len() == 1 { " A bar to the right raises the prediction, a bar to the left lowers it." }
        }
        @if page.selected() > 1 {
            p { "The most important feature comes first. The importance in the table is " (IMPORTANCE) "." }
        }
        @if series.len() > 1 && series.len() < classes {
            p { "Shown are " (series.len()) " of the " (count(classes)) " classes." }
        }
        @if let Some(scale) = page.law.weight_scale(series.len()) { p { (scale) } }
    }
}

fn picture(page: &Context<'_>, series: Option<&[WeightSeries]>) -> Markup {
    let rows: Vec<Bar> = page
        .order
        .iter()
        .take(drawn(series))
        .map(|&position| Bar {
            name: page.feature(position).to_owned(),
            values: match series {
                Some(series) => series
                    .iter()
                    .map(|one| one.per_deviation[position])
                    .collect(),
                None => vec![100.0 * page.importances[position]],
            },
        })
        .collect();
    let (title, axis, write): (_, _, fn(f64) -> String) = match series {
        Some(series) => (
            "Weights of the selected features",
            page.law.weight_axis(&page.subject, series.len()),
            figure,
        ),
        None => (
            "Importance of the selected features",
            "importance".to_owned(),
            |value| share(value / 100.0),
        ),
    };
    let first = &rows[0];
    let description = format!(
        "Horizontal bars, {axis}. The first is {}{}.",
        text::printable(&first.name),
        match first.values[..] {
            [value] => format!(" with {}", write(value)),
            _ => String::new(),
        }
    );
    let alternative = TextAlternative {
        id: "features-chart",
        title,
        description: &description,
    };
    html! {
        (legend(page, series))
        (chart::bars(&alternative, &axis, &rows, &write))
    }
}

fn legend(page: &Context<'_>, series: Option<&[WeightSeries]>) -> Markup {
    html! {
        @if let Some(series) = series.filter(|series| series.len() > 1) {
            ul.legend {
                @for (position, one) in series.iter().enumerate() {
                    li class=(format!("key k{}", position % COLOURS)) { @if let Some(class) = class_of(page, one) { (class) } }
                }
            }
        }
    }
}

/// The class that a series belongs to; nothing where there is one series only.
fn class_of(page: &Context<'_>, series: &WeightSeries) -> Option<Markup> {
    let class = series.class?;
    Some(text::name(&page.model.classes()[class]))
}

fn table(page: &Context<'_>, series: Option<&[WeightSeries]>) -> Markup {
    let series = series.unwrap_or_default();
    let body = html! {
        div.scroll tabindex="0" role="region" aria-label="Table of the selected features" {
            table.stack {
                thead {
                    tr {
                        th scope="col" { "Feature" }
                        th.number scope="col" { "Importance" }
                        th.number scope="col" { "Share of the weights" }
                        @if let [_] = series {
                            @for heading in [PER_UNIT, PER_DEVIATION] { th.number scope="col" { (heading) } }
                        }
                    }
                }
                tbody {
                    @for &position in &page.order {
                        tr {
                            th scope="row" { bdi.whole { (text::printable(page.feature(position))) } }
                            td.number data-label="Importance" { (share(page.importances[position])) }
                            td.number data-label="Share of the weights" { (share(page.weight_shares[position])) }
                            @if let [only] = series {
                                td.number data-label=(PER_UNIT) { (figure(only.per_unit[position])) }
                                td.number data-label=(PER_DEVIATION) { (figure(only.per_deviation[position])) }
                            }
                        }
                    }
                }
            }
        }
        @if let [intercept] = page.model.law().contrasts(page.model.intercepts().unwrap_or_default())[..] {
            p.note { "Intercept: " (figure(intercept)) "." }
        }
    };
    let summary = match page.selected() {
        1 => "The selected feature in numbers".to_owned(),
        many => format!("The {} selected features in numbers", count(many)),
    };
    html! {
        details open[page.selected() <= OPEN] {
            summary { (summary) }
            (body)
        }
        @if series.len() > 1 {
            (of_classes(page, "Weights per unit, for each class", series, |one, position| one.per_unit[position]))
            (of_classes(page, "Weights per standard deviation, for each class", series, |one, position| {
                one.per_deviation[position]
            }))
        }
    }
}

const PER_UNIT: &str = "Per unit";
const PER_DEVIATION: &str = "Per standard deviation";

/// A number for each feature and each class.
fn of_classes(
    page: &Context<'_>,
    summary: &str,
    series: &[WeightSeries],
    number: impl Fn(&WeightSeries, usize) -> f64,
) -> Markup {
    let class = |one: &WeightSeries| {
        let class = one.class.map(|class| &page.model.classes()[class]);
        class.map_or(String::new(), |class| text::printable(class))
    };
    html! {
        details {
            summary { (summary) }
            div.scroll tabindex="0" role="region" aria-label=(summary) {
                table.stack {
                    thead { tr {
                        th scope="col" { "Feature" }
                        @for one in series { th.number scope="col" { @if let Some(class) = class_of(page, one) { (class) } } }
                    } }
                    tbody {
                        @for &position in &page.order {
                            tr {
                                th scope="row" { bdi.whole { (text::printable(page.feature(position))) } }
                                @for one in series {
                                    td.number data-label=(class(one)) { (figure(number(one, position))) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
