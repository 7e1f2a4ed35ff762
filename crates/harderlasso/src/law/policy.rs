//! How a law wants candidates to be searched for and compared.

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
    /// Whether candidates are compared by the evidence of their shrunken refits, in
    /// place of the score of the refits themselves.
    pub(crate) weighs_evidence: bool,
}
