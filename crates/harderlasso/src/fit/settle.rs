//! The end of the annealing: a local minimum in double precision, and its
//! certificate.

use super::Certificate;
use super::network::NetworkSearch;
use super::path::State;
use crate::error::Error;
use crate::linalg;
use crate::loss::{self, Loss};
use crate::solver::{End, Outcome, Penalized, proximal, quasi_newton};

/// Limits of settling: rounds of letting columns in, steps of each algorithm.
const MAX_ROUNDS: usize = 8;
const MAX_PROXIMAL: usize = 200;
const MAX_QUASI_NEWTON: usize = 500;

/// Relative decrease over a window of quasi-Newton steps that ends settling.
const STALL: f64 = 1e-8;

/// Columns let in by one round, unless more are in already.
const MAX_NEWCOMERS: usize = 64;

impl<L: Loss> NetworkSearch<'_, L> {
    /// Descends to a local minimum of the whole problem in double precision:
    /// proximal steps decide what is zero, quasi-Newton steps converge what is
    /// not, and columns outside that violate the optimality condition come in.
    pub(super) fn settle(
        &self,
        state: &mut State,
        penalized: &Penalized,
        tolerance: f64,
    ) -> Result<Outcome, Error> {
        let tolerance = tolerance * self.lambda;
        let mut steps = 0;
        let mut outcome = Outcome {
            value: f64::NAN,
            steps: 0,
            end: End::IterationLimit,
        };
        for round in 0..MAX_ROUNDS {
            if self.observer.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let mut smooth = self.smooth(&state.net, &state.columns);
            let here = penalized.over(state.net.shape.penalized());
            let theta = &mut state.net.theta;
            if round > 0 || self.hidden.is_empty() {
                let evaluate =
                    |theta: &[f64], gradient: &mut [f64]| smooth.evaluate(theta, gradient);
                steps += proximal::minimize(theta, evaluate, &here, tolerance, MAX_PROXIMAL).steps;
            }
            let free: Vec<usize> = (0..theta.len())
                .filter(|&index| index >= here.count || theta[index] != 0.0)
                .collect();
            outcome = quasi_newton::minimize(
                theta,
                &free,
                |theta, gradient| smooth.evaluate(theta, gradient),
                Some(&here),
                quasi_newton::Limits {
                    tolerance,
                    max_steps: MAX_QUASI_NEWTON,
                    floor: 0.0,
                    stall: STALL,
                },
            );
            steps += outcome.steps;
            if outcome.end == End::NotFinite {
                return Err(Error::NotFinite {
                    place: "while settling the final problem".to_owned(),
                });
            }
            let width = state.net.shape.first();
            state.compact();
            // What a dropped neuron gave the layer above is gone: settle again.
            let lost_neurons = state.net.shape.first() < width;
            if state.columns.is_empty() && !self.hidden.is_empty() {
                *state = self.null_state();
                outcome.value = loss::null_cost(self.loss);
                break;
            }
            state.net.normalize_rows();
            let newcomers = self.violators(state, &here, tolerance);
            match newcomers {
                None if !lost_neurons => break,
                None => {}
                Some(columns) => state.admit(&columns),
            }
            outcome.end = End::IterationLimit;
        }
        state.compact();
        Ok(Outcome { steps, ..outcome })
    }

    /// Gradient of the loss by `W_1`, for all columns and the neurons of a
    /// state: `first width × p`, column-major.
    fn all_gradients(&self, state: &State) -> (Vec<f64>, Vec<f64>) {
        let mut smooth = self.smooth(&state.net, &state.columns);
        let mut own = vec![0.0; state.net.theta.len()];
        smooth.evaluate(&state.net.theta, &mut own);
        let all = linalg::columns_times(self.x, smooth.first_delta(), state.net.shape.first());
        (all, own)
    }

    /// Columns outside a state whose zero weights violate the condition
    /// `|∂L| ≤ λ`, the worst first; an empty list if only columns inside do,
    /// nothing if none does.
    fn violators(
        &self,
        state: &State,
        penalized: &Penalized,
        tolerance: f64,
    ) -> Option<Vec<usize>> {
        let (gradients, own) = self.all_gradients(state);
        let width = state.net.shape.first();
        let mut outside: Vec<(f64, usize)> = gradients
            .chunks_exact(width)
            .enumerate()
            .filter(|(column, _)| !state.columns.contains(column))
            .map(|(column, entries)| (largest(entries), column))
            .filter(|&(size, _)| size > penalized.lambda + tolerance)
            .collect();
        outside.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        outside.truncate(MAX_NEWCOMERS.max(state.columns.len()));
        let count = state.net.shape.penalized();
        let inside = own[..count]
            .iter()
            .zip(&state.net.theta)
            .any(|(&g, &t)| t == 0.0 && g.abs() > penalized.lambda + tolerance);
        (inside || !outside.is_empty())
            .then(|| outside.into_iter().map(|(_, column)| column).collect())
    }

    /// Checks the conditions of a local minimum over all columns.
    pub(super) fn certify(&self, state: &State, unit: f64) -> Certificate {
        let null_cost = loss::null_cost(self.loss);
        if state.columns.is_empty() {
            return Certificate {
                zeros: (self.observed / self.lambda - 1.0).max(0.0),
                nonzeros: 0.0,
                cost: null_cost,
                null_cost,
            };
        }
        let penalized = self
            .penalized(unit, 1.0, self.last_nu())
            .over(state.net.shape.penalized());
        let mut smooth = self.smooth(&state.net, &state.columns);
        let mut own = vec![0.0; state.net.theta.len()];
        let value = smooth.evaluate(&state.net.theta, &mut own);
        let all = linalg::columns_times(self.x, smooth.first_delta(), state.net.shape.first());
        let outside = all
            .chunks_exact(state.net.shape.first())
            .enumerate()
            .filter(|(column, _)| !state.columns.contains(column))
            .map(|(_, entries)| largest(entries) - self.lambda)
            .fold(0.0, f64::max);
        let (mut zeros, mut nonzeros) = (outside, 0.0f64);
        for (index, (&t, &g)) in state.net.theta.iter().zip(&own).enumerate() {
            if index >= penalized.count {
                nonzeros = nonzeros.max(g.abs());
            } else if t == 0.0 {
                zeros = zeros.max(penalized.entry_violation(t, g));
            } else {
                nonzeros = nonzeros.max(penalized.entry_violation(t, g));
            }
        }
        Certificate {
            zeros: zeros / self.lambda,
            nonzeros: nonzeros / self.lambda,
            cost: value + penalized.value(&state.net.theta),
            null_cost,
        }
    }
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, v| most.max(v.abs()))
}
