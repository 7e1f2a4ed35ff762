use super::path::Path;
use crate::loss::{self, Loss};
use crate::network::{Net, Shape};
use crate::qut::Threshold;
use crate::solver::End;
use serde::{Deserialize, Serialize};

/// How one phase of the annealing went.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseReport {
    /// λ of the phase.
    pub lambda: f64,
    /// Concavity ν of the phase.
    pub nu: f64,
    /// Iterations taken.
    pub steps: usize,
    /// Features left at its end.
    pub features: usize,
    /// Loss plus penalty at its end, on the standardized target.
    pub cost: f64,
    /// Why it ended.
    pub end: End,
}

/// Where the penalized fit stands against the conditions of a local minimum.
///
/// It speaks of the fit at the end of the annealing. Regression may then drop
/// features that do not stand out of the noise, so the answer can have fewer
/// features than the last of the phases reports; it never has more.
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
}

/// A penalized fit that may become the answer.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The pruned network on the standardized columns below.
    pub(crate) net: Net<f64>,
    /// Positions of its inputs among the standardized columns.
    pub(crate) columns: Vec<usize>,
    pub(crate) phases: Vec<PhaseReport>,
    pub(crate) certificate: Certificate,
    /// The noise unit, in standard deviations of the target.
    pub(crate) unit: f64,
}

impl Candidate {
    /// The model without features.
    pub(crate) fn empty(loss: &impl Loss, threshold: &Threshold) -> Self {
        let cost = loss::null_cost(loss);
        let excess = threshold.observed - threshold.lambda;
        Self {
            net: Net::null(Shape::new(0, &[], loss.outputs()), &loss.null_fit()),
            columns: Vec::new(),
            phases: Vec::new(),
            certificate: Certificate {
                zeros: if excess > 0.0 {
                    excess / threshold.lambda
                } else {
                    0.0
                },
                nonzeros: 0.0,
                cost,
                null_cost: cost,
            },
            unit: 1.0,
        }
    }

    /// The candidate without one of its inputs, and without the neurons that
    /// saw nothing else.
    pub(crate) fn without(&self, input: usize) -> Self {
        let mut path = Path {
            net: self.net.clone(),
            columns: self.columns.clone(),
        };
        let others: Vec<usize> = (0..self.columns.len()).filter(|&i| i != input).collect();
        let neurons: Vec<usize> = (0..self.net.shape.first()).collect();
        path.keep(&others, &neurons, None);
        path.compact();
        Self {
            net: path.net,
            columns: path.columns,
            ..self.clone()
        }
    }
}
