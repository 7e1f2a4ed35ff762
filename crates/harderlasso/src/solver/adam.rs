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
const REFRESH: usize = 20;

/// The rate of a phase, falling geometrically.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    rate: f64,
    decay: f64,
}

impl Pace {
    /// From `first` to `last` in so many steps.
    pub(crate) fn new(first: f64, last: f64, steps: usize) -> Self {
        let gaps = steps.max(2) - 1;
        Self {
            rate: first,
            decay: (last / first).powf(1.0 / gaps as f64),
        }
    }
}

/// Running moments of the gradient.
#[derive(Clone, Debug)]
pub(crate) struct Adam<T> {
    first: Vec<T>,
    second: Vec<T>,
    steps: i32,
    /// Slopes of the tangents, times λ.
    weights: Vec<T>,
    gradient: Vec<T>,
}

impl<T: Real> Adam<T> {
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

    /// Follows a network that lost some parameters; `restrict` takes a vector
    /// laid out like the old parameters to one laid out like the new ones.
    pub(crate) fn restrict(&mut self, restrict: impl Fn(&[T]) -> Vec<T>) {
        self.first = restrict(&self.first);
        self.second = restrict(&self.second);
        self.weights = vec![T::of(0.0); self.first.len()];
        self.gradient = self.weights.clone();
    }

    /// Takes `count` steps and returns the value of the smooth part before the
    /// last one. Ends early on a value that is not finite, or when cancelled.
    pub(crate) fn advance(
        &mut self,
        theta: &mut [T],
        mut evaluate: impl FnMut(&[T], &mut [T]) -> f64,
        penalized: &Penalized,
        pace: &mut Pace,
        count: usize,
        is_cancelled: impl Fn() -> bool,
    ) -> f64 {
        let mut value = 0.0;
        for step in 0..count {
            value = evaluate(theta, &mut self.gradient);
            if !value.is_finite() {
                return value;
            }
            if step % REFRESH == 0 {
                if is_cancelled() {
                    break;
                }
                self.refresh(theta, penalized);
            }
            self.steps += 1;
            let corrected = pace.rate / (1.0 - FIRST_DECAY.powi(self.steps));
            let spread = 1.0 / (1.0 - SECOND_DECAY.powi(self.steps)).sqrt();
            self.step(
                theta,
                penalized.count,
                T::of(pace.rate),
                T::of(corrected),
                T::of(spread),
            );
            pace.rate *= pace.decay;
        }
        value
    }

    /// Takes the tangents at `theta`.
    fn refresh(&mut self, theta: &[T], penalized: &Penalized) {
        for (weight, &theta) in self.weights[..penalized.count].iter_mut().zip(theta) {
            let size = theta.wide().abs();
            let slope = if size == 0.0 {
                1.0
            } else {
                penalized.rho.slope(size)
            };
            *weight = T::of(penalized.lambda * slope);
        }
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
                    *theta -= corrected * m / size;
                }
            },
        );
    }
}
