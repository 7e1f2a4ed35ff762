//! Regression: the target is a number, the loss the root of the residual sum of
//! squares. The root makes λ free of the noise level (paper, section on the
//! choice of loss).

use super::loss::permutations;
use super::{Loss, Metrics, NoiseUnits, Prediction, SearchPolicy, TargetLaw};
use crate::error::Error;
use crate::linalg::{Real, vectorized};
use crate::null::{Assumed, NullLaw, Numbers};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use {crate::data::Response, crate::testing::normals};

/// Skewness below which a target is symmetric up to rounding.
const SYMMETRIC: f64 = 1e-9;

/// Noise units of linear models: a fine grid, which is a search as well. The
/// small ones matter for SCAD.
const LINEAR_UNITS: NoiseUnits = NoiseUnits::Geometric {
    ratio: 0.82,
    count: 18,
};

/// Noise units of networks, which have a broad optimum.
const NETWORK_UNITS: NoiseUnits = NoiseUnits::Listed(&[1.0, 1.0 / 3.0, 1.0 / 9.0, 1.0 / 27.0]);

/// The law of a number; `mean` and `scale` brought it to the unit of the fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regression {
    pub(crate) mean: f64,
    pub(crate) scale: f64,
}

impl TargetLaw for Regression {
    const NAME: &'static str = "regression";
    const PREDICTION: Prediction = Prediction::Number;
    type Data<'a> = &'a [f64];
    type Loss = RootSquare;

    /// A target as it enters the optimization: centred, with standard deviation
    /// 1, and turned so that its skewness is not negative (or its first value,
    /// if there is no skewness). A fit of `a + c·y` then sees the same numbers
    /// for every a and c.
    ///
    /// A linear model has the weights in the rows of X and y, so its solver needs
    /// none.
    fn prepare(
        values: &[f64],
        weights: Option<&[f64]>,
        is_linear: bool,
    ) -> Result<(Self, RootSquare), Error> {
        let sum = |terms: &mut dyn Iterator<Item = f64>| -> f64 {
            match weights {
                None => terms.sum(),
                Some(weights) => terms.zip(weights).map(|(term, weight)| term * weight).sum(),
            }
        };
        let n = sum(&mut values.iter().map(|_| 1.0));
        let largest = values.iter().fold(0.0f64, |most, v| most.max(v.abs()));
        let rough = sum(&mut values.iter().map(|v| v / largest)) / n * largest;
        let mut y: Vec<f64> = values.iter().map(|v| v - rough).collect();
        // The mean of a target far from zero is rounded; what is left of it is
        // not.
        let rest = sum(&mut y.iter().copied()) / n;
        let mean = rough + rest;
        y.iter_mut().for_each(|v| *v -= rest);
        let spread = y.iter().fold(0.0f64, |most, v| most.max(v.abs()));
        let squares = sum(&mut y.iter().map(|v| (v / spread) * (v / spread)));
        let deviation = (squares / n).sqrt() * spread;
        if !(deviation > 0.0 && deviation.is_finite()) {
            return Err(Error::NotFinite {
                place: "in the spread of the target".to_owned(),
            });
        }
        let mut skewness = sum(&mut y.iter().map(|v| (v / deviation).powi(3))) / n;
        if skewness.abs() < SYMMETRIC {
            // Neither tail is heavier: the first row decides.
            skewness = y.iter().copied().find(|&v| v != 0.0).unwrap_or(0.0);
        }
        let scale = if skewness < 0.0 {
            -deviation
        } else {
            deviation
        };
        y.iter_mut().for_each(|v| *v /= scale);
        let loss = match weights {
            None => RootSquare::new(y),
            Some(weights) => RootSquare::weighted(y, weights, is_linear),
        };
        Ok((Self { mean, scale }, loss))
    }

    /// `R²` and the root mean squared error of predictions.
    fn metrics(&self, y: &[f64], predicted: &[f64], weights: &[f64]) -> Metrics {
        let total: f64 = weights.iter().sum();
        let weighted = y.iter().zip(weights);
        let mean = weighted.map(|(v, w)| v * (w / total)).sum::<f64>();
        // Squares in this unit neither overflow nor vanish.
        let unit = y.iter().fold(0.0f64, |most, v| most.max((v - mean).abs()));
        let (mut left, mut all) = (0.0, 0.0);
        for ((y, predicted), weight) in y.iter().zip(predicted).zip(weights) {
            left += weight * ((y - predicted) / unit).powi(2);
            all += weight * ((y - mean) / unit).powi(2);
        }
        Metrics::Regression {
            r2: 1.0 - left / all,
            rmse: (left / total).sqrt() * unit,
        }
    }

    fn output_units(&self) -> Option<(f64, f64)> {
        Some((self.scale, self.mean))
    }

    #[cfg(test)]
    fn example(rows: usize, seed: u64) -> Response {
        Response::real(normals(rows, seed)).expect("different numbers")
    }
}

/// `‖y − μ‖₂`, or `sqrt(Σ w_i (y_i − μ_i)²)`.
#[derive(Clone, Debug)]
pub(crate) struct RootSquare {
    target: Vec<f64>,
    mean: f64,
    weights: Option<Weights>,
}

/// Weights of rows, and where they are applied.
#[derive(Clone, Debug)]
struct Weights {
    weights: Vec<f64>,
    roots: Vec<f64>,
    total: f64,
    /// Whether rows of X and y were multiplied by the roots.
    is_in_rows: bool,
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

    /// A centred target on rows with weights. With `is_in_rows` the rows of X
    /// are multiplied by the roots of the weights, and so is the target here:
    /// the loss is then the plain one.
    pub(crate) fn weighted(mut target: Vec<f64>, weights: &[f64], is_in_rows: bool) -> Self {
        let roots: Vec<f64> = weights.iter().map(|weight| weight.sqrt()).collect();
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
            weights: Some(Weights {
                weights: weights.to_vec(),
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
            Some(roots) => apply_weights(gradient, roots),
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

    /// That of `n/2 · log(L²/n)`.
    fn likelihood_slope(&self, loss: f64) -> f64 {
        self.total() / loss.max(self.perfect())
    }

    /// `w n/L²`: the noise has the variance that the fit leaves.
    fn curvature_root(&self, row: usize, _outputs: &[f64], loss: f64, root: &mut [f64]) {
        let weight = self.roots().map_or(1.0, |roots| roots[row]);
        root[0] = weight * self.total().sqrt() / loss.max(self.perfect());
    }

    fn null_curvature(&self) -> f64 {
        self.total().sqrt()
    }

    fn null_laws(&self) -> Vec<Box<dyn NullLaw>> {
        let target = match (&self.weights, self.row_factors()) {
            (Some(_), Some(factors)) => self
                .target
                .iter()
                .zip(factors)
                .map(|(y, root)| y / root)
                .collect(),
            _ => self.target.clone(),
        };
        let numbers = Numbers {
            target,
            weights: self.weights.as_ref().map(|weights| weights.weights.clone()),
            is_in_rows: self.row_factors().is_some(),
        };
        permutations(self, numbers, self.weights.is_some())
    }

    fn assumed_null_law(&self) -> Assumed {
        Assumed::Normal { rows: self.rows() }
    }

    /// A small unit lets features in that explain noise, and a network with
    /// many parameters can fit any numbers: the score has to weigh every
    /// candidate, the empty model included.
    fn policy(&self) -> SearchPolicy {
        SearchPolicy {
            linear_units: LINEAR_UNITS,
            network_units: NETWORK_UNITS,
            max_parameters: 0.5 * self.total(),
            weighs_evidence: false,
        }
    }

    fn residuals(&self, mu: &[f64]) -> Vec<f64> {
        let plain = || self.target.iter().zip(mu).map(|(y, m)| y - m);
        match self.roots() {
            None => plain().collect(),
            Some(roots) => plain().zip(roots).map(|(r, root)| r * root).collect(),
        }
    }

    fn reweighted(&self, weights: &[f64]) -> Option<Self> {
        let weights: Vec<f64> = match self.roots() {
            None => weights.to_vec(),
            Some(roots) => weights.iter().zip(roots).map(|(w, r)| w * r * r).collect(),
        };
        Some(Self::weighted(self.target.clone(), &weights, false))
    }

    fn least_squares_target(&self) -> Option<&[f64]> {
        Some(&self.target)
    }

    fn row_factors(&self) -> Option<&[f64]> {
        self.weights
            .as_ref()
            .filter(|weights| weights.is_in_rows)
            .map(|weights| weights.roots.as_slice())
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
fn apply_weights<T: Real>(residuals: &mut [T], roots: &[f64]) -> f64 {
    let mut squares = 0.0;
    for (residual, &root) in residuals.iter_mut().zip(roots) {
        let once = residual.wide() * root;
        squares += once * once;
        *residual = T::of(once * root);
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::{Loss, RootSquare, normals};
    use crate::law::NullModel;
    use crate::linalg::norm;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The root loss makes λ free of the unit of y: its gradient is.
        #[test]
        fn the_gradient_of_a_regression_has_no_unit(factor in 1e-3..1e3f64, seed in 0..1u64 << 40) {
            let y = normals(20, seed);
            let scaled = y.iter().map(|v| factor * v - 7.0).collect();
            let (one, other) = (NullModel::new(&RootSquare::new(y)).gradient, NullModel::new(&RootSquare::new(scaled)).gradient);
            prop_assert!((norm(&one) - 1.0).abs() < 1e-12);
            for (a, b) in one.iter().zip(&other) {
                prop_assert!((a - b).abs() < 1e-10);
            }
        }
    }

    #[test]
    fn an_exact_fit_has_no_slope() {
        let y = normals(10, 1);
        let mut gradient = vec![1.0; 10];
        assert_eq!(RootSquare::new(y.clone()).evaluate(&y, &mut gradient), 0.0);
        assert_eq!(gradient, [0.0; 10]);
    }
}
