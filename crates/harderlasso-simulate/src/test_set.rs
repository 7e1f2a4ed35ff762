//! Fresh points to judge predictions by.

use harderlasso::{Design, Error};

use crate::ResponseScale;

/// The number of fresh points that the L2 error is averaged over.
pub const TEST_POINTS: usize = 1000;

/// Points that were in no fit, with the true mean at each.
#[derive(Clone, Debug)]
pub struct TestSet {
    pub(crate) design: Design,
    pub(crate) means: Vec<f64>,
    pub(crate) scale: ResponseScale,
}

impl TestSet {
    /// The points at which to predict.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The true means `μ*(x)`, in the unit of the noise.
    #[must_use]
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// `mean (μ̂(x) − μ*(x))²` in the unit of the noise: predictions in another
    /// unit are converted to it first.
    ///
    /// # Errors
    ///
    /// [`Error::SizeMismatch`] unless there is one prediction per point.
    pub fn l2_error(&self, predictions: &[f64]) -> Result<f64, Error> {
        l2_error(self.scale, predictions, &self.means)
    }
}

/// Some columns of the fresh points.
#[derive(Clone, Debug)]
pub struct TestColumns {
    /// The columns in the order in which they were asked for.
    pub values: Vec<Vec<f64>>,
    /// The true means `μ*(x)` at all points, in the unit of the noise.
    pub means: Vec<f64>,
}

pub(crate) fn l2_error(
    scale: ResponseScale,
    predictions: &[f64],
    means: &[f64],
) -> Result<f64, Error> {
    if predictions.len() != means.len() {
        return Err(Error::SizeMismatch {
            what: "the list of predictions",
            found: predictions.len(),
            expected: means.len(),
        });
    }
    let sum: f64 = predictions
        .iter()
        .zip(means)
        .map(|(&prediction, mean)| (scale.undo(prediction) - mean).powi(2))
        .sum();
    Ok(sum / means.len() as f64)
}
