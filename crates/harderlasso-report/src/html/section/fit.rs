//! How well the model does on the rows that it was fitted on.

use crate::html::chart;
use crate::html::number::{count, figure, percent, r_squared};
use crate::html::view::{View, section};
use crate::html::words;
use crate::record::{MATRIX_CLASSES, Outcome, POINTS};
use harderlasso::Metrics;
use maud::{Markup, html};

pub(crate) fn fit(view: &View<'_>) -> Markup {
    let outcome = view.record.training().outcome.as_ref();
    let words = html! {
        p { (measured(view, outcome)) }
        p {
            "These are the rows that the model was fitted on. New rows will do somewhat worse; how much "
            "worse, only new rows can tell."
        }
        @match outcome {
            None => p { "The file holds the model alone, without its predictions, so there is no picture." },
            Some(Outcome::Regression { points }) if points.len() < view.model.rows() => p {
                "The picture shows " (count(points.len())) " of " (count(view.model.rows()))
                " rows, evenly spread over the table"
                @if points.len() < POINTS { "; rows without a finite prediction are left out" } "."
            },
            Some(Outcome::Classification { shown, .. }) if shown.len() < view.model.classes().len() => p {
                "The " (MATRIX_CLASSES) " most frequent classes are shown; the others share the last row and column."
            },
            Some(_) => {},
        }
    };
    let picture = outcome.and_then(|outcome| picture(view, outcome));
    let table = match outcome {
        Some(Outcome::Classification { shown, counts }) => Some(table(&names(view, shown), counts)),
        _ => None,
    };
    html! {
        (section("fit", "How well it fits", words, picture))
        @if let Some(table) = table { (table) }
    }
}

fn measured(view: &View<'_>, outcome: Option<&Outcome>) -> Markup {
    match view.fit() {
        Metrics::Regression { rmse, .. } if view.selected() == 0 => html! {
            "Without features the model explains nothing: it predicts the mean of " (view.target_name())
            " for every row, and is off by " b { (figure(rmse)) } ", its standard deviation."
        },
        Metrics::Regression { r2, rmse } => html! {
            "The model explains " b { (percent(r2)) } " of the variance of " (view.target_name())
            " (R² " (r_squared(r2)) "). Its predictions are off by " b { (figure(rmse)) }
            " as a root mean square, in the units of " (view.target_name()) "."
        },
        Metrics::Classification { accuracy, log_loss } => html! {
            "The model names the right class for " b { (percent(accuracy)) } " of the rows."
            @if let Some(Outcome::Classification { shown, counts }) = outcome {
                // The row of all others is no class.
                @let most = counts.iter().take(shown.len()).map(|row| row.iter().sum::<usize>()).max().unwrap_or(0);
                " Always naming the most frequent class would be right for "
                (percent(most as f64 / view.model.rows().max(1) as f64)) "."
            }
            " The mean log loss is " (figure(log_loss)) "."
        },
    }
}

fn names(view: &View<'_>, shown: &[usize]) -> Vec<String> {
    let classes = view.model.classes();
    let mut names: Vec<String> = shown
        .iter()
        .map(|&class| words::printable(&classes[class]))
        .collect();
    if shown.len() < classes.len() {
        names.push("all others".to_owned());
    }
    names
}

fn picture(view: &View<'_>, outcome: &Outcome) -> Option<Markup> {
    Some(match outcome {
        Outcome::Regression { points } if points.is_empty() => return None,
        Outcome::Regression { points } => {
            let title = "Predicted against observed values, training rows";
            let description = format!(
                "One dot for each of {}. On the dashed diagonal the prediction is right.",
                words::plural(points.len(), "row", "rows")
            );
            html! {
                (chart::scatter("fit-chart", title, &description, points))
                figcaption { "Training rows. On the dashed line the prediction is right." }
            }
        }
        Outcome::Classification { shown, counts } => {
            let title = "Confusion matrix, training rows";
            let hits: usize = (0..counts.len()).map(|class| counts[class][class]).sum();
            let description = format!(
                "Rows of each true class by predicted class; {} of {} stand on the diagonal. \
                 A table with the same numbers follows.",
                count(hits),
                count(view.model.rows())
            );
            html! {
                (chart::confusion("fit-chart", title, &description, &names(view, shown), counts))
                figcaption { "Training rows. The shade is the share of the true class; the diagonal is right." }
            }
        }
    })
}

fn table(names: &[String], counts: &[Vec<usize>]) -> Markup {
    html! {
        details {
            summary { "The confusion matrix as a table" }
            div.scroll tabindex="0" role="region" aria-label="Confusion matrix" {
                table {
                    thead { tr {
                        th scope="col" { "True class" }
                        @for name in names { th.number scope="col" { "Predicted " (words::name(name)) } }
                    } }
                    tbody {
                        @for (name, row) in names.iter().zip(counts) {
                            tr {
                                th scope="row" { (words::name(name)) }
                                @for &rows in row { td.number { (count(rows)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
