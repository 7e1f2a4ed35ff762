use super::Response;
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
/// with a name for each column and, if wanted, a weight for each row.
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
    is_named: bool,
    weights: Option<Vec<f64>>,
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
            is_named: false,
            weights: None,
        };
        match first_infinite(&design.values) {
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
        self.is_named = true;
        Ok(self)
    }

    /// Sets a weight for each row of a fit: how much the row matters. Only the ratios
    /// of weights count, and the rows are worth `(Σw)² / Σw²` observations, which is at
    /// most their number. A row of weight 0 is left out.
    ///
    /// λ takes weights into account: it comes from random orders of the target in
    /// which weights stay in their rows or go with it, whichever gives the larger λ.
    ///
    /// Predictions ignore weights.
    ///
    /// # Errors
    /// If there is not one weight for each row, if one is negative or not
    /// finite, or if none is above zero.
    pub fn with_weights(mut self, weights: Vec<f64>) -> Result<Self, Error> {
        if weights.len() != self.rows {
            return Err(Error::SizeMismatch {
                what: "the list of row weights",
                found: weights.len(),
                expected: self.rows,
            });
        }
        if let Some(row) = weights.iter().position(|w| !(w.is_finite() && *w >= 0.0)) {
            return Err(Error::BadWeight {
                row,
                value: weights[row],
            });
        }
        let total: f64 = weights.iter().sum();
        if !(total > 0.0 && total.is_finite()) {
            return Err(Error::BadTotalWeight { total });
        }
        self.weights = Some(weights);
        Ok(self)
    }

    /// The weights of the rows, if there are any.
    #[must_use]
    pub fn weights(&self) -> Option<&[f64]> {
        self.weights.as_deref()
    }

    /// The rows that a fit uses, in the design and in the response: those with a
    /// positive weight. Nothing if these are all rows.
    ///
    /// # Errors
    /// If the response has another number of rows, if fewer than two rows have a
    /// positive weight, or if the response of these rows is constant.
    pub fn used_rows(&self, response: &Response) -> Result<Option<(Self, Response)>, Error> {
        if response.rows() != self.rows {
            return Err(Error::SizeMismatch {
                what: "the target",
                found: response.rows(),
                expected: self.rows,
            });
        }
        let Some(weights) = &self.weights else {
            return Ok(None);
        };
        let used: Vec<usize> = (0..self.rows).filter(|&row| weights[row] > 0.0).collect();
        if used.len() == self.rows {
            return Ok(None);
        }
        if used.len() < 2 {
            return Err(Error::TooFewWeights {
                positive: used.len(),
                rows: self.rows,
            });
        }
        let design = Self {
            values: (0..self.columns())
                .flat_map(|column| {
                    let column = self.column(column);
                    used.iter().map(move |&row| column[row])
                })
                .collect(),
            rows: used.len(),
            names: self.names.clone(),
            is_named: self.is_named,
            weights: Some(used.iter().map(|&row| weights[row]).collect()),
        };
        Ok(Some((design, response.of_rows(&used)?)))
    }

    /// The design with weights that add up to the number of rows that they are
    /// worth. Weights tell how much a row matters, not how often it was observed: their
    /// unit means nothing, and unequal ones bring less information than as many rows do,
    /// `(Σw)² / Σw²` (Kish 1965). Nothing if there are no weights.
    pub(crate) fn with_effective_weights(&self) -> Option<Self> {
        let weights = self.weights.as_deref()?;
        // In units of the largest, so that squares cannot overflow.
        let largest = weights.iter().fold(0.0, |most: f64, w| most.max(*w));
        let sum: f64 = weights.iter().map(|w| w / largest).sum();
        let squares: f64 = weights.iter().map(|w| (w / largest) * (w / largest)).sum();
        let factor = sum / squares;
        Some(Self {
            weights: Some(weights.iter().map(|w| w / largest * factor).collect()),
            ..self.clone()
        })
    }

    /// The same rows without their weights; nothing if there are none.
    pub(crate) fn without_weights(&self) -> Option<Self> {
        self.weights.as_ref().map(|_| Self {
            weights: None,
            ..self.clone()
        })
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

    /// Whether the names were given by the caller.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.is_named
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

/// Position of the first infinite value. Blocks are checked as a whole first,
/// which the compiler turns into vector instructions.
fn first_infinite(values: &[f64]) -> Option<usize> {
    const PIECE: usize = 4096;
    let any = |piece: &[f64]| piece.iter().fold(false, |any, v| any | v.is_infinite());
    let number = values.chunks(PIECE).position(any)?;
    let start = number * PIECE;
    let within = values[start..].iter().position(|v| v.is_infinite())?;
    Some(start + within)
}

/// Row-major to column-major, in tiles that stay in the cache.
fn transposed<T: Copy + Into<f64>>(values: &[T], rows: usize, columns: usize) -> Vec<f64> {
    const TILE: usize = 32;
    let mut out = vec![0.0; values.len()];
    for top in (0..rows).step_by(TILE) {
        for left in (0..columns).step_by(TILE) {
            let bottom = (top + TILE).min(rows);
            for column in left..(left + TILE).min(columns) {
                let to = &mut out[column * rows + top..column * rows + bottom];
                let from = values[top * columns + column..].iter().step_by(columns);
                for (to, &from) in to.iter_mut().zip(from) {
                    *to = from.into();
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_hold_the_same_table() {
        // Neither side is a multiple of a tile.
        let (rows, columns) = (75, 41);
        let value = |row: usize, column: usize| (row * 100 + column) as f64;
        let by_rows: Vec<f64> = (0..rows * columns)
            .map(|i| value(i / columns, i % columns))
            .collect();
        let by_columns: Vec<f64> = (0..rows * columns)
            .map(|i| value(i % rows, i / rows))
            .collect();
        let first = Design::new(&by_rows, rows, columns, Layout::RowMajor).unwrap();
        let second = Design::new(&by_columns, rows, columns, Layout::ColumnMajor).unwrap();
        assert!(first == second);
        assert_eq!(first.column(40)[74], value(74, 40));
    }

    #[test]
    fn infinity_is_found_wherever_it_is() {
        for place in [0, 1, 4095, 4096, 9998, 9999] {
            let mut values = vec![1.0; 10_000];
            values[place] = f64::NEG_INFINITY;
            values[9999] = f64::INFINITY;
            values[if place == 0 { 1 } else { 0 }] = f64::NAN;
            assert_eq!(first_infinite(&values), Some(place));
        }
        assert_eq!(first_infinite(&[f64::NAN, 0.0, f64::MAX]), None);
        assert_eq!(first_infinite(&[]), None);
    }
}
