//! The one place that names the matrix library.
//!
//! Products and factorizations go to faer; what remains here are dot products
//! and updates of vectors, compiled for the widest instructions that the
//! machine turns out to have.
//!
//! Large work is cut into pieces whose sizes do not depend on the number of
//! threads, and each piece is one sequential product: that keeps results
//! identical at any thread count.

mod exponential;

pub(crate) use exponential::Exponential;

use faer::linalg::matmul::matmul;
use faer::prelude::Solve;
use faer::{Accum, MatMut, MatRef, Par, Side};
use pulp::Arch;
use rayon::prelude::*;

/// The two precisions that networks are computed in.
pub(crate) trait Real:
    faer::traits::RealField
    + num_traits::Float
    + num_traits::NumAssignOps
    + Exponential
    + Copy
    + Send
    + Sync
    + std::iter::Sum
    + 'static
{
    /// Rounds to this precision.
    fn of(value: f64) -> Self;
    /// Widens to double precision.
    fn wide(self) -> f64;
}

impl Real for f32 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value as Self
    }
    #[inline(always)]
    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl Real for f64 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn wide(self) -> f64 {
        self
    }
}

/// A matrix stored column after column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Columns<T> {
    values: Vec<T>,
    rows: usize,
}

impl<T: Real> Columns<T> {
    pub(crate) fn new(values: Vec<T>, rows: usize) -> Self {
        debug_assert!(rows > 0 && values.len().is_multiple_of(rows));
        Self { values, rows }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn count(&self) -> usize {
        self.values.len() / self.rows
    }

    pub(crate) fn column(&self, index: usize) -> &[T] {
        &self.values[index * self.rows..][..self.rows]
    }

    /// Columns `from .. to` as one slice.
    pub(crate) fn range(&self, from: usize, to: usize) -> &[T] {
        &self.values[from * self.rows..to * self.rows]
    }

    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }

    /// Some of the columns, in another precision if wanted.
    pub(crate) fn gather<U: Real>(&self, indices: &[usize]) -> Columns<U> {
        let mut values = Vec::with_capacity(indices.len() * self.rows);
        for &index in indices {
            values.extend(self.column(index).iter().map(|value| U::of(value.wide())));
        }
        Columns::new(values, self.rows)
    }
}

/// Runs a loop compiled for the widest vector instructions of this machine.
#[inline(always)]
pub(crate) fn vectorized<R>(body: impl FnOnce() -> R) -> R {
    struct Body<F>(F);
    impl<R, F: FnOnce() -> R> pulp::WithSimd for Body<F> {
        type Output = R;
        #[inline(always)]
        fn with_simd<S: pulp::Simd>(self, simd: S) -> R {
            simd.vectorize(
                #[inline(always)]
                || (self.0)(),
            )
        }
    }
    Arch::new().dispatch(Body(body))
}

/// `Σ a_i b_i`, with independent partial sums so that it vectorizes.
pub(crate) fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    const LANES: usize = 32;
    debug_assert_eq!(a.len(), b.len());
    vectorized(
        #[inline(always)]
        || {
            let mut sums = [T::of(0.0); LANES];
            let (a_chunks, b_chunks) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
            let rest: T = a_chunks
                .remainder()
                .iter()
                .zip(b_chunks.remainder())
                .map(|(&x, &y)| x * y)
                .sum();
            for (x, y) in a_chunks.zip(b_chunks) {
                for lane in 0..LANES {
                    sums[lane] += x[lane] * y[lane];
                }
            }
            rest + sums.into_iter().sum::<T>()
        },
    )
}

/// `y ← y + scale · x`.
pub(crate) fn add_scaled<T: Real>(y: &mut [T], scale: T, x: &[T]) {
    debug_assert_eq!(y.len(), x.len());
    vectorized(
        #[inline(always)]
        || {
            for (y, &x) in y.iter_mut().zip(x) {
                *y += scale * x;
            }
        },
    );
}

/// Euclidean norm.
pub(crate) fn norm<T: Real>(a: &[T]) -> T {
    num_traits::Float::sqrt(dot(a, a))
}

/// A dense matrix that somebody else owns, described by its strides.
#[derive(Clone, Copy)]
pub(crate) struct MatrixView<'a, T> {
    values: &'a [T],
    rows: usize,
    columns: usize,
    row_major: bool,
}

impl<'a, T: Real> MatrixView<'a, T> {
    pub(crate) fn column_major(values: &'a [T], rows: usize, columns: usize) -> Self {
        Self {
            values,
            rows,
            columns,
            row_major: false,
        }
    }

    pub(crate) fn row_major(values: &'a [T], rows: usize, columns: usize) -> Self {
        Self {
            values,
            rows,
            columns,
            row_major: true,
        }
    }

    pub(crate) fn transposed(self) -> Self {
        Self {
            values: self.values,
            rows: self.columns,
            columns: self.rows,
            row_major: !self.row_major,
        }
    }

    fn mat(self) -> MatRef<'a, T> {
        if self.row_major {
            MatRef::from_row_major_slice(self.values, self.rows, self.columns)
        } else {
            MatRef::from_column_major_slice(self.values, self.rows, self.columns)
        }
    }
}

/// `out ← a · b`, column-major.
pub(crate) fn multiply<T: Real>(out: &mut [T], a: MatrixView<'_, T>, b: MatrixView<'_, T>) {
    multiply_into(out, Accum::Replace, a, b);
}

/// `out ← out + a · b`, column-major.
pub(crate) fn multiply_add<T: Real>(out: &mut [T], a: MatrixView<'_, T>, b: MatrixView<'_, T>) {
    multiply_into(out, Accum::Add, a, b);
}

fn multiply_into<T: Real>(out: &mut [T], accum: Accum, a: MatrixView<'_, T>, b: MatrixView<'_, T>) {
    let out = MatMut::from_column_major_slice_mut(out, a.rows, b.columns);
    multiply_pieces(out, accum, a.mat(), b.mat());
}

/// Multiplications in a piece of a product that is worth a task of its own.
const PIECE_WORK: usize = 1 << 22;

/// No side of a product is cut shorter than this: a kernel must have enough to
/// do with what it has loaded.
const PIECE_SIDE: usize = 64;

/// Halves the longer side of a product until the pieces are small. Where it is
/// cut depends on the sizes alone.
fn multiply_pieces<T: Real>(out: MatMut<'_, T>, accum: Accum, a: MatRef<'_, T>, b: MatRef<'_, T>) {
    let (rows, columns) = (out.nrows(), out.ncols());
    let work = rows.saturating_mul(columns).saturating_mul(a.ncols());
    if work <= PIECE_WORK || rows.max(columns) < 2 * PIECE_SIDE {
        matmul(out, accum, a, b, T::of(1.0), Par::Seq);
    } else if rows >= columns {
        let (top, bottom) = out.split_at_row_mut(rows / 2);
        let (a_top, a_bottom) = a.split_at_row(rows / 2);
        rayon::join(
            || multiply_pieces(top, accum, a_top, b),
            || multiply_pieces(bottom, accum, a_bottom, b),
        );
    } else {
        let (left, right) = out.split_at_col_mut(columns / 2);
        let (b_left, b_right) = b.split_at_col(columns / 2);
        rayon::join(
            || multiply_pieces(left, accum, a, b_left),
            || multiply_pieces(right, accum, a, b_right),
        );
    }
}

/// Columns handled by one parallel piece of [`transposed_product`].
const PIECE: usize = 256;

/// `Xᵀ r` for every column of X.
pub(crate) fn transposed_product(x: &Columns<f64>, r: &[f64], out: &mut [f64]) {
    out.par_chunks_mut(PIECE)
        .enumerate()
        .for_each(|(piece, out)| {
            for (offset, out) in out.iter_mut().enumerate() {
                *out = dot(x.column(piece * PIECE + offset), r);
            }
        });
}

/// `Dᵀ X` for every column of X, where D is `n × width`: `width × p`,
/// column-major.
pub(crate) fn columns_times(x: &Columns<f64>, d: &[f64], width: usize) -> Vec<f64> {
    let rows = x.rows();
    let left = MatrixView::column_major(d, rows, width).transposed();
    let mut out = vec![0.0; width * x.count()];
    out.par_chunks_mut(PIECE * width)
        .enumerate()
        .for_each(|(piece, out)| {
            let (from, count) = (piece * PIECE, out.len() / width);
            multiply(
                out,
                left,
                MatrixView::column_major(x.range(from, from + count), rows, count),
            );
        });
    out
}

/// `Xᵀ X` of all columns, column-major `p × p`.
pub(crate) fn gram(x: &Columns<f64>) -> Vec<f64> {
    let (rows, count) = (x.rows(), x.count());
    let mut out = vec![0.0; count * count];
    // Rows are taken in slabs so that a slab of X stays in the cache.
    out.par_chunks_mut(count * 128)
        .enumerate()
        .for_each(|(piece, out)| {
            let from = piece * 128;
            let to = from + out.len() / count;
            let right = MatrixView::column_major(x.range(from, to), rows, to - from);
            // Only the rows up to the diagonal block are needed; the rest is mirrored.
            let left = MatrixView::column_major(x.range(0, to), rows, to).transposed();
            let mut block = vec![0.0; to * (to - from)];
            multiply(&mut block, left, right);
            for (column, block) in out.chunks_exact_mut(count).zip(block.chunks_exact(to)) {
                column[..to].copy_from_slice(block);
            }
        });
    for column in 0..count {
        for row in column + 1..count {
            out[column * count + row] = out[row * count + column];
        }
    }
    out
}

/// The lower Cholesky factor of a symmetric `size × size` matrix, column-major,
/// or nothing if the matrix is not numerically positive definite.
pub(crate) fn cholesky(matrix: &[f64], size: usize) -> Option<Vec<f64>> {
    let factor = MatRef::from_column_major_slice(matrix, size, size)
        .llt(Side::Lower)
        .ok()?;
    let lower = factor.L();
    let mut out = vec![0.0; size * size];
    for column in 0..size {
        for row in column..size {
            out[column * size + row] = lower[(row, column)];
        }
    }
    Some(out)
}

/// Eigenvectors (column-major) and eigenvalues of a symmetric `size × size` matrix,
/// or nothing if the iteration does not converge.
pub(crate) fn eigen(matrix: &[f64], size: usize) -> Option<(Vec<f64>, Vec<f64>)> {
    let found = MatRef::from_column_major_slice(matrix, size, size)
        .self_adjoint_eigen(Side::Lower)
        .ok()?;
    let vectors = (0..size).flat_map(|j| (0..size).map(move |i| (i, j)));
    Some((
        vectors.map(|at| found.U()[at]).collect(),
        (0..size).map(|i| found.S()[i]).collect(),
    ))
}

/// Solves a symmetric positive definite system, or says that it is not one.
pub(crate) fn solve_positive(matrix: &[f64], size: usize, right: &[f64]) -> Option<Vec<f64>> {
    let factor = MatRef::from_column_major_slice(matrix, size, size)
        .llt(Side::Lower)
        .ok()?;
    let solution = factor.solve(MatRef::from_column_major_slice(right, size, 1));
    Some((0..size).map(|row| solution[(row, 0)]).collect())
}

/// The diagonal of the inverse of a symmetric positive definite matrix, or
/// nothing if rounding would spoil it.
pub(crate) fn inverse_diagonal(matrix: &[f64], size: usize) -> Option<Vec<f64>> {
    /// A pivot below this fraction of its diagonal entry has lost half of its
    /// digits.
    const SMALLEST_PIVOT: f64 = 1e-8;
    let lower = cholesky(matrix, size)?;
    let is_sound = |j: usize| lower[j * size + j].powi(2) > SMALLEST_PIVOT * matrix[j * size + j];
    if !(0..size).all(is_sound) {
        return None;
    }
    // (A⁻¹)_jj is the squared length of column j of L⁻¹.
    let mut column = vec![0.0; size];
    let lengths = (0..size).map(|j| {
        column[j..].fill(0.0);
        column[j] = 1.0;
        let mut squares = 0.0;
        for k in j..size {
            let value = column[k] / lower[k * size + k];
            squares += value * value;
            let (below, rest) = (k + 1, (k + 1) * size);
            add_scaled(&mut column[below..], -value, &lower[k * size + below..rest]);
        }
        squares
    });
    Some(lengths.collect())
}

/// Least squares by a rank-revealing factorization: the coefficients of the
/// shortest solution if the columns are collinear.
pub(crate) fn least_squares(x: &Columns<f64>, y: &[f64]) -> Option<Vec<f64>> {
    /// Directions this much weaker than the strongest are rounding error.
    const RANK_TOLERANCE: f64 = 1e-10;
    let (rows, count) = (x.rows(), x.count());
    if count == 0 {
        return Some(Vec::new());
    }
    let matrix = MatRef::from_column_major_slice(x.values(), rows, count);
    let svd = matrix.thin_svd().ok()?;
    let (u, s, v) = (svd.U(), svd.S().column_vector(), svd.V());
    let cut = RANK_TOLERANCE * s[0];
    let mut beta = vec![0.0; count];
    for k in 0..rows.min(count) {
        if s[k] > cut {
            let along: f64 = (0..rows).map(|i| u[(i, k)] * y[i]).sum::<f64>() / s[k];
            for (j, beta) in beta.iter_mut().enumerate() {
                *beta += v[(j, k)] * along;
            }
        }
    }
    Some(beta)
}

#[cfg(test)]
mod tests;
