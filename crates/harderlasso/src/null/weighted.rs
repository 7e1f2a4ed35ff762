//! Any null law on rows that stand for several observations each.

use super::{Calibration, NullLaw, Outputs, Shortcut};
use chacha20::ChaCha8Rng;

/// Noise whose sum over several observations is known.
pub(crate) trait RowNoise: Send + Sync {
    /// Which outputs are drawn.
    fn outputs(&self) -> Outputs;

    /// The sum of the noise of `weight` observations, a number for each output.
    fn sum(&self, weight: f64, rng: &mut ChaCha8Rng, out: &mut [f64]);

    /// Turns the sums of all rows into `−∂L/∂μ`, a column for each output. What
    /// is constant over observations may stay: the columns of X are centred.
    fn gradient(&self, _weights: &[f64], _rng: &mut ChaCha8Rng, _sums: &mut [f64]) {}

    /// See [`NullLaw::shortcut`]; `observations` is the sum of the weights.
    fn shortcut<'a>(
        &'a self,
        _calibration: &Calibration<'a>,
        _observations: f64,
    ) -> Option<Box<dyn Shortcut + 'a>> {
        None
    }
}

/// A law of observations that were gathered into rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weighted<N> {
    pub(crate) noise: N,
    pub(crate) weights: Vec<f64>,
    /// Whether the rows of X were multiplied by the roots of their weights.
    pub(crate) is_in_rows: bool,
}

impl<N: RowNoise> NullLaw for Weighted<N> {
    fn outputs(&self) -> Outputs {
        self.noise.outputs()
    }

    fn draw(&self, rng: &mut ChaCha8Rng, gradient: &mut [f32]) {
        let (rows, drawn) = (self.weights.len(), self.outputs().drawn());
        let mut sums = vec![0.0; rows * drawn];
        let mut of_row = vec![0.0; drawn];
        for (row, &weight) in self.weights.iter().enumerate() {
            self.noise.sum(weight, rng, &mut of_row);
            for (output, &sum) in of_row.iter().enumerate() {
                sums[output * rows + row] = sum;
            }
        }
        self.noise.gradient(&self.weights, rng, &mut sums);
        if self.is_in_rows {
            for output in sums.chunks_exact_mut(rows) {
                for (sum, weight) in output.iter_mut().zip(&self.weights) {
                    *sum /= weight.sqrt();
                }
            }
        }
        for (out, &sum) in gradient.iter_mut().zip(&sums) {
            *out = sum as f32;
        }
    }

    /// A shortcut sees X alone, so the weights must be in its rows.
    fn shortcut<'a>(&'a self, calibration: &Calibration<'a>) -> Option<Box<dyn Shortcut + 'a>> {
        if !self.is_in_rows {
            return None;
        }
        let observations = self.weights.iter().sum();
        self.noise.shortcut(calibration, observations)
    }
}
