//! Columns and targets of enormous and tiny size.

mod common;

use common::{
    assert_finite, bump_target, class_target, classes, columns, design, distance, linear,
    linear_target, quick_network, real,
};
use harderlasso::Error;

#[test]
fn columns_of_enormous_and_tiny_size_count_as_any_other() {
    let x = columns(60, 6, 1);
    for (y, settings) in [
        (real(linear_target(&x, 1)), linear().draws(300)),
        (classes(class_target(&x, 1)), linear().draws(300)),
        (real(bump_target(&x, 1)), quick_network()),
    ] {
        let plain = settings.fit(&design(&x), &y).unwrap();
        let mut scaled = x.clone();
        for (column, factor) in scaled
            .iter_mut()
            .zip([1e-200, 1e200, 1e-300, 1e150, 1e300, 1e-250])
        {
            column.iter_mut().for_each(|v| *v *= factor);
        }
        let model = settings.fit(&design(&scaled), &y).unwrap();
        assert_eq!(model.selected(), plain.selected());
        assert_finite(&model, &design(&scaled));
    }
}

#[test]
fn targets_of_enormous_and_tiny_size_count_as_any_other() {
    let x = columns(60, 6, 1);
    let y = linear_target(&x, 1);
    let plain = linear()
        .draws(300)
        .fit(&design(&x), &real(y.clone()))
        .unwrap();
    for factor in [1e-300, 1e-200, 1e200, 1e300] {
        let scaled: Vec<f64> = y.iter().map(|v| v * factor).collect();
        let model = linear().draws(300).fit(&design(&x), &real(scaled)).unwrap();
        assert_eq!(model.selected(), plain.selected());
        let back: Vec<f64> = model
            .predict(&design(&x))
            .unwrap()
            .iter()
            .map(|v| v / factor)
            .collect();
        assert!(distance(&back, &plain.predict(&design(&x)).unwrap()) < 1e-9);
        assert_finite(&model, &design(&x));
    }
}

/// Numbers that no coefficient can bridge are said to be too much.
#[test]
fn what_overflows_is_an_error_and_not_a_wrong_model() {
    let x = columns(60, 6, 1);
    let y: Vec<f64> = linear_target(&x, 1).iter().map(|v| v * 1e300).collect();
    let tiny: Vec<Vec<f64>> = x
        .iter()
        .map(|c| c.iter().map(|v| v * 1e-300).collect())
        .collect();
    let error = linear()
        .draws(300)
        .fit(&design(&tiny), &real(y))
        .unwrap_err();
    assert!(matches!(error, Error::NotFinite { .. }), "{error:?}");
    // A spread that is larger than the largest number.
    let mut huge = x.clone();
    huge[0] = (0..60)
        .map(|row| if row < 3 { f64::MAX } else { -f64::MAX })
        .collect();
    match linear()
        .draws(300)
        .fit(&design(&huge), &real(linear_target(&x, 1)))
    {
        Ok(model) => assert_finite(&model, &design(&huge)),
        Err(error) => assert!(matches!(error, Error::NotFinite { .. }), "{error:?}"),
    }
    let y: Vec<f64> = (0..60)
        .map(|row| if row < 3 { f64::MAX } else { -f64::MAX })
        .collect();
    match linear().draws(300).fit(&design(&x), &real(y)) {
        Ok(model) => assert_finite(&model, &design(&x)),
        Err(error) => assert!(matches!(error, Error::NotFinite { .. }), "{error:?}"),
    }
}
