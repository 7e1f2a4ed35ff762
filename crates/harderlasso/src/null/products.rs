//! The statistic of any null law: draws times columns.

use super::{NullLaw, Outputs, Statistic};
use crate::linalg::{self, Columns, MatrixView};
use chacha20::ChaCha8Rng;

/// Columns multiplied at a time; bounds the memory of a block.
const TILE: usize = 512;

/// `λ_0`, without its factor, of some draws.
pub(crate) fn products(
    law: &dyn NullLaw,
    x: &Columns<f64>,
    statistic: Statistic,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<f64> {
    let (rows, outputs) = (x.rows(), law.outputs());
    let drawn = outputs.drawn();
    let mut gradients = vec![0.0f32; rows * drawn * count];
    for gradient in gradients.chunks_exact_mut(rows * drawn) {
        law.draw(rng, gradient);
    }
    let mut largest = vec![0.0f64; count];
    for_each_tile(x, &gradients, drawn * count, |width, product| {
        for (largest, product) in largest.iter_mut().zip(product.chunks_exact(width * drawn)) {
            let here = match outputs {
                Outputs::All(1) => f64::from(largest_size(product)),
                outputs => row_maximum(product, width, outputs, statistic),
            };
            *largest = largest.max(here);
        }
    });
    largest
}

/// The largest combination of outputs over some columns of X.
fn row_maximum(product: &[f32], width: usize, outputs: Outputs, statistic: Statistic) -> f64 {
    (0..width)
        .map(|column| {
            let entries = || {
                product[column..]
                    .iter()
                    .step_by(width)
                    .map(|&entry| f64::from(entry))
            };
            match outputs {
                Outputs::All(_) => statistic.combine(entries()),
                Outputs::AllButOne(_) => {
                    let rest: f64 = entries().sum();
                    statistic.combine(entries().chain([rest]))
                }
            }
        })
        .fold(0.0, f64::max)
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
            MatrixView::column_major(tile, rows, to - from).transposed(),
            MatrixView::column_major(noise, rows, count),
        );
        body(to - from, product);
    }
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

/// `max |v|`, with independent partial maxima so that it vectorizes.
pub(super) fn largest_size(values: &[f32]) -> f32 {
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
