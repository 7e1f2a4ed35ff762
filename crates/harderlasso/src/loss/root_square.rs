use super::{Loss, NullLaw};
use crate::linalg::Real;

/// Regression: `‖y − μ‖₂`. The root makes the threshold λ free of the noise
/// level (paper, section on the choice of loss).
#[derive(Clone, Debug)]
pub(crate) struct RootSquare {
    target: Vec<f64>,
    mean: f64,
}

impl RootSquare {
    pub(crate) fn new(target: Vec<f64>) -> Self {
        let mean = target.iter().sum::<f64>() / target.len() as f64;
        Self { target, mean }
    }
}

impl Loss for RootSquare {
    fn rows(&self) -> usize {
        self.target.len()
    }

    fn outputs(&self) -> usize {
        1
    }

    /// The gradient is the unit vector `(μ − y)/‖μ − y‖`, and zero where the
    /// fit is exact.
    fn evaluate<T: Real>(&self, mu: &[T], gradient: &mut [T]) -> f64 {
        let mut squares = 0.0;
        for ((gradient, &mu), &y) in gradient.iter_mut().zip(mu).zip(&self.target) {
            let residual = mu.wide() - y;
            squares += residual * residual;
            *gradient = T::of(residual);
        }
        let norm = squares.sqrt();
        if norm > 0.0 {
            let inverse = T::of(1.0 / norm);
            gradient.iter_mut().for_each(|g| *g = *g * inverse);
        }
        norm
    }

    fn null_fit(&self) -> Vec<f64> {
        vec![self.mean]
    }

    fn perfect(&self) -> f64 {
        1e-10 * (self.rows() as f64).sqrt()
    }

    /// `n log(RSS/n)`: the noise level is a parameter of its own.
    fn deviance(&self, loss: f64) -> f64 {
        let rows = self.rows() as f64;
        rows * (loss.max(self.perfect()).powi(2) / rows).ln()
    }

    fn real_target(&self) -> Option<&[f64]> {
        Some(&self.target)
    }

    fn null_law(&self) -> NullLaw {
        NullLaw::Sphere
    }
}
