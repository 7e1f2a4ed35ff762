use super::{Loss, NullLaw, WeightedSphere};
use crate::linalg::{Real, vectorized};

/// Regression: `‖y − μ‖₂`, or `sqrt(Σ w_i (y_i − μ_i)²)`. The root makes the
/// threshold λ free of the noise level (paper, section on the choice of loss).
#[derive(Clone, Debug)]
pub(crate) struct RootSquare {
    target: Vec<f64>,
    mean: f64,
    weights: Option<WeightedSphere>,
}

impl RootSquare {
    pub(crate) fn new(target: Vec<f64>) -> Self {
        let mean = target.iter().sum::<f64>() / target.len() as f64;
        Self {
            target,
            mean,
            weights: None,
        }
    }

    /// A centred target on rows with weights, given their roots. With
    /// `is_in_rows` the rows of X are multiplied by the roots, and so is the
    /// target here: the loss is then the plain one.
    pub(crate) fn weighted(mut target: Vec<f64>, roots: Vec<f64>, is_in_rows: bool) -> Self {
        if is_in_rows {
            target
                .iter_mut()
                .zip(&roots)
                .for_each(|(y, root)| *y *= root);
        }
        let total = roots.iter().map(|root| root * root).sum();
        Self {
            target,
            mean: 0.0,
            weights: Some(WeightedSphere {
                roots,
                total,
                is_in_rows,
            }),
        }
    }

    /// Roots of weights that have still to be applied.
    fn roots(&self) -> Option<&[f64]> {
        self.weights
            .as_ref()
            .filter(|weights| !weights.is_in_rows)
            .map(|weights| weights.roots.as_slice())
    }
}

impl Loss for RootSquare {
    fn rows(&self) -> usize {
        self.target.len()
    }

    fn total(&self) -> f64 {
        let rows = self.target.len() as f64;
        self.weights.as_ref().map_or(rows, |weights| weights.total)
    }

    fn outputs(&self) -> usize {
        1
    }

    /// The gradient is the unit vector `(μ − y)/‖μ − y‖`, and zero where the
    /// fit is exact.
    fn evaluate<T: Real>(&self, mu: &[T], gradient: &mut [T]) -> f64 {
        let squares = vectorized(
            #[inline(always)]
            || subtract(gradient, mu, &self.target),
        );
        let norm = match self.roots() {
            None => squares,
            Some(roots) => weigh(gradient, roots),
        }
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
        1e-10 * self.total().sqrt()
    }

    /// `n log(RSS/n)`: the noise level is a parameter of its own.
    fn deviance(&self, loss: f64) -> f64 {
        let total = self.total();
        total * (loss.max(self.perfect()).powi(2) / total).ln()
    }

    fn real_target(&self) -> Option<&[f64]> {
        Some(&self.target)
    }

    fn row_factors(&self) -> Option<&[f64]> {
        self.weights
            .as_ref()
            .filter(|weights| weights.is_in_rows)
            .map(|weights| weights.roots.as_slice())
    }

    fn null_law(&self) -> NullLaw {
        match &self.weights {
            None => NullLaw::Sphere,
            Some(weights) => NullLaw::WeightedSphere(weights.clone()),
        }
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

/// Turns residuals r into `w r` and returns `Σ w r²`.
fn weigh<T: Real>(residuals: &mut [T], roots: &[f64]) -> f64 {
    let mut squares = 0.0;
    for (residual, &root) in residuals.iter_mut().zip(roots) {
        let once = residual.wide() * root;
        squares += once * once;
        *residual = T::of(once * root);
    }
    squares
}
