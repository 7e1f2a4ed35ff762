//! What a feature is worth: how much worse the model fits without it.

mod common;

use common::{
    bump_target, class_target, classes, columns, design, linear, linear_target, noise,
    quick_network, real,
};
use harderlasso::{Design, HarderLasso, Metrics, Model, Penalty, Response};
use proptest::prelude::*;

/// A fit that selects every column.
fn every_column() -> HarderLasso {
    linear().penalty(Penalty::l1()).lambda(1e-4)
}

/// The deviance of a model on the rows of its fit, up to a constant; `total` is
/// the number of observations.
fn deviance(model: &Model, total: f64) -> f64 {
    match model.training_metrics() {
        Metrics::Regression { rmse, .. } => 2.0 * total * rmse.ln(),
        Metrics::Classification { log_loss, .. } => 2.0 * total * log_loss,
    }
}

/// The increases against fits of the columns that are left.
fn agrees(x: &[Vec<f64>], response: &Response, weights: Option<&[f64]>, tolerance: f64) {
    let weighted = |columns: &[Vec<f64>]| -> Design {
        match weights {
            Some(weights) => design(columns).with_weights(weights.to_vec()).unwrap(),
            None => design(columns),
        }
    };
    let total = weights.map_or(x[0].len() as f64, |weights| weights.iter().sum());
    let model = every_column().fit(&weighted(x), response).unwrap();
    assert_eq!(model.selected().len(), x.len());
    for (column, &increase) in model.deviance_increases().iter().enumerate() {
        let mut others = x.to_vec();
        others.remove(column);
        let without = every_column().fit(&weighted(&others), response).unwrap();
        assert_eq!(without.selected().len(), others.len());
        let expected = deviance(&without, total) - deviance(&model, total);
        assert!(
            (increase - expected).abs() <= tolerance * (1.0 + expected),
            "column {column}: {increase}, not {expected}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_linear_regression_without_a_feature(seed in 0..1u64 << 40, correlation in 0.0..0.99f64) {
        let mut x = columns(40, 4, seed);
        for row in 0..40 {
            x[3][row] = correlation * x[0][row] + (1.0 - correlation) * x[3][row];
        }
        let y = real(linear_target(&x, seed));
        agrees(&x, &y, None, 1e-7);
        let weights: Vec<f64> = (0..40).map(|row| 1.0 + (row % 3) as f64).collect();
        agrees(&x, &y, Some(&weights), 1e-7);
    }

    #[test]
    fn a_linear_classification_without_a_feature(seed in 0..1u64 << 40) {
        let x = columns(90, 3, seed);
        // Noise keeps the classes from being separable.
        let blur = noise(90, seed ^ 1);
        let codes = (0..90).map(|row| usize::from(x[0][row] - 0.5 * x[1][row] + blur[row] > 0.0));
        agrees(&x, &classes(codes.collect()), None, 1e-3);
    }

    #[test]
    fn shares_sum_to_one_and_sort(seed in 0..1u64 << 40) {
        let x = columns(60, 6, seed);
        for (settings, response) in [
            (linear().draws(200), real(linear_target(&x, seed))),
            (linear().draws(200), classes(class_target(&x, seed))),
            (quick_network().draws(200), real(bump_target(&x, seed))),
        ] {
            let model = settings.fit(&design(&x), &response).unwrap();
            let (shares, increases) = (model.importances(), model.deviance_increases());
            prop_assert_eq!(shares.len(), model.selected().len());
            if shares.is_empty() {
                continue;
            }
            prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            prop_assert!((model.weight_shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let order = model.by_importance();
            prop_assert!(order.windows(2).all(|pair| increases[pair[0]] >= increases[pair[1]]));
            prop_assert!(order.windows(2).all(|pair| shares[pair[0]] >= shares[pair[1]]));
        }
    }
}

/// Copies of one signal share its weight: each is missed little, however large
/// its weight is.
#[test]
fn a_feature_that_another_replaces_is_worth_little() {
    let mut x = columns(100, 3, 5);
    for row in 0..100 {
        x[1][row] = x[0][row] + 0.05 * x[1][row];
    }
    let blur = noise(100, 5);
    let y =
        (0..100).map(|row| 3.0 * x[0][row] + 3.0 * x[1][row] + 2.0 * x[2][row] + 0.5 * blur[row]);
    let model = every_column().fit(&design(&x), &real(y.collect())).unwrap();
    assert_eq!(model.by_importance()[0], 2);
    let weights = model.weight_shares();
    assert!(weights[2] < weights[0].max(weights[1]));
}

/// A column that is nearly the sum of two others: one factorization is not
/// precise enough.
#[test]
fn nearly_collinear_columns() {
    let mut x = columns(50, 3, 6);
    let mut y = noise(50, 6);
    for row in 0..50 {
        let rest = x[2][row];
        x[2][row] = x[0][row] + x[1][row] + 1e-5 * rest;
        y[row] += 5.0 * x[0][row] + 1e5 * rest;
    }
    agrees(&x, &real(y), None, 1e-4);
}

/// Either of two columns separates the classes.
#[test]
fn features_that_nobody_misses_are_worth_the_same() {
    let mut x = columns(40, 2, 7);
    let codes: Vec<usize> = (0..40).map(|row| row % 2).collect();
    for (row, &code) in codes.iter().enumerate() {
        for column in &mut x {
            column[row] += 30.0 * code as f64;
        }
    }
    let model = every_column().fit(&design(&x), &classes(codes)).unwrap();
    assert_eq!(model.deviance_increases(), [0.0, 0.0]);
    assert_eq!(model.importances(), [0.5, 0.5]);
}

/// The pair of a strong effect comes before the pair of a weak one, and the two
/// features of a pair are worth about the same.
#[test]
fn a_network_ranks_its_features() {
    let x = columns(400, 6, 8);
    let mut y = bump_target(&x, 8);
    for (row, y) in y.iter_mut().enumerate() {
        *y += 4.0 * (x[4][row] - x[5][row]).abs();
    }
    let settings = HarderLasso::new().draws(300).restarts(1);
    let model = settings.fit(&design(&x), &real(y.clone())).unwrap();
    assert_eq!(model.selected(), [0, 1, 4, 5]);
    let shares = model.importances();
    let (strong, weak) = (&shares[..2], &shares[2..]);
    assert!(
        strong.iter().all(|a| weak.iter().all(|b| a > b)),
        "{shares:?}"
    );
    for pair in [strong, weak] {
        assert!((pair[0] / pair[1] - 1.0).abs() < 0.2, "{shares:?}");
    }
    for threads in [1, 2, 5] {
        let settings = settings.clone().threads(threads);
        let again = settings.fit(&design(&x), &real(y.clone())).unwrap();
        assert_eq!(again.deviance_increases(), model.deviance_increases());
    }
}
