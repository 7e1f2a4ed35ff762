//! Losses: what a fit minimizes besides the penalty, and how pure noise looks
//! to it.
//!
//! Adding a loss is one file with an implementation of [`Loss`] and one line
//! where the response of that kind is turned into it.

mod cross_entropy;
mod root_square;

pub(crate) use cross_entropy::CrossEntropy;
pub(crate) use root_square::RootSquare;

use crate::linalg::Real;
use chacha20::ChaCha8Rng;

/// A loss on the outputs `μ` (`n × m`, column-major) of a model.
pub(crate) trait Loss: Clone + Send + Sync {
    /// Number of rows n.
    fn rows(&self) -> usize;

    /// Observations that the rows stand for: n, or the sum of the weights.
    fn total(&self) -> f64 {
        self.rows() as f64
    }

    /// Number of outputs m.
    fn outputs(&self) -> usize;

    /// The loss at `mu`, a sum over the sample; writes `∂L/∂μ`.
    fn evaluate<T: Real>(&self, mu: &[T], gradient: &mut [T]) -> f64;

    /// The outputs of the model without features.
    fn null_fit(&self) -> Vec<f64>;

    /// A loss so small that the fit is as good as perfect, where an unpenalized
    /// refit stops.
    fn perfect(&self) -> f64;

    /// Minus twice the log likelihood, up to a constant, at a value of the loss.
    fn deviance(&self, loss: f64) -> f64;

    /// The target of a regression, centred and with standard deviation 1: what
    /// has a noise level, and so a noise unit.
    fn real_target(&self) -> Option<&[f64]> {
        None
    }

    /// What rows of X have to be multiplied by to go with the target of a
    /// regression.
    fn row_factors(&self) -> Option<&[f64]> {
        None
    }

    /// How a target without any signal is drawn.
    fn null_law(&self) -> NullLaw;
}

/// The outputs of the null model for every row.
fn null_outputs(loss: &impl Loss) -> Vec<f64> {
    loss.null_fit()
        .into_iter()
        .flat_map(|output| std::iter::repeat_n(output, loss.rows()))
        .collect()
}

/// The loss of the null model.
pub(crate) fn null_cost(loss: &impl Loss) -> f64 {
    let mu = null_outputs(loss);
    loss.evaluate(&mu, &mut vec![0.0; mu.len()])
}

/// `−∂L/∂μ` at the null fit, one column for each output.
pub(crate) fn null_gradient(loss: &impl Loss) -> Vec<f64> {
    let mu = null_outputs(loss);
    let mut gradient = vec![0.0; mu.len()];
    loss.evaluate(&mu, &mut gradient);
    gradient.iter_mut().for_each(|g| *g = -*g);
    gradient
}

/// The law of `−∂L/∂μ` at the null fit when the target is pure noise: what the
/// quantile universal threshold is made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NullLaw {
    /// `R / ‖R‖` with `R` a centred standard normal vector.
    Sphere,
    /// The same for rows with weights.
    WeightedSphere(WeightedSphere),
    /// One-hot rows drawn from these class frequencies, centred.
    Classes(Vec<f64>),
    /// The same for rows with weights.
    WeightedClasses {
        frequencies: Vec<f64>,
        weights: Vec<f64>,
    },
}

/// Pure noise on observations that were gathered into rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WeightedSphere {
    /// Roots of the weights.
    pub(crate) roots: Vec<f64>,
    /// Sum of the weights.
    pub(crate) total: f64,
    /// Whether rows of X and y were multiplied by the roots.
    pub(crate) is_in_rows: bool,
}

impl NullLaw {
    /// One draw as the class of each row; see [`NullLaw::Classes`].
    pub(crate) fn draw_classes(frequencies: &[f64], rng: &mut ChaCha8Rng, classes: &mut [u32]) {
        use rand::RngExt;
        for class in classes {
            let mut left: f64 = rng.random();
            *class = (frequencies.len() - 1) as u32;
            for (code, frequency) in frequencies.iter().enumerate() {
                left -= frequency;
                if left < 0.0 {
                    *class = code as u32;
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
