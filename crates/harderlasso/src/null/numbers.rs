//! Numbers seen by a root loss: the direction of the centred target.

use super::normal::Factored;
use super::permuted::Exchangeable;
use super::{Calibration, Outputs, Shortcut};
use crate::linalg::Columns;
use rayon::prelude::*;

/// Work, in multiplications, below which permutations cost next to nothing.
const CHEAP: f64 = 1e9;

/// The largest share of a sum of permuted products that one row may have, in
/// standard deviations of the sum, where it is taken for normal. The error of
/// the normal law is of the order of this share (Bolthausen 1984).
const SHARE: f64 = 0.05;

/// A target of numbers, with the weights of its rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Numbers {
    /// The target without weights.
    pub(crate) target: Vec<f64>,
    pub(crate) weights: Option<Vec<f64>>,
    /// Whether the rows of X were multiplied by the roots of their weights.
    pub(crate) is_in_rows: bool,
}

impl Numbers {
    /// The largest entry of the centred target, in standard deviations.
    fn largest(&self) -> f64 {
        let n = self.target.len() as f64;
        let mean = self.target.iter().sum::<f64>() / n;
        let centred = || self.target.iter().map(|y| y - mean);
        let deviation = (centred().map(|d| d * d).sum::<f64>() / n).sqrt();
        centred().fold(0.0, |most: f64, d| most.max(d.abs())) / deviation
    }
}

/// The largest entry of standardized columns.
fn largest_entry(x: &Columns<f64>) -> f64 {
    x.values()
        .par_chunks(1 << 16)
        .map(|values| values.iter().fold(0.0, |most: f64, v| most.max(v.abs())))
        .reduce(|| 0.0, f64::max)
}

impl Exchangeable for Numbers {
    fn rows(&self) -> usize {
        self.target.len()
    }

    fn outputs(&self) -> Outputs {
        Outputs::All(1)
    }

    /// `w r / sqrt(Σ w r²)` with `r` the target minus its weighted mean.
    fn gradient(&self, order: &[u32], gradient: &mut [f32]) {
        let target = || order.iter().map(|&row| self.target[row as usize]);
        let Some(weights) = &self.weights else {
            let n = order.len() as f64;
            let mean = self.target.iter().sum::<f64>() / n;
            let squares: f64 = self.target.iter().map(|y| (y - mean) * (y - mean)).sum();
            let inverse = if squares > 0.0 {
                1.0 / squares.sqrt()
            } else {
                0.0
            };
            for (out, y) in gradient.iter_mut().zip(target()) {
                *out = ((y - mean) * inverse) as f32;
            }
            return;
        };
        let total: f64 = weights.iter().sum();
        let mean = target().zip(weights).map(|(y, w)| w * y).sum::<f64>() / total;
        let squares: f64 = target()
            .zip(weights)
            .map(|(y, w)| w * (y - mean) * (y - mean))
            .sum();
        let inverse = if squares > 0.0 {
            1.0 / squares.sqrt()
        } else {
            0.0
        };
        for ((out, y), &weight) in gradient.iter_mut().zip(target()).zip(weights) {
            let weight = if self.is_in_rows {
                weight.sqrt()
            } else {
                weight
            };
            *out = (weight * (y - mean) * inverse) as f32;
        }
    }

    /// Where no row dominates the target or a column, permuted products have the
    /// law of normal noise, which is drawn in p dimensions.
    fn shortcut<'a>(&'a self, calibration: &Calibration<'a>) -> Option<Box<dyn Shortcut + 'a>> {
        let x = calibration.x;
        let work = x.rows() as f64 * (x.count() as f64 + 8.0) * calibration.draws as f64;
        if self.weights.is_some() || work < CHEAP {
            return None;
        }
        let share = self.largest() * largest_entry(x) / (x.rows() as f64).sqrt();
        if share > SHARE {
            return None;
        }
        Factored::new(calibration).map(|law| Box::new(law) as Box<dyn Shortcut>)
    }
}
