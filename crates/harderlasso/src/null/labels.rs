//! Classes drawn from their frequencies, seen by the cross-entropy.

use super::weighted::RowNoise;
use super::{Calibration, NullLaw, Outputs, Shortcut, Statistic};
use crate::linalg::{self, Columns};
use chacha20::ChaCha8Rng;
use rand::RngExt;
use rand_distr::{Binomial, Distribution};

/// Columns summed at a time; bounds the memory of a block.
const TILE: usize = 512;

/// One-hot rows drawn from class frequencies. The columns of X are centred, so
/// the rows need not be. The most frequent class is not drawn: the products of
/// all classes sum to zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Labels {
    frequencies: Vec<f64>,
    most_frequent: usize,
}

impl Labels {
    pub(crate) fn new(frequencies: Vec<f64>) -> Self {
        let most_frequent = (0..frequencies.len())
            .max_by(|&a, &b| frequencies[a].total_cmp(&frequencies[b]))
            .unwrap_or(0);
        Self {
            frequencies,
            most_frequent,
        }
    }

    /// The class of one observation.
    pub(super) fn class(&self, rng: &mut ChaCha8Rng) -> usize {
        let mut left: f64 = rng.random();
        let last = self.frequencies.len() - 1;
        for (class, frequency) in self.frequencies.iter().enumerate() {
            left -= frequency;
            if left < 0.0 {
                return class;
            }
        }
        last
    }

    /// Where a class is among those that are drawn.
    fn position(&self, class: usize) -> Option<usize> {
        match class.cmp(&self.most_frequent) {
            std::cmp::Ordering::Less => Some(class),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(class - 1),
        }
    }
}

impl NullLaw for Labels {
    fn outputs(&self) -> Outputs {
        Outputs::AllButOne(self.frequencies.len() - 1)
    }

    fn draw(&self, rng: &mut ChaCha8Rng, gradient: &mut [f32]) {
        let rows = gradient.len() / NullLaw::outputs(self).drawn();
        gradient.fill(0.0);
        for row in 0..rows {
            if let Some(position) = self.position(self.class(rng)) {
                gradient[position * rows + row] = 1.0;
            }
        }
    }

    fn shortcut<'a>(&'a self, calibration: &Calibration<'a>) -> Option<Box<dyn Shortcut + 'a>> {
        Some(Box::new(ClassSums {
            law: self,
            x: calibration.x,
        }))
    }
}

impl RowNoise for Labels {
    fn outputs(&self) -> Outputs {
        NullLaw::outputs(self)
    }

    /// How many of `weight` observations fall into each class: `⌊weight⌋` whole
    /// ones, and one that counts for the fraction that is left.
    fn sum(&self, weight: f64, rng: &mut ChaCha8Rng, out: &mut [f64]) {
        let mut left = weight.floor() as u64;
        let mut share = 1.0;
        let last = self.frequencies.len() - 1;
        for (class, &frequency) in self.frequencies.iter().enumerate() {
            // Given the classes before, what is left of the observations is
            // binomial.
            let chance = (frequency / share).clamp(0.0, 1.0);
            let mut taken = match Binomial::new(left, chance) {
                Ok(law) if left > 0 => law.sample(rng),
                _ => 0,
            };
            left -= taken;
            share -= frequency;
            if class == last {
                // Rounding may leave some over; they are of the last class.
                taken += left;
            }
            if let Some(position) = self.position(class) {
                out[position] = taken as f64;
            }
        }
        let fraction = weight - weight.floor();
        if fraction > 0.0
            && let Some(position) = self.position(self.class(rng))
        {
            out[position] += fraction;
        }
    }
}

/// Sums of the rows of X by class: `G_jt = Σ_{i in t} x_ij`.
struct ClassSums<'a> {
    law: &'a Labels,
    x: &'a Columns<f64>,
}

impl Shortcut for ClassSums<'_> {
    fn block(&self, statistic: Statistic, count: usize, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let (x, rows) = (self.x, self.x.rows());
        let classes = self.law.frequencies.len();
        let drawn: Vec<u32> = (0..rows * count)
            .map(|_| self.law.class(rng) as u32)
            .collect();
        let common = self.law.most_frequent;
        let mut largest = vec![0.0f64; count];
        let mut tile = vec![0.0f32; rows * TILE];
        let mut sums = vec![0.0f32; classes * TILE];
        for from in (0..x.count()).step_by(TILE) {
            let width = TILE.min(x.count() - from);
            for column in 0..width {
                for (row, &value) in x.column(from + column).iter().enumerate() {
                    tile[row * width + column] = value as f32;
                }
            }
            for (draw, largest) in drawn.chunks_exact(rows).zip(&mut largest) {
                sums.fill(0.0);
                add_rows(&tile, width, draw, common, &mut sums);
                for column in 0..width {
                    let others = || {
                        (0..classes)
                            .filter(|&class| class != common)
                            .map(|class| f64::from(sums[class * width + column]))
                    };
                    let rest: f64 = others().sum();
                    *largest = largest.max(statistic.combine(others().chain([rest])));
                }
            }
        }
        largest
    }
}

/// Adds each row of a tile to the sum of its class, the most frequent left out.
fn add_rows(tile: &[f32], width: usize, classes: &[u32], common: usize, sums: &mut [f32]) {
    linalg::vectorized(
        #[inline(always)]
        || {
            for (&class, row) in classes.iter().zip(tile.chunks_exact(width)) {
                let class = class as usize;
                if class == common {
                    continue;
                }
                for (sum, &value) in sums[class * width..][..width].iter_mut().zip(row) {
                    *sum += value;
                }
            }
        },
    );
}
