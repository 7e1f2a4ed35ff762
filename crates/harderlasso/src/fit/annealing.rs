//! The penalty along the annealing: one builder for linear models and networks.

use super::problem::Problem;
use crate::law::Loss;
use crate::penalty::Penalty;
use crate::qut::Threshold;
use crate::schedule::{Phase, Schedule};
use crate::solver::{Outcome, Penalized};
use crate::trace::PhaseReport;

/// The phases of a fit and the penalty of each.
#[derive(Clone, Debug)]
pub(super) struct Annealing {
    pub(super) penalty: Penalty,
    pub(super) lambda: f64,
    pub(super) schedule: Schedule,
    /// The length, in noise units, that the usual λ of SCAD and MCP stands for.
    knee: f64,
}

impl Annealing {
    /// The schedule that was asked for, or the usual one.
    pub(super) fn new(problem: &Problem<'_>, threshold: &Threshold) -> Self {
        let usual = if problem.requests_linear() {
            Schedule::paper
        } else {
            Schedule::gentle
        };
        Self {
            penalty: problem.settings.penalty,
            lambda: threshold.lambda,
            schedule: problem.settings.schedule.clone().unwrap_or_else(usual),
            knee: threshold.lambda / problem.loss.null_curvature(),
        }
    }

    pub(super) fn phases(&self) -> &[Phase] {
        self.schedule.phases()
    }

    /// The penalty of a phase, and its concavity ν. How many parameters it
    /// covers is set where a model is at hand.
    pub(super) fn phase(&self, unit: f64, phase: &Phase, is_last: bool) -> (Penalized, f64) {
        let nu = self.penalty.concavity(phase.nu, is_last);
        let penalized = Penalized {
            count: 0,
            lambda: phase.fraction * self.lambda,
            rho: self.penalty.scaled(nu, unit, self.knee),
        };
        (penalized, nu)
    }

    /// The penalty of the problem that was asked, and its concavity ν.
    pub(super) fn last(&self, unit: f64) -> (Penalized, f64) {
        self.phase(unit, self.schedule.last(), true)
    }

    /// Only the last phase, from wherever a descent starts.
    pub(super) fn without_path(&self) -> Self {
        Self {
            schedule: self.schedule.only_last(),
            ..self.clone()
        }
    }
}

/// How a phase with a given penalty went.
pub(super) fn report(
    (penalized, nu): (&Penalized, f64),
    features: usize,
    outcome: Outcome,
) -> PhaseReport {
    PhaseReport {
        lambda: penalized.lambda,
        nu,
        steps: outcome.steps,
        features,
        cost: outcome.value,
        end: outcome.end,
    }
}
