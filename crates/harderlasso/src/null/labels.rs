//! Classes seen by the cross-entropy.

use super::permuted::{Exchangeable, shuffled};
use super::{Calibration, Outputs, Shortcut, Statistic};
use crate::linalg::{self, Columns};
use chacha20::ChaCha8Rng;

/// Columns summed at a time; bounds the memory of a block.
const TILE: usize = 512;

/// Classes of rows, as one-hot rows. The columns of X are centred, so without
/// weights the rows need not be. The most frequent class is not drawn: the
/// products of all classes sum to zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Labels {
    codes: Vec<u32>,
    classes: usize,
    most_frequent: usize,
    weights: Option<Vec<f64>>,
}

impl Labels {
    pub(crate) fn new(codes: &[usize], classes: usize, weights: Option<Vec<f64>>) -> Self {
        let mut counts = vec![0usize; classes];
        codes.iter().for_each(|&code| counts[code] += 1);
        let most_frequent = (0..classes).max_by_key(|&class| counts[class]).unwrap_or(0);
        Self {
            codes: codes.iter().map(|&code| code as u32).collect(),
            classes,
            most_frequent,
            weights,
        }
    }

    /// The class of each row in another order.
    fn reordered<'a>(&'a self, order: &'a [u32]) -> impl Iterator<Item = usize> + 'a {
        order.iter().map(|&row| self.codes[row as usize] as usize)
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

impl Exchangeable for Labels {
    fn rows(&self) -> usize {
        self.codes.len()
    }

    fn outputs(&self) -> Outputs {
        Outputs::AllButOne(self.classes - 1)
    }

    /// `w (one-hot − weighted frequencies)`; without weights the frequencies are
    /// constant and stay away.
    fn gradient(&self, order: &[u32], gradient: &mut [f32]) {
        let rows = self.rows();
        let Some(weights) = &self.weights else {
            gradient.fill(0.0);
            for (row, class) in self.reordered(order).enumerate() {
                if let Some(position) = self.position(class) {
                    gradient[position * rows + row] = 1.0;
                }
            }
            return;
        };
        let mut frequencies = vec![0.0; self.classes];
        for (class, weight) in self.reordered(order).zip(weights) {
            frequencies[class] += weight;
        }
        let total: f64 = weights.iter().sum();
        frequencies.iter_mut().for_each(|f| *f /= total);
        for (class, frequency) in frequencies.iter().enumerate() {
            let Some(position) = self.position(class) else {
                continue;
            };
            let out = &mut gradient[position * rows..][..rows];
            for ((out, found), weight) in out.iter_mut().zip(self.reordered(order)).zip(weights) {
                let hit = if found == class { 1.0 } else { 0.0 };
                *out = (weight * (hit - frequency)) as f32;
            }
        }
    }

    fn shortcut<'a>(&'a self, calibration: &Calibration<'a>) -> Option<Box<dyn Shortcut + 'a>> {
        if self.weights.is_some() {
            return None;
        }
        Some(Box::new(ClassSums {
            law: self,
            x: calibration.x,
        }))
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
        let classes = self.law.classes;
        let drawn: Vec<u32> = (0..count)
            .flat_map(|_| shuffled(rows, rng))
            .map(|row| self.law.codes[row as usize])
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
