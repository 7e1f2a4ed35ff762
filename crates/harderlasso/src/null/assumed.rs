//! Noise of an assumed law, as in the paper: normal numbers, or classes drawn by their
//! frequencies. Only there to measure what permutations are worth.

use super::{NullLaw, Outputs};
use chacha20::ChaCha8Rng;
use rand::RngExt;
use rand_distr::{Distribution, StandardNormal};

/// The assumed law of a target without signal, on rows without weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Assumed {
    /// Normal numbers, seen by a root loss.
    Normal { rows: usize },
    /// Classes with these frequencies, seen by the cross-entropy.
    Classes { rows: usize, frequencies: Vec<f64> },
}

impl NullLaw for Assumed {
    fn outputs(&self) -> Outputs {
        match self {
            Self::Normal { .. } => Outputs::All(1),
            Self::Classes { frequencies, .. } => Outputs::All(frequencies.len()),
        }
    }

    fn draw(&self, rng: &mut ChaCha8Rng, gradient: &mut [f32]) {
        match self {
            Self::Normal { rows } => {
                let noise: Vec<f64> = (0..*rows).map(|_| StandardNormal.sample(rng)).collect();
                let mean = noise.iter().sum::<f64>() / *rows as f64;
                let squares: f64 = noise.iter().map(|v| (v - mean) * (v - mean)).sum();
                let length = squares.sqrt();
                for (out, value) in gradient.iter_mut().zip(noise) {
                    *out = ((value - mean) / length) as f32;
                }
            }
            Self::Classes { rows, frequencies } => {
                gradient.fill(0.0);
                for row in 0..*rows {
                    let mut left: f64 = rng.random();
                    let class = frequencies.iter().position(|frequency| {
                        left -= frequency;
                        left < 0.0
                    });
                    // The columns of X are centred, so frequencies may stay away.
                    gradient[class.unwrap_or(0) * rows + row] = 1.0;
                }
            }
        }
    }
}
