//! That every algorithm ends, and says why.

use super::{TIGHT, coefficients, penalty, quadratic, root, squares};
use crate::linalg;
use crate::penalty::Penalty;
use crate::solver::coordinate::{self, Quadratic};
use crate::solver::{End, adam, proximal, quasi_newton};
use crate::testing::{design, normals, target};
use std::cell::Cell;

const FREE: [usize; 3] = [0, 1, 2];

fn quasi_newton_limits(max_steps: usize) -> quasi_newton::StepLimits {
    quasi_newton::StepLimits {
        tolerance: 0.0,
        max_steps,
        floor: f64::NEG_INFINITY,
        stall: f64::NEG_INFINITY,
    }
}

/// Columns beyond the first batch of a working set come in when they violate
/// the optimality condition; the answer is the one with all columns in it.
#[test]
fn a_working_set_finds_what_all_columns_find() {
    let (rows, count) = (40, 2100);
    let x = design(rows, count, 1);
    // The signal sits where no working set begins.
    let mut beta = vec![0.0; count];
    (beta[700], beta[1400], beta[2099]) = (6.0, -5.0, 4.0);
    let y = target(&x, &beta, 2);
    let gram = linalg::gram(&x);
    for kind in [Penalty::l1(), Penalty::harder()] {
        let penalized = penalty(kind, count, 2.5);
        let mut some = Quadratic::new(&x, &y, y.len() as f64, None);
        assert!(some.members().len() < count);
        let mut point = some.null_point();
        let (_, end) = some.descend(&mut point, &penalized, TIGHT);
        assert_eq!(end, End::Converged);
        let found = coefficients(&some, &point, count);
        let mut gradient = vec![0.0; count];
        root(&x, &y, &found, &mut gradient);
        let violation = penalized.violation(&found, &gradient);
        assert!(violation < 1e-6, "{kind:?}: {violation}");
        assert!([700, 1400, 2099].iter().all(|&j| found[j] != 0.0));

        let mut all = Quadratic::new(&x, &y, y.len() as f64, Some(&gram));
        let mut reference = all.null_point();
        all.descend(&mut reference, &penalized, TIGHT);
        if kind == Penalty::l1() {
            let difference = point.cost(&penalized) - reference.cost(&penalized);
            assert!(difference.abs() < 1e-8, "{difference}");
        }
    }
}

#[test]
fn coordinate_descent_stops_at_its_limits() {
    let x = design(20, 15, 1);
    let y = target(&x, &[3.0, 2.0, 2.0, -2.0, 1.0, 1.0], 2);
    let penalized = penalty(Penalty::l1(), 15, 0.1);
    let mut problem = Quadratic::new(&x, &y, y.len() as f64, None);
    let limits = coordinate::SweepLimits {
        tolerance: 0.0,
        max_sweeps: 7,
        ..TIGHT
    };
    let mut point = problem.null_point();
    assert_eq!(
        problem.descend(&mut point, &penalized, limits),
        (7, End::IterationLimit)
    );
    let limits = coordinate::SweepLimits {
        max_features: 3,
        ..TIGHT
    };
    let mut point = problem.null_point();
    let (_, end) = problem.descend(&mut point, &penalized, limits);
    assert_eq!(end, End::Saturated);
}

#[test]
fn proximal_steps_stop_at_their_limit() {
    let (x, y) = quadratic(3, 1);
    let penalized = penalty(Penalty::l1(), 3, 0.01);
    let mut theta = normals(3, 2);
    let evaluate = |t: &[f64], g: &mut [f64]| squares(&x, &y, t, g);
    let outcome = proximal::minimize(&mut theta, evaluate, &penalized, 0.0, 5);
    assert_eq!((outcome.steps, outcome.end), (5, End::IterationLimit));
}

#[test]
fn quasi_newton_stops_at_its_limits() {
    let (x, y) = quadratic(3, 1);
    let evaluate = |t: &[f64], g: &mut [f64]| squares(&x, &y, t, g);
    let mut theta = normals(3, 2);
    let outcome = quasi_newton::minimize(&mut theta, &FREE, evaluate, None, quasi_newton_limits(2));
    assert_eq!((outcome.steps, outcome.end), (2, End::IterationLimit));
    // A value at which the fit counts as perfect ends the descent there.
    let limits = quasi_newton::StepLimits {
        floor: outcome.value,
        ..quasi_newton_limits(10)
    };
    let outcome = quasi_newton::minimize(&mut theta, &FREE, evaluate, None, limits);
    assert_eq!((outcome.steps, outcome.end), (0, End::PerfectFit));
}

/// Values are known to sixteen digits, so far above zero they cannot show the
/// last steps down; the gradient still can.
#[test]
fn a_large_value_does_not_hide_a_small_gradient() {
    for seed in 0..20 {
        let (x, y) = quadratic(3, seed);
        let raised = |t: &[f64], g: &mut [f64]| 1e6 + squares(&x, &y, t, g);
        let limits = quasi_newton::StepLimits {
            tolerance: 1e-8,
            ..quasi_newton_limits(100)
        };
        let mut theta = normals(3, seed + 2);
        let outcome = quasi_newton::minimize(&mut theta, &FREE, raised, None, limits);
        assert_eq!(outcome.end, End::Converged, "seed {seed}");
    }
}

/// Near a kink no step lowers the value: that is an end, not an endless loop.
#[test]
fn quasi_newton_ends_at_a_kink() {
    let mut theta = [0.0];
    let kink = |t: &[f64], g: &mut [f64]| {
        g[0] = if t[0] > 0.0 { 1.0 } else { -1.0 };
        t[0].abs()
    };
    let outcome = quasi_newton::minimize(&mut theta, &[0], kink, None, quasi_newton_limits(1000));
    assert_eq!(outcome.end, End::LineSearch);
}

#[test]
fn numbers_that_are_not_finite_end_every_descent() {
    let broken = [f64::NAN, f64::INFINITY];
    let penalized = penalty(Penalty::harder(), 2, 0.1);
    for value in broken {
        let evaluate = |_: &[f64], g: &mut [f64]| {
            g.fill(value);
            value
        };
        let mut theta = vec![1.0; 3];
        let outcome = proximal::minimize(&mut theta, evaluate, &penalized, 1e-6, 100);
        assert_eq!((outcome.steps, outcome.end), (0, End::NotFinite));
        let limits = quasi_newton_limits(100);
        let outcome = quasi_newton::minimize(&mut theta, &FREE, evaluate, Some(&penalized), limits);
        assert_eq!((outcome.steps, outcome.end), (0, End::NotFinite));
        let calls = Cell::new(0);
        let counted = |t: &[f64], g: &mut [f64]| {
            calls.set(calls.get() + 1);
            evaluate(t, g)
        };
        let mut pace = adam::Pace::new(0.1, 0.1, 100);
        let last =
            adam::Adam::new(3).advance(&mut theta, counted, &penalized, &mut pace, 100, || false);
        assert!(!last.is_finite());
        assert_eq!(calls.get(), 1);
        assert_eq!(theta, [1.0; 3], "a step along NaN was taken");
    }
}

#[test]
fn adam_takes_its_steps_and_stops_when_asked() {
    let (x, y) = quadratic(3, 1);
    let penalized = penalty(Penalty::l1(), 3, 0.01);
    let calls = Cell::new(0);
    let evaluate = |t: &[f64], g: &mut [f64]| {
        calls.set(calls.get() + 1);
        squares(&x, &y, t, g)
    };
    let mut adam = adam::Adam::new(3);
    let mut pace = adam::Pace::new(0.1, 0.1, 57);
    let mut theta = normals(3, 2);
    adam.advance(&mut theta, evaluate, &penalized, &mut pace, 57, || false);
    assert_eq!(calls.get(), 57);
    adam.advance(&mut theta, evaluate, &penalized, &mut pace, 57, || true);
    assert_eq!(calls.get(), 58);
}

/// The rate falls from one end of a phase to the other, also when the phase is
/// taken in parts.
#[test]
fn a_phase_of_adam_may_be_cut_into_parts() {
    let (x, y) = quadratic(3, 1);
    let penalized = penalty(Penalty::l1(), 3, 0.01);
    let evaluate = |t: &[f64], g: &mut [f64]| squares(&x, &y, t, g);
    let run = |parts: &[usize]| {
        let mut adam = adam::Adam::new(3);
        let mut pace = adam::Pace::new(0.1, 0.001, 80);
        let mut theta = normals(3, 2);
        for &count in parts {
            adam.advance(&mut theta, evaluate, &penalized, &mut pace, count, || false);
        }
        theta
    };
    // Tangents are refreshed at the beginning of each part; those of l1 never
    // change.
    assert_eq!(run(&[80]), run(&[20, 33, 27]));
}

/// Parameters that do not meet in the objective do not meet in Adam: dropping
/// one leaves the way of the others as it was.
#[test]
fn adam_goes_on_without_what_was_dropped() {
    let separable = |t: &[f64], g: &mut [f64]| {
        g.iter_mut().zip(t).for_each(|(g, t)| *g = t - 1.0);
        0.5 * g.iter().map(|g| g * g).sum::<f64>()
    };
    let penalized = penalty(Penalty::l1(), 3, 0.1);
    let (mut all, mut pace) = (adam::Adam::new(3), adam::Pace::new(0.1, 0.01, 60));
    let mut theta = vec![3.0, -2.0, 0.5];
    all.advance(&mut theta, separable, &penalized, &mut pace, 30, || false);
    let (mut fewer, mut other_pace) = (all.clone(), pace);
    let mut kept = vec![theta[0], theta[2]];
    fewer.restrict(|values| vec![values[0], values[2]]);
    all.advance(&mut theta, separable, &penalized, &mut pace, 30, || false);
    fewer.advance(
        &mut kept,
        separable,
        &penalized.over(2),
        &mut other_pace,
        30,
        || false,
    );
    assert_eq!(kept, [theta[0], theta[2]]);
}
