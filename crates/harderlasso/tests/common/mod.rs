//! Small data sets with a known answer.

// Each test binary uses its own part of this file.
#![allow(dead_code)]

use harderlasso::rng::Seed;
use harderlasso::{Design, HarderLasso, Model, Phase, Response, Schedule};
use rand_distr::{Distribution, StandardNormal};

/// Independent standard normal numbers.
pub(crate) fn normals(count: usize, seed: u64) -> Vec<f64> {
    StandardNormal
        .sample_iter(Seed::new(seed).rng())
        .take(count)
        .collect()
}

/// Standard normal columns.
pub(crate) fn columns(rows: usize, count: usize, seed: u64) -> Vec<Vec<f64>> {
    (0..count as u64)
        .map(|column| normals(rows, Seed::new(seed).child(column).value()))
        .collect()
}

/// A design of these columns.
pub(crate) fn design(columns: &[Vec<f64>]) -> Design {
    Design::from_columns(columns.concat(), columns[0].len(), columns.len()).unwrap()
}

/// Standard normal noise that no column of [`columns`] knows of.
pub(crate) fn noise(rows: usize, seed: u64) -> Vec<f64> {
    normals(rows, Seed::new(seed).child(u64::MAX).value())
}

/// `4 x_0 − 3 x_1 + 3 x_2` plus standard normal noise.
pub(crate) fn linear_target(columns: &[Vec<f64>], seed: u64) -> Vec<f64> {
    let mut y = noise(columns[0].len(), seed);
    for (row, y) in y.iter_mut().enumerate() {
        *y += 4.0 * columns[0][row] - 3.0 * columns[1][row] + 3.0 * columns[2][row];
    }
    y
}

/// `10 |x_1 − x_0|` plus standard normal noise: no linear model can see it.
pub(crate) fn bump_target(columns: &[Vec<f64>], seed: u64) -> Vec<f64> {
    let mut y = noise(columns[0].len(), seed);
    for (row, y) in y.iter_mut().enumerate() {
        *y += 10.0 * (columns[1][row] - columns[0][row]).abs();
    }
    y
}

/// Three classes: the largest of `2 x_0`, `2 x_1` and `−x_0 − x_1`, blurred by
/// noise.
pub(crate) fn class_target(columns: &[Vec<f64>], seed: u64) -> Vec<usize> {
    let rows = columns[0].len();
    let blur = normals(3 * rows, Seed::new(seed).child(u64::MAX).value());
    (0..rows)
        .map(|row| {
            let (a, b) = (2.0 * columns[0][row], 2.0 * columns[1][row]);
            let score = [a, b, -0.5 * (a + b)];
            (0..3)
                .max_by(|&i, &j| {
                    let at = |k: usize| score[k] + 0.3 * blur[3 * row + k];
                    at(i).total_cmp(&at(j))
                })
                .unwrap()
        })
        .collect()
}

pub(crate) fn real(values: Vec<f64>) -> Response {
    Response::real(values).unwrap()
}

/// Classes called `a`, `b`, …
pub(crate) fn classes(codes: Vec<usize>) -> Response {
    let count = codes.iter().max().unwrap() + 1;
    let names = (0..count).map(|code| char::from(b'a' + code as u8).to_string());
    Response::classes(codes, names.collect()).unwrap()
}

/// The linear model.
pub(crate) fn linear() -> HarderLasso {
    HarderLasso::new().hidden([])
}

/// A small network that is fitted in a moment: for laws that do not depend on
/// how good the search is.
pub(crate) fn quick_network() -> HarderLasso {
    let phase = |fraction, nu| Phase {
        fraction,
        nu,
        steps: 60,
    };
    let table = vec![
        phase(0.0, 0.9),
        phase(0.05, 0.9),
        phase(0.3, 0.5),
        phase(1.0, 0.1),
    ];
    HarderLasso::new()
        .hidden([6])
        .draws(500)
        .restarts(1)
        .schedule(Schedule::new(table).unwrap())
}

/// Largest difference between two lists, relative to the largest size in them.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let size = a.iter().chain(b).fold(0.0f64, |most, v| most.max(v.abs()));
    a.iter()
        .zip(b)
        .fold(0.0f64, |most, (a, b)| most.max((a - b).abs()))
        / size.max(f64::MIN_POSITIVE)
}

/// Everything that a model reports must be a number.
pub(crate) fn assert_finite(model: &Model, x: &Design) {
    let outputs = model.decision_function(x).unwrap();
    assert!(outputs.iter().all(|v| v.is_finite()), "{outputs:?}");
    assert!(model.importances().iter().all(|v| v.is_finite()));
    for (name, value) in model.training_metrics().named() {
        assert!(value.is_finite(), "{name} {value}");
    }
    // JSON has no way to write NaN, so a model that holds one is lost.
    let text = model.to_json().unwrap();
    assert_eq!(Model::from_json(&text).unwrap().to_json().unwrap(), text);
}

/// Probability of a false alarm, for each bound on a binomial count.
pub(crate) const RISK: f64 = 5e-5;

/// 199 draws: the next draw lies below the `k`-th smallest of `M` with
/// probability `k / (M + 1)`, which is `1 − α` exactly for the levels below.
pub(crate) const DRAWS: usize = 199;

/// `P(X = 0), …, P(X = runs)` of a binomial count.
fn binomial(runs: usize, probability: f64) -> Vec<f64> {
    let mut masses = vec![1.0];
    for _ in 0..runs {
        let mut next = vec![0.0; masses.len() + 1];
        for (count, mass) in masses.iter().enumerate() {
            next[count] += mass * (1.0 - probability);
            next[count + 1] += mass * probability;
        }
        masses = next;
    }
    masses
}

/// The smallest count that is not too small to be believed.
pub(crate) fn fewest(runs: usize, probability: f64) -> usize {
    let mut below = 0.0;
    binomial(runs, probability)
        .iter()
        .take_while(|&&mass| {
            below += mass;
            below < RISK
        })
        .count()
}

/// The largest count that is not too large to be believed.
pub(crate) fn most(runs: usize, probability: f64) -> usize {
    runs - fewest(runs, 1.0 - probability)
}

/// Balanced random classes.
pub(crate) fn random_classes(rows: usize, count: usize, run: u64) -> Vec<usize> {
    // The first rows have one class each, so that none is missing.
    let sizes = normals(rows, 1_000_000 + run);
    (0..rows)
        .map(|row| {
            if row < count {
                row
            } else {
                (sizes[row].abs() * 1e6) as usize % count
            }
        })
        .collect()
}
