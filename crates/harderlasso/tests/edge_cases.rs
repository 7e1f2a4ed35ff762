//! Tables that are unusual and legal.

mod common;

use common::{
    assert_finite, class_target, classes, columns, design, distance, linear, linear_target, noise,
    quick_network, real,
};
use harderlasso::{Design, End, HarderLasso, Layout, Metrics, Model, Penalty, Response};

fn both() -> [HarderLasso; 2] {
    [linear().draws(300), quick_network()]
}

fn targets(x: &[Vec<f64>]) -> [Response; 2] {
    [real(linear_target(x, 1)), classes(class_target(x, 1))]
}

#[test]
fn layouts_and_precisions_are_the_same_table() {
    let x = columns(5, 3, 1);
    let by_columns = x.concat();
    let by_rows: Vec<f64> = (0..5)
        .flat_map(|row| x.iter().map(move |c| c[row]))
        .collect();
    let expected = design(&x);
    assert_eq!(
        Design::new(&by_rows, 5, 3, Layout::RowMajor),
        Ok(expected.clone())
    );
    assert_eq!(
        Design::new(&by_columns, 5, 3, Layout::ColumnMajor),
        Ok(expected.clone())
    );
    let narrow: Vec<f32> = by_rows.iter().map(|&v| v as f32).collect();
    let narrow = Design::new(&narrow, 5, 3, Layout::RowMajor).unwrap();
    for j in 0..3 {
        assert!(distance(narrow.column(j), expected.column(j)) < 1e-6);
    }
}

#[test]
fn constant_columns_are_never_selected() {
    let mut x = columns(60, 6, 1);
    let y = targets(&x);
    x[3] = vec![0.0; 60];
    // The mean of many equal numbers is seldom that number exactly.
    x[4] = vec![0.1; 60];
    x[5] = vec![1e300; 60];
    for settings in both() {
        for y in &y {
            let model = settings.fit(&design(&x), y).unwrap();
            assert!(
                model.selected().iter().all(|&j| j < 3),
                "{:?}",
                model.selected()
            );
            assert!(!model.selected().is_empty());
            assert_finite(&model, &design(&x));
        }
    }
}

#[test]
fn a_table_of_constants_gives_the_empty_model() {
    let x = vec![vec![2.0; 30], vec![-1.0; 30]];
    let y = noise(30, 1);
    for settings in both() {
        let model = settings.fit(&design(&x), &real(y.clone())).unwrap();
        assert!(model.selected().is_empty());
        assert!(model.certificate().is_optimal());
        assert_finite(&model, &design(&x));
    }
}

#[test]
fn missing_values_are_the_mean_of_their_column() {
    let mut x = columns(60, 6, 1);
    let y = targets(&x);
    let mut filled = x.clone();
    for (j, column) in x.iter_mut().enumerate().filter(|(j, _)| j % 2 == 0) {
        for row in (j..60).step_by(7) {
            column[row] = f64::NAN;
        }
        let present: Vec<f64> = column.iter().copied().filter(|v| !v.is_nan()).collect();
        let mean = present.iter().sum::<f64>() / present.len() as f64;
        for (filled, value) in filled[j].iter_mut().zip(column) {
            *filled = if value.is_nan() { mean } else { *value };
        }
    }
    for y in &y {
        let with = linear().draws(300).fit(&design(&x), y).unwrap();
        let by_hand = linear().draws(300).fit(&design(&filled), y).unwrap();
        assert_eq!(with.selected(), by_hand.selected());
        let predictions =
            |model: &Model, x: &[Vec<f64>]| model.decision_function(&design(x)).unwrap();
        assert!(distance(&predictions(&with, &x), &predictions(&by_hand, &filled)) < 1e-5);
        // New rows with gaps get the mean of the fit, not their own.
        let gap = vec![vec![f64::NAN]; 6];
        let means: Vec<Vec<f64>> = filled
            .iter()
            .map(|c| vec![c.iter().sum::<f64>() / 60.0])
            .collect();
        assert!(distance(&predictions(&with, &gap), &predictions(&with, &means)) < 1e-9);
    }
}

/// An empty model predicts the mean, or the class frequencies.
#[test]
fn the_empty_model_predicts_the_null_fit() {
    let x = columns(40, 5, 1);
    let y = noise(40, 2);
    let mean = y.iter().sum::<f64>() / 40.0;
    let codes: Vec<usize> = (0..40).map(|row| usize::from(row % 4 == 0)).collect();
    for settings in both() {
        let settings = settings.lambda(1e6);
        let model = settings.fit(&design(&x), &real(y.clone())).unwrap();
        assert!(model.selected().is_empty() && model.has_one_layer());
        assert!(distance(&model.predict(&design(&x)).unwrap(), &[mean; 40]) < 1e-12);
        match model.training_metrics() {
            Metrics::Regression { r2, .. } => assert!(r2.abs() < 1e-12),
            other => panic!("{other:?}"),
        }
        let model = settings.fit(&design(&x), &classes(codes.clone())).unwrap();
        let probabilities = model.predict_proba(&design(&x)).unwrap();
        assert!(distance(&probabilities, &[0.75, 0.25].repeat(40)) < 1e-9);
        assert_eq!(model.predict_classes(&design(&x)).unwrap(), [0; 40]);
    }
}

/// Classes that a plane separates would send the weights to infinity; the refit
/// that predicts has a minimum.
#[test]
fn separable_classes_end_with_finite_weights() {
    let x = columns(80, 6, 1);
    let codes: Vec<usize> = x[0].iter().map(|&v| usize::from(v > 0.0)).collect();
    let y = classes(codes.clone());
    for settings in both() {
        let model = settings.fit(&design(&x), &y).unwrap();
        assert_eq!(model.selected(), [0]);
        assert_ne!(model.refit_end(), End::NotFinite);
        if let Some(coefficients) = model.coefficients() {
            assert!(coefficients.concat().iter().all(|c| c.abs() < 1e3));
        }
        assert_finite(&model, &design(&x));
        // A row on the boundary may be on the other side of it.
        let found = model.predict_classes(&design(&x)).unwrap();
        let wrong = found.iter().zip(&codes).filter(|(a, b)| a != b).count();
        assert!(wrong <= 1, "{wrong}");
    }
}

/// One selected column is a copy of another, up to rounding: least squares has
/// many solutions, and the predictions of all of them are the same.
#[test]
fn collinear_columns_are_no_obstacle() {
    let mut x = columns(50, 6, 1);
    let y = real(linear_target(&x, 1));
    x[3] = x[0].iter().map(|v| 2.0 * v + 1.0).collect();
    x[4] = x[0].iter().zip(&x[1]).map(|(a, b)| a + b).collect();
    for penalty in Penalty::ALL {
        // A small λ lets everything in.
        for lambda in [0.05, 2.0] {
            let model = linear()
                .penalty(penalty)
                .lambda(lambda)
                .fit(&design(&x), &y)
                .unwrap();
            assert_finite(&model, &design(&x));
            match model.training_metrics() {
                Metrics::Regression { r2, .. } => assert!(r2 > 0.9, "{penalty:?}: {r2}"),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn one_column_is_a_table() {
    let x = columns(40, 1, 1);
    let y: Vec<f64> = x[0]
        .iter()
        .zip(noise(40, 1))
        .map(|(x, e)| 5.0 * x.abs() + 5.0 * x + e)
        .collect();
    for settings in both() {
        let model = settings.fit(&design(&x), &real(y.clone())).unwrap();
        assert_eq!(model.selected(), [0]);
        assert_eq!(model.importances(), [1.0]);
        assert_finite(&model, &design(&x));
    }
}

/// Two rows are the fewest that have a spread.
#[test]
fn two_rows_are_a_table() {
    for seed in 0..5 {
        let x = columns(2, 4, seed);
        for settings in both() {
            for y in [real(vec![1.0, 3.5]), classes(vec![0, 1])] {
                let model = settings.fit(&design(&x), &y).unwrap();
                assert_finite(&model, &design(&x));
            }
        }
    }
}

#[test]
fn more_columns_than_rows_are_no_obstacle() {
    let x = columns(40, 120, 1);
    for settings in both() {
        for y in targets(&x) {
            let model = settings.fit(&design(&x), &y).unwrap();
            assert!(!model.selected().is_empty());
            assert_finite(&model, &design(&x));
        }
    }
}

/// More than half as many features as rows, all of them clear.
#[test]
fn a_dense_signal_is_not_mistaken_for_none() {
    let x = columns(20, 12, 1);
    let mut y: Vec<f64> = noise(20, 1).iter().map(|e| 0.01 * e).collect();
    for column in &x {
        y.iter_mut().zip(column).for_each(|(y, x)| *y += x);
    }
    for penalty in Penalty::ALL {
        let model = linear()
            .penalty(penalty)
            .lambda(0.5)
            .fit(&design(&x), &real(y.clone()))
            .unwrap();
        assert!(
            model.certificate().is_optimal(),
            "{penalty:?}: {:?}",
            model.certificate()
        );
        assert!(!model.selected().is_empty(), "{penalty:?}");
    }
}

#[test]
fn a_target_without_noise_is_recovered_exactly() {
    for seed in 0..5 {
        let x = columns(60, 10, seed);
        let y: Vec<f64> = (0..60)
            .map(|row| 2.0 * x[0][row] - x[1][row] + 5.0)
            .collect();
        for penalty in Penalty::ALL {
            let settings = linear().penalty(penalty).draws(300);
            let model = settings.fit(&design(&x), &real(y.clone())).unwrap();
            assert_eq!(model.selected(), [0, 1], "{penalty:?}, seed {seed}");
            assert!(distance(&model.predict(&design(&x)).unwrap(), &y) < 1e-9);
            assert_finite(&model, &design(&x));
        }
        let model = quick_network().fit(&design(&x), &real(y)).unwrap();
        assert_finite(&model, &design(&x));
    }
}

#[test]
fn copies_are_found_up_to_unit_and_sign() {
    let rows = 30;
    let value = |i: usize| ((i * i * 7 + 3 * i) % 41) as f64;
    let first: Vec<f64> = (0..rows).map(value).collect();
    let second: Vec<f64> = (0..rows).map(|i| value(i + 100)).collect();
    let scaled = first.iter().map(|x| 1000.0 - 2.54 * x).collect();
    let columns = [second.clone(), first, vec![1.0; rows], scaled, second];
    let design = Design::from_columns(columns.concat(), rows, 5).unwrap();
    assert_eq!(design.copies().unwrap(), [vec![0, 4], vec![1, 3]]);
}
