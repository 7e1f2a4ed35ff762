//! What must not matter: the unit of the target, the order of the columns and
//! their units.

mod common;

use common::{
    bump_target, class_target, classes, columns, design, distance, linear, linear_target, noise,
    quick_network, real,
};
use harderlasso::{Activation, HarderLasso, Model, Penalty, Response};
use proptest::prelude::*;

const ROWS: usize = 60;
const COLUMNS: usize = 20;

/// Two clear features, two that are hard to see, and noise: what is selected
/// is decided close to the threshold.
fn delicate_target(x: &[Vec<f64>], seed: u64) -> Vec<f64> {
    let mut y = noise(x[0].len(), seed);
    for (row, y) in y.iter_mut().enumerate() {
        *y += 2.0 * x[0][row] - 1.5 * x[1][row] + 0.6 * x[2][row] - 0.5 * x[3][row];
    }
    y
}

fn transformed(y: &[f64], shift: f64, factor: f64) -> Vec<f64> {
    y.iter().map(|y| shift + factor * y).collect()
}

/// The same model up to the unit of the target: features, predictions on the
/// data and, for linear models, coefficients.
fn assert_transformed(
    plain: &Model,
    other: &Model,
    x: &[Vec<f64>],
    (shift, factor): (f64, f64),
    tolerance: f64,
) {
    assert_eq!(plain.selected(), other.selected());
    let x = design(x);
    let expected = transformed(&plain.predict(&x).unwrap(), 0.0, factor);
    let found = transformed(&other.predict(&x).unwrap(), -shift, 1.0);
    let far = distance(&expected, &found);
    assert!(far <= tolerance, "predictions differ by {far}");
    if let (Some(plain), Some(other)) = (plain.coefficients(), other.coefficients()) {
        let far = distance(&transformed(&plain[0], 0.0, factor), &other[0]);
        assert!(far <= tolerance, "coefficients differ by {far}");
    }
}

fn shuffled(x: &[Vec<f64>], order: &[usize]) -> Vec<Vec<f64>> {
    order.iter().map(|&j| x[j].clone()).collect()
}

/// Column `j` of the shuffled design was column `order[j]`.
fn assert_follows(settings: &HarderLasso, x: &[Vec<f64>], y: &Response, order: &[usize]) {
    let plain = settings.fit(&design(x), y).unwrap();
    let moved = shuffled(x, order);
    let other = settings.fit(&design(&moved), y).unwrap();
    let mut back: Vec<usize> = other.selected().iter().map(|&j| order[j]).collect();
    back.sort_unstable();
    assert_eq!(plain.selected(), back);
    let far = distance(
        &plain.decision_function(&design(x)).unwrap(),
        &other.decision_function(&design(&moved)).unwrap(),
    );
    assert!(far < 1e-9, "predictions differ by {far}");
}

fn orders() -> impl Strategy<Value = Vec<usize>> {
    Just((0..COLUMNS).collect::<Vec<_>>()).prop_shuffle()
}

/// Powers of ten between 1e-6 and 1e6, of either sign.
fn factors() -> impl Strategy<Value = f64> {
    (-6.0..6.0f64, any::<bool>()).prop_map(|(exponent, negative)| {
        let size = 10f64.powf(exponent);
        if negative { -size } else { size }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(16) })]

    #[test]
    fn linear_regression_has_no_unit(seed in 0..1u64 << 40, shift in -1e3..1e3f64, factor in factors()) {
        let x = columns(ROWS, COLUMNS, seed);
        let y = delicate_target(&x, seed);
        // A shift that is enormous beside the spread would cost digits of y.
        let shift = shift * factor.abs();
        for penalty in Penalty::ALL {
            let settings = linear().penalty(penalty).draws(300);
            let plain = settings.fit(&design(&x), &real(y.clone())).unwrap();
            let other = settings.fit(&design(&x), &real(transformed(&y, shift, factor))).unwrap();
            assert_transformed(&plain, &other, &x, (shift, factor), 1e-9);
        }
    }

    /// Turning the target over and scaling it by a power of two is exact, so
    /// the answer must be, to the last bit.
    #[test]
    fn networks_have_no_unit(seed in 0..1u64 << 40, exponent in -20..20i32, negative: bool) {
        let x = columns(ROWS, 6, seed);
        let y = bump_target(&x, seed);
        let size = 2f64.powi(exponent);
        let factor = if negative { -size } else { size };
        let plain = quick_network().fit(&design(&x), &real(y.clone())).unwrap();
        let other = quick_network().fit(&design(&x), &real(transformed(&y, 0.0, factor))).unwrap();
        assert_transformed(&plain, &other, &x, (0.0, factor), 0.0);
    }

    #[test]
    fn the_order_of_columns_means_nothing_to_linear_models(seed in 0..1u64 << 40, order in orders()) {
        let x = columns(ROWS, COLUMNS, seed);
        for penalty in Penalty::ALL {
            let settings = linear().penalty(penalty).draws(300);
            assert_follows(&settings, &x, &real(delicate_target(&x, seed)), &order);
        }
        assert_follows(&linear().draws(300), &x, &classes(class_target(&x, seed)), &order);
    }

    #[test]
    fn the_order_of_columns_means_nothing_to_networks(seed in 0..1u64 << 40, order in orders()) {
        let x = columns(ROWS, COLUMNS, seed);
        assert_follows(&quick_network(), &x, &real(bump_target(&x, seed)), &order);
        assert_follows(&quick_network(), &x, &classes(class_target(&x, seed)), &order);
    }

    /// With λ given: the null draws of turned columns are other draws from the
    /// same law.
    #[test]
    fn the_units_of_columns_mean_nothing_to_linear_models(
        seed in 0..1u64 << 40, units in prop::collection::vec((-100.0..100.0f64, factors()), COLUMNS),
    ) {
        let x = columns(ROWS, COLUMNS, seed);
        let scaled = |turn: bool| -> Vec<Vec<f64>> {
            x.iter()
                .zip(&units)
                .map(|(column, &(shift, factor))| {
                    let factor = if turn { factor } else { factor.abs() };
                    transformed(column, shift * factor, factor)
                })
                .collect()
        };
        let targets = [real(delicate_target(&x, seed)), classes(class_target(&x, seed))];
        for (y, lambda) in targets.iter().zip([2.8, 10.0]) {
            for (other, settings) in [
                (scaled(false), linear().draws(300)),
                (scaled(true), linear().lambda(lambda)),
            ] {
                let plain = settings.fit(&design(&x), y).unwrap();
                let moved = settings.fit(&design(&other), y).unwrap();
                prop_assert_eq!(plain.selected(), moved.selected());
                let far = distance(
                    &plain.decision_function(&design(&x)).unwrap(),
                    &moved.decision_function(&design(&other)).unwrap(),
                );
                prop_assert!(far < 1e-4, "predictions differ by {}", far);
            }
        }
    }
}

/// Units that cost rounding errors send the annealing of a network along
/// another path; with a clear signal it must still end at the same features.
#[test]
fn rounding_does_not_decide_what_a_network_selects() {
    for seed in 0..2 {
        let x = columns(100, 8, seed);
        let y = bump_target(&x, seed);
        for activation in [Activation::Relu, Activation::Softplus] {
            let settings = HarderLasso::new()
                .hidden([8])
                .activation(activation)
                .restarts(1);
            let plain = settings.fit(&design(&x), &real(y.clone())).unwrap();
            assert_eq!(plain.selected(), [0, 1]);
            for (shift, factor) in [(-50_000.0, 1000.0), (3.0, -0.7)] {
                let scaled = transformed(&y, shift, factor);
                let other = settings.fit(&design(&x), &real(scaled)).unwrap();
                assert_eq!(other.selected(), [0, 1]);
            }
            let moved: Vec<Vec<f64>> = x.iter().map(|c| transformed(c, 32.0, 1.8)).collect();
            let other = settings.fit(&design(&moved), &real(y.clone())).unwrap();
            assert_eq!(other.selected(), [0, 1]);
        }
    }
}

/// Of columns that say the same one takes part: the answer is as if there were
/// only that.
#[test]
fn a_column_that_is_there_twice_is_selected_once() {
    for seed in 0..10 {
        let mut x = columns(ROWS, COLUMNS, seed);
        let y = real(delicate_target(&x, seed));
        for penalty in Penalty::ALL {
            let settings = linear().penalty(penalty).draws(300).lambda(2.5);
            let plain = settings.fit(&design(&x), &y).unwrap();
            let twin = x.len();
            x.push(transformed(&x[0], 5.0, -3.0));
            let other = settings.fit(&design(&x), &y).unwrap();
            let count = [0, twin]
                .iter()
                .filter(|j| other.selected().contains(j))
                .count();
            let merged: Vec<usize> = {
                let mut merged: Vec<usize> = other
                    .selected()
                    .iter()
                    .map(|&j| if j == twin { 0 } else { j })
                    .collect();
                merged.sort_unstable();
                merged.dedup();
                merged
            };
            assert_eq!(plain.selected(), merged, "{penalty:?}, seed {seed}");
            assert_eq!(count, 1, "{penalty:?}, seed {seed}");
            let without = plain.predict(&design(&x[..twin])).unwrap();
            let far = distance(&without, &other.predict(&design(&x)).unwrap());
            assert!(far < 1e-6, "{penalty:?}, seed {seed}: {far}");
            x.pop();
        }
    }
}

/// Copies and mirror images, as one-hot encoding makes them of two levels,
/// neither crowd each other out nor come in together.
#[test]
fn many_copies_count_as_one_in_a_classification() {
    for seed in 0..5 {
        for copies in [1, 9] {
            let mut x = columns(100, 6, seed);
            let codes: Vec<usize> = x[0].iter().map(|&v| usize::from(v > 0.2)).collect();
            let blur = noise(100, seed);
            for (value, (&code, blur)) in x[0].iter_mut().zip(codes.iter().zip(&blur)) {
                // A level that agrees with the class for most rows.
                *value = if *blur > 1.2 {
                    1.0 - code as f64
                } else {
                    code as f64
                };
            }
            for copy in 0..copies {
                let (scale, shift) = if copy % 2 == 0 {
                    (-1.0, 1.0)
                } else {
                    (3.0, 0.5)
                };
                x.push(transformed(&x[0], shift, scale));
            }
            let alone = linear()
                .draws(500)
                .fit(&design(&x[..6]), &classes(codes.clone()))
                .unwrap();
            let all = linear()
                .draws(500)
                .fit(&design(&x), &classes(codes))
                .unwrap();
            assert_eq!(alone.selected(), [0], "seed {seed}");
            assert_eq!(all.selected().len(), 1, "seed {seed}, {copies}");
            assert!(all.selected()[0] == 0 || all.selected()[0] >= 6);
            assert_eq!(alone.training_metrics(), all.training_metrics());
        }
    }
}

/// A target that is as heavy on either side still has a sign.
#[test]
fn a_symmetric_target_may_be_turned_too() {
    let x = columns(60, 5, 1);
    let mut sorted = x[0].clone();
    sorted.sort_by(f64::total_cmp);
    let y: Vec<f64> = x[0]
        .iter()
        .map(|&v| if v >= sorted[30] { 1.0 } else { -1.0 })
        .collect();
    assert_eq!(y.iter().sum::<f64>(), 0.0);
    let settings = quick_network();
    let one = settings.fit(&design(&x), &real(y.clone())).unwrap();
    assert!(!one.selected().is_empty());
    let turned = settings
        .fit(&design(&x), &real(transformed(&y, 0.0, -1.0)))
        .unwrap();
    assert_eq!(one.training_metrics(), turned.training_metrics());
}

/// The list of the default, linear or network, is the same whatever the order and the
/// units of columns and target. Rounding sends networks along other paths, so the
/// signals are clear.
#[test]
fn the_default_has_no_order_and_no_unit() {
    let settings = quick_network().auto();
    for seed in 0..6 {
        let x = columns(100, 8, seed);
        let order = [5, 2, 7, 0, 3, 6, 1, 4];
        let moved: Vec<Vec<f64>> = shuffled(&x, &order)
            .iter()
            .enumerate()
            .map(|(j, column)| transformed(column, 3.0 * j as f64, 0.1 + j as f64))
            .collect();
        let follow = |plain: &Model, other: &Model| {
            let mut back: Vec<usize> = other.selected().iter().map(|&j| order[j]).collect();
            back.sort_unstable();
            assert!(!plain.selected().is_empty());
            assert_eq!(plain.selected(), back, "seed {seed}");
            assert_eq!(plain.has_one_layer(), other.has_one_layer(), "seed {seed}");
        };
        for y in [bump_target(&x, seed), linear_target(&x, seed)] {
            let plain = settings.fit(&design(&x), &real(y.clone())).unwrap();
            for (shift, factor) in [(0.0, 1.0), (-500.0, 30.0), (2.0, -0.3)] {
                let y = real(transformed(&y, shift, factor));
                follow(&plain, &settings.fit(&design(&moved), &y).unwrap());
            }
        }
        let y = classes(class_target(&x, seed));
        let plain = settings.fit(&design(&x), &y).unwrap();
        follow(&plain, &settings.fit(&design(&moved), &y).unwrap());
    }
}
