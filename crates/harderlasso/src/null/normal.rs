//! Standard normal noise seen by a root loss: a random direction.

use super::products::largest_size;
use super::weighted::RowNoise;
use super::{Calibration, NullLaw, Outputs, Shortcut, Statistic};
use crate::linalg::{self, View};
use chacha20::ChaCha8Rng;
use rand_distr::{ChiSquared, Distribution, StandardNormal};

/// `R / ‖R‖` with `R` a centred standard normal vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Normal;

impl NullLaw for Normal {
    fn outputs(&self) -> Outputs {
        Outputs::All(1)
    }

    fn draw(&self, rng: &mut ChaCha8Rng, gradient: &mut [f32]) {
        gradient
            .iter_mut()
            .for_each(|v| *v = StandardNormal.sample(&mut *rng));
        let mean = gradient.iter().map(|&v| f64::from(v)).sum::<f64>() / gradient.len() as f64;
        gradient.iter_mut().for_each(|v| *v -= mean as f32);
        let norm = gradient
            .iter()
            .map(|&v| f64::from(v) * f64::from(v))
            .sum::<f64>()
            .sqrt();
        let inverse = if norm > 0.0 { (1.0 / norm) as f32 } else { 0.0 };
        gradient.iter_mut().for_each(|v| *v *= inverse);
    }

    fn shortcut<'a>(&'a self, calibration: &Calibration<'a>) -> Option<Box<dyn Shortcut + 'a>> {
        RowNoise::shortcut(self, calibration, calibration.x.rows() as f64)
    }
}

impl RowNoise for Normal {
    fn outputs(&self) -> Outputs {
        Outputs::All(1)
    }

    fn sum(&self, weight: f64, rng: &mut ChaCha8Rng, out: &mut [f64]) {
        let noise: f64 = StandardNormal.sample(rng);
        out[0] = weight.sqrt() * noise;
    }

    /// Centres the sums and divides them by the length of the noise of all
    /// observations. What these do inside of rows, beside their sum, is `χ²` on
    /// the degrees of freedom that the rows leave.
    fn gradient(&self, weights: &[f64], rng: &mut ChaCha8Rng, sums: &mut [f64]) {
        let total: f64 = weights.iter().sum();
        let mean = sums.iter().sum::<f64>() / total;
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum -= weight * mean;
        }
        let between: f64 = sums.iter().zip(weights).map(|(s, w)| s * s / w).sum();
        let inside =
            ChiSquared::new(total - weights.len() as f64).map_or(0.0, |law| law.sample(rng));
        let length = (between + inside).sqrt();
        let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
        sums.iter_mut().for_each(|sum| *sum *= inverse);
    }

    fn shortcut<'a>(
        &'a self,
        calibration: &Calibration<'a>,
        observations: f64,
    ) -> Option<Box<dyn Shortcut + 'a>> {
        let x = calibration.x;
        let (n, p, draws) = (x.rows() as f64, x.count() as f64, calibration.draws as f64);
        let is_cheaper = p < n && p * (n + draws) < draws * n;
        if !is_cheaper {
            return None;
        }
        // A Gram matrix without a factor (collinear columns) only costs more
        // work: the law is the same.
        let lower = linalg::cholesky((calibration.gram)(), x.count())?;
        Some(Box::new(Factored {
            lower: lower.into_iter().map(|value| value as f32).collect(),
            size: x.count(),
            outside: ChiSquared::new(observations - 1.0 - p).ok(),
        }))
    }
}

/// The same law in p dimensions: with `XᵀX = A Aᵀ` and u standard normal,
/// `XᵀR = A u` and `‖R‖² = ‖u‖² + χ²` on the degrees of freedom left.
struct Factored {
    lower: Vec<f32>,
    size: usize,
    outside: Option<ChiSquared<f64>>,
}

impl Shortcut for Factored {
    fn block(&self, _: Statistic, count: usize, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let mut noise = vec![0.0f32; self.size * count];
        let mut lengths = vec![0.0; count];
        for (draw, length) in noise.chunks_exact_mut(self.size).zip(&mut lengths) {
            draw.iter_mut()
                .for_each(|v| *v = StandardNormal.sample(&mut *rng));
            let inside: f64 = draw.iter().map(|&v| f64::from(v) * f64::from(v)).sum();
            let outside = self
                .outside
                .as_ref()
                .map_or(0.0, |law| law.sample(&mut *rng));
            *length = (inside + outside).sqrt();
        }
        let mut product = vec![0.0f32; self.size * count];
        linalg::multiply(
            &mut product,
            View::column_major(&self.lower, self.size, self.size),
            View::column_major(&noise, self.size, count),
        );
        product
            .chunks_exact(self.size)
            .zip(&lengths)
            .map(|(column, length)| f64::from(largest_size(column)) / length)
            .collect()
    }
}
