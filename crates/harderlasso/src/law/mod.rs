//! Laws of the target: regression, classification.
//!
//! A law is one file: a type that implements [`TargetLaw`] (its name, the meaning
//! of the outputs of a model, its metrics) and the [`Loss`] that a fit minimizes,
//! with the law of pure noise and the policy of the search. A new law is its file,
//! a line in the list below, a variant of [`Target`] of its own, by which a target
//! finds its law, and a variant of [`Metrics`] if no other law has such metrics.
//! Every match on these is exhaustive, so the compiler lists the places of the
//! report, the command and Python that have to name it; the tests of every law run
//! on it.

mod loss;
mod metrics;
mod policy;

#[cfg(test)]
pub(crate) use classification::CrossEntropy;
pub(crate) use classification::likeliest;
pub(crate) use loss::{Loss, NullModel};
pub use metrics::Metrics;
pub(crate) use policy::{NoiseUnits, SearchPolicy};
#[cfg(test)]
pub(crate) use regression::RootSquare;

use crate::data::{Response, Target};
use crate::error::Error;
use crate::linalg::Real;
use crate::null::{Assumed, NullLaw};
use serde::{Deserialize, Serialize};

/// What the outputs of a model mean once the link is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prediction {
    /// A number for each row.
    Number,
    /// The probability of each class, for each row.
    Probabilities,
}

/// A law of the target. The value of the type is what a fitted model keeps of it.
pub(crate) trait TargetLaw: Sized {
    /// What the command, files and Python call it.
    const NAME: &'static str;

    /// What its outputs mean once the link is applied.
    const PREDICTION: Prediction;

    /// The data of its targets.
    type Data<'a>;

    /// What a fit minimizes.
    type Loss: Loss;

    /// A target as it enters the optimization. The rows may have weights, which
    /// least squares puts into the rows of X if the model `is_linear`.
    fn prepare(
        data: Self::Data<'_>,
        weights: Option<&[f64]>,
        is_linear: bool,
    ) -> Result<(Self, Self::Loss), Error>;

    /// How well outputs (row after row, before the link) predict a target.
    fn metrics(&self, data: Self::Data<'_>, outputs: &[f64], weights: &[f64]) -> Metrics;

    /// How many outputs a model has.
    fn outputs(&self) -> usize {
        1
    }

    /// The names of the classes; none where the target is no class.
    fn classes(&self) -> &[String] {
        &[]
    }

    /// Turns the outputs for one row into a prediction, in place.
    fn link(&self, _outputs: &mut [f64]) {}

    /// Outputs, or one coefficient per output, without what the link ignores.
    fn contrasts(&self, outputs: &[f64]) -> Vec<f64> {
        outputs.to_vec()
    }

    /// The scale and shift that turn an output of the fit into one in the units
    /// of the target; `None` where outputs have no unit.
    fn output_units(&self) -> Option<(f64, f64)> {
        None
    }

    /// A target without signal, for the tests that every law has to pass.
    #[cfg(test)]
    fn example(rows: usize, seed: u64) -> Response;
}

/// Makes [`Law`] and [`AnyLoss`] from a list of `module::Law(variant of Target)`,
/// with a match over all of them for each question.
macro_rules! laws {
    ($($module:ident :: $law:ident ($target:ident)),+ $(,)?) => {
        $(
            mod $module;
            pub use $module::$law;
        )+

        /// The law of the target that a model was fitted for: what its outputs
        /// mean.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Law {
            $(
                #[doc = concat!("See [`", stringify!($law), "`].")]
                $law($law),
            )+
        }

        impl Law {
            /// The names of all laws; see [`Law::name`].
            pub const NAMES: &'static [&'static str] = &[$($law::NAME),+];

            /// What the command, files and Python call it.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$law(_) => $law::NAME,)+
                }
            }

            /// What the outputs of a model mean once the link is applied.
            #[must_use]
            pub const fn prediction(&self) -> Prediction {
                match self {
                    $(Self::$law(_) => $law::PREDICTION,)+
                }
            }

            /// The names of the classes; none where the target is no class.
            #[must_use]
            pub fn classes(&self) -> &[String] {
                match self {
                    $(Self::$law(law) => TargetLaw::classes(law),)+
                }
            }

            /// How many outputs a model has.
            #[must_use]
            pub fn outputs(&self) -> usize {
                match self {
                    $(Self::$law(law) => law.outputs(),)+
                }
            }

            /// Turns the outputs for one row into a prediction, in place: a
            /// number, or the probabilities of the classes.
            pub fn link(&self, outputs: &mut [f64]) {
                match self {
                    $(Self::$law(law) => law.link(outputs),)+
                }
            }

            /// Outputs, or one coefficient per output, without what the link
            /// ignores: the log odds of the second of two classes, or of each of
            /// several classes against their mean. A number stays as it is.
            #[must_use]
            pub fn contrasts(&self, outputs: &[f64]) -> Vec<f64> {
                match self {
                    $(Self::$law(law) => law.contrasts(outputs),)+
                }
            }

            /// See [`TargetLaw::output_units`].
            pub(crate) fn output_units(&self) -> Option<(f64, f64)> {
                match self {
                    $(Self::$law(law) => law.output_units(),)+
                }
            }

            /// How well outputs (row after row, before the link) predict a
            /// response.
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
                    $((Self::$law(law), Target::$target(data)) => {
                        Ok(law.metrics(data, outputs, weights))
                    })+
                    ($(Self::$law(_))|+, _) => Err(Error::WrongTask {
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
                    $(Target::$target(_) => $law::NAME,)+
                }
            }
        }

        /// The loss of any law. An enum in place of a type parameter, so that the
        /// fit is compiled once and not once per law.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyLoss {
            $($law(<$law as TargetLaw>::Loss),)+
        }

        impl AnyLoss {
            /// A target of every law.
            #[cfg(test)]
            pub(crate) fn examples(rows: usize, seed: u64) -> Vec<Response> {
                vec![$($law::example(rows, seed)),+]
            }

            /// The law and the loss of a response on rows with weights.
            pub(crate) fn prepare(
                response: &Response,
                weights: Option<&[f64]>,
                is_linear: bool,
            ) -> Result<(Law, Self), Error> {
                match response.target() {
                    $(Target::$target(data) => {
                        let (law, loss) = $law::prepare(data, weights, is_linear)?;
                        Ok((Law::$law(law), Self::$law(loss)))
                    })+
                }
            }
        }

        macro_rules! each_reweighted {
            ($self:ident, $weights:ident) => {
                match $self {
                    $(Self::$law(loss) => loss.reweighted($weights).map(Self::$law),)+
                }
            };
        }

        macro_rules! each_loss {
            ($self:ident, $loss:ident => $body:expr) => {
                match $self {
                    $(Self::$law($loss) => $body,)+
                }
            };
        }
    };
}

laws! {
    regression::Regression(Real),
    classification::Classification(Classes),
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

    fn likelihood_slope(&self, loss: f64) -> f64 {
        each_loss!(self, inner => inner.likelihood_slope(loss))
    }

    fn curvature_root(&self, row: usize, outputs: &[f64], loss: f64, root: &mut [f64]) {
        each_loss!(self, inner => inner.curvature_root(row, outputs, loss, root));
    }

    fn residuals(&self, mu: &[f64]) -> Vec<f64> {
        each_loss!(self, loss => loss.residuals(mu))
    }

    fn reweighted(&self, weights: &[f64]) -> Option<Self> {
        each_reweighted!(self, weights)
    }

    fn null_curvature(&self) -> f64 {
        each_loss!(self, loss => loss.null_curvature())
    }

    fn null_laws(&self) -> Vec<Box<dyn NullLaw>> {
        each_loss!(self, loss => loss.null_laws())
    }

    fn assumed_null_law(&self) -> Assumed {
        each_loss!(self, loss => loss.assumed_null_law())
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

#[cfg(test)]
mod tests;
