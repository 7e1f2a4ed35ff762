//! From a table with a target to a design, a response and an account of what
//! was done on the way.

use harderlasso::{Design, Error, Response};
use harderlasso_report::{
    ColumnKind, LabelKind, LeftOut, MissingPolicy, Preparation, SourceColumn,
};

use super::features::{features, slip};
use super::find::find;
use super::target::{self, Target, Task};
use super::weights::{self, Weighed};
use super::{count, listed};
use crate::sentence::Sentence;
use crate::table::{Column, Kind, LEVELS, Piece, Reader, Table, Texts, Want};

/// What a person asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) target: &'a str,
    pub(crate) weights: Option<&'a str>,
    pub(crate) drop: &'a [String],
    pub(crate) task: Task,
    pub(crate) missing: MissingPolicy,
    pub(crate) threads: usize,
}

/// The slots of the columns that are no features.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roles {
    pub(super) target: usize,
    pub(super) weights: Option<usize>,
}

/// What the engine takes, and how it came to be.
#[derive(Debug)]
pub(crate) struct Training {
    pub(crate) design: Design,
    pub(crate) response: Response,
    /// What the classes are, if there are any.
    pub(crate) labels: Option<LabelKind>,
    pub(crate) preparation: Preparation,
    /// Remarks that the preparation has no place for.
    pub(crate) notes: Vec<String>,
}

/// Reads the rows of a table and prepares them.
pub(crate) fn training(reader: Reader, asked: &Asked) -> Result<Training, Sentence> {
    let source = reader.source().to_owned();
    let target = find(asked.target, reader.names(), &source)?;
    let weights = match asked.weights {
        Some(weights) => Some(find(weights, reader.names(), &source)?),
        None => None,
    };
    let dropped = dropped(asked.drop, &reader)?;
    check_roles(&reader, target, weights, &dropped)?;
    let mut notes = unnamed(&reader, &dropped);
    let nameless = reader.unnamed().to_vec();
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
    // The slot of a column is the number of wanted columns before it.
    let slot = |position: usize| position - dropped.partition_point(|&other| other < position);
    let roles = Roles {
        target: slot(target),
        weights: weights.map(slot),
    };
    let target = roles.target;
    let table = reader.read(&wants, asked.threads)?;
    check_rows(&table)?;
    check_target(&table, target, asked.missing)?;
    let features = features(&table, roles, asked.missing, &nameless, &mut left_out)?;
    let mut keep = kept(&table, &features, roles, asked.missing)?;
    let complete = keep
        .as_ref()
        .map_or(table.rows, |keep| keep.iter().filter(|keep| **keep).count());
    let weighed = match roles.weights {
        Some(slot) => Some(weights::weighed(&table, slot, asked.missing, &mut keep)?),
        None => None,
    };

    let Column { name, kind, .. } = &table.columns[target];
    let values = retained(table.values(target), keep.as_deref());
    let rows = values.len();
    let place = format!("{source}: the target `{name}`");
    let Target {
        response,
        labels,
        note: task_note,
    } = target::target(values, kind, asked.task, name, &place)?;
    let preparation = Preparation {
        source: Some(source),
        target: name.clone(),
        columns: features
            .iter()
            .map(|&slot| source_column(&table.columns[slot]))
            .collect(),
        rows_read: table.rows,
        rows_dropped: table.rows - complete,
        weights: weighed.as_ref().map(|weighed| weighed.column.clone()),
        left_out,
        missing: asked.missing,
        task_note,
    };
    let names = preparation.design_names();
    let origin = table.source.clone();
    let pieces = pieces(&table, &features);
    let matrix = table.into_matrix(&pieces, keep.as_deref());
    let mut design = Design::from_columns(matrix, rows, pieces.len())?
        .with_names(names)
        .map_err(|error| clash(error, &origin))?;
    if let Some(Weighed { values, .. }) = weighed {
        design = design.with_weights(values)?;
    }
    notes.extend(constants(&design));
    Ok(Training {
        design,
        response,
        labels,
        preparation,
        notes,
    })
}

/// A level of a text column that is called as another column is.
fn clash(error: Error, source: &str) -> Sentence {
    match error {
        Error::DuplicateName { name, .. } => Sentence::new(format!(
            "{source}: `{name}` is a column, and a level of a text column is called so too; rename one, or leave one out with --drop"
        )),
        error => error.into(),
    }
}

/// Positions of the columns that are not to be used, in rising order.
fn dropped(asked: &[String], reader: &Reader) -> Result<Vec<usize>, Sentence> {
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
    Ok(dropped)
}

/// Refuses a column that is to be two things at once.
fn check_roles(
    reader: &Reader,
    target: usize,
    weights: Option<usize>,
    dropped: &[usize],
) -> Result<(), Sentence> {
    let (names, source) = (reader.names(), reader.source());
    if weights == Some(target) {
        return Err(Sentence::new(format!(
            "{source}: `{}` is the target and cannot weigh the rows; choose another column for --weights",
            names[target]
        )));
    }
    for (position, role) in [
        (Some(target), "is the target"),
        (weights, "weighs the rows"),
    ] {
        if let Some(position) = position.filter(|position| dropped.contains(position)) {
            return Err(Sentence::new(format!(
                "{source}: `{}` {role} and cannot be left out; take it out of --drop",
                names[position]
            )));
        }
    }
    Ok(())
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

/// A remark about columns that never change.
fn constants(design: &Design) -> Option<String> {
    let is_constant = |column: &usize| {
        let mut values = design.column(*column).iter().filter(|v| !v.is_nan());
        let first = values.next();
        values.all(|value| Some(value) == first)
    };
    let names: Vec<String> = (0..design.columns())
        .filter(is_constant)
        .map(|column| design.names()[column].clone())
        .collect();
    (!names.is_empty()).then(|| {
        format!(
            "{} the same value in every row and cannot be selected: {}.",
            count(names.len(), "column has", "columns have"),
            listed(&names)
        )
    })
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
    if let Some(slip) = slip(table, column) {
        return Err(slip);
    }
    if let (Kind::TooMany, Some(Texts { example, row, .. })) = (&column.kind, &column.texts) {
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

/// The rows that are used, if not all are.
fn kept(
    table: &Table,
    features: &[usize],
    roles: Roles,
    missing: MissingPolicy,
) -> Result<Option<Vec<bool>>, Sentence> {
    if missing != MissingPolicy::Drop {
        return Ok(None);
    }
    let slots: Vec<usize> = features
        .iter()
        .copied()
        .chain([roles.target])
        .chain(roles.weights)
        .collect();
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

/// The values of the rows that are used.
pub(super) fn retained(mut values: Vec<f64>, keep: Option<&[bool]>) -> Vec<f64> {
    if let Some(keep) = keep {
        let mut keep = keep.iter();
        values.retain(|_| keep.next().copied().unwrap_or(true));
    }
    values
}

fn source_column(column: &Column) -> SourceColumn {
    SourceColumn {
        name: column.name.clone(),
        kind: match &column.kind {
            Kind::Levels(levels) => ColumnKind::Levels {
                levels: levels.clone(),
            },
            Kind::Numbers | Kind::TooMany => ColumnKind::Numeric,
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
            Kind::Numbers | Kind::TooMany => pieces.push(Piece::Number(slot)),
        }
    }
    pieces
}
