//! From a table with a target to a design, a response and an account of what
//! was done on the way.

use harderlasso::{Design, Response};
use harderlasso_report::{ColumnKind, LeftOut, MissingPolicy, Preparation, SourceColumn};

use super::count;
use super::find::find;
use super::target::{self, Task};
use crate::sentence::Sentence;
use crate::table::{Column, Kind, LEVELS, Piece, Reader, Table, TooMany, Want};

/// What a person asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) target: &'a str,
    pub(crate) drop: &'a [String],
    pub(crate) task: Task,
    pub(crate) missing: MissingPolicy,
    pub(crate) threads: usize,
}

/// What the engine takes, and how it came to be.
#[derive(Debug)]
pub(crate) struct Training {
    pub(crate) design: Design,
    pub(crate) response: Response,
    pub(crate) preparation: Preparation,
    /// Remarks that the preparation has no place for.
    pub(crate) notes: Vec<String>,
}

/// Reads the rows of a table and prepares them.
pub(crate) fn training(reader: Reader, asked: &Asked) -> Result<Training, Sentence> {
    let source = reader.source().to_owned();
    let target = find(asked.target, reader.names(), &source)?;
    let dropped = dropped(asked.drop, &reader, target)?;
    let notes = unnamed(&reader, &dropped);
    let mut left_out: Vec<LeftOut> = dropped
        .iter()
        .map(|&position| LeftOut {
            name: reader.names()[position].clone(),
            reason: "asked by --drop".to_owned(),
        })
        .collect();
    let want = |position| match dropped.contains(&position) {
        true => Want::Nothing,
        false => Want::Values { levels: LEVELS },
    };
    let wants: Vec<Want> = (0..reader.names().len()).map(want).collect();
    // The slot of the target is the number of wanted columns before it.
    let target = target
        - dropped
            .iter()
            .filter(|&&position| position < target)
            .count();
    let table = reader.read(&wants, asked.threads)?;
    check_rows(&table)?;
    check_target(&table, target, asked.missing)?;
    let features = features(&table, target, asked.missing, &mut left_out)?;
    let keep = kept(&table, &features, target, asked.missing)?;

    let Column { name, kind, .. } = &table.columns[target];
    let mut values = table.values(target);
    if let Some(keep) = &keep {
        let mut keep = keep.iter();
        values.retain(|_| keep.next().copied().unwrap_or(true));
    }
    let rows = values.len();
    let place = format!("{source}: the target `{name}`");
    let (response, task_note) = target::response(values, kind, asked.task, name, &place)?;
    let preparation = Preparation {
        source: Some(source),
        target: name.clone(),
        columns: features
            .iter()
            .map(|&slot| source_column(&table.columns[slot]))
            .collect(),
        rows_read: table.rows,
        rows_dropped: table.rows - rows,
        left_out,
        missing: asked.missing,
        task_note,
    };
    let names = preparation.design_names();
    let pieces = pieces(&table, &features);
    let matrix = table.into_matrix(&pieces, keep.as_deref());
    let design = Design::from_columns(matrix, rows, pieces.len())?.with_names(names)?;
    Ok(Training {
        design,
        response,
        preparation,
        notes,
    })
}

/// Positions of the columns that are not to be used, in rising order.
fn dropped(asked: &[String], reader: &Reader, target: usize) -> Result<Vec<usize>, Sentence> {
    let (names, source) = (reader.names(), reader.source());
    let mut dropped = Vec::new();
    for asked in asked {
        // A name may hold a comma, which also parts names.
        if let Some(position) = names.iter().position(|name| name == asked) {
            dropped.push(position);
            continue;
        }
        for item in asked.split(',') {
            dropped.push(find(item, names, source)?);
        }
    }
    dropped.sort_unstable();
    dropped.dedup();
    if dropped.contains(&target) {
        return Err(Sentence::new(format!(
            "{source}: `{}` is the target and cannot be left out; take it out of --drop",
            names[target]
        )));
    }
    Ok(dropped)
}

/// Remarks about columns without a name.
fn unnamed(reader: &Reader, dropped: &[usize]) -> Vec<String> {
    let is_used = |name: &&String| {
        let position = reader.names().iter().position(|other| other == *name);
        position.is_some_and(|position| !dropped.contains(&position))
    };
    let remark = |name: &String| {
        format!(
            "A column without a name is called `{name}`; if it counts rows, leave it out with --drop {name}."
        )
    };
    reader
        .unnamed()
        .iter()
        .filter(is_used)
        .map(remark)
        .collect()
}

fn check_rows(table: &Table) -> Result<(), Sentence> {
    let source = &table.source;
    match table.rows {
        0 => Err(Sentence::new(format!(
            "{source} has a header and no rows; at least two rows are needed"
        ))),
        1 => Err(Sentence::new(format!(
            "{source} has one row only; at least two are needed, and a few dozen to find anything"
        ))),
        _ => Ok(()),
    }
}

fn check_target(table: &Table, target: usize, missing: MissingPolicy) -> Result<(), Sentence> {
    let (source, column) = (&table.source, &table.columns[target]);
    let name = &column.name;
    if column.missing == table.rows {
        return Err(Sentence::new(format!(
            "{source}: the target `{name}` has no value in any row; choose another target"
        )));
    }
    if let Kind::TooMany(TooMany { example, row, .. }) = &column.kind {
        return Err(Sentence::new(format!(
            "{source}: the target `{name}` is text (`{example}` in row {}) with more than {LEVELS} different values; a classification takes at most {LEVELS} classes, and a regression needs numbers",
            row + 1
        )));
    }
    match table.first_missing(target) {
        Some(row) if missing != MissingPolicy::Drop => Err(Sentence::new(format!(
            "{source}: the target `{name}` has no value in row {}{}; fill it in, remove such rows, or leave them out with --missing drop",
            row + 1,
            match column.missing - 1 {
                0 => String::new(),
                more => format!(" and {}", count(more, "other", "others")),
            }
        ))),
        _ => Ok(()),
    }
}

/// The slots that are features; the others are added to what is left out.
fn features(
    table: &Table,
    target: usize,
    missing: MissingPolicy,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<usize>, Sentence> {
    let source = &table.source;
    let mut features = Vec::new();
    for (slot, column) in table.columns.iter().enumerate() {
        let name = &column.name;
        if slot == target {
            continue;
        }
        if column.missing == table.rows {
            return Err(Sentence::new(format!(
                "{source}: column `{name}` has no value in any row; fill it in, or leave it out with --drop"
            )));
        }
        if let Some(reason) = no_category(table, column)? {
            left_out.push(LeftOut {
                name: name.clone(),
                reason,
            });
            continue;
        }
        match table.first_missing(slot) {
            Some(row) if missing == MissingPolicy::Error => {
                return Err(Sentence::new(format!(
                    "{source}: row {}, column `{name}` has no value, and --missing error was asked for; fill it in, or choose --missing mean or drop",
                    row + 1
                )));
            }
            _ => features.push(slot),
        }
    }
    if features.is_empty() {
        let also = match left_out.len() {
            0 => "",
            _ => " and those that are left out",
        };
        return Err(Sentence::new(format!(
            "{source} has no feature columns beside the target `{}`{also}; at least one is needed. If all names stand in one column, set --delimiter",
            table.columns[target].name,
        )));
    }
    Ok(features)
}

/// Why a text column is no feature, if it is none. A column of numbers with a
/// few slips is refused, as leaving it out would hide them.
fn no_category(table: &Table, column: &Column) -> Result<Option<String>, Sentence> {
    let present = table.rows - column.missing;
    match &column.kind {
        Kind::Numbers => Ok(None),
        Kind::Levels(levels) if levels.len() <= 2 || levels.len() * 2 <= present => Ok(None),
        Kind::Levels(levels) => Ok(Some(format!(
            "text with {} different values in {present} rows, more like an id than a category",
            levels.len()
        ))),
        Kind::TooMany(TooMany {
            texts,
            example,
            row,
        }) if texts * 2 < present => Err(Sentence::new(format!(
            "{}: row {}, column `{}` has `{example}`, where {} of {present} values are numbers; mend it, write NA for what is not known, or leave the column out with --drop",
            table.source,
            row + 1,
            column.name,
            present - texts,
        ))),
        Kind::TooMany(TooMany { example, .. }) => Ok(Some(format!(
            "text with more than {LEVELS} different values, such as `{example}`; a category has at most {LEVELS}"
        ))),
    }
}

/// The rows that are used, if not all are.
fn kept(
    table: &Table,
    features: &[usize],
    target: usize,
    missing: MissingPolicy,
) -> Result<Option<Vec<bool>>, Sentence> {
    if missing != MissingPolicy::Drop {
        return Ok(None);
    }
    let slots: Vec<usize> = features.iter().copied().chain([target]).collect();
    let keep = table.complete(&slots);
    let rows = keep.iter().filter(|keep| **keep).count();
    if rows < 2 {
        return Err(Sentence::new(format!(
            "{}: only {} without a missing value, and --missing drop leaves the others out; at least two are needed, so choose --missing mean, or --drop the columns with the gaps",
            table.source,
            count(rows, "row is", "rows are"),
        )));
    }
    Ok((rows < table.rows).then_some(keep))
}

fn source_column(column: &Column) -> SourceColumn {
    SourceColumn {
        name: column.name.clone(),
        kind: match &column.kind {
            Kind::Levels(levels) => ColumnKind::Levels {
                levels: levels.clone(),
            },
            Kind::Numbers | Kind::TooMany(_) => ColumnKind::Numeric,
        },
        missing: column.missing,
    }
}

fn pieces(table: &Table, features: &[usize]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for &slot in features {
        match &table.columns[slot].kind {
            Kind::Levels(levels) => {
                pieces.extend((0..levels.len()).map(|level| Piece::Indicator(slot, Some(level))));
            }
            Kind::Numbers | Kind::TooMany(_) => pieces.push(Piece::Number(slot)),
        }
    }
    pieces
}
