//! Noise without a law: the observed target in another order.
//!
//! If the target has nothing to do with X, every order of its rows is equally
//! likely, whatever its law is. So `λ_0` of the data is a draw like those of the
//! permuted targets, and the level holds for skewed targets, for outliers and for
//! columns that a few rows dominate.

use super::{Calibration, NullLaw, Outputs, Shortcut};
use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;

/// A target whose rows can change places.
pub(crate) trait Exchangeable: Send + Sync {
    /// Number of rows.
    fn rows(&self) -> usize;

    /// Which outputs of the gradient are written.
    fn outputs(&self) -> Outputs;

    /// `−∂L/∂μ` at the null fit of the target whose row `i` is row `order[i]` of
    /// this one, a column for each output. What is constant over the rows may
    /// stay: the columns of X are centred. Weights of rows stay in their place.
    fn gradient(&self, order: &[u32], gradient: &mut [f32]);

    /// See [`NullLaw::shortcut`].
    fn shortcut<'a>(&'a self, _calibration: &Calibration<'a>) -> Option<Box<dyn Shortcut + 'a>> {
        None
    }
}

/// The null law of an exchangeable target.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Permuted<E>(pub(crate) E);

impl<E: Exchangeable> NullLaw for Permuted<E> {
    fn outputs(&self) -> Outputs {
        self.0.outputs()
    }

    fn draw(&self, rng: &mut ChaCha8Rng, gradient: &mut [f32]) {
        self.0.gradient(&shuffled(self.0.rows(), rng), gradient);
    }

    fn shortcut<'a>(&'a self, calibration: &Calibration<'a>) -> Option<Box<dyn Shortcut + 'a>> {
        self.0.shortcut(calibration)
    }
}

/// The rows in a random order.
pub(super) fn shuffled(rows: usize, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let mut order: Vec<u32> = (0..rows as u32).collect();
    order.shuffle(rng);
    order
}

/// The observed gradient, weights included, in another order.
///
/// Weights that depend on the target, such as those that balance classes, change
/// places with it. [`Permuted`] is for weights that depend on X; which of the two
/// holds for given weights nobody knows, so both are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WithWeights {
    /// `−∂L/∂μ` at the null fit, a column for each output.
    pub(crate) gradient: Vec<f64>,
    /// Factors by which the rows of X were multiplied, if there are any: what
    /// changes places is the gradient by the rows before.
    pub(crate) row_factors: Option<Vec<f64>>,
    pub(crate) rows: usize,
}

impl Exchangeable for WithWeights {
    fn rows(&self) -> usize {
        self.rows
    }

    fn outputs(&self) -> Outputs {
        Outputs::All(self.gradient.len() / self.rows)
    }

    fn gradient(&self, order: &[u32], gradient: &mut [f32]) {
        let outputs = self.gradient.chunks_exact(self.rows);
        for (out, from) in gradient.chunks_exact_mut(self.rows).zip(outputs) {
            for (row, (out, &source)) in out.iter_mut().zip(order).enumerate() {
                let factor = self
                    .row_factors
                    .as_ref()
                    .map_or(1.0, |factors| factors[source as usize] / factors[row]);
                *out = (from[source as usize] * factor) as f32;
            }
        }
    }
}
