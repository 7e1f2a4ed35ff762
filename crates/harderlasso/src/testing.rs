//! What the tests of several modules need: random matrices of small size, and
//! a comparison of samples.

use crate::linalg::Columns;
use crate::rng::Seed;
use rand_distr::{Distribution, StandardNormal};

/// Two samples of 4000 are at most this far apart with probability `1 − 10⁻⁶`
/// if they have the same law.
pub(crate) const DRAWS: usize = 4000;
pub(crate) const DISTANCE: f64 = 0.061;

/// Independent standard normal numbers.
pub(crate) fn normals(count: usize, seed: u64) -> Vec<f64> {
    StandardNormal
        .sample_iter(Seed::new(seed).rng())
        .take(count)
        .collect()
}

/// Takes the mean away and brings the standard deviation (divisor n) to 1.
pub(crate) fn standardize(column: &mut [f64]) {
    let n = column.len() as f64;
    let mean = column.iter().sum::<f64>() / n;
    column.iter_mut().for_each(|v| *v -= mean);
    let deviation = (column.iter().map(|v| v * v).sum::<f64>() / n).sqrt();
    column.iter_mut().for_each(|v| *v /= deviation);
}

/// A standardized normal design.
pub(crate) fn design(rows: usize, columns: usize, seed: u64) -> Columns<f64> {
    let mut values = normals(rows * columns, seed);
    values.chunks_exact_mut(rows).for_each(standardize);
    Columns::new(values, rows)
}

/// A standardized target `Σ beta_j x_j + noise` with standard normal noise.
pub(crate) fn target(x: &Columns<f64>, beta: &[f64], seed: u64) -> Vec<f64> {
    let mut y = normals(x.rows(), seed);
    for (j, &beta) in beta.iter().enumerate() {
        for (y, x) in y.iter_mut().zip(x.column(j)) {
            *y += beta * x;
        }
    }
    standardize(&mut y);
    y
}

/// The largest distance between two empirical distribution functions.
pub(crate) fn kolmogorov_smirnov(a: &[f64], b: &[f64]) -> f64 {
    let below = |sorted: &[f64], value: f64| {
        sorted.partition_point(|&v| v <= value) as f64 / sorted.len() as f64
    };
    a.iter().chain(b).fold(0.0, |most, &value| {
        most.max((below(a, value) - below(b, value)).abs())
    })
}
