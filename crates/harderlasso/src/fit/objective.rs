//! The penalized objective of a network on the standardized columns.

use super::annealing::Annealing;
use super::candidate::Candidate;
use super::problem::Problem;
use super::pruning::Pruned;
use crate::certificate::Certificate;
use crate::law::{AnyLoss, Loss};
use crate::linalg::{self, Real};
use crate::network::{Architecture, Net, NetworkLoss};
use crate::qut::Threshold;
use crate::trace::PhaseReport;

/// What annealing and polishing share.
#[derive(Clone, Copy)]
pub(super) struct Objective<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) annealing: &'a Annealing,
    pub(super) threshold: &'a Threshold,
}

/// Gradients of the loss at a network.
pub(super) struct Gradients {
    /// The loss itself.
    pub(super) loss: f64,
    /// By all parameters of the network.
    pub(super) own: Vec<f64>,
    /// By `W_1`, for all columns: `first width × p`, column-major.
    all: Vec<f64>,
    width: usize,
}

impl Gradients {
    /// The columns outside a network, each with the largest entry of its
    /// gradient.
    pub(super) fn outside<'g>(
        &'g self,
        columns: &'g [usize],
    ) -> impl Iterator<Item = (usize, f64)> + 'g {
        self.all
            .chunks_exact(self.width)
            .enumerate()
            .filter(|(column, _)| !columns.contains(column))
            .map(|(column, entries)| {
                let largest = entries.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
                (column, largest)
            })
    }
}

impl<'a> Objective<'a> {
    /// The loss of a network as a function of its parameters.
    pub(super) fn smooth<T: Real>(
        &self,
        net: &Net<T>,
        columns: &[usize],
    ) -> NetworkLoss<'a, T, AnyLoss> {
        NetworkLoss::new(
            &net.architecture,
            self.problem.settings.activation,
            &self.problem.loss,
            self.problem.x().gather(columns),
        )
    }

    pub(super) fn gradients(&self, state: &Pruned<f64>) -> Gradients {
        let mut smooth = self.smooth(&state.net, &state.columns);
        let mut own = vec![0.0; state.net.theta.len()];
        let loss = smooth.evaluate(&state.net.theta, &mut own);
        let width = state.net.architecture.first();
        let all = linalg::columns_times(self.problem.x(), smooth.first_delta(), width);
        Gradients {
            loss,
            own,
            all,
            width,
        }
    }

    /// The model without features: constant outputs.
    pub(super) fn null_state(&self) -> Pruned<f64> {
        let loss = &self.problem.loss;
        let architecture = Architecture::new(0, &[], loss.outputs());
        Pruned {
            net: Net::null(architecture, &loss.null_fit()),
            columns: Vec::new(),
        }
    }

    /// A fit in some noise unit, with its certificate.
    pub(super) fn candidate(
        &self,
        unit: f64,
        state: Pruned<f64>,
        phases: Vec<PhaseReport>,
    ) -> Candidate {
        Candidate {
            certificate: self.certify(&state, unit),
            net: state.net,
            columns: state.columns,
            phases,
            unit,
        }
    }

    /// The model without features as a candidate.
    pub(super) fn null_candidate(&self) -> Candidate {
        self.candidate(1.0, self.null_state(), Vec::new())
    }

    fn certify(&self, state: &Pruned<f64>, unit: f64) -> Certificate {
        let null_cost = self.problem.null.cost;
        if state.columns.is_empty() {
            let Threshold {
                observed, lambda, ..
            } = *self.threshold;
            return Certificate::of_null_model(null_cost, observed, lambda);
        }
        let gradients = self.gradients(state);
        let (penalized, _) = self.annealing.last(unit);
        penalized.over(state.net.architecture.penalized()).certify(
            &state.net.theta,
            &gradients.own,
            gradients.outside(&state.columns).map(|(_, size)| size),
            gradients.loss,
            null_cost,
        )
    }
}
