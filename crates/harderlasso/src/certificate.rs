use serde::{Deserialize, Serialize};

/// How well the penalized fit satisfies the KKT conditions, the first-order
/// conditions of a local minimum.
///
/// It describes the fit at the end of the annealing. Backward elimination may
/// then remove features of a regression, so the final model can have fewer
/// features than the last phase reports; it never has more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Largest `|∂L| − λ` over zero weights, in units of λ; 0 if all hold.
    pub zeros: f64,
    /// Largest `|∂L + λρ'|` over the other parameters, in units of λ.
    pub nonzeros: f64,
    /// `λ Σ ρ` plus the loss, on the standardized target.
    pub cost: f64,
    /// The same for the empty model.
    pub null_cost: f64,
}

impl Certificate {
    /// Violations up to this fraction of λ count as optimal.
    pub const TOLERANCE: f64 = 1e-3;

    /// Whether the fit is a local minimum to [`Certificate::TOLERANCE`].
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.zeros <= Self::TOLERANCE && self.nonzeros <= Self::TOLERANCE
    }

    /// That of the model without features, whose loss is `null_cost` and whose
    /// largest gradient entry is `observed`.
    pub(crate) fn of_null_model(null_cost: f64, observed: f64, lambda: f64) -> Self {
        let excess = observed - lambda;
        Self {
            zeros: if excess > 0.0 { excess / lambda } else { 0.0 },
            nonzeros: 0.0,
            cost: null_cost,
            null_cost,
        }
    }
}
