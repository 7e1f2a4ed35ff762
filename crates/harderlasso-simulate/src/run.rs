//! One simulated data set.

use harderlasso::rng::Seed;
use harderlasso::{Error, Response};

use crate::streams::Purpose;
use crate::test_set::l2_error;
use crate::{ResponseScale, Truth};

/// One simulated data set over the design of its [`Experiment`](crate::Experiment).
#[derive(Clone, Debug)]
pub struct Run {
    pub(crate) truth: Truth,
    pub(crate) values: Vec<f64>,
    pub(crate) response: Response,
    pub(crate) scale: ResponseScale,
    pub(crate) seed: Seed,
}

impl Run {
    /// The true mean that the response was made from.
    #[must_use]
    pub fn truth(&self) -> &Truth {
        &self.truth
    }

    /// The response, in the unit that was asked for.
    #[must_use]
    pub fn response(&self) -> &Response {
        &self.response
    }

    /// The numbers of the response.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// `mean (μ̂(x) − μ*(x))²` in the unit of the noise: predictions in another
    /// unit are converted to it first.
    ///
    /// # Errors
    ///
    /// [`Error::SizeMismatch`] unless there is one prediction per mean.
    pub fn l2_error(&self, predictions: &[f64], means: &[f64]) -> Result<f64, Error> {
        l2_error(self.scale, predictions, means)
    }

    /// The seed for a fit of this run. All methods get the same one, so that
    /// they are compared on the same null draws.
    ///
    /// It is below 2^53, so that programs that hold every number as a double
    /// can read it back.
    #[must_use]
    pub fn fit_seed(&self) -> u64 {
        Purpose::Fit.below(self.seed).value() >> 11
    }
}
