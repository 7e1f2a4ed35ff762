use super::nearby::Nearby;
use super::pruning::Pruned;
use super::refit::Refit;
use crate::certificate::Certificate;
use crate::network::Net;
use crate::trace::PhaseReport;

/// A penalized fit that may become the answer.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The pruned network on the standardized columns below.
    pub(super) net: Net<f64>,
    /// Positions of its inputs among the standardized columns.
    pub(super) columns: Vec<usize>,
    pub(super) phases: Vec<PhaseReport>,
    pub(super) certificate: Certificate,
    /// The noise unit, in standard deviations of the target.
    pub(super) unit: f64,
}

impl Candidate {
    /// The candidate without one of its inputs, and without the neurons that
    /// saw nothing else.
    pub(super) fn without(&self, input: usize) -> Self {
        let mut pruned = Pruned {
            net: self.net.clone(),
            columns: self.columns.clone(),
        };
        let others: Vec<usize> = (0..self.columns.len()).filter(|&i| i != input).collect();
        let neurons: Vec<usize> = (0..self.net.architecture.first()).collect();
        pruned.keep(&others, &neurons, None);
        pruned.compact();
        Self {
            net: pruned.net,
            columns: pruned.columns,
            ..self.clone()
        }
    }
}

/// A candidate that was fitted without penalty and scored.
pub(super) struct Scored {
    pub(super) candidate: Candidate,
    pub(super) refit: Refit,
    pub(super) score: f64,
    /// Other lists, with what their scores are worse by.
    pub(super) nearby: Nearby,
}
