//! L-BFGS on a chosen set of parameters (Nocedal and Wright, algorithm 7.5).
//!
//! With a penalty, the chosen parameters are the ones that are not zero: there
//! ρ is smooth as long as no sign flips. A parameter that would cross zero is
//! set to zero and leaves the set.

use super::{End, Outcome, Penalized};
use crate::linalg::{add_scaled, dot};
use crate::penalty::Rho;
use std::collections::VecDeque;

/// Pairs of steps and gradient changes that are remembered.
const MEMORY: usize = 20;

/// Fraction of the predicted decrease that a step must reach.
const ARMIJO: f64 = 1e-4;

/// Relative rounding error of a value of the objective.
const ROUNDING: f64 = 1e-14;

/// A step that rounding hides must flatten the slope to this fraction.
const FLATTER: f64 = 0.5;

/// Steps over which progress is judged. At a kink of the activation the
/// gradient never becomes small, however little there is to gain.
const WINDOW: usize = 20;

/// Where and how long to descend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepLimits {
    /// Largest absolute gradient entry that counts as converged.
    pub(crate) tolerance: f64,
    pub(crate) max_steps: usize,
    /// A value of the objective at which the fit is as good as perfect.
    pub(crate) floor: f64,
    /// Relative decrease over [`WINDOW`] steps that is not worth going on for.
    pub(crate) stall: f64,
}

/// Minimizes over the parameters listed in `free`, in place.
pub(crate) fn minimize(
    theta: &mut [f64],
    free: &[usize],
    mut evaluate: impl FnMut(&[f64], &mut [f64]) -> f64,
    penalized: Option<&Penalized>,
    limits: StepLimits,
) -> Outcome {
    let mut free = free.to_vec();
    let mut full_gradient = vec![0.0; theta.len()];
    let is_penalized = |index: usize| penalized.is_some_and(|p| index < p.count);
    // Value and gradient of smooth part plus penalty, over the free parameters.
    let mut objective = |theta: &[f64], free: &[usize], gradient: &mut Vec<f64>| {
        let mut value = evaluate(theta, &mut full_gradient);
        value += penalized.map_or(0.0, |p| p.value(theta));
        gradient.clear();
        gradient.extend(free.iter().map(|&index| {
            let slope = match penalized {
                Some(p) if index < p.count && theta[index] != 0.0 => {
                    (p.lambda * p.rho.slope(theta[index].abs())).copysign(theta[index])
                }
                _ => 0.0,
            };
            full_gradient[index] + slope
        }));
        value
    };
    let (mut gradient, mut next_gradient) = (Vec::new(), Vec::new());
    let mut value = objective(theta, &free, &mut gradient);
    let mut history: VecDeque<(Vec<f64>, Vec<f64>, f64)> = VecDeque::with_capacity(MEMORY);
    let mut trial = theta.to_vec();
    let mut before = f64::INFINITY;
    for steps in 0..limits.max_steps {
        let stop = |end| Outcome { value, steps, end };
        if !value.is_finite() {
            return stop(End::NotFinite);
        }
        if value <= limits.floor {
            return stop(End::PerfectFit);
        }
        if gradient.iter().all(|g| g.abs() <= limits.tolerance) {
            return stop(End::Converged);
        }
        if steps % WINDOW == 0 {
            if before - value <= limits.stall * value.abs() {
                return stop(End::Stalled);
            }
            before = value;
        }
        let mut direction = two_loops(&gradient, &history);
        let mut slope = dot(&direction, &gradient);
        if slope.is_nan() || slope >= 0.0 {
            history.clear();
            direction = gradient.iter().map(|g| -g).collect();
            slope = -dot(&gradient, &gradient);
        }
        let mut length = if history.is_empty() {
            (1.0 / (-slope).sqrt()).min(1.0)
        } else {
            1.0
        };
        let mut crossed;
        let reached = loop {
            crossed = false;
            for (&index, d) in free.iter().zip(&direction) {
                let moved = theta[index] + length * d;
                let flips = is_penalized(index) && moved * theta[index] <= 0.0;
                crossed |= flips;
                trial[index] = if flips { 0.0 } else { moved };
            }
            let reached = objective(&trial, &free, &mut next_gradient);
            if reached <= value + ARMIJO * length * slope {
                break Some(reached);
            }
            // Close to the minimum the decrease drowns in the rounding of the
            // value, but the slope along the step still shows it (Hager and
            // Zhang 2005, the approximate Wolfe condition).
            let is_level = reached <= value + ROUNDING * value.abs();
            if is_level && !crossed && dot(&direction, &next_gradient).abs() <= -FLATTER * slope {
                break Some(reached);
            }
            length *= 0.5;
            if length < 1e-12 {
                break None;
            }
        };
        let Some(reached) = reached else {
            if history.is_empty() {
                return stop(End::LineSearch);
            }
            // The curvature may be stale: try the plain gradient once.
            free.iter().for_each(|&index| trial[index] = theta[index]);
            history.clear();
            continue;
        };
        if crossed {
            history.clear();
            free.iter().for_each(|&index| theta[index] = trial[index]);
            free.retain(|&index| !is_penalized(index) || theta[index] != 0.0);
            value = objective(theta, &free, &mut gradient);
            continue;
        }
        let step: Vec<f64> = free
            .iter()
            .map(|&index| trial[index] - theta[index])
            .collect();
        let change: Vec<f64> = next_gradient
            .iter()
            .zip(&gradient)
            .map(|(a, b)| a - b)
            .collect();
        let curvature = dot(&step, &change);
        if curvature > 1e-10 * dot(&change, &change).sqrt() * dot(&step, &step).sqrt() {
            if history.len() == MEMORY {
                history.pop_front();
            }
            history.push_back((step, change, 1.0 / curvature));
        }
        free.iter().for_each(|&index| theta[index] = trial[index]);
        std::mem::swap(&mut gradient, &mut next_gradient);
        value = reached;
    }
    Outcome {
        value,
        steps: limits.max_steps,
        end: End::IterationLimit,
    }
}

/// Minus the approximate inverse Hessian times the gradient.
fn two_loops(gradient: &[f64], history: &VecDeque<(Vec<f64>, Vec<f64>, f64)>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut along = Vec::with_capacity(history.len());
    for (step, change, inverse) in history.iter().rev() {
        let a = inverse * dot(step, &direction);
        add_scaled(&mut direction, -a, change);
        along.push(a);
    }
    if let Some((_, change, inverse)) = history.back() {
        let scale = 1.0 / (inverse * dot(change, change));
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for ((step, change, inverse), a) in history.iter().zip(along.into_iter().rev()) {
        let b = inverse * dot(change, &direction);
        add_scaled(&mut direction, a - b, step);
    }
    direction
}
