//! From a new table to the design that a saved model predicts from.

use harderlasso::Design;
use harderlasso_report::{ColumnKind, MissingPolicy, Record, SourceColumn};

use super::{count, listed};
use crate::sentence::Sentence;
use crate::table::{Kind, Piece, Reader, Table, TooMany, Want};

/// Reads what the model needs of a table: the columns that it selected, by
/// name, in any order. Also gives remarks for the person who asked.
pub(crate) fn new_table(
    reader: Reader,
    record: &Record,
    threads: usize,
) -> Result<(Design, Vec<String>), Sentence> {
    let preparation = record.preparation();
    let (columns, origins) = (&preparation.columns, preparation.origins());
    let mut needed = vec![false; columns.len()];
    for &index in record.model().selected() {
        needed[origins[index]] = true;
    }
    let mut notes = check_names(&reader, columns, &needed)?;
    let wants: Vec<Want> = reader
        .names()
        .iter()
        .map(|name| want(columns.iter().zip(&needed), name))
        .collect();
    let mut table = reader.read(&wants, threads)?;
    if table.rows == 0 {
        return Err(Sentence::new(format!(
            "{} has a header and no rows; there is nothing to predict",
            table.source
        )));
    }
    let mut pieces = Vec::with_capacity(origins.len());
    let mut imputed = 0;
    for (column, &needed) in columns.iter().zip(&needed) {
        let slot = table
            .columns
            .iter()
            .position(|found| found.name == column.name);
        match slot.filter(|_| needed) {
            // Columns that are not selected have no say.
            None => pieces.resize(pieces.len() + width(column), Piece::Unused),
            Some(slot) => {
                let missing = table.columns[slot].missing;
                if missing > 0 && preparation.missing == MissingPolicy::Error {
                    return Err(no_value(&table, slot));
                }
                imputed += missing;
                fit_in(&mut table, slot, column, &mut pieces, &mut notes)?;
            }
        }
    }
    if imputed > 0 {
        notes.push(format!(
            "{} missing in the columns that the model uses; the means of the fit stand in for them.",
            count(imputed, "value is", "values are")
        ));
    }
    let rows = table.rows;
    let matrix = table.into_matrix(&pieces, None);
    Ok((Design::from_columns(matrix, rows, pieces.len())?, notes))
}

fn width(column: &SourceColumn) -> usize {
    match &column.kind {
        ColumnKind::Numeric => 1,
        ColumnKind::Levels { levels } => levels.len(),
    }
}

/// What is wanted of the column `name`. A number may not be text, so no level
/// is allowed there; elsewhere there may be any number of new ones.
fn want<'a>(mut columns: impl Iterator<Item = (&'a SourceColumn, &'a bool)>, name: &str) -> Want {
    match columns.find(|(column, needed)| **needed && column.name == name) {
        None => Want::Nothing,
        Some((column, _)) => match column.kind {
            ColumnKind::Numeric => Want::Values { levels: 0 },
            ColumnKind::Levels { .. } => Want::Values { levels: usize::MAX },
        },
    }
}

/// Refuses a table without the columns that the model uses, and remarks on
/// others that it lacks.
fn check_names(
    reader: &Reader,
    columns: &[SourceColumn],
    needed: &[bool],
) -> Result<Vec<String>, Sentence> {
    let absent = |used: bool| -> Vec<&str> {
        columns
            .iter()
            .zip(needed)
            .filter(|(column, needed)| **needed == used && !reader.names().contains(&column.name))
            .map(|(column, _)| column.name.as_str())
            .collect()
    };
    let (lacking, others) = (absent(true), absent(false));
    if !lacking.is_empty() {
        let all: Vec<String> = lacking.iter().map(|name| format!("`{name}`")).collect();
        return Err(Sentence::new(format!(
            "{} lacks {} that the model needs: {}; columns may come in any order, with the names of the fit",
            reader.source(),
            count(lacking.len(), "column", "columns"),
            all.join(", "),
        )));
    }
    let remark = || {
        format!(
            "{} lacks {} of the fit that the model does not use: {}.",
            reader.source(),
            count(others.len(), "column", "columns"),
            listed(&others)
        )
    };
    Ok((!others.is_empty()).then(remark).into_iter().collect())
}

fn no_value(table: &Table, slot: usize) -> Sentence {
    Sentence::new(format!(
        "{}: row {}, column `{}` has no value, and the model was fitted with --missing error; fill it in, or fit with --missing mean",
        table.source,
        table.first_missing(slot).unwrap_or(0) + 1,
        table.columns[slot].name
    ))
}

/// Adds the pieces of one source column.
fn fit_in(
    table: &mut Table,
    slot: usize,
    column: &SourceColumn,
    pieces: &mut Vec<Piece>,
    notes: &mut Vec<String>,
) -> Result<(), Sentence> {
    let ColumnKind::Levels { levels } = &column.kind else {
        if let Kind::TooMany(TooMany { example, row, .. }) = &table.columns[slot].kind {
            return Err(Sentence::new(format!(
                "{}: row {}, column `{}` has `{example}`, where the model needs a number; write NA for what is not known",
                table.source,
                row + 1,
                column.name
            )));
        }
        pieces.push(Piece::Number(slot));
        return Ok(());
    };
    table.number_levels(slot);
    let Kind::Levels(found) = &table.columns[slot].kind else {
        return Err(Sentence::new(format!(
            "{}: column `{}` has more different values than can be counted",
            table.source, column.name
        )));
    };
    let new: Vec<&String> = found
        .iter()
        .filter(|level| !levels.contains(level))
        .collect();
    if !new.is_empty() {
        notes.push(format!(
            "Column `{}` has {} that the model has not seen: {}; {} as none of its levels.",
            column.name,
            count(new.len(), "level", "levels"),
            listed(&new),
            if new.len() == 1 {
                "it counts"
            } else {
                "they count"
            },
        ));
    }
    let place = |level: &String| found.iter().position(|other| other == level);
    pieces.extend(
        levels
            .iter()
            .map(|level| Piece::Indicator(slot, place(level))),
    );
    Ok(())
}
