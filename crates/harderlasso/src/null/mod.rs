//! Pure noise: how a target without any signal looks to a model.
//!
//! A [`NullLaw`] draws `−∂L/∂μ` at the null fit for targets that have nothing to
//! do with X. Its products with the columns are all that the quantile universal
//! threshold needs, so a law of the target that can draw one is calibrated. Where
//! there is a faster way to the same statistic, a law offers it as a
//! [`Shortcut`].
//!
//! The null laws of today permute the observed target, see [`Permuted`], which
//! assumes nothing about its law.

mod assumed;
mod labels;
mod normal;
mod numbers;
mod permuted;
mod products;
mod statistic;

pub(crate) use assumed::Assumed;
pub(crate) use labels::Labels;
pub(crate) use numbers::Numbers;
pub(crate) use permuted::{Exchangeable, Permuted, WithWeights};
pub(crate) use products::products;
pub(crate) use statistic::{Statistic, width_factor};

use crate::linalg::Columns;
use chacha20::ChaCha8Rng;

/// The law of `−∂L/∂μ` at the null fit when the target is pure noise.
pub(crate) trait NullLaw: Send + Sync {
    /// How many outputs a draw holds, and what they leave out.
    fn outputs(&self) -> Outputs;

    /// One draw: a column of n numbers for each output that is drawn.
    fn draw(&self, rng: &mut ChaCha8Rng, gradient: &mut [f32]);

    /// A faster way to the statistic of many draws, if there is one.
    fn shortcut<'a>(&'a self, _calibration: &Calibration<'a>) -> Option<Box<dyn Shortcut + 'a>> {
        None
    }
}

/// Which outputs of the gradient are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outputs {
    /// All of them.
    All(usize),
    /// All but one. Together they sum to zero, so the missing one is minus the
    /// sum of these.
    AllButOne(usize),
}

impl Outputs {
    /// How many are drawn.
    pub(crate) fn drawn(self) -> usize {
        match self {
            Self::All(count) | Self::AllButOne(count) => count,
        }
    }
}

/// What a shortcut may look at before it is taken.
pub(crate) struct Calibration<'a> {
    pub(crate) x: &'a Columns<f64>,
    /// How many draws will be made.
    pub(crate) draws: usize,
    /// Makes `XᵀX`, which costs as much as n draws.
    pub(crate) gram: &'a (dyn Fn() -> &'a [f64] + Sync),
}

/// A way to `λ_0` of many draws, without its factor, that does not multiply X
/// by each of them.
pub(crate) trait Shortcut: Sync {
    /// The statistic of some draws.
    fn block(&self, statistic: Statistic, count: usize, rng: &mut ChaCha8Rng) -> Vec<f64>;
}

#[cfg(test)]
mod tests;
