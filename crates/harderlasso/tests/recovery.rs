//! Small problems whose answer is known and clear: the right columns, all of
//! them and only them.

mod common;

use common::{
    bump_target, class_target, classes, columns, design, linear, linear_target, noise, real,
};
use harderlasso::{HarderLasso, Metrics, Penalty};

const SEEDS: std::ops::Range<u64> = 0..5;

/// With the signal found, a further column of noise passes the threshold in
/// about α of the data sets. A share of 0.9 of exact answers gives fewer than
/// 28 in 40 with probability below 10⁻⁴.
const FEWEST: usize = 28;

#[test]
fn linear_regression_finds_its_columns() {
    for penalty in Penalty::ALL {
        let mut exact = 0;
        for seed in 0..40 {
            let x = columns(80, 100, seed);
            let y = real(linear_target(&x, seed));
            let settings = linear().penalty(penalty).draws(1000).seed(seed);
            let model = settings.fit(&design(&x), &y).unwrap();
            exact += usize::from(model.selected() == [0, 1, 2]);
            assert!(
                model.selected().starts_with(&[0, 1, 2]),
                "{penalty:?}, seed {seed}"
            );
            // Least squares after the selection: the true coefficients, with
            // standard errors of about 1/√80 = 0.11; six of them.
            let found = &model.coefficients().unwrap()[0];
            for (found, truth) in found.iter().zip([4.0, -3.0, 3.0]) {
                assert!(
                    (found - truth).abs() < 0.67,
                    "{penalty:?}, seed {seed}: {found}"
                );
            }
        }
        assert!(exact >= FEWEST, "{penalty:?}: {exact} of 40");
    }
}

#[test]
fn linear_classification_finds_its_columns() {
    for penalty in Penalty::ALL {
        let mut exact = 0;
        for seed in 0..40 {
            let x = columns(120, 20, seed);
            let y = classes(class_target(&x, seed));
            let settings = linear().penalty(penalty).draws(1000).seed(seed);
            let model = settings.fit(&design(&x), &y).unwrap();
            exact += usize::from(model.selected() == [0, 1]);
            assert!(
                model.selected().starts_with(&[0, 1]),
                "{penalty:?}, seed {seed}"
            );
            match model.training_metrics() {
                Metrics::Classification { accuracy, .. } => assert!(accuracy > 0.75, "{accuracy}"),
                other => panic!("{other:?}"),
            }
        }
        assert!(exact >= FEWEST, "{penalty:?}: {exact} of 40");
    }
}

#[test]
fn the_default_finds_what_no_linear_model_sees() {
    for seed in SEEDS {
        let x = columns(200, 15, seed);
        let y = real(bump_target(&x, seed));
        let model = HarderLasso::new().fit(&design(&x), &y).unwrap();
        assert_eq!(model.selected(), [0, 1], "seed {seed}");
        assert!(!model.has_one_layer() && model.comparison().unwrap().prefers_network());
        match model.training_metrics() {
            // The noise has variance 1, the bump 100 · Var|N(0, 2)| = 73.
            Metrics::Regression { r2, .. } => assert!(r2 > 0.95, "{r2}"),
            other => panic!("{other:?}"),
        }
        // Of the sum of two columns the absolute value forgets the sign, so
        // no linear model can have a good fit.
        match linear().fit(&design(&x), &y).unwrap().training_metrics() {
            Metrics::Regression { r2, .. } => assert!(r2 < 0.2, "{r2}"),
            other => panic!("{other:?}"),
        }
    }
}

/// Half of the neurons start with either sign, so a target may have bumps of
/// either sign, and both.
#[test]
fn bumps_of_either_sign_are_found() {
    for signs in [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
        let x = columns(250, 10, 7);
        let mut y = noise(250, 7);
        for (row, y) in y.iter_mut().enumerate() {
            for (pair, sign) in signs.iter().enumerate() {
                *y += 10.0 * sign * (x[2 * pair][row] - x[2 * pair + 1][row]).abs();
            }
        }
        let model = HarderLasso::new()
            .hidden([20])
            .fit(&design(&x), &real(y))
            .unwrap();
        assert_eq!(model.selected(), [0, 1, 2, 3], "{signs:?}");
    }
}

/// One class in a band across the plane of two columns, the other on both
/// sides: again no linear model sees it.
#[test]
fn a_network_separates_a_band() {
    for seed in SEEDS {
        let x = columns(500, 6, seed);
        // Half of the rows: the median of |N(0, 2)| is 0.954.
        let inside = (0..500).map(|row| usize::from((x[1][row] - x[0][row]).abs() < 0.954));
        let y = classes(inside.collect());
        let model = HarderLasso::new()
            .hidden([20])
            .restarts(2)
            .fit(&design(&x), &y)
            .unwrap();
        assert_eq!(model.selected(), [0, 1], "seed {seed}");
    }
}
