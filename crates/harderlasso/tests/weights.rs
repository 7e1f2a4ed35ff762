//! Weights of rows: for the same λ fits are those of repeated rows, and unequal weights
//! are worth fewer observations.

mod common;

use common::{
    bump_target, classes, columns, design, distance, linear, linear_target, normals, quick_network,
    real,
};
use harderlasso::{Error, HarderLasso, Model, Penalty, Response, View};

/// Whole weights from 0 to 3.
fn whole(rows: usize, seed: u64) -> Vec<f64> {
    normals(rows, seed ^ 0x5eed)
        .iter()
        .map(|v| (v.abs() * 2.0).floor().min(3.0))
        .collect()
}

/// The rows of a table as often as their weights say.
fn repeat<T: Copy>(values: &[T], weights: &[f64]) -> Vec<T> {
    values
        .iter()
        .zip(weights)
        .flat_map(|(&value, &weight)| std::iter::repeat_n(value, weight as usize))
        .collect()
}

fn repeat_response(response: &Response, weights: &[f64]) -> Response {
    let rows: Vec<usize> = (0..weights.len()).collect();
    response.of_rows(&repeat(&rows, weights)).unwrap()
}

/// What weights are multiplied by, so that their sum is the number of observations
/// that they are worth.
fn unit(weights: &[f64]) -> f64 {
    weights.iter().sum::<f64>() / weights.iter().map(|w| w * w).sum::<f64>()
}

/// Columns and a target as even as ranks are: without heavy tails the values are all
/// that counts.
fn even(rows: usize, count: usize, seed: u64) -> (Vec<Vec<f64>>, Response) {
    let x = columns(rows, count, seed);
    let target = linear_target(&x, seed);
    let rank = |y: &f64| target.iter().filter(|other| *other < y).count() as f64;
    let y = real(target.iter().map(rank).collect());
    (x, y)
}

/// Three classes that overlap, so that no refit runs away.
fn noisy_classes(x: &[Vec<f64>], seed: u64) -> Response {
    let blur = normals(x[0].len(), seed ^ 0xb1);
    let scores = linear_target(x, seed).into_iter().zip(blur);
    let code = |score: f64| usize::from(score > -2.0) + usize::from(score > 2.0);
    classes(scores.map(|(y, blur)| code(y + 5.0 * blur)).collect())
}

/// Sizes and seeds of some tables.
fn tables() -> impl Iterator<Item = (usize, usize, u64)> {
    (0..24).map(|seed| (40 + 2 * seed as usize, 4 + seed as usize, seed))
}

/// For the same λ, in the unit of the weights, the lasso selects the same.
#[test]
fn whole_weights_select_as_repeated_rows_do() {
    for (rows, count, seed) in tables() {
        let (mut x, y) = even(rows, count, seed);
        let ys = [y, noisy_classes(&x, seed)];
        // Imputation and scaling must count repeated rows as well.
        x[3][5] = f64::NAN;
        x[3][7] = 40.0;
        let mut weights = whole(rows, seed);
        // Where nothing was fitted, nothing need agree.
        weights[7] = 2.0;
        let repeated: Vec<Vec<f64>> = x.iter().map(|column| repeat(column, &weights)).collect();
        let repeated = design(&repeated);
        let weighted = design(&x).with_weights(weights.clone()).unwrap();
        // Cross-entropy is a sum over rows, the loss of numbers the root of one.
        let units = [unit(&weights).sqrt(), unit(&weights)];
        for ((y, lambda), unit) in ys.into_iter().zip([4.0, 15.0]).zip(units) {
            let settings = linear().penalty(Penalty::l1());
            let one = settings.clone().lambda(lambda * unit).fit(&weighted, &y);
            let other = settings.lambda(lambda);
            let other = other.fit(&repeated, &repeat_response(&y, &weights));
            let (one, other) = (one.unwrap(), other.unwrap());
            assert_eq!(one.selected(), other.selected());
            let observed = [one.threshold().observed, unit * other.threshold().observed];
            assert!(distance(&observed[..1], &observed[1..]) < 1e-10);
            // Residuals with heavy tails call for the ranks, which weights do not repeat.
            if [one.view(), other.view()] == [View::Values; 2] {
                let costs = [one.certificate().cost, unit * other.certificate().cost];
                assert!(distance(&costs[..1], &costs[1..]) < 1e-5, "{costs:?}");
            }
        }
    }
}

/// The coefficients of what was selected are those of least squares on the repeated
/// rows, whatever the penalty.
#[test]
fn whole_weights_are_refitted_as_repeated_rows() {
    for (rows, count, seed) in tables() {
        let (x, y) = even(rows, count, seed);
        let weights = whole(rows, seed);
        let weighted = design(&x).with_weights(weights.clone()).unwrap();
        for penalty in Penalty::ALL {
            let settings = linear().penalty(penalty).draws(300);
            let model = settings.fit(&weighted, &y).unwrap();
            let selected = model.selected().iter();
            let selected: Vec<Vec<f64>> = selected.map(|&j| repeat(&x[j], &weights)).collect();
            assert!(!selected.is_empty());
            let all = linear().penalty(Penalty::l1()).lambda(1e-6);
            let all = all.fit(&design(&selected), &repeat_response(&y, &weights));
            let all = all.unwrap();
            assert_eq!(all.selected().len(), selected.len());
            let (a, b) = (model.coefficients().unwrap(), all.coefficients().unwrap());
            let a: Vec<f64> = model.selected().iter().map(|&j| a[0][j]).collect();
            assert!(distance(&a, &b[0]) < 1e-6, "{penalty:?}: {a:?} {b:?}");
            let metrics = |model: &Model| model.training_metrics().named();
            for ((name, a), (_, b)) in metrics(&model).into_iter().zip(metrics(&all)) {
                assert!((a - b).abs() < 1e-6 * (1.0 + a.abs()), "{name} {a} {b}");
            }
        }
    }
}

/// Rows that all count the same are rows without weights: the same threshold and the
/// same features, up to the rounding of draws.
#[test]
fn equal_weights_are_no_weights() {
    let x = columns(60, 30, 1);
    let plain = design(&x);
    let weighted = design(&x).with_weights(vec![3.0; 60]).unwrap();
    for y in [
        real(linear_target(&x, 1)),
        real(bump_target(&x, 1)),
        noisy_classes(&x, 1),
    ] {
        for settings in [linear(), quick_network()] {
            let one = settings.fit(&plain, &y).unwrap();
            let other = settings.fit(&weighted, &y).unwrap();
            let (threshold, same) = (one.threshold(), other.threshold());
            assert!((threshold.lambda / same.lambda - 1.0).abs() < 1e-4);
            assert!((threshold.observed / same.observed - 1.0).abs() < 1e-10);
            assert_eq!(one.selected(), other.selected());
        }
    }
}

/// Unequal weights are worth fewer observations: λ is not that of as many rows as
/// their sum, and its unit does not depend on theirs.
#[test]
fn the_threshold_of_weights_has_no_unit() {
    let x = columns(60, 30, 2);
    let uneven: Vec<f64> = normals(60, 3).into_iter().map(f64::exp).collect();
    for y in [real(linear_target(&x, 2)), noisy_classes(&x, 2)] {
        for settings in [linear(), HarderLasso::new().hidden([20])] {
            let threshold = |factor: f64| {
                let weights = uneven.iter().map(|w| w * factor).collect();
                let x = design(&x).with_weights(weights).unwrap();
                settings.calibrate(&x, &y, &harderlasso::Silent).unwrap()
            };
            let one = threshold(1.0);
            for factor in [1e-3, 8.0] {
                let other = threshold(factor);
                assert!((one.lambda / other.lambda - 1.0).abs() < 1e-5);
                assert!((one.observed / other.observed - 1.0).abs() < 1e-10);
            }
        }
    }
}

/// Weights that sum to 1 say which rows count for more, not that there is one
/// observation.
#[test]
fn relative_weights_have_no_unit() {
    let x = columns(60, 20, 2);
    let y = real(linear_target(&x, 2));
    let fit = |weight: f64| {
        let weights = vec![weight; 60];
        linear()
            .fit(&design(&x).with_weights(weights).unwrap(), &y)
            .unwrap()
    };
    let one = fit(1.0);
    assert_eq!(one.selected(), [0, 1, 2]);
    let small = fit(1.0 / 64.0);
    assert_eq!(small.selected(), one.selected());
    assert_eq!(small.coefficients(), one.coefficients());
}

#[test]
fn rows_without_weight_are_not_there() {
    let mut x = columns(60, 20, 2);
    let mut y = linear_target(&x, 2);
    let whole = linear().fit(&design(&x), &real(y.clone())).unwrap();
    for (row, column) in x.iter_mut().enumerate() {
        column.insert(0, row as f64 * 1e6);
    }
    y.insert(0, -1e9);
    let mut weights = vec![1.0; 61];
    weights[0] = 0.0;
    let weighted = design(&x).with_weights(weights).unwrap();
    let part = linear().fit(&weighted, &real(y)).unwrap();
    assert_eq!(part.selected(), whole.selected());
    assert_eq!(part.rows(), 60);
    let (a, b) = (part.coefficients().unwrap(), whole.coefficients().unwrap());
    assert!(distance(&a[0], &b[0]) < 1e-10);
}

#[test]
fn bad_weights_are_refused_with_the_row() {
    let x = || design(&columns(3, 2, 1));
    assert!(matches!(
        x().with_weights(vec![1.0; 2]),
        Err(Error::SizeMismatch {
            found: 2,
            expected: 3,
            ..
        })
    ));
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let error = x().with_weights(vec![1.0, bad, 1.0]).unwrap_err();
        assert!(matches!(error, Error::BadWeight { row: 1, .. }), "{error}");
    }
    assert!(matches!(
        x().with_weights(vec![0.0; 3]),
        Err(Error::BadTotalWeight { .. })
    ));
    // What is left must still be enough.
    let y = classes(vec![0, 1, 1]);
    let one = x().with_weights(vec![1.0, 0.0, 0.0]).unwrap();
    assert!(linear().fit(&one, &y).is_err());
    let one_class = x().with_weights(vec![0.0, 1.0, 1.0]).unwrap();
    assert!(matches!(
        linear().fit(&one_class, &y),
        Err(Error::OneClass { .. })
    ));
}

/// Of a class that hardly counts the data say nothing.
#[test]
fn a_class_of_next_to_no_weight_selects_nothing() {
    let x = columns(50, 2, 3);
    let y = classes((0..50).map(|row| row % 2).collect());
    let weights = (0..50).map(|row| if row % 2 == 0 { 1e3 } else { 1e-4 });
    let design = design(&x).with_weights(weights.collect()).unwrap();
    for penalty in Penalty::ALL {
        for hidden in [vec![], vec![5]] {
            let settings = HarderLasso::new().hidden(hidden).penalty(penalty);
            let model = settings.draws(200).fit(&design, &y).unwrap();
            assert!(model.selected().is_empty(), "{penalty:?}");
            assert!(model.threshold().observed <= model.threshold().lambda);
        }
    }
}

#[test]
fn used_rows_are_those_with_a_positive_weight() {
    let x = columns(4, 2, 1);
    let y = classes(vec![2, 0, 1, 0]);
    let plain = design(&x);
    assert_eq!(plain.used_rows(&y).unwrap(), None);
    let positive = design(&x).with_weights(vec![0.5; 4]).unwrap();
    assert_eq!(positive.used_rows(&y).unwrap(), None);
    let weighted = design(&x).with_weights(vec![0.5, 0.0, 3.0, 0.0]).unwrap();
    let (rows, target) = weighted.used_rows(&y).unwrap().unwrap();
    assert_eq!(rows.weights(), Some(&[0.5, 3.0][..]));
    for (column, values) in x.iter().enumerate() {
        assert_eq!(rows.column(column), [values[0], values[2]]);
    }
    assert_eq!(target, y.of_rows(&[0, 2]).unwrap());
    assert!(matches!(
        weighted.used_rows(&classes(vec![0, 1])),
        Err(Error::SizeMismatch {
            found: 2,
            expected: 4,
            ..
        })
    ));
}
