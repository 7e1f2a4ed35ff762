//! Products and factorizations against loops.

use super::{
    Columns, MatrixView, add_scaled, cholesky, dot, gram, least_squares, multiply, multiply_add,
};
use super::{columns_times, norm, solve_positive, transposed_product};
use crate::testing::{design, normals};
use proptest::prelude::*;

fn plain_dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Lengths around the number of lanes, where a remainder may be forgotten.
    #[test]
    fn vector_loops_are_the_plain_ones(length in 0..100usize, seed in 0..1u64 << 40, scale in -2.0..2.0) {
        let (a, mut b) = (normals(length, seed), normals(length, seed + 1));
        prop_assert!((dot(&a, &b) - plain_dot(&a, &b)).abs() < 1e-11);
        prop_assert!((norm(&a) - plain_dot(&a, &a).sqrt()).abs() < 1e-11);
        let expected: Vec<f64> = b.iter().zip(&a).map(|(b, a)| b + scale * a).collect();
        add_scaled(&mut b, scale, &a);
        prop_assert!(close(&b, &expected));
    }

    #[test]
    fn products_respect_either_layout(n in 1..20usize, k in 1..20usize, m in 1..20usize, seed in 0..1u64 << 40) {
        let (a, b) = (normals(n * k, seed), normals(k * m, seed + 1));
        let expected: Vec<f64> = (0..m)
            .flat_map(|column| (0..n).map(move |row| (row, column)))
            .map(|(row, column)| (0..k).map(|i| a[i * n + row] * b[i * m + column]).sum())
            .collect();
        let (left, right) = (MatrixView::column_major(&a, n, k), MatrixView::row_major(&b, k, m));
        let mut out = vec![f64::NAN; n * m];
        multiply(&mut out, left, right);
        prop_assert!(close(&out, &expected));
        // The transpose of a row-major matrix is column-major.
        multiply(&mut out, MatrixView::row_major(&a, k, n).transposed(), MatrixView::column_major(&b, m, k).transposed());
        prop_assert!(close(&out, &expected));
        multiply_add(&mut out, left, right);
        prop_assert!(close(&out, &expected.iter().map(|v| 2.0 * v).collect::<Vec<_>>()));
    }

    #[test]
    fn factors_and_solutions_solve(size in 1..15usize, seed in 0..1u64 << 40) {
        let x = design(3 * size + 2, size, seed);
        let (matrix, right) = (gram(&x), normals(size, seed + 1));
        let lower = cholesky(&matrix, size).expect("independent columns");
        let mut back = vec![0.0; size * size];
        let factor = MatrixView::column_major(&lower, size, size);
        multiply(&mut back, factor, factor.transposed());
        prop_assert!(close(&back, &matrix));
        let solution = solve_positive(&matrix, size, &right).expect("independent columns");
        let mut reached = vec![0.0; size];
        multiply(&mut reached, MatrixView::column_major(&matrix, size, size), MatrixView::column_major(&solution, size, 1));
        prop_assert!(close(&reached, &right));
    }

    /// The residual of least squares is orthogonal to every column, also to
    /// columns that are there twice and to more columns than rows.
    #[test]
    fn least_squares_leaves_nothing_in_the_columns(
        rows in 3..20usize, count in 1..25usize, twice: bool, seed in 0..1u64 << 40,
    ) {
        let x = design(rows, count, seed);
        let mut columns: Vec<usize> = (0..count).collect();
        if twice {
            columns.push(0);
        }
        let x: Columns<f64> = x.gather(&columns);
        let y = normals(rows, seed + 1);
        let beta = least_squares(&x, &y).expect("finite numbers");
        let mut residual = y;
        for (j, beta) in beta.iter().enumerate() {
            add_scaled(&mut residual, -beta, x.column(j));
        }
        for j in 0..x.count() {
            prop_assert!(dot(x.column(j), &residual).abs() < 1e-8);
        }
        if twice {
            // The shortest solution shares equally.
            prop_assert!((beta[0] - beta[count]).abs() < 1e-8);
        }
    }
}

/// More columns than one parallel piece has.
#[test]
fn large_products_are_made_of_pieces_without_gaps() {
    let (rows, count) = (7, 600);
    let x = design(rows, count, 1);
    let y = normals(2 * rows, 2);
    let mut xty = vec![f64::NAN; count];
    transposed_product(&x, &y[..rows], &mut xty);
    let products = columns_times(&x, &y, 2);
    let all = gram(&x);
    for i in 0..count {
        assert!((xty[i] - plain_dot(x.column(i), &y[..rows])).abs() < 1e-11);
        assert!((products[2 * i] - xty[i]).abs() < 1e-11);
        assert!((products[2 * i + 1] - plain_dot(x.column(i), &y[rows..])).abs() < 1e-11);
        for j in 0..count {
            assert!((all[i * count + j] - plain_dot(x.column(i), x.column(j))).abs() < 1e-10);
        }
    }
}

#[test]
fn what_is_not_positive_definite_is_said_to_be_so() {
    let singular = [1.0, 1.0, 1.0, 1.0];
    let indefinite = [1.0, 2.0, 2.0, 1.0];
    assert_eq!(cholesky(&indefinite, 2), None);
    assert_eq!(solve_positive(&indefinite, 2, &[1.0, 1.0]), None);
    assert_eq!(solve_positive(&singular, 2, &[1.0, 0.0]), None);
}
