//! Classes whose columns are plainly there: the lists must be exactly right, nearly
//! always.

mod common;

use common::{classes, columns, design, linear, noise, normals};
use harderlasso::rng::Seed;
use harderlasso::{HarderLasso, Response};

/// Numbers between 0 and 1 that no column knows of: the third digit on of normal ones.
fn uniform(rows: usize, seed: u64) -> Vec<f64> {
    let sizes = normals(rows, Seed::new(seed).child(u64::MAX - 2).value());
    sizes.iter().map(|v| (v.abs() * 1e3).fract()).collect()
}

/// How many of the lists are exactly the first columns.
fn exact(
    settings: &HarderLasso,
    seeds: std::ops::Range<u64>,
    (rows, count, relevant): (usize, usize, usize),
    target: impl Fn(&[Vec<f64>], u64) -> Response,
) -> usize {
    let truth: Vec<usize> = (0..relevant).collect();
    seeds
        .filter(|&seed| {
            let x = columns(rows, count, seed);
            let settings = settings.clone().seed(seed);
            let model = settings.fit(&design(&x), &target(&x, seed)).unwrap();
            model.selected() == truth
        })
        .count()
}

/// Five log odds of 1.5 on 200 rows: about one list in ten misses one of them.
fn logistic(x: &[Vec<f64>], seed: u64) -> Response {
    let u = uniform(x[0].len(), seed);
    let code = |(row, u): (usize, &f64)| {
        let odds: f64 = (0..5)
            .map(|j| if j % 2 == 0 { 1.5 } else { -1.5 } * x[j][row])
            .sum();
        usize::from(*u < 1.0 / (1.0 + (-odds).exp()))
    };
    classes(u.iter().enumerate().map(code).collect())
}

#[test]
fn logistic_regression() {
    let found = exact(&linear(), 0..12, (200, 100, 5), logistic);
    assert!(found >= 8, "{found} of 12");
}

/// Three classes; six columns, two for each.
fn three(x: &[Vec<f64>], seed: u64) -> Response {
    let u = uniform(x[0].len(), seed);
    let code = |(row, u): (usize, &f64)| {
        let size = |class: usize| {
            let odds = 1.5 * x[2 * class][row] - 1.5 * x[2 * class + 1][row];
            odds.exp()
        };
        let sizes = [size(0), size(1), size(2)];
        let total: f64 = sizes.iter().sum();
        usize::from(u * total > sizes[0]) + usize::from(u * total > sizes[0] + sizes[1])
    };
    classes(u.iter().enumerate().map(code).collect())
}

#[test]
fn three_classes() {
    let found = exact(&linear(), 0..6, (500, 100, 6), three);
    assert!(found >= 5, "{found} of 6");
}

/// The classes in another order, under other names: the same features.
#[test]
fn the_order_of_classes_means_nothing() {
    for seed in 0..4 {
        let x = columns(300, 20, seed);
        let y = three(&x, seed);
        let harderlasso::Target::Classes(labels) = y.target() else {
            panic!("classes");
        };
        let turned = labels.codes.iter().map(|&code| (code + 2) % 3).collect();
        let names = ["zebra", "ape", "mouse"].map(str::to_owned).to_vec();
        let turned = Response::classes(turned, names).unwrap();
        for settings in [linear(), HarderLasso::new().restarts(1)] {
            let one = settings.fit(&design(&x), &y).unwrap();
            let other = settings.fit(&design(&x), &turned).unwrap();
            assert!(!one.selected().is_empty());
            assert_eq!(one.selected(), other.selected(), "seed {seed}");
            assert_eq!(one.has_one_layer(), other.has_one_layer());
        }
    }
}

fn network() -> HarderLasso {
    HarderLasso::new().hidden([20]).restarts(2)
}

/// Whether two columns have the same sign, with 5 % wrong labels.
fn xor(x: &[Vec<f64>], seed: u64) -> Response {
    let u = uniform(x[0].len(), seed);
    let code = |(row, u): (usize, &f64)| usize::from((x[0][row] * x[1][row] > 0.0) != (*u < 0.05));
    classes(u.iter().enumerate().map(code).collect())
}

#[test]
fn exclusive_or() {
    let found = exact(&network(), 0..4, (500, 20, 2), xor);
    assert!(found >= 3, "{found} of 4");
}

/// A ring, or rather a ball, in three dimensions, with a blurred edge.
fn ring(x: &[Vec<f64>], seed: u64) -> Response {
    let blur = noise(x[0].len(), seed);
    let code = |(row, blur): (usize, &f64)| {
        let square: f64 = (0..3).map(|j| x[j][row] * x[j][row]).sum();
        // The median of a χ² with three degrees of freedom.
        usize::from(square + 0.3 * blur > 2.366)
    };
    classes(blur.iter().enumerate().map(code).collect())
}

#[test]
fn a_ball() {
    let found = exact(&network(), 0..4, (500, 20, 3), ring);
    assert!(found >= 3, "{found} of 4");
}
