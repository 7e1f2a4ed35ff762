//! Where the threshold of a fit comes from.

use harderlasso::{HarderLasso, Threshold};

/// Where λ comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdSource {
    /// Null draws.
    Calibrated,
    /// The user gave it.
    Given,
    /// There is no λ, since every feature is constant and none can be selected.
    Unneeded,
}

impl ThresholdSource {
    /// Where the threshold of a fit with these settings comes from.
    #[must_use]
    pub fn of(threshold: &Threshold, settings: &HarderLasso) -> Self {
        match (settings.lambda, &threshold.draws[..]) {
            (Some(_), _) => Self::Given,
            (None, []) => Self::Unneeded,
            (None, _) => Self::Calibrated,
        }
    }
}
