//! Columns of dataframes, by the rules of the command: a column of categories becomes
//! one column of zeros and ones for each level.

mod categories;
mod numbers;

use std::collections::{HashMap, HashSet};

use crate::errors::exception;
use categories::{categories, category, indicators, known};
use harderlasso::Design;
use harderlasso_report::field::Grammar;
use harderlasso_report::{ColumnKind, LeftOut, Preparation, SourceColumn, Writing};
use numbers::numbers;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::{FromPyObject, PyErr, PyResult, pyclass, pymethods};

/// A value of a column that is not one of numbers.
#[derive(FromPyObject)]
pub(crate) enum FieldValue {
    /// True or False.
    Truth(bool),
    /// A number among others.
    Number(f64),
    /// A text.
    Text(String),
}

/// A column, as Python gives it.
#[derive(FromPyObject)]
pub(crate) enum ColumnValues<'py> {
    /// Numbers; NaN is a missing value.
    Numbers(PyReadonlyArray1<'py, f64>),
    /// Days since 1970-01-01, and whether they are in UTC.
    Days(PyReadonlyArray1<'py, f64>, bool),
    /// For each row the position of its value in a list, or -1 for a missing value.
    Coded(PyReadonlyArray1<'py, i64>, Vec<FieldValue>),
}

/// The columns of a frame, encoded as the engine takes them.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct Encoded {
    pub(crate) design: Design,
    columns: Vec<SourceColumn>,
    left_out: Vec<LeftOut>,
    /// Sentences about values that are treated in a special way.
    notes: Vec<String>,
}

#[pymethods]
impl Encoded {
    /// Encodes the columns of a fit. Those in `categorical` are categories whatever
    /// they hold.
    #[new]
    #[allow(clippy::needless_pass_by_value)]
    fn new(
        names: Vec<String>,
        columns: Vec<ColumnValues<'_>>,
        rows: usize,
        categorical: HashSet<usize>,
    ) -> PyResult<Self> {
        let (mut described, mut left_out, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (position, (name, column)) in names.iter().zip(&columns).enumerate() {
            let is_asked = categorical.contains(&position);
            let (numbers, writing) = match (column, is_asked) {
                (ColumnValues::Numbers(numbers), false) => (numbers, None),
                (ColumnValues::Days(days, zoned), false) => {
                    let (order, zoned) = (None, *zoned);
                    (days, Some(Writing::Dates { order, zoned }))
                }
                (column, _) => {
                    let categories = categories(column, &Grammar::default());
                    match category(name, &categories, is_asked)? {
                        Ok(column) => {
                            indicators(&categories, &column.kind, rows, &mut values);
                            described.push(column);
                        }
                        Err(reason) => left_out.push(LeftOut {
                            name: name.clone(),
                            reason,
                        }),
                    }
                    continue;
                }
            };
            let numbers = numbers.as_array();
            described.push(SourceColumn {
                name: name.clone(),
                kind: ColumnKind::Numeric,
                missing: numbers.iter().filter(|number| number.is_nan()).count(),
                writing,
            });
            values.extend(numbers);
        }
        if described.is_empty() {
            let reasons: Vec<String> = left_out
                .iter()
                .map(|column| format!("`{}` is {}", column.name, column.reason))
                .collect();
            return Err(refused(&format!(
                "no column can be a feature: {}; name a column in categorical to use it all the same",
                reasons.join("; ")
            )));
        }
        let mut preparation = Preparation::plain(&[], "y");
        preparation.columns = described;
        let names = preparation.design_names();
        let design = Design::from_columns(values, rows, names.len())
            .and_then(|design| design.with_names(names))
            .map_err(exception)?;
        Ok(Self {
            design,
            columns: preparation.columns,
            left_out,
            notes: Vec::new(),
        })
    }

    /// Sentences about the columns that were left out, or about values that the fit did
    /// not have.
    #[getter]
    fn notes(&self) -> Vec<String> {
        let mut preparation = Preparation::plain(&[], "y");
        preparation.left_out.clone_from(&self.left_out);
        let mut notes = harderlasso_report::notes::left_out(&preparation);
        notes.extend(self.notes.iter().cloned());
        notes
    }
}

impl Encoded {
    /// The description of the table of a fit.
    pub(crate) fn preparation(&self) -> Preparation {
        let mut preparation = Preparation::plain(&[], "y");
        preparation.columns.clone_from(&self.columns);
        preparation.left_out.clone_from(&self.left_out);
        preparation
    }

    /// Encodes columns of a new frame as those of the fit; the others are zero.
    pub(crate) fn of_new(
        preparation: &Preparation,
        columns: &HashMap<usize, ColumnValues<'_>>,
        rows: usize,
    ) -> PyResult<Self> {
        let grammar = Grammar::new(&preparation.notation);
        let (mut values, mut notes) = (Vec::new(), Vec::new());
        for (position, source) in preparation.columns.iter().enumerate() {
            let Some(column) = columns.get(&position) else {
                values.resize(values.len() + rows * source.width(), 0.0);
                continue;
            };
            match &source.kind {
                ColumnKind::Numeric => values.extend(numbers(source, column, &grammar)?),
                ColumnKind::Levels { levels } => {
                    let found = categories(column, &grammar);
                    let known = known(source, levels, found, &mut notes);
                    indicators(&known, &source.kind, rows, &mut values);
                }
            }
        }
        let columns = preparation.columns.iter().map(SourceColumn::width).sum();
        Ok(Self {
            design: Design::from_columns(values, rows, columns).map_err(exception)?,
            columns: Vec::new(),
            left_out: Vec::new(),
            notes,
        })
    }
}

fn refused(sentence: &str) -> PyErr {
    PyValueError::new_err(format!("X: {sentence}"))
}
