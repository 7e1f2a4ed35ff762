//! Accelerated proximal gradient with a line search and restarts (FISTA).
//!
//! Beck and Teboulle (2009), with the momentum dropped whenever it would raise
//! the objective (O'Donoghue and Candès 2015), which also makes it safe where
//! the objective is not convex.

use super::{End, Outcome, Penalized};
use crate::penalty::Rho;

/// Step sizes grow by this factor after every accepted step.
const GROWTH: f64 = 1.25;

/// Minimizes `f + penalty` from `theta`, in place. `evaluate` returns the
/// value of f and writes its gradient. Stops when no optimality condition is
/// violated by more than `tolerance`.
pub(crate) fn minimize(
    theta: &mut [f64],
    mut evaluate: impl FnMut(&[f64], &mut [f64]) -> f64,
    penalized: &Penalized,
    tolerance: f64,
    max_steps: usize,
) -> Outcome {
    let size = theta.len();
    let (mut gradient, mut scratch) = (vec![0.0; size], vec![0.0; size]);
    let mut smooth = evaluate(theta, &mut gradient);
    let mut value = smooth + penalized.value(theta);
    let mut ahead = theta.to_vec();
    let mut trial = theta.to_vec();
    let mut momentum = 1.0f64;
    let mut step = 1.0 / (1.0 + crate::linalg::norm(&gradient));
    let outcome = |value, steps, end| Outcome { value, steps, end };
    for steps in 0..max_steps {
        if !value.is_finite() {
            return outcome(value, steps, End::NotFinite);
        }
        // At `ahead`: value `smooth` and `gradient`.
        loop {
            proximal_step(&ahead, &gradient, step, penalized, &mut trial);
            let mut model = smooth;
            for ((t, a), g) in trial.iter().zip(&ahead).zip(&gradient) {
                let d = t - a;
                model += d * (g + 0.5 * d / step);
            }
            let reached = evaluate(&trial, &mut scratch);
            if reached <= model + 1e-12 * model.abs() {
                smooth = reached;
                break;
            }
            step *= 0.5;
            if step < 1e-18 {
                return outcome(value, steps, End::LineSearch);
            }
        }
        let reached = smooth + penalized.value(&trial);
        if reached > value + 1e-12 * value.abs() {
            if momentum == 1.0 {
                return outcome(value, steps, End::LineSearch);
            }
            // The momentum overshot: forget it and step from the best point.
            momentum = 1.0;
            ahead.copy_from_slice(theta);
            smooth = evaluate(&ahead, &mut gradient);
            continue;
        }
        value = reached;
        if penalized.violation(&trial, &scratch) <= tolerance {
            theta.copy_from_slice(&trial);
            return outcome(value, steps + 1, End::Converged);
        }
        let next = 0.5 * (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt());
        let inertia = (momentum - 1.0) / next;
        momentum = next;
        for ((a, t), &new) in ahead.iter_mut().zip(theta.iter_mut()).zip(&trial) {
            *a = new + inertia * (new - *t);
            *t = new;
        }
        smooth = evaluate(&ahead, &mut gradient);
        step *= GROWTH;
    }
    outcome(value, max_steps, End::IterationLimit)
}

/// `prox(from − step · gradient)`: penalized parameters through ρ, the others
/// as they are.
fn proximal_step(
    from: &[f64],
    gradient: &[f64],
    step: f64,
    penalized: &Penalized,
    out: &mut [f64],
) {
    let weight = step * penalized.lambda;
    let threshold = penalized.rho.threshold(weight);
    for (index, ((out, &from), &gradient)) in out.iter_mut().zip(from).zip(gradient).enumerate() {
        let z = from - step * gradient;
        *out = if index >= penalized.count {
            z
        } else if z.abs() <= threshold {
            0.0
        } else {
            penalized.rho.prox_beyond(z, weight)
        };
    }
}
