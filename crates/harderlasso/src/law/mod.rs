//! Laws of the target: regression, classification.
//!
//! A law is one file. It holds the meaning of the outputs of a model (its
//! variant of [`Law`]: name, link, metrics) and the [`Loss`] that a fit
//! minimizes, with the law of pure noise and the policy of the search. A new
//! law is its file and a line in each match below; the compiler lists them,
//! and the tests of every law run on it.

mod classification;
mod regression;

pub use classification::Classification;
pub(crate) use classification::{CrossEntropy, likeliest};
pub use regression::Regression;
pub(crate) use regression::RootSquare;

use crate::data::{Response, Target};
use crate::error::Error;
use crate::linalg::Real;
use crate::null::NullLaw;
use serde::{Deserialize, Serialize};

/// The law of the target that a model was fitted for: what its outputs mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Law {
    /// A number.
    Regression(Regression),
    /// One of several classes.
    Classification(Classification),
}

/// How well a model predicts some rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Metrics {
    /// Regression.
    Regression {
        /// Share of the variance that is explained.
        r2: f64,
        /// Root of the mean squared residual, in the units of the target.
        rmse: f64,
    },
    /// Classification.
    Classification {
        /// Share of rows with the right class.
        accuracy: f64,
        /// Mean cross-entropy of a row.
        log_loss: f64,
    },
}

impl Metrics {
    /// Every metric with the name that files and programs call it by.
    #[must_use]
    pub fn named(&self) -> [(&'static str, f64); 2] {
        match *self {
            Self::Regression { r2, rmse } => [("r2", r2), ("rmse", rmse)],
            Self::Classification { accuracy, log_loss } => {
                [("accuracy", accuracy), ("log_loss", log_loss)]
            }
        }
    }
}

impl Law {
    /// What the command, files and Python call it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Regression(_) => Regression::NAME,
            Self::Classification(_) => Classification::NAME,
        }
    }

    /// The names of the classes; none where the target is no class.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        match self {
            Self::Regression(_) => &[],
            Self::Classification(law) => law.classes(),
        }
    }

    /// How many outputs a model has.
    #[must_use]
    pub fn outputs(&self) -> usize {
        match self {
            Self::Regression(_) => 1,
            Self::Classification(law) => law.classes().len(),
        }
    }

    /// Turns the outputs for one row into predictions: a number, or the
    /// probabilities of the classes.
    pub fn link(&self, outputs: &mut [f64]) {
        match self {
            Self::Regression(_) => {}
            Self::Classification(_) => classification::softmax(outputs),
        }
    }

    /// Outputs, or one coefficient per output, without what the link ignores:
    /// the log odds of the second of two classes, or of each of several classes
    /// against their mean. A number stays as it is.
    #[must_use]
    pub fn contrasts(&self, outputs: &[f64]) -> Vec<f64> {
        match self {
            Self::Regression(_) => outputs.to_vec(),
            Self::Classification(_) => classification::contrasts(outputs),
        }
    }

    /// The scale and shift that turn an output of the fit into one in the units
    /// of the target; nothing where outputs have no unit.
    pub(crate) fn output_units(&self) -> Option<(f64, f64)> {
        match self {
            Self::Regression(law) => Some((law.scale, law.mean)),
            Self::Classification(_) => None,
        }
    }

    /// How well outputs (row after row, before the link) predict a response.
    ///
    /// # Errors
    /// If the response follows another law.
    pub(crate) fn metrics(
        &self,
        response: &Response,
        outputs: &[f64],
        weights: &[f64],
    ) -> Result<Metrics, Error> {
        match (self, response.target()) {
            (Self::Regression(_), Target::Real(y)) => Ok(Regression::metrics(y, outputs, weights)),
            (Self::Classification(law), Target::Classes { codes, .. }) => {
                Ok(law.metrics(codes, outputs, weights))
            }
            (Self::Regression(_) | Self::Classification(_), _) => Err(Error::WrongTask {
                what: "measuring predictions",
                needed: self.name(),
                found: response.law_name(),
            }),
        }
    }
}

impl Response {
    /// The name of the law that it is fitted by; see [`Law::name`].
    #[must_use]
    pub fn law_name(&self) -> &'static str {
        match self.target() {
            Target::Real(_) => Regression::NAME,
            Target::Classes { .. } => Classification::NAME,
        }
    }
}

/// Noise units to try, in standard deviations of the target, the largest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NoiseUnits {
    /// These.
    Listed(&'static [f64]),
    /// The powers of a ratio, from 1 on.
    Geometric { ratio: f64, count: usize },
}

impl NoiseUnits {
    pub(crate) fn values(self) -> Vec<f64> {
        match self {
            Self::Listed(units) => units.to_vec(),
            Self::Geometric { ratio, count } => {
                (0..count).map(|number| ratio.powi(number as i32)).collect()
            }
        }
    }
}

/// How candidates are searched for and compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SearchPolicy {
    /// Noise units that a linear model is tried in.
    pub(crate) linear_units: NoiseUnits,
    /// Noise units that a network with one hidden layer is tried in.
    pub(crate) network_units: NoiseUnits,
    /// A candidate with more parameters is saturated: it could fit any target,
    /// so its residuals carry no information.
    pub(crate) max_parameters: f64,
    /// Whether the empty model is an answer even where it is no local minimum.
    pub(crate) null_competes: bool,
    /// Whether features are eliminated backwards while that lowers the score.
    pub(crate) eliminates: bool,
    /// Whether the weights of a linear model were searched one by one, among
    /// `p m`, and not feature by feature.
    pub(crate) counts_weights: bool,
}

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

    /// How a target without any signal is drawn.
    fn null_law(&self) -> Box<dyn NullLaw>;

    /// How to search.
    fn policy(&self) -> SearchPolicy;

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

/// The loss of any law. An enum in place of a type parameter, so that the fit is
/// compiled once and not once per law.
#[derive(Clone, Debug)]
pub(crate) enum AnyLoss {
    RootSquare(RootSquare),
    CrossEntropy(CrossEntropy),
}

macro_rules! each_loss {
    ($self:ident, $loss:ident => $body:expr) => {
        match $self {
            Self::RootSquare($loss) => $body,
            Self::CrossEntropy($loss) => $body,
        }
    };
}

impl AnyLoss {
    /// The law and the loss of a response on rows with weights.
    pub(crate) fn prepare(
        response: &Response,
        weights: Option<&[f64]>,
        is_linear: bool,
    ) -> Result<(Law, Self), Error> {
        Ok(match response.target() {
            Target::Real(values) => {
                let (law, loss) = Regression::prepare(values, weights, is_linear)?;
                (Law::Regression(law), Self::RootSquare(loss))
            }
            Target::Classes { codes, names } => {
                let (law, loss) = Classification::prepare(codes, names, weights);
                (Law::Classification(law), Self::CrossEntropy(loss))
            }
        })
    }
}

impl Loss for AnyLoss {
    fn rows(&self) -> usize {
        each_loss!(self, loss => loss.rows())
    }

    fn total(&self) -> f64 {
        each_loss!(self, loss => loss.total())
    }

    fn outputs(&self) -> usize {
        each_loss!(self, loss => loss.outputs())
    }

    fn evaluate<T: Real>(&self, mu: &[T], gradient: &mut [T]) -> f64 {
        each_loss!(self, loss => loss.evaluate(mu, gradient))
    }

    fn null_fit(&self) -> Vec<f64> {
        each_loss!(self, loss => loss.null_fit())
    }

    fn perfect(&self) -> f64 {
        each_loss!(self, loss => loss.perfect())
    }

    fn deviance(&self, value: f64) -> f64 {
        each_loss!(self, loss => loss.deviance(value))
    }

    fn null_law(&self) -> Box<dyn NullLaw> {
        each_loss!(self, loss => loss.null_law())
    }

    fn policy(&self) -> SearchPolicy {
        each_loss!(self, loss => loss.policy())
    }

    fn least_squares_target(&self) -> Option<&[f64]> {
        each_loss!(self, loss => loss.least_squares_target())
    }

    fn row_factors(&self) -> Option<&[f64]> {
        each_loss!(self, loss => loss.row_factors())
    }
}

/// The outputs of the null model for every row.
fn null_outputs(loss: &impl Loss) -> Vec<f64> {
    loss.null_fit()
        .into_iter()
        .flat_map(|output| std::iter::repeat_n(output, loss.rows()))
        .collect()
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

#[cfg(test)]
mod tests;
