//! λ: the quantile universal threshold.
//!
//! `λ_0(X, Y)` is the smallest λ for which the null model is a local minimum
//! (see [`Statistic`]); λ is its `(1 − α)`-quantile when `Y` is pure noise.

use crate::error::Error;
use crate::linalg::Columns;
use crate::null::{self, Calibration, NullLaw, Statistic};
use crate::observer::{Event, Observer};
use crate::rng::Seed;
use rayon::prelude::*;
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

/// `λ_0` under pure noise: its quantile λ and the draws behind it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NullDistribution {
    pub(crate) lambda: f64,
    /// A 95 % interval for λ.
    pub(crate) interval: (f64, f64),
    /// Sorted.
    pub(crate) draws: Vec<f64>,
}

/// How λ is to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draws {
    pub(crate) statistic: Statistic,
    pub(crate) alpha: f64,
    pub(crate) draws: usize,
    pub(crate) seed: Seed,
}

/// Calibrates λ on null targets.
///
/// `gram` makes `XᵀX`, asked for only where it saves work.
pub(crate) fn calibrate<'a>(
    x: &'a Columns<f64>,
    law: &'a dyn NullLaw,
    plan: Draws,
    gram: &'a (dyn Fn() -> &'a [f64] + Sync),
    observer: &dyn Observer,
) -> Result<NullDistribution, Error> {
    let Draws {
        statistic,
        alpha,
        draws,
        seed,
    } = plan;
    if x.count() == 0 {
        // Nothing can be selected; any λ will do.
        return Ok(NullDistribution {
            lambda: 0.0,
            interval: (0.0, 0.0),
            draws: Vec::new(),
        });
    }
    let shortcut = law.shortcut(&Calibration { x, draws, gram });
    let done = AtomicUsize::new(0);
    let blocks = draws.div_ceil(BLOCK);
    let mut values: Vec<f64> = (0..blocks)
        .into_par_iter()
        .map(|block| {
            if observer.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let count = BLOCK.min(draws - block * BLOCK);
            let rng = &mut seed.child(block as u64).rng();
            let values = match &shortcut {
                Some(shortcut) => shortcut.block(statistic, count, rng),
                None => null::products(law, x, statistic, count, rng),
            };
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
    Ok(NullDistribution {
        lambda: values[rank],
        interval: (values[low], values[high]),
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
