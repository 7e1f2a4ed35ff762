//! How much each row counts.

use harderlasso::{ClassLabels, Error, Response, Target};
use harderlasso_report::{ClassWeight, MissingPolicy, WeightColumn};

use super::error::{PrepareError, PrepareProblem};
use crate::table::{Contents, Located, Table, Written};

/// The weights of the rows that are used.
pub(super) struct RowWeights {
    pub(super) values: Vec<f64>,
    pub(super) column: WeightColumn,
}

/// Reads the weights, and takes rows of weight 0 out of those that are kept. The
/// engine leaves them out too, but only after the target has been read, and in
/// `task::read` the rows that are used decide whether numbers are classes.
pub(super) fn weights(
    table: &Table,
    slot: usize,
    missing: MissingPolicy,
    keep: &mut Option<Vec<bool>>,
) -> Result<RowWeights, Located<PrepareProblem>> {
    let column = &table.columns[slot];
    let refuse = |problem| Located::whole(&table.name, problem).in_column(&column.name);
    if let (Contents::Levels(_) | Contents::TooMany, Some(texts)) =
        (&column.contents, &column.texts)
    {
        let problem = PrepareProblem::TextWeight(texts.example.clone());
        return Err(refuse(problem).in_row(texts.row));
    }
    match &column.written {
        Written::Dates(dates) => {
            let problem = PrepareProblem::TextWeight(dates.example.clone());
            return Err(refuse(problem).in_row(dates.row));
        }
        Written::Clock { example, row } => {
            let problem = PrepareProblem::TextWeight(example.clone());
            return Err(refuse(problem).in_row(*row));
        }
        Written::Plain | Written::Signed(_) | Written::Mixed(_) => {}
    }
    match table.first_missing(slot) {
        Some(row) if missing != MissingPolicy::Drop => {
            return Err(refuse(PrepareProblem::MissingWeight).in_row(row));
        }
        _ => {}
    }
    let values = table.values(slot, None);
    let used = |row: usize| keep.as_ref().is_none_or(|keep| keep[row]);
    let zero: Vec<usize> = (0..values.len())
        .filter(|&row| values[row] == 0.0 && used(row))
        .collect();
    if !zero.is_empty() {
        let keep = keep.get_or_insert_with(|| vec![true; table.rows]);
        zero.iter().for_each(|&row| keep[row] = false);
    }
    let values = table.values(slot, keep.as_deref());
    if values.len() < 2 {
        return Err(refuse(PrepareProblem::FewWeights(values.len())));
    }
    Ok(RowWeights {
        values,
        column: WeightColumn {
            name: column.name.clone(),
            zero: zero.len(),
        },
    })
}

/// The weights of the rows by their classes; nothing where there are no classes.
/// With the weights of the rows, they are multiplied.
pub(super) fn class_weights(how: ClassWeight, response: &Response) -> Option<Vec<f64>> {
    let ClassWeight::Balanced = how;
    let codes = match response.target() {
        Target::Real(_) => return None,
        Target::Classes(ClassLabels { codes, .. }) => codes,
    };
    let mut counts: Vec<usize> = Vec::new();
    for &code in codes {
        counts.resize(counts.len().max(code + 1), 0);
        counts[code] += 1;
    }
    let classes = counts.iter().filter(|&&count| count > 0).count() as f64;
    let rows = codes.len() as f64;
    let weight = |&code: &usize| rows / (classes * counts[code] as f64);
    Some(codes.iter().map(weight).collect())
}

/// The engine's error about the weights of the rows that are kept, with the
/// column and the row of the table.
pub(super) fn refused(
    error: Error,
    table: &str,
    column: &str,
    keep: Option<&[bool]>,
) -> PrepareError {
    let refuse = |problem| Located::whole(table, problem).in_column(column);
    match error {
        Error::BadWeight { row, value } => {
            let mut kept = (0..).filter(|&row| keep.is_none_or(|keep| keep[row]));
            let row = kept.nth(row).unwrap_or(row);
            refuse(PrepareProblem::BadWeight(value)).in_row(row).into()
        }
        Error::BadTotalWeight { total } => refuse(PrepareProblem::BadTotalWeight(total)).into(),
        error => error.into(),
    }
}
