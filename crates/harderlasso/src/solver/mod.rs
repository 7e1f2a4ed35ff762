//! Minimizing a smooth part plus `λ Σ ρ(θ_j)` over the first parameters.
//!
//! One algorithm a file. None of them knows what the smooth part is.
//!
//! - [`coordinate`]: linear regression, exact one-dimensional steps;
//! - [`adam`]: the noisy descent through the annealing of a network;
//! - [`proximal`]: accelerated proximal steps, exact zeros;
//! - [`quasi_newton`]: L-BFGS on the parameters that are not zero, for tight
//!   convergence and for the refit;
//! - [`message_passing`]: a start for the search among subsets;
//! - [`subsets`]: tabu search over subsets for least squares.

pub(crate) mod adam;
pub(crate) mod coordinate;
pub(crate) mod message_passing;
pub(crate) mod proximal;
pub(crate) mod quasi_newton;
pub(crate) mod subsets;

use crate::certificate::Certificate;
use crate::penalty::{Rho, ScaledPenalty};
use crate::trace::End;

/// What an algorithm reports when it stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// Value of the objective.
    pub(crate) value: f64,
    /// Iterations taken.
    pub(crate) steps: usize,
    pub(crate) end: End,
}

/// The penalized prefix of a parameter vector and its penalty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Penalized {
    /// How many parameters, from the first on, carry the penalty.
    pub(crate) count: usize,
    pub(crate) lambda: f64,
    pub(crate) rho: ScaledPenalty,
}

impl Penalized {
    /// The same penalty on the first `count` parameters.
    pub(crate) fn over(self, count: usize) -> Self {
        Self { count, ..self }
    }

    /// `λ Σ ρ(θ_j)`.
    pub(crate) fn value(&self, theta: &[f64]) -> f64 {
        let sum: f64 = theta[..self.count]
            .iter()
            .filter(|&&t| t != 0.0)
            .map(|t| self.rho.value(t.abs()))
            .sum();
        self.lambda * sum
    }

    /// How far `theta` is from the conditions of a local minimum, given the
    /// gradient of the smooth part: `|∂L| ≤ λ` at zeros, `∂L + λ ρ' = 0`
    /// elsewhere. The largest violation.
    pub(crate) fn violation(&self, theta: &[f64], gradient: &[f64]) -> f64 {
        let (front, back) = gradient.split_at(self.count);
        let penalized = front
            .iter()
            .zip(theta)
            .map(|(&g, &t)| self.entry_violation(t, g))
            .fold(0.0, f64::max);
        back.iter().fold(penalized, |most, g| most.max(g.abs()))
    }

    /// Checks the KKT conditions: over the parameters of a model, given the
    /// gradient of the smooth part, and over columns outside of it, whose
    /// weights are zero, given the sizes of theirs.
    pub(crate) fn certify(
        &self,
        theta: &[f64],
        gradient: &[f64],
        outside: impl Iterator<Item = f64>,
        loss: f64,
        null_cost: f64,
    ) -> Certificate {
        let mut zeros = outside.fold(0.0f64, |most, size| most.max(size - self.lambda));
        let mut nonzeros = 0.0f64;
        for (index, (&t, &g)) in theta.iter().zip(gradient).enumerate() {
            if index >= self.count {
                nonzeros = nonzeros.max(g.abs());
            } else if t == 0.0 {
                zeros = zeros.max(self.entry_violation(t, g));
            } else {
                nonzeros = nonzeros.max(self.entry_violation(t, g));
            }
        }
        Certificate {
            zeros: zeros / self.lambda,
            nonzeros: nonzeros / self.lambda,
            cost: loss + self.value(theta),
            null_cost,
        }
    }

    /// The violation at one penalized parameter.
    pub(crate) fn entry_violation(&self, theta: f64, gradient: f64) -> f64 {
        if theta == 0.0 {
            (gradient.abs() - self.lambda).max(0.0)
        } else {
            let slope = self.lambda * self.rho.slope(theta.abs());
            (gradient + slope.copysign(theta)).abs()
        }
    }
}

#[cfg(test)]
mod tests;
