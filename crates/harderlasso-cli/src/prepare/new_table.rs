//! From a new table to the design that a saved model predicts from.

use harderlasso::Design;
use harderlasso_report::field::{self, is_long_number, is_unclear_date};
use harderlasso_report::{
    ColumnKind, DateOrder, MISSING_LEVEL, MissingPolicy, Record, SourceColumn, Writing,
};

use super::error::{PrepareError, PrepareNote, PrepareProblem};
use super::find::find;
use super::times;
use crate::table::{Located, MatrixColumn, Reader, Table, Texts, Want};

/// How to read a new table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewRequest<'a> {
    /// The column that identifies the rows, in place of that of the fit.
    pub(crate) id: Option<&'a str>,
    /// The order of day and month, in place of that of the fit.
    pub(crate) date_order: Option<DateOrder>,
    pub(crate) threads: usize,
}

/// A new table, ready for predictions.
#[derive(Debug)]
pub(crate) struct NewTable {
    pub(crate) design: Design,
    /// The column that identifies the rows, as it is written in the table.
    pub(crate) ids: Option<Ids>,
    pub(crate) notes: Vec<PrepareNote>,
}

/// What identifies the rows of a table.
#[derive(Debug)]
pub(crate) struct Ids {
    pub(crate) name: String,
    pub(crate) values: Vec<String>,
}

/// Reads what the model needs of a table: the columns that it selected, by
/// name, in any order; and the column that identifies the rows, which is the one
/// asked for or that of the fit.
pub(crate) fn new_table(
    reader: Reader,
    record: &Record,
    request: &NewRequest,
) -> Result<NewTable, PrepareError> {
    let preparation = record.preparation();
    let (columns, origins) = (&preparation.columns, preparation.origins());
    let mut needed = vec![false; columns.len()];
    for &index in record.model().selected() {
        needed[origins[index]] = true;
    }
    let mut notes = check_names(&reader, columns, &needed)?;
    notes.extend(reader.remarks().iter().cloned().map(PrepareNote::Read));
    let mut wants: Vec<Want> = reader
        .names()
        .iter()
        .map(|name| want(columns.iter().zip(&needed), name))
        .collect();
    let id = find_id(&reader, preparation.id.as_deref(), request.id, &mut notes)?;
    if let Some(position) = id {
        if wants[position] != Want::Nothing {
            let problem = PrepareProblem::FeatureAsId;
            return Err(Located::whole(reader.table(), problem)
                .in_column(&reader.names()[position])
                .into());
        }
        wants[position] = Want::Verbatim;
    }
    let id = id.map(|position| {
        let slot = wants[..position]
            .iter()
            .filter(|want| **want != Want::Nothing);
        (reader.names()[position].clone(), slot.count())
    });
    let mut table = reader.read(&wants, request.threads)?;
    if table.rows == 0 {
        return Err(Located::whole(&table.name, PrepareProblem::NothingToPredict).into());
    }
    let mut matrix_columns = Vec::with_capacity(origins.len());
    let mut imputed = 0;
    for (column, &needed) in columns.iter().zip(&needed) {
        let slot = table
            .columns
            .iter()
            .position(|found| found.name == column.name);
        match slot.filter(|_| needed) {
            // Only selected columns matter.
            None => {
                matrix_columns.resize(matrix_columns.len() + column.width(), MatrixColumn::Unused)
            }
            Some(slot) => {
                let missing = table.columns[slot].missing;
                if missing > 0 && preparation.missing == MissingPolicy::Error {
                    let row = table.first_missing(slot).unwrap_or(0);
                    return Err(Located::whole(&table.name, PrepareProblem::MissingForModel)
                        .in_row(row)
                        .in_column(&column.name)
                        .into());
                }
                match (&column.kind, column.has_missing_level()) {
                    (ColumnKind::Numeric, _) => imputed += missing,
                    (ColumnKind::Levels { .. }, false) if missing > 0 => {
                        notes.push(PrepareNote::Read(column.new_missing(missing)));
                    }
                    (ColumnKind::Levels { .. }, _) => {}
                }
                if column.kind == ColumnKind::Numeric && missing < table.rows {
                    check_writing(&mut table, slot, column, request.date_order)?;
                }
                add_columns(&mut table, slot, column, &mut matrix_columns, &mut notes)?;
            }
        }
    }
    if imputed > 0 {
        notes.push(PrepareNote::Imputed(imputed));
    }
    let rows = table.rows;
    let ids = id.map(|(name, slot)| Ids {
        name,
        values: table.texts(slot),
    });
    let matrix = table.into_matrix(&matrix_columns, None)?;
    Ok(NewTable {
        design: Design::from_columns(matrix, rows, matrix_columns.len())?,
        ids,
        notes,
    })
}

/// The position of the column that identifies the rows. The one of the fit may be
/// absent, but not one that was asked for.
fn find_id(
    reader: &Reader,
    of_fit: Option<&str>,
    requested: Option<&str>,
    notes: &mut Vec<PrepareNote>,
) -> Result<Option<usize>, Located<PrepareProblem>> {
    if let Some(requested) = requested {
        return find(requested, reader).map(Some);
    }
    let Some(id) = of_fit else { return Ok(None) };
    let position = reader.names().iter().position(|name| name == id);
    if position.is_none() {
        notes.push(PrepareNote::LackingId {
            table: reader.table().to_owned(),
            id: id.to_owned(),
        });
    }
    Ok(position)
}

/// What is wanted of the column `name`. A column of numbers may not hold text, so
/// no level is allowed there; elsewhere there may be any number of new levels.
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
) -> Result<Vec<PrepareNote>, Located<PrepareProblem>> {
    let lacking = |used: bool| -> Vec<String> {
        columns
            .iter()
            .zip(needed)
            .filter(|(column, needed)| **needed == used && !reader.names().contains(&column.name))
            .map(|(column, _)| column.name.clone())
            .collect()
    };
    let (used, unused) = (lacking(true), lacking(false));
    let table = reader.table();
    if !used.is_empty() {
        return Err(Located::whole(table, PrepareProblem::LackingColumns(used)));
    }
    let note = PrepareNote::Lacking {
        table: table.to_owned(),
        names: unused.clone(),
    };
    Ok((!unused.is_empty()).then_some(note).into_iter().collect())
}

/// Refuses numbers that are written in another way than in the fit, where they would
/// mean something else, and reads dates in the order of the fit.
fn check_writing(
    table: &mut Table,
    slot: usize,
    column: &SourceColumn,
    date_order: Option<DateOrder>,
) -> Result<(), Located<PrepareProblem>> {
    if table.columns[slot].texts.is_some() {
        return Ok(());
    }
    let fitted = &column.writing;
    let fitted_order = match fitted {
        Some(Writing::Dates { order, .. }) => *order,
        Some(Writing::Signed { .. } | Writing::Clock) | None => None,
    };
    let found = times::writing(table, slot, date_order.or(fitted_order))?;
    if Writing::agree(fitted.as_ref(), found.as_ref(), date_order.is_some()) {
        return Ok(());
    }
    let problem = PrepareProblem::OtherWriting {
        found: format!("the values are {}", Writing::described(found.as_ref())),
        fitted: Writing::described(fitted.as_ref()),
    };
    Err(Located::whole(&table.name, problem).in_column(&column.name))
}

/// Adds the columns of the matrix that come from one source column.
fn add_columns(
    table: &mut Table,
    slot: usize,
    column: &SourceColumn,
    matrix_columns: &mut Vec<MatrixColumn>,
    notes: &mut Vec<PrepareNote>,
) -> Result<(), Located<PrepareProblem>> {
    let ColumnKind::Levels { levels } = &column.kind else {
        if let Some(Texts { example, row, .. }) = &table.columns[slot].texts {
            let example = example.clone();
            let problem = if is_long_number(&example) {
                PrepareProblem::LongNumber(example)
            } else if is_unclear_date(&example) {
                PrepareProblem::UnclearDate(example)
            } else {
                PrepareProblem::TextForNumber(example)
            };
            return Err(Located::whole(&table.name, problem)
                .in_row(*row)
                .in_column(&column.name));
        }
        matrix_columns.push(MatrixColumn::Number(slot));
        return Ok(());
    };
    let found = table.number_levels(slot);
    // For each level of the fit, the one of this table.
    let mut places = vec![None; levels.len()];
    let mut new = Vec::new();
    let is_known = |level: &String| levels.contains(level);
    let (known, others): (Vec<_>, Vec<_>) = (0..found.len()).partition(|&at| is_known(&found[at]));
    for at in known.into_iter().chain(others) {
        match field::place(levels, &found[at]) {
            Some(place) if places[place].is_none() => places[place] = Some(at),
            _ => new.push(found[at].clone()),
        }
    }
    if !new.is_empty() {
        notes.push(PrepareNote::Read(column.new_levels(&new)));
    }
    let after = found.len();
    if column.has_missing_level() {
        table.add_missing_level(slot, MISSING_LEVEL);
    }
    let missing = levels.iter().position(|level| level == MISSING_LEVEL);
    if let Some(missing) = missing {
        places[missing] = Some(after);
    }
    matrix_columns.extend(
        places
            .into_iter()
            .map(|place| MatrixColumn::Indicator(slot, place)),
    );
    Ok(())
}
