//! Centring and scaling of the columns of a design.

/// The mean and the standard deviation (divisor n) of each column of the raw
/// design.
#[derive(Clone, Debug)]
pub(crate) struct Standardizer(Vec<(f64, f64)>);

impl Standardizer {
    /// Measures `columns`, each of `rows` values, one after the other.
    pub(crate) fn of(columns: &[f64], rows: usize) -> Self {
        let n = rows as f64;
        let moments = columns.chunks_exact(rows).map(|column| {
            let mean = column.iter().sum::<f64>() / n;
            let variance = column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
            (mean, variance.sqrt())
        });
        Self(moments.collect())
    }

    /// Applies the same centring and scaling to columns of any length.
    pub(crate) fn apply(&self, columns: &mut [f64], rows: usize) {
        for (j, column) in columns.chunks_exact_mut(rows).enumerate() {
            self.apply_to(j, column);
        }
    }

    /// Applies the centring and scaling of column `j`.
    pub(crate) fn apply_to(&self, j: usize, column: &mut [f64]) {
        let (mean, deviation) = self.0[j];
        for x in column {
            *x = (*x - mean) / deviation;
        }
    }
}
