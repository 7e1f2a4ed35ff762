//! How a simulation differs from those of the paper.

use harderlasso::Error;

use crate::{Correlation, Noise};

/// The dependence of the columns and the law of the noise. The default is the
/// paper's.
///
/// Conditions are not part of the names of the random streams: the same seed
/// gives the same columns that matter under all conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Conditions {
    /// The dependence of the columns.
    pub correlation: Correlation,
    /// The law of the noise.
    pub noise: Noise,
}

impl Conditions {
    /// Checks the parameters against their documented ranges.
    ///
    /// # Errors
    ///
    /// Those of [`Correlation::check`] and [`Noise::check`].
    pub fn check(self) -> Result<(), Error> {
        self.correlation.check()?;
        self.noise.check()
    }
}
