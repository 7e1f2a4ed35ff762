//! λ: the quantile universal threshold.
//!
//! `λ_0(X, Y)` is the smallest λ for which the null model is a local minimum;
//! λ is its `(1 − α)`-quantile when `Y` is pure noise. With `D = −∂L/∂μ` at the
//! null fit and `G = Xᵀ D` (`p × m`),
//!
//! - one layer: `λ_0 = max_{j,t} |G_jt|`;
//! - L layers: `λ_0 = κ^(L−1) π_L · max_j Σ_t |G_jt|`,
//!   `π_L = sqrt(p_3 · … · p_L)`.
//!
//! The paper uses the row sum for one layer too; but there no layer above
//! `W_1` adds the classes up, and the condition is on single entries.

mod sampler;

use crate::activation::Activation;
use crate::error::Error;
use crate::linalg::{self, Columns};
use crate::loss::NullLaw;
use crate::observer::{Event, Observer};
use crate::rng::Seed;
use rayon::prelude::*;
use sampler::Sampler;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Draws made by one parallel piece of work.
const BLOCK: usize = 256;

/// The calibrated λ with the null distribution that it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// λ.
    pub lambda: f64,
    /// A 95 % interval for λ, from order statistics: what the finite number of
    /// draws leaves open. Both ends are λ itself where it was handed in.
    pub interval: (f64, f64),
    /// `λ_0` of the data: the null model is a local minimum at λ exactly if
    /// this is not above λ.
    pub observed: f64,
    /// `λ_0` of the null draws, sorted; empty where λ was handed in.
    pub draws: Vec<f64>,
}

/// `π_L = sqrt(p_3 · … · p_L)`, from the widths of the hidden layers.
pub(crate) fn width_factor(hidden: &[usize]) -> f64 {
    let product: f64 = hidden.iter().skip(1).map(|&width| width as f64).product();
    product.sqrt()
}

/// How the gradient at the null model becomes `λ_0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Statistic {
    /// `κ^(L−1) π_L`.
    factor: f64,
    /// Whether layers above `W_1` add up the outputs.
    row_sum: bool,
}

impl Statistic {
    pub(crate) fn new(hidden: &[usize], activation: Activation) -> Self {
        let layers_above = i32::try_from(hidden.len()).unwrap_or(i32::MAX);
        Self {
            factor: activation.steepest().powi(layers_above) * width_factor(hidden),
            row_sum: !hidden.is_empty(),
        }
    }

    /// Combines the entries of one row of G, unscaled.
    fn combine(self, row: impl Iterator<Item = f64>) -> f64 {
        if self.row_sum {
            row.map(f64::abs).sum()
        } else {
            row.map(f64::abs).fold(0.0, f64::max)
        }
    }

    /// `λ_0` from `−∂L/∂μ` at the null fit, one column for each output.
    pub(crate) fn observed(self, x: &Columns<f64>, null_gradient: &[f64]) -> f64 {
        let rows = x.rows();
        (0..x.count())
            .into_par_iter()
            .map(|j| {
                let column = x.column(j);
                self.combine(
                    null_gradient
                        .chunks_exact(rows)
                        .map(|d| linalg::dot(column, d)),
                )
            })
            .reduce(|| 0.0, f64::max)
            * self.factor
    }
}

/// How λ is to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) statistic: Statistic,
    pub(crate) alpha: f64,
    pub(crate) draws: usize,
    pub(crate) seed: Seed,
}

/// Calibrates λ on null targets.
///
/// `gram` makes `XᵀX`, asked for only where it saves work.
pub(crate) fn calibrate<'g>(
    x: &Columns<f64>,
    law: &NullLaw,
    plan: Plan,
    gram: impl Fn() -> &'g [f64],
    observer: &dyn Observer,
) -> Result<Threshold, Error> {
    let Plan {
        statistic,
        alpha,
        draws,
        seed,
    } = plan;
    if x.count() == 0 {
        // Nothing can be selected; any λ will do.
        return Ok(Threshold {
            lambda: 0.0,
            interval: (0.0, 0.0),
            observed: 0.0,
            draws: Vec::new(),
        });
    }
    let sampler = Sampler::new(x, law, draws, gram);
    let done = AtomicUsize::new(0);
    let blocks = draws.div_ceil(BLOCK);
    let mut values: Vec<f64> = (0..blocks)
        .into_par_iter()
        .map(|block| {
            if observer.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let count = BLOCK.min(draws - block * BLOCK);
            let values = sampler.block(statistic, count, seed.child(block as u64));
            let so_far = done.fetch_add(count, Ordering::Relaxed) + count;
            observer.event(Event::Draws {
                done: so_far,
                total: draws,
            });
            Ok(values)
        })
        .collect::<Result<Vec<_>, Error>>()?
        .concat();
    values
        .iter_mut()
        .for_each(|value| *value *= statistic.factor);
    values.sort_unstable_by(f64::total_cmp);
    let (rank, low, high) = ranks(draws, alpha);
    Ok(Threshold {
        lambda: values[rank],
        interval: (values[low], values[high]),
        observed: f64::NAN,
        draws: values,
    })
}

/// Positions of the `(1 − α)`-quantile and of a 95 % interval for it among
/// sorted draws: the number of draws below the quantile is binomial.
fn ranks(draws: usize, alpha: f64) -> (usize, usize, usize) {
    let last = draws - 1;
    let centre = draws as f64 * (1.0 - alpha);
    let spread = 1.96 * (draws as f64 * alpha * (1.0 - alpha)).sqrt();
    let at = |position: f64| (position.max(0.0) as usize).min(last);
    (
        // 50 · (1 − 0.94) is a hair above 3 and still means the third.
        at((centre - 1e-9).ceil() - 1.0),
        at((centre - spread).floor() - 1.0),
        at((centre + spread).ceil()),
    )
}

#[cfg(test)]
mod tests;
