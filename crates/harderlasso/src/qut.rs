//! λ: the quantile universal threshold.
//!
//! `λ_0(X, Y)` is the smallest λ for which the null model is a local minimum;
//! λ is its `(1 − α)`-quantile when `Y` is pure noise. With `D = −∂L/∂μ` at the
//! null fit and `G = Xᵀ D` (`p × m`),
//!
//! - one layer: `λ_0 = max_{j,t} |G_jt|`;
//! - L layers: `λ_0 = κ^(L−1) π_L · max_j Σ_t |G_jt|`,
//!   `π_L = sqrt(p_3 · … · p_L)`.
//!
//! The paper uses the row sum for one layer too; but there no layer above
//! `W_1` adds the classes up, and the condition is on single entries.

use crate::activation::Activation;
use crate::error::Error;
use crate::linalg::{self, Columns, View};
use crate::loss::NullLaw;
use crate::observer::{Event, Observer};
use crate::rng::Seed;
use rand_distr::{ChiSquared, Distribution, StandardNormal};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Draws made by one parallel piece of work.
const BLOCK: usize = 256;

/// Columns multiplied at a time; bounds the memory of a piece.
const TILE: usize = 512;

/// The calibrated λ with the null distribution that it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// λ.
    pub lambda: f64,
    /// A 95 % interval for λ, from order statistics: what the finite number of
    /// draws leaves open. Both ends are λ itself where it was handed in.
    pub interval: (f64, f64),
    /// `λ_0` of the data: the null model is a local minimum at λ exactly if
    /// this is not above λ.
    pub observed: f64,
    /// `λ_0` of the null draws, sorted; empty where λ was handed in.
    pub draws: Vec<f64>,
}

/// `π_L = sqrt(p_3 · … · p_L)`, from the widths of the hidden layers.
pub(crate) fn width_factor(hidden: &[usize]) -> f64 {
    let product: f64 = hidden.iter().skip(1).map(|&width| width as f64).product();
    product.sqrt()
}

/// How the gradient at the null model becomes `λ_0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Statistic {
    /// `κ^(L−1) π_L`.
    factor: f64,
    /// Whether layers above `W_1` add up the outputs.
    row_sum: bool,
}

impl Statistic {
    pub(crate) fn new(hidden: &[usize], activation: Activation) -> Self {
        let layers_above = i32::try_from(hidden.len()).unwrap_or(i32::MAX);
        Self {
            factor: activation.steepest().powi(layers_above) * width_factor(hidden),
            row_sum: !hidden.is_empty(),
        }
    }

    /// Combines the entries of one row of G, unscaled.
    fn combine(self, row: impl Iterator<Item = f64>) -> f64 {
        if self.row_sum {
            row.map(f64::abs).sum()
        } else {
            row.map(f64::abs).fold(0.0, f64::max)
        }
    }

    /// `λ_0` from `−∂L/∂μ` at the null fit, one column for each output.
    pub(crate) fn observed(self, x: &Columns<f64>, null_gradient: &[f64]) -> f64 {
        let rows = x.rows();
        (0..x.count())
            .into_par_iter()
            .map(|j| {
                let column = x.column(j);
                self.combine(
                    null_gradient
                        .chunks_exact(rows)
                        .map(|d| linalg::dot(column, d)),
                )
            })
            .reduce(|| 0.0, f64::max)
            * self.factor
    }
}

/// How λ is to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) statistic: Statistic,
    pub(crate) alpha: f64,
    pub(crate) draws: usize,
    pub(crate) seed: Seed,
}

/// Calibrates λ on null targets.
///
/// `gram` makes `XᵀX`, asked for only where it saves work.
pub(crate) fn calibrate<'g>(
    x: &Columns<f64>,
    law: &NullLaw,
    plan: Plan,
    gram: impl Fn() -> &'g [f64],
    observer: &dyn Observer,
) -> Result<Threshold, Error> {
    let Plan {
        statistic,
        alpha,
        draws,
        seed,
    } = plan;
    if x.count() == 0 {
        // Nothing can be selected; any λ will do.
        return Ok(Threshold {
            lambda: 0.0,
            interval: (0.0, 0.0),
            observed: 0.0,
            draws: vec![0.0; draws],
        });
    }
    let sampler = Sampler::new(x, law, draws, gram);
    let done = AtomicUsize::new(0);
    let blocks = draws.div_ceil(BLOCK);
    let mut values: Vec<f64> = (0..blocks)
        .into_par_iter()
        .map(|block| {
            if observer.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let count = BLOCK.min(draws - block * BLOCK);
            let values = sampler.block(statistic, count, seed.child(block as u64));
            let so_far = done.fetch_add(count, Ordering::Relaxed) + count;
            observer.event(Event::Draws {
                done: so_far,
                total: draws,
            });
            Ok(values)
        })
        .collect::<Result<Vec<_>, Error>>()?
        .concat();
    values
        .iter_mut()
        .for_each(|value| *value *= statistic.factor);
    values.sort_unstable_by(f64::total_cmp);
    let (rank, low, high) = ranks(draws, alpha);
    Ok(Threshold {
        lambda: values[rank],
        interval: (values[low], values[high]),
        observed: f64::NAN,
        draws: values,
    })
}

/// Positions of the `(1 − α)`-quantile and of a 95 % interval for it among
/// sorted draws: the number of draws below the quantile is binomial.
fn ranks(draws: usize, alpha: f64) -> (usize, usize, usize) {
    let last = draws - 1;
    let centre = draws as f64 * (1.0 - alpha);
    let spread = 1.96 * (draws as f64 * alpha * (1.0 - alpha)).sqrt();
    let at = |position: f64| (position.max(0.0) as usize).min(last);
    (
        // 50 · (1 − 0.94) is a hair above 3 and still means the third.
        at((centre - 1e-9).ceil() - 1.0),
        at((centre - spread).floor() - 1.0),
        at((centre + spread).ceil()),
    )
}

/// A way to draw `λ_0` (without its factor) under pure noise.
enum Sampler<'a> {
    /// `Xᵀ (R/‖R‖)` by multiplication.
    Direct { x: &'a Columns<f64> },
    /// The same law in p dimensions: with `XᵀX = A Aᵀ` and u standard normal,
    /// `XᵀR = A u` and `‖R‖² = ‖u‖² + χ²` on the degrees of freedom left.
    Factored {
        lower: Vec<f32>,
        size: usize,
        left: Option<ChiSquared<f64>>,
    },
    /// Class-wise sums of rows: `G_jt = Σ_{i in t} x_ij`, as columns are centred.
    Classes {
        x: &'a Columns<f64>,
        frequencies: &'a [f64],
    },
}

impl<'a> Sampler<'a> {
    fn new<'g>(
        x: &'a Columns<f64>,
        law: &'a NullLaw,
        draws: usize,
        gram: impl Fn() -> &'g [f64],
    ) -> Self {
        match law {
            NullLaw::Classes(frequencies) => Self::Classes { x, frequencies },
            NullLaw::Sphere => {
                let (n, p) = (x.rows() as f64, x.count() as f64);
                let is_cheaper = p < n && p * (n + draws as f64) < draws as f64 * n;
                let factor = if is_cheaper {
                    linalg::cholesky(gram(), x.count())
                } else {
                    None
                };
                match factor {
                    // A Gram matrix without a factor (collinear columns) only
                    // costs more work: the law is the same.
                    None => Self::Direct { x },
                    Some(lower) => Self::Factored {
                        lower: lower.into_iter().map(|value| value as f32).collect(),
                        size: x.count(),
                        left: ChiSquared::new(n - 1.0 - p).ok(),
                    },
                }
            }
        }
    }

    fn block(&self, statistic: Statistic, count: usize, seed: Seed) -> Vec<f64> {
        match self {
            Self::Direct { x } => direct(x, count, seed),
            Self::Factored { lower, size, left } => {
                factored(lower, *size, left.as_ref(), count, seed)
            }
            Self::Classes { x, frequencies } => classes(x, frequencies, statistic, count, seed),
        }
    }
}

fn direct(x: &Columns<f64>, count: usize, seed: Seed) -> Vec<f64> {
    let rows = x.rows();
    let mut rng = seed.rng();
    let mut noise: Vec<f32> = StandardNormal
        .sample_iter(&mut rng)
        .take(rows * count)
        .collect();
    for draw in noise.chunks_exact_mut(rows) {
        let mean = draw.iter().map(|&v| f64::from(v)).sum::<f64>() / rows as f64;
        draw.iter_mut().for_each(|v| *v -= mean as f32);
        let norm = draw
            .iter()
            .map(|&v| f64::from(v) * f64::from(v))
            .sum::<f64>()
            .sqrt();
        let inverse = if norm > 0.0 { (1.0 / norm) as f32 } else { 0.0 };
        draw.iter_mut().for_each(|v| *v *= inverse);
    }
    let mut largest = vec![0.0f32; count];
    let width = TILE.min(x.count());
    let mut tile = vec![0.0f32; rows * width];
    let mut product = vec![0.0f32; width * count];
    for from in (0..x.count()).step_by(TILE) {
        let to = (from + TILE).min(x.count());
        let tile = &mut tile[..rows * (to - from)];
        round_into(tile, x.range(from, to));
        let product = &mut product[..(to - from) * count];
        linalg::multiply(
            product,
            View::column_major(tile, rows, to - from).transposed(),
            View::column_major(&noise, rows, count),
        );
        for (largest, column) in largest.iter_mut().zip(product.chunks_exact(to - from)) {
            *largest = largest.max(largest_size(column));
        }
    }
    largest.into_iter().map(f64::from).collect()
}

/// `max |v|`, with independent partial maxima so that it vectorizes.
fn largest_size(values: &[f32]) -> f32 {
    const LANES: usize = 16;
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    linalg::vectorized(
        #[inline(always)]
        || {
            let mut most = [0.0f32; LANES];
            let chunks = values.chunks_exact(LANES);
            let rest = chunks
                .remainder()
                .iter()
                .fold(0.0, |m, v| larger(v.abs(), m));
            for chunk in chunks {
                for lane in 0..LANES {
                    most[lane] = larger(chunk[lane].abs(), most[lane]);
                }
            }
            most.into_iter().fold(rest, larger)
        },
    )
}

/// Copies to single precision.
fn round_into(out: &mut [f32], values: &[f64]) {
    linalg::vectorized(
        #[inline(always)]
        || {
            for (out, &value) in out.iter_mut().zip(values) {
                *out = value as f32;
            }
        },
    );
}

fn factored(
    lower: &[f32],
    size: usize,
    left: Option<&ChiSquared<f64>>,
    count: usize,
    seed: Seed,
) -> Vec<f64> {
    let mut rng = seed.rng();
    let mut noise = vec![0.0f32; size * count];
    let mut lengths = vec![0.0; count];
    for (draw, length) in noise.chunks_exact_mut(size).zip(&mut lengths) {
        draw.iter_mut()
            .for_each(|v| *v = StandardNormal.sample(&mut rng));
        let inside: f64 = draw.iter().map(|&v| f64::from(v) * f64::from(v)).sum();
        let outside = left.map_or(0.0, |law| law.sample(&mut rng));
        *length = (inside + outside).sqrt();
    }
    let mut product = vec![0.0f32; size * count];
    linalg::multiply(
        &mut product,
        View::column_major(lower, size, size),
        View::column_major(&noise, size, count),
    );
    product
        .chunks_exact(size)
        .zip(&lengths)
        .map(|(column, length)| f64::from(largest_size(column)) / length)
        .collect()
}

fn classes(
    x: &Columns<f64>,
    frequencies: &[f64],
    statistic: Statistic,
    count: usize,
    seed: Seed,
) -> Vec<f64> {
    let rows = x.rows();
    let mut rng = seed.rng();
    let mut drawn = vec![0u32; rows * count];
    NullLaw::draw_classes(frequencies, &mut rng, &mut drawn);
    // The sums over all classes vanish, so the commonest is had from the others.
    let common = (0..frequencies.len())
        .max_by(|&a, &b| frequencies[a].total_cmp(&frequencies[b]))
        .unwrap_or(0);
    let mut largest = vec![0.0f64; count];
    let mut tile = vec![0.0f32; rows * TILE];
    let mut sums = vec![0.0f32; frequencies.len() * TILE];
    for from in (0..x.count()).step_by(TILE) {
        let width = TILE.min(x.count() - from);
        for column in 0..width {
            for (row, &value) in x.column(from + column).iter().enumerate() {
                tile[row * width + column] = value as f32;
            }
        }
        for (classes, largest) in drawn.chunks_exact(rows).zip(&mut largest) {
            sums.fill(0.0);
            add_rows(&tile, width, classes, common, &mut sums);
            for column in 0..width {
                let others = || {
                    (0..frequencies.len())
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

/// Adds each row of a tile to the sum of its class, the commonest left out.
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

#[cfg(test)]
mod tests;
