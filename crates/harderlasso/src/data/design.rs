use crate::error::Error;
use std::collections::HashMap;

/// How the values of a matrix follow each other in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Row after row (C order).
    RowMajor,
    /// Column after column (Fortran order).
    ColumnMajor,
}

/// A checked table of features: `rows × columns`, finite or missing (NaN),
/// with a name for each column.
///
/// ```
/// use harderlasso::{Design, Layout};
/// let x = Design::new(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], 3, 2, Layout::RowMajor)?
///     .with_names(["age", "height"])?;
/// assert_eq!(x.column(1), [2.0, 4.0, 6.0]);
/// # Ok::<(), harderlasso::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    values: Vec<f64>,
    rows: usize,
    names: Vec<String>,
}

impl Design {
    /// Copies a matrix of `f32` or `f64` in either layout.
    ///
    /// # Errors
    /// If there are no rows or columns, if the number of values is not
    /// `rows · columns`, or if a value is infinite.
    pub fn new<T: Copy + Into<f64>>(
        values: &[T],
        rows: usize,
        columns: usize,
        layout: Layout,
    ) -> Result<Self, Error> {
        check_size(values.len(), rows, columns)?;
        let copied = match layout {
            Layout::ColumnMajor => values.iter().map(|&value| value.into()).collect(),
            Layout::RowMajor => transposed(values, rows, columns),
        };
        Self::from_columns(copied, rows, columns)
    }

    /// Takes a column-major matrix without copying it.
    ///
    /// # Errors
    /// As [`Design::new`].
    pub fn from_columns(values: Vec<f64>, rows: usize, columns: usize) -> Result<Self, Error> {
        check_size(values.len(), rows, columns)?;
        let names = (0..columns).map(|column| format!("x{column}")).collect();
        let design = Self {
            values,
            rows,
            names,
        };
        match design.values.iter().position(|value| value.is_infinite()) {
            Some(position) => Err(design.infinite(position)),
            None => Ok(design),
        }
    }

    fn infinite(&self, position: usize) -> Error {
        let column = position / self.rows;
        Error::InfiniteFeature {
            row: position % self.rows,
            column,
            name: self.names[column].clone(),
            value: self.values[position],
        }
    }

    /// Names the columns.
    ///
    /// # Errors
    /// If there is not one name for each column, or if two are the same.
    pub fn with_names<S: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Self, Error> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        if names.len() != self.columns() {
            return Err(Error::SizeMismatch {
                what: "the list of column names",
                found: names.len(),
                expected: self.columns(),
            });
        }
        let mut seen = HashMap::with_capacity(names.len());
        for (second, name) in names.iter().enumerate() {
            if let Some(first) = seen.insert(name.as_str(), second) {
                return Err(Error::DuplicateName {
                    name: name.clone(),
                    first,
                    second,
                });
            }
        }
        self.names = names;
        Ok(self)
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.names.len()
    }

    /// The names of the columns; `x0, x1, …` unless given.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The values of one column; NaN where they are missing.
    ///
    /// # Panics
    /// If `column` is not below [`Design::columns`].
    #[must_use]
    pub fn column(&self, column: usize) -> &[f64] {
        &self.values[column * self.rows..][..self.rows]
    }
}

fn check_size(found: usize, rows: usize, columns: usize) -> Result<(), Error> {
    if rows == 0 || columns == 0 {
        return Err(Error::EmptyDesign { rows, columns });
    }
    match rows.checked_mul(columns) {
        Some(expected) if expected == found => Ok(()),
        expected => Err(Error::SizeMismatch {
            what: "the matrix",
            found,
            expected: expected.unwrap_or(usize::MAX),
        }),
    }
}

/// Row-major to column-major, in tiles that stay in the cache.
fn transposed<T: Copy + Into<f64>>(values: &[T], rows: usize, columns: usize) -> Vec<f64> {
    const TILE: usize = 32;
    let mut out = vec![0.0; values.len()];
    for top in (0..rows).step_by(TILE) {
        for left in (0..columns).step_by(TILE) {
            for column in left..(left + TILE).min(columns) {
                for row in top..(top + TILE).min(rows) {
                    out[column * rows + row] = values[row * columns + column].into();
                }
            }
        }
    }
    out
}
