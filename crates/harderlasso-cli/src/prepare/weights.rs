//! How much each row counts.

use harderlasso_report::{MissingPolicy, WeightColumn};

use super::count;
use super::training::retained;
use crate::sentence::Sentence;
use crate::table::{Kind, Table};

/// The weights of the rows that are used.
pub(super) struct Weighed {
    pub(super) values: Vec<f64>,
    pub(super) column: WeightColumn,
}

/// Reads the weights, and takes rows of weight 0 out of those that are kept.
pub(super) fn weighed(
    table: &Table,
    slot: usize,
    missing: MissingPolicy,
    keep: &mut Option<Vec<bool>>,
) -> Result<Weighed, Sentence> {
    let column = &table.columns[slot];
    let place = format!(
        "{}: `{}`, which weighs the rows,",
        table.source, column.name
    );
    if let (Kind::Levels(_) | Kind::TooMany, Some(texts)) = (&column.kind, &column.texts) {
        return Err(Sentence::new(format!(
            "{place} has the text `{}` in row {}; weights are numbers, such as how often the row was seen",
            texts.example,
            texts.row + 1
        )));
    }
    match table.first_missing(slot) {
        Some(row) if missing != MissingPolicy::Drop => {
            return Err(Sentence::new(format!(
                "{place} has no value in row {}; fill it in, or leave such rows out with --missing drop",
                row + 1
            )));
        }
        _ => {}
    }
    let values = table.values(slot);
    if let Some(row) = values.iter().position(|weight| *weight < 0.0) {
        return Err(Sentence::new(format!(
            "{place} has the value {} in row {}; a weight is not negative",
            values[row],
            row + 1
        )));
    }
    let used = |row: usize| keep.as_ref().is_none_or(|keep| keep[row]);
    let zero: Vec<usize> = (0..values.len())
        .filter(|&row| values[row] == 0.0 && used(row))
        .collect();
    if !zero.is_empty() {
        let keep = keep.get_or_insert_with(|| vec![true; table.rows]);
        zero.iter().for_each(|&row| keep[row] = false);
    }
    let values = retained(values, keep.as_deref());
    if values.len() < 2 {
        return Err(Sentence::new(format!(
            "{place} is above zero in {} only; at least two rows must count",
            count(values.len(), "row", "rows")
        )));
    }
    Ok(Weighed {
        values,
        column: WeightColumn {
            name: column.name.clone(),
            zero: zero.len(),
        },
    })
}
