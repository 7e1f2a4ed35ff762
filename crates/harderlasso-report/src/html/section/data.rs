//! What was done to the data.

use crate::html::number::count;
use crate::html::view::{View, section};
use crate::html::words;
use crate::record::{ColumnKind, LeftOut, MissingPolicy, Preparation, SourceColumn};
use maud::{Markup, html};

/// Rows of a table beyond which only their number is told.
const LISTED: usize = 200;
/// Levels that are spelled out.
const LEVELS: usize = 12;

pub(crate) fn data(view: &View<'_>) -> Markup {
    let title = "What was done to the data";
    if view.record.is_bare() {
        let words =
            html! { p { "The file holds the model alone; it says nothing about the table." } };
        return section("data", title, words, None);
    }
    let preparation = view.record.preparation();
    let missing: Vec<&SourceColumn> = preparation
        .columns
        .iter()
        .filter(|column| column.missing > 0)
        .collect();
    let encoded: Vec<&SourceColumn> = preparation
        .columns
        .iter()
        .filter(|column| levels(column).is_some())
        .collect();
    let words = html! {
        ul.plain {
            li { (rows(preparation)) }
            li { (columns(view)) }
            li { (missing_values(preparation, &missing)) }
            @if !encoded.is_empty() {
                li {
                    (words::plural(encoded.len(), "column of text was", "columns of text were"))
                    " turned into columns of zeros and ones, one for each level."
                }
            }
            li { @if preparation.left_out.is_empty() { "No column was left out." } @else {
                (words::plural(preparation.left_out.len(), "column was", "columns were")) " left out."
            } }
            li { "For the fit, features were centred and scaled; coefficients and effects are in the units of the table." }
        }
    };
    html! {
        (section("data", title, words, None))
        @if !missing.is_empty() { (missing_table(&missing)) }
        @if !encoded.is_empty() { (encoded_table(&encoded)) }
        @if !preparation.left_out.is_empty() { (left_out_table(&preparation.left_out)) }
    }
}

fn levels(column: &SourceColumn) -> Option<&[String]> {
    match &column.kind {
        ColumnKind::Numeric => None,
        ColumnKind::Levels { levels } => Some(levels),
    }
}

fn rows(preparation: &Preparation) -> Markup {
    html! {
        (words::plural(preparation.rows_read, "row was", "rows were")) " read"
        @if let Some(source) = &preparation.source { " from " (words::name(source)) }
        @match preparation.rows_dropped {
            0 if preparation.unused_rows() == 0 => ", and all were used.",
            0 => ".",
            1 => ", and 1 was not used, because a value was missing.",
            many => { ", and " (count(many)) " were not used, because a value was missing." }
        }
        @if let Some(weights) = &preparation.weights {
            " Each counts as often as " (words::name(&weights.name)) " says"
            @if weights.zero > 0 {
                "; " (words::plural(weights.zero, "row of weight 0 was", "rows of weight 0 were")) " not used"
            }
            "."
        }
    }
}

fn columns(view: &View<'_>) -> Markup {
    let columns = view.record.preparation().columns.len();
    html! {
        @if columns == view.features() {
            "The " (words::plural(columns, "feature column", "feature columns")) " entered as they are."
        } @else {
            "The " (words::plural(columns, "feature column", "feature columns")) " became "
            (words::plural(view.features(), "feature", "features")) "."
        }
    }
}

fn missing_values(preparation: &Preparation, columns: &[&SourceColumn]) -> Markup {
    let total = columns
        .iter()
        .fold(0usize, |sum, column| sum.saturating_add(column.missing));
    html! {
        @if total == 0 { "No value of a feature was missing." } @else {
            (words::plural(total, "value", "values")) " in " (words::plural(columns.len(), "column", "columns"))
            @if total == 1 { " was missing; " } @else { " were missing; " }
            @match preparation.missing {
                MissingPolicy::Mean => "the mean of the column took their place.",
                MissingPolicy::Drop => "rows with a missing value were not used.",
                MissingPolicy::Error => "they were counted and not used.",
            }
        }
    }
}

/// A folded table of at most [`LISTED`] rows, which says how many it leaves out.
fn folded<T>(summary: &str, headings: &[&str], rows: &[T], row: impl Fn(&T) -> Markup) -> Markup {
    html! {
        details {
            summary { (summary) }
            div.scroll tabindex="0" role="region" aria-label=(summary) {
                table {
                    thead { tr { @for heading in headings { th scope="col" { (heading) } } } }
                    tbody { @for entry in rows.iter().take(LISTED) { tr { (row(entry)) } } }
                }
            }
            @if rows.len() > LISTED { p.note { (count(rows.len() - LISTED)) " more are not listed." } }
        }
    }
}

fn missing_table(columns: &[&SourceColumn]) -> Markup {
    folded(
        "Columns with missing values",
        &["Column", "Missing values"],
        columns,
        |column| {
            html! {
                th scope="row" { (words::name(&column.name)) }
                td { (count(column.missing)) }
            }
        },
    )
}

fn encoded_table(columns: &[&SourceColumn]) -> Markup {
    folded(
        "Columns of text and their levels",
        &["Column", "Levels"],
        columns,
        |column| {
            let levels = levels(column).unwrap_or_default();
            let mut parts: Vec<Markup> = levels
                .iter()
                .take(LEVELS)
                .map(|level| words::name(level))
                .collect();
            if levels.len() > LEVELS {
                parts.push(html! { (words::plural(levels.len() - LEVELS, "other", "others")) });
            }
            html! {
                th scope="row" { (words::name(&column.name)) }
                td { (words::list(&parts)) }
            }
        },
    )
}

fn left_out_table(columns: &[LeftOut]) -> Markup {
    folded(
        "Columns that were left out",
        &["Column", "Reason"],
        columns,
        |column| {
            html! {
                th scope="row" { (words::name(&column.name)) }
                td { (words::printable(&column.reason)) }
            }
        },
    )
}
