//! What a fit minimizes, and the model without features.

use super::SearchPolicy;
use crate::linalg::Real;
use crate::null::{Assumed, Exchangeable, NullLaw, Permuted, WithWeights};

/// A loss on the outputs `μ` (`n × m`, column-major) of a model, with
/// everything that the fit of a law needs.
pub(crate) trait Loss: Clone + Send + Sync {
    /// Number of rows n.
    fn rows(&self) -> usize;

    /// Observations that the rows stand for: n, or the sum of the weights.
    fn total(&self) -> f64;

    /// Number of outputs m.
    fn outputs(&self) -> usize;

    /// The loss at `mu`, a sum over the sample; writes `∂L/∂μ`.
    fn evaluate<T: Real>(&self, mu: &[T], gradient: &mut [T]) -> f64;

    /// The outputs of the model without features. A law that only compares rows
    /// with each other has no intercept: zero here, and a gradient that sums to
    /// zero, leave it where it is.
    fn null_fit(&self) -> Vec<f64>;

    /// A loss so small that the fit is as good as perfect, where an unpenalized
    /// refit stops.
    fn perfect(&self) -> f64;

    /// Minus twice the log likelihood, up to a constant, at a value of the loss.
    fn deviance(&self, loss: f64) -> f64;

    /// The derivative of half the deviance by the loss, at a value of it.
    fn likelihood_slope(&self, loss: f64) -> f64;

    /// A root `R` (`m × m`, row after row) of the second derivatives of half the
    /// deviance by the outputs of a row: `RᵀR`. `loss` is that of all rows.
    fn curvature_root(&self, row: usize, outputs: &[f64], loss: f64, root: &mut [f64]);

    /// The second derivative of the loss by the coefficient of a standardized column at
    /// the null fit, the mean over the outputs; for a root loss, where the noise has
    /// variance 1. It is what turns λ into a length, where penalties have knees.
    fn null_curvature(&self) -> f64;

    /// How a target without any signal is drawn. Where there are several ways, λ
    /// is that of the one with the largest.
    fn null_laws(&self) -> Vec<Box<dyn NullLaw>>;

    /// The law of such a target in the paper, where rows have no weights.
    fn assumed_null_law(&self) -> Assumed;

    /// How to search.
    fn policy(&self) -> SearchPolicy;

    /// What outputs leave of a target of numbers; nothing where there is no
    /// difference.
    fn residuals(&self, _mu: &[f64]) -> Vec<f64> {
        Vec::new()
    }

    /// The loss with weights of rows in addition to its own, where there are
    /// residuals.
    fn reweighted(&self, _weights: &[f64]) -> Option<Self> {
        None
    }

    /// The centred target, where the loss is the root of a sum of squares: a
    /// linear model is then fitted by coordinate descent and refitted exactly.
    fn least_squares_target(&self) -> Option<&[f64]> {
        None
    }

    /// The factors by which the rows of X are multiplied to match the target of
    /// least squares.
    fn row_factors(&self) -> Option<&[f64]> {
        None
    }
}

/// The outputs of the null model for every row.
pub(super) fn null_outputs(loss: &impl Loss) -> Vec<f64> {
    loss.null_fit()
        .into_iter()
        .flat_map(|output| std::iter::repeat_n(output, loss.rows()))
        .collect()
}

/// The ways in which an exchangeable target may be noise: in another order, with
/// weights that stay in their rows or, where there are any, that go with it.
pub(super) fn permutations<L: Loss>(
    loss: &L,
    target: impl Exchangeable + 'static,
    has_weights: bool,
) -> Vec<Box<dyn NullLaw>> {
    let mut laws: Vec<Box<dyn NullLaw>> = vec![Box::new(Permuted(target))];
    if has_weights {
        laws.push(Box::new(Permuted(WithWeights {
            gradient: NullModel::new(loss).gradient,
            row_factors: loss.row_factors().map(<[f64]>::to_vec),
            rows: loss.rows(),
        })));
    }
    laws
}

/// The model without features: its loss, and `−∂L/∂μ`, one column for each
/// output.
#[derive(Clone, Debug)]
pub(crate) struct NullModel {
    pub(crate) cost: f64,
    pub(crate) gradient: Vec<f64>,
}

impl NullModel {
    pub(crate) fn new(loss: &impl Loss) -> Self {
        let mu = null_outputs(loss);
        let mut gradient = vec![0.0; mu.len()];
        let cost = loss.evaluate(&mu, &mut gradient);
        gradient.iter_mut().for_each(|g| *g = -*g);
        Self { cost, gradient }
    }
}
