//! What a feature is worth: how much worse the model fits without it.

mod common;

use common::{
    bump_target, class_target, classes, columns, design, linear, linear_target, noise,
    quick_network, real,
};
use harderlasso::{Departure, Design, HarderLasso, Metrics, Model, Penalty, Response};
use proptest::prelude::*;

/// A fit that selects every column.
fn every_column() -> HarderLasso {
    linear().penalty(Penalty::l1()).lambda(1e-8)
}

/// The deviance of a linear regression on the rows of its fit, up to a constant;
/// `total` is the number of observations.
fn deviance(model: &Model, total: f64) -> f64 {
    match model.training_metrics() {
        Metrics::Regression { rmse, .. } => 2.0 * total * rmse.ln(),
        other => panic!("{other:?}"),
    }
}

/// The deviance of logistic regression at its maximum likelihood, by Newton's method.
fn logistic_deviance(x: &[Vec<f64>], codes: &[usize]) -> f64 {
    let size = x.len() + 1;
    let value = |row: usize, j: usize| if j == 0 { 1.0 } else { x[j - 1][row] };
    let mut beta = vec![0.0; size];
    let eta =
        |beta: &[f64], row: usize| -> f64 { (0..size).map(|j| beta[j] * value(row, j)).sum() };
    for _ in 0..50 {
        let mut system = vec![vec![0.0; size + 1]; size];
        for (row, &code) in codes.iter().enumerate() {
            let p = 1.0 / (1.0 + (-eta(&beta, row)).exp());
            for (j, line) in system.iter_mut().enumerate() {
                for (k, entry) in line[..size].iter_mut().enumerate() {
                    *entry += p * (1.0 - p) * value(row, j) * value(row, k);
                }
                line[size] += (code as f64 - p) * value(row, j);
            }
        }
        for (beta, step) in beta.iter_mut().zip(solved(system)) {
            *beta += step;
        }
    }
    let terms = codes.iter().enumerate().map(|(row, &code)| {
        let eta = eta(&beta, row);
        2.0 * (1.0 + (-eta.abs()).exp()).ln() + 2.0 * (eta.max(0.0) - code as f64 * eta)
    });
    terms.sum()
}

/// The solution of a small positive definite system, by elimination.
fn solved(mut system: Vec<Vec<f64>>) -> Vec<f64> {
    let size = system.len();
    for pivot in 0..size {
        let line = system[pivot].clone();
        for other in (0..size).filter(|&other| other != pivot) {
            let factor = system[other][pivot] / line[pivot];
            let entries = system[other].iter_mut().zip(&line);
            entries.for_each(|(entry, v)| *entry -= factor * v);
        }
    }
    (0..size).map(|i| system[i][size] / system[i][i]).collect()
}

/// The observations that rows with these weights stand for.
fn observations(weights: &[f64]) -> f64 {
    weights.iter().sum::<f64>().powi(2) / weights.iter().map(|w| w * w).sum::<f64>()
}

/// Checks the increases against fits of the columns that are left.
fn agrees(x: &[Vec<f64>], response: &Response, weights: Option<&[f64]>, tolerance: f64) {
    let weighted = |columns: &[Vec<f64>]| -> Design {
        match weights {
            Some(weights) => design(columns).with_weights(weights.to_vec()).unwrap(),
            None => design(columns),
        }
    };
    let total = weights.map_or(x[0].len() as f64, observations);
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
        let first = x[0].clone();
        for (value, first) in x[3].iter_mut().zip(&first) {
            *value = correlation * first + (1.0 - correlation) * *value;
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
        let codes: Vec<usize> = (0..90)
            .map(|row| usize::from(x[0][row] - 0.5 * x[1][row] + blur[row] > 0.0))
            .collect();
        // Without shrinkage, as the other fit.
        let settings = every_column().without(Departure::Shrinkage);
        let model = settings.fit(&design(&x), &classes(codes.clone())).unwrap();
        prop_assert_eq!(model.selected().len(), x.len());
        let full = logistic_deviance(&x, &codes);
        for (column, &increase) in model.deviance_increases().iter().enumerate() {
            let mut others = x.to_vec();
            others.remove(column);
            let expected = logistic_deviance(&others, &codes) - full;
            prop_assert!(
                (increase - expected).abs() <= 1e-3 * (1.0 + expected),
                "column {column}: {increase}, not {expected}"
            );
        }
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
    let first = x[0].clone();
    for (value, first) in x[1].iter_mut().zip(&first) {
        *value = first + 0.05 * *value;
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
    let settings = every_column().without(Departure::Shrinkage);
    let model = settings.fit(&design(&x), &classes(codes)).unwrap();
    assert_eq!(model.deviance_increases(), [0.0, 0.0]);
    assert_eq!(model.importances(), [0.5, 0.5]);
}

/// Three columns separate the classes together and nearly do so in pairs. The weights of
/// the model are finite because they are shrunken, and each column keeps them small.
#[test]
fn features_of_separable_classes_are_worth_something() {
    let x = columns(60, 3, 9);
    let codes = (0..60).map(|row| usize::from(3.0 * x[0][row] + x[1][row] + x[2][row] > 0.0));
    let y = classes(codes.collect());
    let model = every_column().fit(&design(&x), &y).unwrap();
    let increases = model.deviance_increases();
    assert_eq!(model.by_importance()[0], 0);
    assert!(
        increases.iter().all(|&increase| increase > 1.0),
        "{increases:?}"
    );
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
    let settings = HarderLasso::new().hidden([20]).draws(300).restarts(1);
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
