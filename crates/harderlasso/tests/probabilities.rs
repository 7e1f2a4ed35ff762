//! Probabilities on rows that a fit has not seen: a refit that is free to grow would
//! be certain of what it cannot know.

mod common;

use common::{classes, columns, design, linear, normals};
use harderlasso::rng::Seed;
use harderlasso::{HarderLasso, Model};

/// Minus the mean log probability of the true classes.
fn log_loss(model: &Model, x: &[Vec<f64>], codes: &[usize]) -> f64 {
    let probabilities = model.predict_proba(&design(x)).unwrap();
    let count = model.classes().len();
    let rows = probabilities.chunks_exact(count).zip(codes);
    rows.map(|(row, &code)| -row[code].ln()).sum::<f64>() / codes.len() as f64
}

/// A plane separates two classes.
fn halves(x: &[Vec<f64>]) -> Vec<usize> {
    let sums = x[0].iter().zip(&x[1]).map(|(a, b)| a + b);
    sums.map(|sum| usize::from(sum > 0.0)).collect()
}

/// Three groups of rows that nothing mixes; moves the columns.
fn groups(x: &mut [Vec<f64>]) -> Vec<usize> {
    let codes: Vec<usize> = (0..x[0].len()).map(|row| row % 3).collect();
    for (row, &code) in codes.iter().enumerate() {
        x[0][row] += 6.0 * f64::from(u8::from(code == 1));
        x[1][row] += 6.0 * f64::from(u8::from(code == 2));
    }
    codes
}

/// A band between two planes.
fn band(x: &[Vec<f64>]) -> Vec<usize> {
    let sums = x[0].iter().zip(&x[1]).map(|(a, b)| a + b);
    sums.map(|sum| usize::from(sum.abs() < 0.954)).collect()
}

fn fresh(count: usize, seed: u64) -> Vec<Vec<f64>> {
    columns(1000, count, Seed::new(seed).child(5).value())
}

#[test]
fn separable_classes() {
    for seed in 0..4 {
        let x = columns(80, 10, seed);
        let model = linear().fit(&design(&x), &classes(halves(&x))).unwrap();
        assert_eq!(model.selected(), [0, 1], "seed {seed}");
        let sizes = model.coefficients().unwrap().concat();
        assert!(sizes.iter().all(|c| c.abs() < 100.0), "{sizes:?}");
        let new = fresh(10, seed);
        let loss = log_loss(&model, &new, &halves(&new));
        assert!(loss < 0.15, "seed {seed}: {loss}");
    }
}

#[test]
fn separable_groups() {
    for seed in 0..4 {
        let mut x = columns(90, 8, seed);
        let codes = groups(&mut x);
        let mut new = fresh(8, seed);
        let expected = groups(&mut new);
        for settings in [linear(), HarderLasso::new().hidden([20]).restarts(1)] {
            let model = settings.fit(&design(&x), &classes(codes.clone())).unwrap();
            assert_eq!(model.selected(), [0, 1], "seed {seed}");
            let loss = log_loss(&model, &new, &expected);
            assert!(loss < 0.06, "seed {seed}: {loss}");
        }
    }
}

#[test]
fn a_band() {
    for seed in 0..3 {
        let x = columns(300, 6, seed);
        let settings = HarderLasso::new().hidden([20]).restarts(1);
        let model = settings.fit(&design(&x), &classes(band(&x))).unwrap();
        assert_eq!(model.selected(), [0, 1], "seed {seed}");
        let new = fresh(6, seed);
        let loss = log_loss(&model, &new, &band(&new));
        assert!(loss < 0.25, "seed {seed}: {loss}");
    }
}

/// Every class of a linear model uses every selected column: zeros inside would cost
/// likelihood and make the list no shorter.
#[test]
fn selected_columns_serve_every_class() {
    let x = columns(300, 10, 3);
    let blur = normals(300, 4);
    let code = |row: usize| {
        let sum = 2.0 * x[0][row] - 2.0 * x[1][row] + blur[row];
        usize::from(sum > -1.0) + usize::from(sum > 1.0)
    };
    let y = classes((0..300).map(code).collect());
    let model = linear().fit(&design(&x), &y).unwrap();
    assert_eq!(model.selected(), [0, 1]);
    for class in model.coefficients().unwrap() {
        assert!(class[..2].iter().all(|c| *c != 0.0), "{class:?}");
    }
}
