//! Normal noise in p dimensions: a shortcut for targets that nothing dominates.

use super::products::largest_size;
use super::{Calibration, Shortcut, Statistic};
use crate::linalg::{self, MatrixView};
use chacha20::ChaCha8Rng;
use rand_distr::{ChiSquared, Distribution, StandardNormal};

/// The law of `‖XᵀR‖∞ / ‖R‖` for a centred normal R: with `XᵀX = A Aᵀ` and u
/// standard normal, `XᵀR = A u` and `‖R‖² = ‖u‖² + χ²` on the degrees of freedom
/// left.
pub(super) struct Factored {
    lower: Vec<f32>,
    size: usize,
    outside: Option<ChiSquared<f64>>,
}

impl Factored {
    /// Nothing where multiplying each draw is cheaper, or where columns are
    /// collinear and there is no factor.
    pub(super) fn new(calibration: &Calibration<'_>) -> Option<Self> {
        let x = calibration.x;
        let (n, p, draws) = (x.rows() as f64, x.count() as f64, calibration.draws as f64);
        let is_cheaper = p < n && p * (n + draws) < draws * n;
        if !is_cheaper {
            return None;
        }
        let lower = linalg::cholesky((calibration.gram)(), x.count())?;
        Some(Self {
            lower: lower.into_iter().map(|value| value as f32).collect(),
            size: x.count(),
            outside: ChiSquared::new(n - 1.0 - p).ok(),
        })
    }
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
            MatrixView::column_major(&self.lower, self.size, self.size),
            MatrixView::column_major(&noise, self.size, count),
        );
        product
            .chunks_exact(self.size)
            .zip(&lengths)
            .map(|(column, length)| f64::from(largest_size(column)) / length)
            .collect()
    }
}
