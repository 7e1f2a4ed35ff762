//! Everything that is refused, with the type and the value that it names.

mod common;

use common::{class_target, classes, columns, design, linear, linear_target, real};
use harderlasso::{Activation, Design, Error, HarderLasso, Layout, Phase, Response, Schedule};

const ROWS: usize = 30;

fn data() -> (Design, Response) {
    let x = columns(ROWS, 4, 1);
    (design(&x), real(linear_target(&x, 1)))
}

/// The error of a fit with these settings on good data.
fn refused(settings: HarderLasso) -> Error {
    let (x, y) = data();
    let error = settings.fit(&x, &y).unwrap_err();
    // Calibration alone has the same opinion.
    let calibration = settings
        .calibrate(&x, &y, &harderlasso::Silent)
        .unwrap_err();
    assert_eq!(error.to_string(), calibration.to_string());
    error
}

fn assert_says(error: &Error, words: &[&str]) {
    let message = error.to_string();
    for word in words {
        assert!(message.contains(word), "no {word:?} in: {message}");
    }
}

#[test]
fn infinite_features_are_refused_with_their_place() {
    for bad in [f64::INFINITY, f64::NEG_INFINITY] {
        let values = [1.0, 2.0, 3.0, 4.0, bad, 6.0];
        let error = Design::new(&values, 3, 2, Layout::RowMajor).unwrap_err();
        let expected = Error::InfiniteFeature {
            row: 2,
            column: 0,
            name: "x0".to_owned(),
            value: bad,
        };
        assert_eq!(error, expected);
        assert_says(&error, &["column 0", "x0", "row 2", &bad.to_string()]);
    }
    assert!(Design::new(&[f32::INFINITY, 0.0], 2, 1, Layout::ColumnMajor).is_err());
}

#[test]
fn a_column_without_a_value_is_refused_by_name() {
    let mut x = columns(ROWS, 3, 1);
    let y = real(linear_target(&x, 1));
    x[1] = vec![f64::NAN; ROWS];
    let x = design(&x).with_names(["age", "height", "weight"]).unwrap();
    let error = linear().fit(&x, &y).unwrap_err();
    let expected = Error::MissingColumn {
        column: 1,
        name: "height".to_owned(),
    };
    assert_eq!(error, expected);
    assert_says(&error, &["height"]);
}

#[test]
fn targets_that_are_not_finite_are_refused_with_their_row() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = Response::real(vec![1.0, 2.0, bad, 4.0]).unwrap_err();
        assert!(matches!(error, Error::BadTarget { row: 2, .. }));
        assert_says(&error, &["row 2", &bad.to_string()]);
    }
}

#[test]
fn a_target_that_never_changes_is_refused() {
    let error = Response::real(vec![7.5; 10]).unwrap_err();
    assert_eq!(error, Error::ConstantTarget { value: 7.5 });
    assert_says(&error, &["7.5"]);
    let error = Response::labels(&["yes"; 10]).unwrap_err();
    assert_eq!(
        error,
        Error::OneClass {
            class: "yes".to_owned()
        }
    );
    assert_says(&error, &["yes"]);
}

#[test]
fn class_codes_without_a_name_are_refused() {
    let names = || vec!["a".to_owned(), "b".to_owned()];
    let error = Response::classes(vec![0, 1, 5], names()).unwrap_err();
    let expected = Error::UnknownClass {
        row: 2,
        code: 5,
        classes: 2,
    };
    assert_eq!(error, expected);
    assert_says(&error, &["row 2", "5", "2"]);
    // Names that no row has are another matter: they are left out.
    let three = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let response = Response::classes(vec![0, 2, 0], three).unwrap();
    let expected = Response::classes(vec![0, 1, 0], vec!["a".to_owned(), "c".to_owned()]);
    assert_eq!(Ok(response), expected);
}

#[test]
fn nothing_at_all_is_refused() {
    for (rows, columns) in [(0, 3), (3, 0), (0, 0)] {
        let error = Design::new::<f64>(&[], rows, columns, Layout::RowMajor).unwrap_err();
        assert_eq!(error, Error::EmptyDesign { rows, columns });
        assert_says(&error, &[&format!("{rows} rows and {columns} columns")]);
    }
    assert!(matches!(Response::real(vec![]), Err(Error::EmptyTarget)));
    assert!(matches!(
        Response::labels::<&str>(&[]),
        Err(Error::EmptyTarget)
    ));
}

#[test]
fn sizes_that_disagree_are_refused_with_both() {
    let error = Design::new(&[1.0; 7], 3, 2, Layout::RowMajor).unwrap_err();
    assert!(matches!(
        error,
        Error::SizeMismatch {
            found: 7,
            expected: 6,
            ..
        }
    ));
    assert_says(&error, &["7", "6"]);
    // A product that overflows is no match either.
    assert!(Design::new(&[1.0; 7], usize::MAX, 2, Layout::RowMajor).is_err());
    let (x, _) = data();
    let error = linear().fit(&x, &real(vec![1.0, 2.0, 3.0])).unwrap_err();
    assert!(matches!(
        error,
        Error::SizeMismatch {
            found: 3,
            expected: ROWS,
            ..
        }
    ));
    assert_says(&error, &["target", "3", "30"]);
    let error = x.with_names(["one", "two"]).unwrap_err();
    assert!(matches!(
        error,
        Error::SizeMismatch {
            found: 2,
            expected: 4,
            ..
        }
    ));
}

#[test]
fn one_row_is_refused() {
    let x = Design::from_columns(vec![1.0, 2.0], 1, 2).unwrap();
    // A target of one row cannot be made, so the fit meets one that is too long.
    assert!(Response::real(vec![1.0]).is_err());
    let y = Response::real(vec![1.0, 2.0]).unwrap();
    let error = linear().fit(&x, &y).unwrap_err();
    assert!(matches!(error, Error::SizeMismatch { .. }));
    // One row that counts is one row.
    let x = Design::from_columns(vec![1.0, 2.0, 3.0, 4.0], 2, 2).unwrap();
    let x = x.with_weights(vec![1.0, 0.0]).unwrap();
    let error = linear().fit(&x, &y).unwrap_err();
    assert_eq!(
        error,
        Error::TooFewWeights {
            positive: 1,
            rows: 2
        }
    );
    assert_says(&error, &["1 of 2 rows", "at least two"]);
}

#[test]
fn duplicate_names_are_refused_with_both_places() {
    let (x, _) = data();
    let error = x.with_names(["a", "b", "c", "b"]).unwrap_err();
    let expected = Error::DuplicateName {
        name: "b".to_owned(),
        first: 1,
        second: 3,
    };
    assert_eq!(error, expected);
    assert_says(&error, &["b", "1", "3"]);
}

#[test]
fn numbers_out_of_range_are_refused_by_name_and_value() {
    let cases: Vec<(HarderLasso, &str, f64)> = [0.0, 1.0, -1.0, 1.5, f64::NAN, f64::INFINITY]
        .map(|alpha| (linear().alpha(alpha), "alpha", alpha))
        .into_iter()
        .chain(
            [0.0, -2.5, f64::NAN, f64::INFINITY]
                .map(|lambda| (linear().lambda(lambda), "lambda", lambda)),
        )
        .chain([
            (linear().draws(0), "draws", 0.0),
            (linear().restarts(0), "restarts", 0.0),
        ])
        .collect();
    for (settings, setting, given) in cases {
        let error = refused(settings);
        match &error {
            Error::OutOfRange { name, value, .. } => {
                assert_eq!(*name, setting);
                assert!(*value == given || (value.is_nan() && given.is_nan()));
            }
            other => panic!("{setting} = {given} gave {other:?}"),
        }
        assert_says(&error, &[setting, &given.to_string()]);
    }
}

#[test]
fn hidden_layers_without_neurons_are_refused_by_number() {
    let error = refused(HarderLasso::new().hidden([20, 0]));
    assert_eq!(error, Error::ZeroWidth { layer: 2 });
    assert_says(&error, &["layer 2"]);
}

#[test]
fn bounded_activations_are_refused_with_the_reason() {
    for name in ["tanh", "sigmoid"] {
        let error = Activation::from_name(name).unwrap_err();
        assert!(matches!(error, Error::BoundedActivation { .. }));
        assert_says(&error, &[name, "bounded", "relu"]);
    }
}

#[test]
fn schedules_that_make_no_sense_are_refused() {
    let phase = |fraction, nu| Phase {
        fraction,
        nu,
        steps: 1,
    };
    let cases = [
        (vec![], "no phases"),
        (vec![phase(0.5, 0.5)], "0.5"),
        (vec![phase(1.25, 0.5), phase(1.0, 0.5)], "1.25"),
        (vec![phase(-0.5, 0.5), phase(1.0, 0.5)], "-0.5"),
        (vec![phase(f64::NAN, 0.5), phase(1.0, 0.5)], "NaN"),
        (vec![phase(1.0, 0.0)], "0"),
        (vec![phase(1.0, 1.0)], "1"),
        (vec![phase(1.0, f64::NAN)], "NaN"),
    ];
    for (phases, word) in cases {
        let error = Schedule::new(phases).unwrap_err();
        assert!(matches!(error, Error::BadSchedule { .. }));
        assert_says(&error, &[word]);
    }
}

#[test]
fn predictions_for_other_columns_are_refused() {
    let (x, y) = data();
    let model = linear().fit(&x, &y).unwrap();
    let narrow = design(&columns(5, 3, 1));
    let error = model.predict(&narrow).unwrap_err();
    assert_eq!(
        error,
        Error::WrongColumns {
            expected: 4,
            found: 3
        }
    );
    assert_says(&error, &["4", "3"]);
}

#[test]
fn what_another_task_has_is_refused() {
    let (x, y) = data();
    let regression = linear().fit(&x, &y).unwrap();
    for error in [
        regression.predict_proba(&x).unwrap_err(),
        regression.predict_classes(&x).unwrap_err(),
    ] {
        assert!(matches!(error, Error::WrongTask { .. }));
        assert_says(&error, &["classification", "regression"]);
    }
    let x = columns(ROWS, 4, 1);
    let model = linear()
        .fit(&design(&x), &classes(class_target(&x, 1)))
        .unwrap();
    let error = model.predict(&design(&x)).unwrap_err();
    assert!(matches!(error, Error::WrongTask { .. }));
}

#[test]
fn networks_beyond_all_memory_are_refused() {
    for hidden in [
        vec![usize::MAX],
        vec![4, usize::MAX],
        vec![1 << 58],
        vec![1 << 20; 3],
    ] {
        let error = refused(HarderLasso::new().hidden(hidden));
        assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    }
    // So deep that no number holds its threshold.
    let error = refused(HarderLasso::new().hidden(vec![20; 1000]));
    assert!(matches!(error, Error::NotFinite { .. }), "{error}");
}

#[test]
fn columns_of_other_names_are_refused() {
    let (x, y) = data();
    let names = |order: [usize; 2]| order.map(|name| format!("column {name}"));
    let values: Vec<f64> = (0..2).flat_map(|j| x.column(j).to_vec()).collect();
    let plain = Design::from_columns(values, x.rows(), 2).unwrap();
    let named = plain.clone().with_names(names([0, 1])).unwrap();
    let other = plain.clone().with_names(names([1, 0])).unwrap();
    let model = HarderLasso::new()
        .hidden([])
        .draws(50)
        .fit(&named, &y)
        .unwrap();
    assert!(model.decision_function(&named).is_ok());
    // Without names positions must do.
    assert!(model.decision_function(&plain).is_ok());
    let error = model.decision_function(&other).unwrap_err();
    assert_says(&error, &["column 0", "column 1"]);
    assert!(matches!(error, Error::WrongName { column: 0, .. }));
}
