//! The end of the annealing: a local minimum in double precision.

use super::objective::Objective;
use super::pruning::Pruned;
use crate::error::Error;
use crate::solver::{Outcome, Penalized, proximal, quasi_newton};
use crate::trace::End;

/// Limits of polishing: rounds that add columns, and steps of each algorithm.
const MAX_ROUNDS: usize = 8;
const MAX_PROXIMAL: usize = 200;
const MAX_QUASI_NEWTON: usize = 500;

/// Relative decrease over a window of quasi-Newton steps that ends polishing.
const STALL: f64 = 1e-8;

/// Columns added in one round, unless there are more already.
const MAX_NEWCOMERS: usize = 64;

/// Descends to a local minimum of the whole problem in double precision:
/// proximal steps decide what is zero, quasi-Newton steps converge what is not,
/// and columns outside that violate the KKT conditions are added. `tolerance` is
/// the largest violation, in units of λ, that counts as solved.
pub(super) fn polish(
    objective: &Objective<'_>,
    state: &mut Pruned<f64>,
    penalized: &Penalized,
    tolerance: f64,
) -> Result<Outcome, Error> {
    let problem = objective.problem;
    let tolerance = tolerance * objective.annealing.lambda;
    let mut steps = 0;
    let mut round = 0;
    loop {
        if problem.observer.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let mut smooth = objective.smooth(&state.net, &state.columns);
        let here = penalized.over(state.net.architecture.penalized());
        let theta = &mut state.net.theta;
        if round > 0 || problem.requests_linear() {
            let evaluate = |theta: &[f64], gradient: &mut [f64]| smooth.evaluate(theta, gradient);
            steps += proximal::minimize(theta, evaluate, &here, tolerance, MAX_PROXIMAL).steps;
        }
        let free: Vec<usize> = (0..theta.len())
            .filter(|&index| index >= here.count || theta[index] != 0.0)
            .collect();
        let mut outcome = quasi_newton::minimize(
            theta,
            &free,
            |theta, gradient| smooth.evaluate(theta, gradient),
            Some(&here),
            quasi_newton::StepLimits {
                tolerance,
                max_steps: MAX_QUASI_NEWTON,
                floor: 0.0,
                stall: STALL,
            },
        );
        steps += outcome.steps;
        outcome.steps = steps;
        if outcome.end == End::NotFinite {
            return Err(Error::NotFinite {
                place: "while polishing the final problem".to_owned(),
            });
        }
        let width = state.net.architecture.first();
        state.compact();
        // A dropped neuron no longer feeds the layer above: polish again.
        let lost_neurons = state.net.architecture.first() < width;
        if state.columns.is_empty() && !problem.requests_linear() {
            *state = objective.null_state();
            outcome.value = problem.null.cost;
            return Ok(outcome);
        }
        state.net.normalize_rows();
        match violators(objective, state, &here, tolerance) {
            None if !lost_neurons => {
                state.compact();
                return Ok(outcome);
            }
            None => {}
            Some(columns) => state.admit(&columns),
        }
        round += 1;
        if round == MAX_ROUNDS {
            state.compact();
            outcome.end = End::IterationLimit;
            return Ok(outcome);
        }
    }
}

/// Columns outside a state whose zero weights violate the condition `|∂L| ≤ λ`,
/// the worst first; an empty list if only columns inside do, nothing if none
/// does.
fn violators(
    objective: &Objective<'_>,
    state: &Pruned<f64>,
    penalized: &Penalized,
    tolerance: f64,
) -> Option<Vec<usize>> {
    let gradients = objective.gradients(state);
    let bound = penalized.lambda + tolerance;
    let mut outside: Vec<(usize, f64)> = gradients
        .outside(&state.columns)
        .filter(|&(_, size)| size > bound)
        .collect();
    outside.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    outside.truncate(MAX_NEWCOMERS.max(state.columns.len()));
    let count = state.net.architecture.penalized();
    let inside = gradients.own[..count]
        .iter()
        .zip(&state.net.theta)
        .any(|(&g, &t)| t == 0.0 && g.abs() > bound);
    (inside || !outside.is_empty()).then(|| outside.into_iter().map(|(column, _)| column).collect())
}
