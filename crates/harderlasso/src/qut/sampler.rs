//! Ways to draw `λ_0` under pure noise.

use super::Statistic;
use crate::linalg::{self, Columns, View};
use crate::loss::{NullLaw, WeightedSphere};
use crate::rng::Seed;
use chacha20::ChaCha8Rng;
use rand_distr::{Binomial, ChiSquared, Distribution, StandardNormal};

/// Columns multiplied at a time; bounds the memory of a piece.
const TILE: usize = 512;

/// A way to draw `λ_0` (without its factor) under pure noise.
pub(super) enum Sampler<'a> {
    /// `Xᵀ (R/‖R‖)` by multiplication.
    Direct {
        x: &'a Columns<f64>,
        weighted: Option<&'a WeightedSphere>,
    },
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
    /// The same for rows that stand for several observations each.
    WeightedClasses {
        x: &'a Columns<f64>,
        frequencies: &'a [f64],
        weights: &'a [f64],
    },
}

impl<'a> Sampler<'a> {
    pub(super) fn new<'g>(
        x: &'a Columns<f64>,
        law: &'a NullLaw,
        draws: usize,
        gram: impl Fn() -> &'g [f64],
    ) -> Self {
        let weighted = match law {
            NullLaw::Classes(frequencies) => return Self::Classes { x, frequencies },
            NullLaw::WeightedClasses {
                frequencies,
                weights,
            } => {
                return Self::WeightedClasses {
                    x,
                    frequencies,
                    weights,
                };
            }
            NullLaw::Sphere => None,
            NullLaw::WeightedSphere(weighted) => Some(weighted),
        };
        let (n, p) = (x.rows() as f64, x.count() as f64);
        let is_cheaper = p < n && p * (n + draws as f64) < draws as f64 * n;
        // The Gram matrix must be that of the rows as they enter the loss.
        let has_gram = weighted.is_none_or(|weighted| weighted.is_in_rows);
        let factor = if is_cheaper && has_gram {
            linalg::cholesky(gram(), x.count())
        } else {
            None
        };
        let observations = weighted.map_or(n, |weighted| weighted.total);
        match factor {
            // A Gram matrix without a factor (collinear columns) only
            // costs more work: the law is the same.
            None => Self::Direct { x, weighted },
            Some(lower) => Self::Factored {
                lower: lower.into_iter().map(|value| value as f32).collect(),
                size: x.count(),
                left: ChiSquared::new(observations - 1.0 - p).ok(),
            },
        }
    }

    pub(super) fn block(&self, statistic: Statistic, count: usize, seed: Seed) -> Vec<f64> {
        match self {
            Self::Direct { x, weighted } => {
                let mut rng = seed.rng();
                let noise = match weighted {
                    None => sphere(x.rows(), count, &mut rng),
                    Some(weighted) => weighted_sphere(weighted, count, &mut rng),
                };
                direct(x, &noise, count)
            }
            Self::Factored { lower, size, left } => {
                factored(lower, *size, left.as_ref(), count, seed)
            }
            Self::Classes { x, frequencies } => classes(x, frequencies, statistic, count, seed),
            Self::WeightedClasses {
                x,
                frequencies,
                weights,
            } => weighted_classes(x, frequencies, weights, statistic, count, seed),
        }
    }
}

/// Centred normal vectors of length 1, one after the other.
fn sphere(rows: usize, count: usize, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut noise: Vec<f32> = StandardNormal.sample_iter(rng).take(rows * count).collect();
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
    noise
}

/// The same where a row stands for `w` observations. Their noise adds up to
/// `√w` times a normal number, so after the sum over observations the noise is
/// `√w_i z_i`; centring removes the direction `√w` from z. The length is that
/// of all observations: what they do inside of rows is `χ²` on the degrees of
/// freedom that the rows leave.
fn weighted_sphere(weighted: &WeightedSphere, count: usize, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let roots = &weighted.roots;
    let inside = ChiSquared::new(weighted.total - roots.len() as f64).ok();
    let mut noise = Vec::with_capacity(roots.len() * count);
    let mut draw = vec![0.0f64; roots.len()];
    for _ in 0..count {
        draw.iter_mut()
            .for_each(|v| *v = StandardNormal.sample(&mut *rng));
        let along = linalg::dot(&draw, roots) / weighted.total;
        linalg::add_scaled(&mut draw, -along, roots);
        let inside = inside.as_ref().map_or(0.0, |law| law.sample(&mut *rng));
        let length = (linalg::dot(&draw, &draw) + inside).sqrt();
        let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
        noise.extend(draw.iter().zip(roots).map(|(&v, &root)| {
            // Columns may carry the roots already.
            let factor = if weighted.is_in_rows { 1.0 } else { root };
            (v * inverse * factor) as f32
        }));
    }
    noise
}

/// `max_j |x_jᵀ r|` for each column r of the noise.
fn direct(x: &Columns<f64>, noise: &[f32], count: usize) -> Vec<f64> {
    let mut largest = vec![0.0f32; count];
    for_each_tile(x, noise, count, |width, product| {
        for (largest, column) in largest.iter_mut().zip(product.chunks_exact(width)) {
            *largest = largest.max(largest_size(column));
        }
    });
    largest.into_iter().map(f64::from).collect()
}

/// `Xᵀ noise`, some columns of X at a time: their number, and the product
/// column-major.
fn for_each_tile(
    x: &Columns<f64>,
    noise: &[f32],
    count: usize,
    mut body: impl FnMut(usize, &[f32]),
) {
    let rows = x.rows();
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
            View::column_major(noise, rows, count),
        );
        body(to - from, product);
    }
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
    let common = commonest(frequencies);
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

/// The sums over all classes vanish, so the commonest is had from the others.
fn commonest(frequencies: &[f64]) -> usize {
    (0..frequencies.len())
        .max_by(|&a, &b| frequencies[a].total_cmp(&frequencies[b]))
        .unwrap_or(0)
}

/// [`classes`] where a row stands for `w` observations, each with a class of
/// its own: `⌊w⌋` whole ones, and one that counts for the fraction that is
/// left.
fn weighted_classes(
    x: &Columns<f64>,
    frequencies: &[f64],
    weights: &[f64],
    statistic: Statistic,
    count: usize,
    seed: Seed,
) -> Vec<f64> {
    let rows = x.rows();
    let mut rng = seed.rng();
    let common = commonest(frequencies);
    let others: Vec<usize> = (0..frequencies.len()).filter(|&c| c != common).collect();
    // For each draw and class, how often each row has it.
    let mut drawn = vec![0.0f32; rows * others.len() * count];
    let mut counts = vec![0.0; frequencies.len()];
    for draw in drawn.chunks_exact_mut(rows * others.len()) {
        for (row, &weight) in weights.iter().enumerate() {
            draw_counts(frequencies, weight, &mut rng, &mut counts);
            for (position, &class) in others.iter().enumerate() {
                draw[position * rows + row] = counts[class] as f32;
            }
        }
    }
    let mut largest = vec![0.0f64; count];
    for_each_tile(x, &drawn, others.len() * count, |width, product| {
        let draws = product.chunks_exact(width * others.len());
        for (largest, product) in largest.iter_mut().zip(draws) {
            for column in 0..width {
                let sums = || {
                    product[column..]
                        .iter()
                        .step_by(width)
                        .map(|&sum| f64::from(sum))
                };
                let rest: f64 = sums().sum();
                *largest = largest.max(statistic.combine(sums().chain([rest])));
            }
        }
    });
    largest
}

/// How many of `weight` observations fall into each class.
fn draw_counts(frequencies: &[f64], weight: f64, rng: &mut ChaCha8Rng, counts: &mut [f64]) {
    let mut left = weight.floor() as u64;
    let mut share = 1.0;
    for (count, &frequency) in counts.iter_mut().zip(frequencies) {
        // Given the classes before, what is left of the observations is
        // binomial.
        let chance = (frequency / share).clamp(0.0, 1.0);
        let taken = match Binomial::new(left, chance) {
            Ok(law) if left > 0 => law.sample(rng),
            _ => 0,
        };
        *count = taken as f64;
        left -= taken;
        share -= frequency;
    }
    // Rounding may leave some over; they are of the last class.
    if let Some(last) = counts.last_mut() {
        *last += left as f64;
    }
    let fraction = weight - weight.floor();
    if fraction > 0.0 {
        let mut class = [0u32];
        NullLaw::draw_classes(frequencies, rng, &mut class);
        counts[class[0] as usize] += fraction;
    }
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
