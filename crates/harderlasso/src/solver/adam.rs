//! Adam with proximal steps: the workhorse of the annealing of networks.
//!
//! Each parameter has its own step size `d = rate / sqrt(v)`. On penalized
//! parameters the concave ρ is replaced by its tangent at a recent iterate, a
//! weighted l1 norm that lies above it, so the proximal step is a soft
//! threshold at `d λ ρ'(|θ|)`: cheap, exact zeros, and zero stays put exactly
//! when `|∂L| ≤ λ`, which is the condition that the final certificate asks.

use super::Penalized;
use crate::linalg::{Real, vectorized};
use crate::penalty::Rho;

const FIRST_DECAY: f64 = 0.9;
const SECOND_DECAY: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// Steps between two refreshments of the tangents.
const REFRESH: usize = 10;

/// Running moments of the gradient.
#[derive(Clone, Debug)]
pub(crate) struct Moments<T> {
    pub(crate) first: Vec<T>,
    pub(crate) second: Vec<T>,
    pub(crate) steps: i32,
    weights: Vec<T>,
    gradient: Vec<T>,
}

impl<T: Real> Moments<T> {
    pub(crate) fn new(size: usize) -> Self {
        let zeros = vec![T::of(0.0); size];
        Self {
            first: zeros.clone(),
            second: zeros.clone(),
            steps: 0,
            weights: zeros.clone(),
            gradient: zeros,
        }
    }

    /// Takes `count` steps with the rate falling geometrically from `rates.0`
    /// to `rates.1`, and returns the last value of the smooth part.
    pub(crate) fn run(
        &mut self,
        theta: &mut [T],
        mut evaluate: impl FnMut(&[T], &mut [T]) -> f64,
        penalized: &Penalized,
        rates: (f64, f64),
        count: usize,
        is_cancelled: impl Fn() -> bool,
    ) -> f64 {
        let mut value = 0.0;
        let decay = (rates.1 / rates.0).powf(1.0 / (count.max(2) - 1) as f64);
        let mut rate = rates.0;
        for step in 0..count {
            value = evaluate(theta, &mut self.gradient);
            if !value.is_finite() {
                return value;
            }
            if step % REFRESH == 0 {
                if is_cancelled() {
                    break;
                }
                for (weight, &theta) in self.weights[..penalized.count].iter_mut().zip(theta.iter())
                {
                    let t = theta.wide().abs();
                    *weight = T::of(
                        penalized.lambda
                            * if t == 0.0 {
                                1.0
                            } else {
                                penalized.shape.slope(t)
                            },
                    );
                }
            }
            self.steps += 1;
            let corrected = rate / (1.0 - FIRST_DECAY.powi(self.steps));
            let spread = 1.0 / (1.0 - SECOND_DECAY.powi(self.steps)).sqrt();
            self.step(
                theta,
                penalized.count,
                T::of(rate),
                T::of(corrected),
                T::of(spread),
            );
            rate *= decay;
        }
        value
    }

    fn step(&mut self, theta: &mut [T], penalized: usize, rate: T, corrected: T, spread: T) {
        let (a, b) = (T::of(FIRST_DECAY), T::of(SECOND_DECAY));
        let (a1, b1) = (T::of(1.0 - FIRST_DECAY), T::of(1.0 - SECOND_DECAY));
        let (epsilon, zero) = (T::of(EPSILON), T::of(0.0));
        vectorized(
            #[inline(always)]
            || {
                for ((m, v), &g) in self
                    .first
                    .iter_mut()
                    .zip(self.second.iter_mut())
                    .zip(&self.gradient)
                {
                    *m = a * *m + a1 * g;
                    *v = b * *v + b1 * g * g;
                }
                let (front, back) = theta.split_at_mut(penalized);
                for (((theta, &m), &v), &weight) in front
                    .iter_mut()
                    .zip(&self.first[..penalized])
                    .zip(&self.second[..penalized])
                    .zip(&self.weights[..penalized])
                {
                    let size = num_traits::Float::sqrt(v) * spread + epsilon;
                    let moved = *theta - corrected * m / size;
                    let cut = rate * weight / size;
                    let shrunk = num_traits::Float::abs(moved) - cut;
                    *theta = if shrunk > zero {
                        num_traits::Float::copysign(shrunk, moved)
                    } else {
                        zero
                    };
                }
                for ((theta, &m), &v) in back
                    .iter_mut()
                    .zip(&self.first[penalized..])
                    .zip(&self.second[penalized..])
                {
                    let size = num_traits::Float::sqrt(v) * spread + epsilon;
                    *theta = *theta - corrected * m / size;
                }
            },
        );
    }
}
