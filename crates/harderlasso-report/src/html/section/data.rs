//! What was done to the data.

use crate::html::context::{Context, section};
use crate::notes;
use crate::record::{ColumnKind, LeftOut, MissingPolicy, Preparation, SourceColumn, shown_level};
use crate::text::{self, count};
use maud::{Markup, html};

/// Rows that a table lists; more are only counted.
const LISTED: usize = 200;
/// Levels that are spelled out.
const LEVELS: usize = 12;

pub(crate) fn data(page: &Context<'_>) -> Markup {
    let title = "What was done to the data";
    if page.record.is_bare() {
        let words =
            html! { p { "The file holds only the model, without a description of the table." } };
        return section("data", title, words, None);
    }
    let preparation = page.record.preparation();
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
    let copies = notes::copies_of(page.record);
    let words = html! {
        ul.plain {
            li { (rows(preparation)) }
            @for note in preparation.reading_notes() { li { (text::printable(&note)) } }
            li { (columns(page)) }
            li { (missing_values(preparation, &missing)) }
            @if !encoded.is_empty() {
                li {
                    (text::plural(encoded.len(), "column of categories was", "columns of categories were"))
                    " converted to columns of zeros and ones, one for each level."
                }
            }
            @if let Some(class_weight) = preparation.class_weight { li { (class_weight.sentence()) } }
            @if let Some(id) = &preparation.id {
                li { "The column " (text::name(id)) " identifies the rows and is not a feature." }
            }
            li { @if preparation.left_out.is_empty() { "No column was left out." } @else {
                (text::plural(preparation.left_out.len(), "column was", "columns were")) " left out."
            } }
            @if !copies.is_empty() { li { (copies_item(page, &copies)) } }
            li { "For the fit, features were centred and scaled. Coefficients and effects are given in the units of the table." }
        }
    };
    html! {
        (section("data", title, words, None))
        @if !missing.is_empty() { (missing_table(&missing)) }
        @if !encoded.is_empty() { (encoded_table(&encoded)) }
        @if !preparation.left_out.is_empty() { (left_out_table(&preparation.left_out)) }
    }
}

/// Columns that say the same as others.
fn copies_item(page: &Context<'_>, copies: &[(usize, usize)]) -> Markup {
    let of = |column: usize| text::name(&page.model.names()[column]);
    let mut parts: Vec<Markup> = copies
        .iter()
        .take(LEVELS)
        .map(|&(copy, kept)| html! { (of(copy)) " of " (of(kept)) })
        .collect();
    if copies.len() > LEVELS {
        parts.push(html! { (text::plural(copies.len() - LEVELS, "other", "others")) });
    }
    html! {
        (text::plural(copies.len(), "column is a copy of another one", "columns are copies of others"))
        ", up to unit and sign, and cannot be told from it: " (text::list(&parts)) "."
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
        (text::plural(preparation.rows_read, "row was", "rows were")) " read"
        @if let Some(source) = &preparation.source { " from " (text::name(source)) }
        @match preparation.rows_dropped {
            0 if preparation.unused_rows() == 0 => ", and all were used.",
            0 => ".",
            dropped => {
                "; " (text::plural(dropped, "row was", "rows were")) " not used because a value was missing."
            }
        }
        @if let Some(weights) = &preparation.weights {
            " The column " (text::name(&weights.name)) " gives the number of observations that each row stands for"
            @if weights.zero > 0 {
                "; " (text::plural(weights.zero, "row of weight 0 was", "rows of weight 0 were")) " not used"
            }
            "."
        }
    }
}

fn columns(page: &Context<'_>) -> Markup {
    let columns = page.record.preparation().columns.len();
    html! {
        @if columns == page.features() {
            @if columns == 1 { "The only feature column was used as it is." }
            @else { "The " (count(columns)) " feature columns were used as they are." }
        } @else {
            "The " (text::plural(columns, "feature column", "feature columns")) " became "
            (text::plural(page.features(), "feature", "features")) "."
        }
    }
}

fn missing_values(preparation: &Preparation, columns: &[&SourceColumn]) -> Markup {
    let total = columns
        .iter()
        .fold(0usize, |sum, column| sum.saturating_add(column.missing));
    html! {
        @if total == 0 { "No value of a feature was missing." } @else {
            (text::plural(total, "value", "values")) " in " (text::plural(columns.len(), "column", "columns"))
            @if total == 1 { " was missing" } @else { " were missing" }
            @match preparation.missing {
                MissingPolicy::Mean => (replaced(columns)),
                MissingPolicy::Drop => "; rows with a missing value were not used.",
                MissingPolicy::Error => ".",
            }
        }
    }
}

/// What became of missing values, at the end of a sentence.
fn replaced(columns: &[&SourceColumn]) -> &'static str {
    let levels = columns.iter().filter(|column| column.has_missing_level());
    match levels.count() {
        0 => " and replaced by the mean of the column.",
        count if count == columns.len() => " and became a level of the column.",
        _ => {
            "; they were replaced by the mean of the column, and became a level of its own in a column of categories."
        }
    }
}

/// A folded table of at most [`LISTED`] rows, with the number of the others.
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
                th scope="row" { (text::name(&column.name)) }
                td { (count(column.missing)) }
            }
        },
    )
}

fn encoded_table(columns: &[&SourceColumn]) -> Markup {
    folded(
        "Text columns and their levels",
        &["Column", "Levels"],
        columns,
        |column| {
            let levels = levels(column).unwrap_or_default();
            let mut parts: Vec<Markup> = levels
                .iter()
                .take(LEVELS)
                .map(|level| text::name(shown_level(level)))
                .collect();
            if levels.len() > LEVELS {
                parts.push(html! { (text::plural(levels.len() - LEVELS, "other", "others")) });
            }
            html! {
                th scope="row" { (text::name(&column.name)) }
                td { (text::list(&parts)) }
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
                th scope="row" { (text::name(&column.name)) }
                td { (text::printable(&column.reason)) }
            }
        },
    )
}
