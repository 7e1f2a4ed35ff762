//! Weights of rows: whole numbers are repeated rows, and nothing else counts.

mod common;

use common::{
    bump_target, classes, columns, design, distance, linear, linear_target, normals, real,
};
use harderlasso::{Design, Error, HarderLasso, Model, Penalty, Response};
use proptest::prelude::*;

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

/// A fit with weights, and one of the repeated rows.
fn both(
    settings: &HarderLasso,
    x: &[Vec<f64>],
    y: &Response,
    weights: &[f64],
) -> (Model, Model, Design) {
    let repeated: Vec<Vec<f64>> = x.iter().map(|column| repeat(column, weights)).collect();
    let weighted = design(x).with_weights(weights.to_vec()).unwrap();
    let plain = design(x);
    (
        settings.fit(&weighted, y).unwrap(),
        settings
            .fit(&design(&repeated), &repeat_response(y, weights))
            .unwrap(),
        plain,
    )
}

/// How well a model does; accuracy jumps with a tie that rounding decides.
fn metrics(model: &Model) -> Vec<f64> {
    let metrics = model.training_metrics().named().into_iter();
    let smooth = metrics.filter(|(name, _)| *name != "accuracy");
    smooth.map(|(_, value)| value).collect()
}

/// Three classes that overlap, so that no refit runs away.
fn noisy_classes(x: &[Vec<f64>], seed: u64) -> Response {
    let blur = normals(x[0].len(), seed ^ 0xb1);
    let scores = linear_target(x, seed).into_iter().zip(blur);
    let code = |score: f64| usize::from(score > -2.0) + usize::from(score > 2.0);
    classes(scores.map(|(y, blur)| code(y + 5.0 * blur)).collect())
}

/// Predictions; log odds are only known up to a constant.
fn answers(model: &Model, x: &Design) -> Vec<f64> {
    if model.classes().is_empty() {
        model.predict(x).unwrap()
    } else {
        model.predict_proba(x).unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    /// For a given λ linear fits are the same, whatever the penalty.
    #[test]
    fn whole_weights_fit_as_repeated_rows_do(
        rows in 40..80usize, count in 4..30usize, seed in 0..1u64 << 40,
    ) {
        let mut x = columns(rows, count, seed);
        let ys = [real(linear_target(&x, seed)), noisy_classes(&x, seed)];
        // Imputation and scaling must count repeated rows as well.
        x[3][5] = f64::NAN;
        x[3][7] = 40.0;
        let mut weights = whole(rows, seed);
        // Where nothing was fitted, nothing need agree.
        weights[7] = 2.0;
        // Cross-entropy is a sum over rows, so its λ is larger.
        for (y, lambda) in ys.into_iter().zip([4.0, 15.0]) {
            for penalty in Penalty::ALL {
                let settings = linear().penalty(penalty).lambda(lambda);
                let (weighted, repeated, x) = both(&settings, &x, &y, &weights);
                prop_assert_eq!(weighted.selected(), repeated.selected());
                let observed = [weighted.threshold().observed, repeated.threshold().observed];
                prop_assert!(distance(&observed[..1], &observed[1..]) < 1e-10);
                let (a, b) = (answers(&weighted, &x), answers(&repeated, &x));
                prop_assert!(distance(&a, &b) < 1e-5, "{:?}: {}", penalty, distance(&a, &b));
                prop_assert!(distance(&metrics(&weighted), &metrics(&repeated)) < 1e-6);
            }
        }
    }
}

/// Networks see the same problem too, to the last digit of its loss and
/// gradient. Single precision adds the same numbers in another order, so now
/// and then two fits of it end in neighbouring minima.
#[test]
fn networks_find_the_same_in_weights_and_in_repeated_rows() {
    let settings = HarderLasso::new().hidden([6]).restarts(1).lambda(8.0);
    let (mut same, mut fits) = (0, 0);
    for seed in 0..6 {
        let x = columns(150, 6, seed);
        let weights = whole(150, seed);
        for y in [real(bump_target(&x, seed)), noisy_classes(&x, seed)] {
            let (weighted, repeated, _) = both(&settings, &x, &y, &weights);
            let observed = [weighted.threshold().observed, repeated.threshold().observed];
            assert!(distance(&observed[..1], &observed[1..]) < 1e-10);
            same += usize::from(weighted.selected() == repeated.selected());
            fits += 1;
        }
    }
    assert!(same * 4 >= fits * 3, "{same} of {fits}");
}

/// λ of the two differ by no more than the finite number of draws explains.
#[test]
fn the_threshold_is_that_of_repeated_rows() {
    let x = columns(60, 100, 1);
    let weights = whole(60, 1);
    for y in [real(linear_target(&x, 1)), noisy_classes(&x, 1)] {
        for settings in [linear(), HarderLasso::new()] {
            let settings = settings.draws(20_000);
            let lambda =
                |x: &Design, y: &Response| settings.calibrate(x, y, &harderlasso::Silent).unwrap();
            let weighted = lambda(&design(&x).with_weights(weights.clone()).unwrap(), &y);
            let repeated: Vec<Vec<f64>> = x.iter().map(|c| repeat(c, &weights)).collect();
            let repeated = lambda(&design(&repeated), &repeat_response(&y, &weights));
            let (low, high) = repeated.interval;
            let slack = 2.0 * (high - low);
            assert!(
                (low - slack..high + slack).contains(&weighted.lambda),
                "{} and {:?}",
                weighted.lambda,
                repeated.interval
            );
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

/// A class that hardly counts has hardly any null draw, so λ says nothing.
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
            assert_eq!(model.threshold().lambda, model.threshold().observed);
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
