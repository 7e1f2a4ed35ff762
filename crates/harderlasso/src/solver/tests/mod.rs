//! Where each algorithm ends; how it is made to end is in [`limits`].

mod limits;

use super::coordinate::{self, Point, Quadratic};
use super::{End, Penalized, adam, proximal, quasi_newton};
use crate::linalg::{self, Columns};
use crate::penalty::Penalty;
use crate::testing::{design, normals, target};
use proptest::prelude::*;

const SIGNAL: [f64; 3] = [3.0, -2.0, 1.0];

fn penalty(penalty: Penalty, count: usize, lambda: f64) -> Penalized {
    Penalized {
        count,
        lambda,
        rho: penalty.scaled(0.1, 0.3, 1.0),
    }
}

/// `‖y − Xβ‖` and its gradient.
fn root(x: &Columns<f64>, y: &[f64], beta: &[f64], gradient: &mut [f64]) -> f64 {
    let mut residual = y.to_vec();
    for (j, &beta) in beta.iter().enumerate() {
        linalg::add_scaled(&mut residual, -beta, x.column(j));
    }
    let norm = linalg::norm(&residual);
    linalg::transposed_product(x, &residual, gradient);
    gradient.iter_mut().for_each(|g| *g /= -norm);
    norm
}

/// Coefficients of all columns at a point of coordinate descent.
fn coefficients(problem: &Quadratic<'_>, point: &Point, count: usize) -> Vec<f64> {
    let mut beta = vec![0.0; count];
    for (&j, &value) in problem.members().iter().zip(&point.beta) {
        beta[j] = value;
    }
    beta
}

const TIGHT: coordinate::SweepLimits = coordinate::SweepLimits {
    tolerance: 1e-11,
    max_sweeps: 10_000,
    max_features: usize::MAX,
};

/// A gradient that a line search on the values can still see: values of size 1
/// are known to 1e-16, so a slope is known to about its root.
const RESOLUTION: f64 = 1e-7;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn coordinate_descent_ends_at_a_local_minimum(
        rows in 15..40usize, count in 3..50usize, lambda in 1.5..4.0f64, seed in 0..1u64 << 40,
    ) {
        let x = design(rows, count, seed);
        let y = target(&x, &SIGNAL, seed + 1);
        for kind in Penalty::ALL {
            let penalized = penalty(kind, count, lambda);
            let mut problem = Quadratic::new(&x, &y, y.len() as f64, None);
            let mut point = problem.null_point();
            let (_, end) = problem.descend(&mut point, &penalized, TIGHT);
            let beta = coefficients(&problem, &point, count);
            let mut gradient = vec![0.0; count];
            let value = root(&x, &y, &beta, &mut gradient);
            // A residual of rounding errors has no direction.
            if value > 1e-5 {
                prop_assert_eq!(end, End::Converged, "{:?}", kind);
                let violation = penalized.violation(&beta, &gradient);
                prop_assert!(violation < 1e-5 * penalized.lambda, "{kind:?}: {violation}");
                prop_assert!((point.rss.sqrt() - value).abs() < 1e-7);
                let cost = value + penalized.value(&beta);
                prop_assert!((point.cost(&penalized) - cost).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn every_sweep_lowers_the_cost(count in 3..50usize, seed in 0..1u64 << 40) {
        let x = design(25, count, seed);
        let y = target(&x, &SIGNAL, seed + 1);
        for kind in Penalty::ALL {
            let penalized = penalty(kind, count, 1.5);
            let mut problem = Quadratic::new(&x, &y, y.len() as f64, None);
            let mut point = problem.null_point();
            let mut cost = point.cost(&penalized);
            for _ in 0..20 {
                let one = coordinate::SweepLimits { max_sweeps: 1, ..TIGHT };
                let (sweeps, _) = problem.descend(&mut point, &penalized, one);
                prop_assert_eq!(sweeps, 1);
                let next = point.cost(&penalized);
                prop_assert!(next <= cost + 1e-10, "{kind:?}: {cost} to {next}");
                cost = next;
            }
        }
    }

    /// l1 makes the problem convex: there is one minimum to be found.
    #[test]
    fn coordinate_descent_and_proximal_steps_agree_on_the_lasso(
        count in 3..40usize, lambda in 1.0..4.0f64, seed in 0..1u64 << 40,
    ) {
        let x = design(30, count, seed);
        let y = target(&x, &SIGNAL, seed + 1);
        let penalized = penalty(Penalty::l1(), count, lambda);
        let mut problem = Quadratic::new(&x, &y, y.len() as f64, None);
        let mut point = problem.null_point();
        problem.descend(&mut point, &penalized, TIGHT);
        let mut beta = vec![0.0; count];
        let outcome = proximal::minimize(
            &mut beta, |beta, gradient| root(&x, &y, beta, gradient), &penalized, 1e-7, 100_000,
        );
        prop_assert_eq!(outcome.end, End::Converged);
        prop_assert!((outcome.value - point.cost(&penalized)).abs() < 1e-7);
    }

    #[test]
    fn least_squares_inside_the_descent_is_least_squares(count in 4..12usize, seed in 0..1u64 << 40) {
        let x = design(30, count, seed);
        let y = target(&x, &SIGNAL, seed + 1);
        let problem = Quadratic::new(&x, &y, y.len() as f64, None);
        let rss = |columns: &[usize]| {
            let part: Columns<f64> = x.gather(columns);
            let beta = linalg::least_squares(&part, &y).expect("finite numbers");
            root(&part, &y, &beta, &mut vec![0.0; columns.len()]).powi(2)
        };
        let support = [0, 1, 3];
        let all = rss(&support);
        prop_assert!((problem.refit_rss(&support).expect("independent") - all).abs() < 1e-9);
        let shares = problem.partial_shares(&support).expect("independent");
        for (dropped, share) in shares.into_iter().enumerate() {
            let others: Vec<usize> = support.into_iter().filter(|&j| j != support[dropped]).collect();
            let without = rss(&others);
            prop_assert!((share - (without - all) / without).abs() < 1e-9);
        }
    }

    #[test]
    fn quasi_newton_solves_a_quadratic(size in 1..30usize, seed in 0..1u64 << 40) {
        let (x, y) = quadratic(size, seed);
        let exact = linalg::least_squares(&x, &y).expect("finite numbers");
        let mut theta = normals(size, seed + 2);
        let free: Vec<usize> = (0..size).collect();
        let limits = quasi_newton::StepLimits { tolerance: RESOLUTION, max_steps: 1000, floor: f64::NEG_INFINITY, stall: f64::NEG_INFINITY };
        let outcome = quasi_newton::minimize(
            &mut theta, &free, |t, g| squares(&x, &y, t, g), None, limits,
        );
        prop_assert_eq!(outcome.end, End::Converged);
        for (found, exact) in theta.iter().zip(&exact) {
            prop_assert!((found - exact).abs() < 1e-5);
        }
    }

    /// What is not listed stays, and what is penalized ends stationary or zero.
    #[test]
    fn quasi_newton_moves_only_what_is_free(size in 4..30usize, seed in 0..1u64 << 40) {
        let (x, y) = quadratic(size, seed);
        let penalized = penalty(Penalty::harder(), size / 2, 0.2);
        let start = normals(size, seed + 2);
        let free: Vec<usize> = (0..size).filter(|index| index % 3 != 0).collect();
        let mut theta = start.clone();
        let limits = quasi_newton::StepLimits { tolerance: RESOLUTION, max_steps: 2000, floor: f64::NEG_INFINITY, stall: f64::NEG_INFINITY };
        let outcome = quasi_newton::minimize(
            &mut theta, &free, |t, g| squares(&x, &y, t, g), Some(&penalized), limits,
        );
        prop_assert_eq!(outcome.end, End::Converged);
        let mut gradient = vec![0.0; size];
        let value = squares(&x, &y, &theta, &mut gradient) + penalized.value(&theta);
        prop_assert!((value - outcome.value).abs() < 1e-10);
        for index in 0..size {
            if index % 3 == 0 {
                prop_assert_eq!(theta[index], start[index]);
            } else if index >= penalized.count {
                prop_assert!(gradient[index].abs() <= RESOLUTION);
            } else if theta[index] != 0.0 {
                prop_assert!(penalized.entry_violation(theta[index], gradient[index]) <= RESOLUTION);
            }
        }
    }

    #[test]
    fn proximal_steps_end_at_a_local_minimum(size in 2..20usize, lambda in 0.05..1.0f64, seed in 0..1u64 << 40) {
        let (x, y) = quadratic(size, seed);
        for kind in Penalty::ALL {
            let penalized = penalty(kind, size - 1, lambda);
            let mut theta = normals(size, seed + 2);
            let evaluate = |t: &[f64], g: &mut [f64]| squares(&x, &y, t, g);
            let outcome = proximal::minimize(&mut theta, evaluate, &penalized, RESOLUTION, 20_000);
            prop_assert_eq!(outcome.end, End::Converged, "{:?}", kind);
            let mut gradient = vec![0.0; size];
            let value = squares(&x, &y, &theta, &mut gradient) + penalized.value(&theta);
            prop_assert!((value - outcome.value).abs() < 1e-10);
            prop_assert!(penalized.violation(&theta, &gradient) <= RESOLUTION);
        }
    }

    /// Adam is a noisy descent: it must get most of the way, and its zeros
    /// must be exact.
    #[test]
    fn adam_descends_and_leaves_exact_zeros(seed in 0..1u64 << 40) {
        let size = 12;
        let (x, y) = quadratic(size, seed);
        // No gradient of this problem is as large as 10: zero is their place.
        let penalized = penalty(Penalty::l1(), 2, 10.0);
        let mut theta = normals(size, seed + 2);
        let evaluate = |t: &[f64], g: &mut [f64]| squares(&x, &y, t, g);
        let before = evaluate(&theta, &mut vec![0.0; size]) + penalized.value(&theta);
        let mut pace = adam::Pace::new(0.04, 0.001, 3000);
        adam::Adam::new(size).advance(&mut theta, evaluate, &penalized, &mut pace, 3000, || false);
        prop_assert_eq!(&theta[..2], &[0.0, 0.0]);
        let mut gradient = vec![0.0; size];
        let after = evaluate(&theta, &mut gradient) + penalized.value(&theta);
        prop_assert!(after < before);
        prop_assert!(penalized.violation(&theta, &gradient) < 1e-2);
    }
}

/// A least-squares problem: a design and a target of pure noise.
fn quadratic(size: usize, seed: u64) -> (Columns<f64>, Vec<f64>) {
    let x = design(3 * size + 3, size, seed);
    let y = normals(x.rows(), seed + 1);
    (x, y)
}

/// `½ ‖y − Xθ‖² / n` and its gradient.
fn squares(x: &Columns<f64>, y: &[f64], theta: &[f64], gradient: &mut [f64]) -> f64 {
    let n = x.rows() as f64;
    let norm = root(x, y, theta, gradient);
    gradient.iter_mut().for_each(|g| *g *= norm / n);
    0.5 * norm * norm / n
}
