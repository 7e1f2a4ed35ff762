use super::{Loss, NullLaw};
use crate::linalg::{Real, vectorized};

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
        let norm = vectorized(
            #[inline(always)]
            || subtract(gradient, mu, &self.target),
        )
        .sqrt();
        if norm > 0.0 {
            let inverse = T::of(1.0 / norm);
            gradient.iter_mut().for_each(|g| *g *= inverse);
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

/// Writes `μ − y` and returns its squared length, summed in double precision
/// over independent lanes so that it vectorizes.
#[inline(always)]
fn subtract<T: Real>(out: &mut [T], mu: &[T], y: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut squares = [0.0f64; LANES];
    for ((out, mu), y) in out
        .chunks_mut(LANES)
        .zip(mu.chunks(LANES))
        .zip(y.chunks(LANES))
    {
        for (((out, &mu), &y), sum) in out.iter_mut().zip(mu).zip(y).zip(&mut squares) {
            let residual = mu.wide() - y;
            *sum += residual * residual;
            *out = T::of(residual);
        }
    }
    squares.into_iter().sum()
}
