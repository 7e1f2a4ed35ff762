//! An answer does not contradict itself: over many small tables of noise and of weak
//! signals, where it is decided close to the threshold.

mod common;

use common::{classes, columns, design, linear, noise, normals, quick_network, real};
use harderlasso::rng::Seed;
use harderlasso::{Design, HarderLasso, Model, Response};
use rand_distr::{Distribution, StudentT};

const ROWS: usize = 80;
const COLUMNS: usize = 12;

/// Targets with little or nothing to find.
fn targets(x: &[Vec<f64>], seed: u64) -> Vec<Response> {
    let e = noise(ROWS, seed);
    let f = normals(ROWS, seed ^ 99);
    let heavy: Vec<f64> = StudentT::new(2.0)
        .unwrap()
        .sample_iter(Seed::new(seed).child(77).rng())
        .take(ROWS)
        .collect();
    let weak = |row: usize| 0.45 * x[0][row] + 0.4 * x[1][row];
    let numbers = |value: &dyn Fn(usize) -> f64| real((0..ROWS).map(value).collect());
    // The first rows have one class each, so that none is missing.
    let codes = |count: usize, code: &dyn Fn(usize) -> usize| {
        let code = |row| if row < count { row } else { code(row) };
        classes((0..ROWS).map(code).collect())
    };
    vec![
        numbers(&|row| e[row]),
        numbers(&|row| (2.0 * e[row]).exp()),
        numbers(&|row| weak(row) + e[row]),
        numbers(&|row| 1.3 * weak(row) + heavy[row]),
        numbers(&|row| 1.2 * (x[0][row] - x[1][row]).abs() + e[row]),
        codes(2, &|row| usize::from(e[row] > 0.8)),
        codes(2, &|row| usize::from(weak(row) + e[row] > 0.0)),
        codes(2, &|row| {
            usize::from((x[0][row] * x[1][row] > 0.0) == (e[row] < 1.2))
        }),
        codes(3, &|row| match row {
            _ if 0.5 * x[0][row] + e[row] > 0.4 => 0,
            _ if 0.5 * x[1][row] + f[row] > 0.2 => 1,
            _ => 2,
        }),
    ]
}

fn check(model: &Model, x: &Design, case: &str) {
    let (threshold, certificate) = (model.threshold(), model.certificate());
    let is_above = threshold.observed > threshold.lambda;
    let is_empty = model.selected().is_empty();
    if !model.classes().is_empty() {
        // Of classes the empty model is an answer only where it is a local minimum.
        assert!(
            !(is_above && is_empty),
            "{case}: a signal, and nothing selected"
        );
    }
    if is_empty {
        // Everything is that of the model without features.
        assert!(
            model.has_one_layer() && model.importances().is_empty(),
            "{case}"
        );
        assert_eq!(certificate.cost, certificate.null_cost, "{case}");
        assert_eq!(certificate.is_optimal(), !is_above, "{case}");
        assert!(model.phases().is_empty(), "{case}");
        let outputs = model.decision_function(x).unwrap();
        let first = &outputs[..model.law().outputs()];
        let rows = outputs.chunks_exact(first.len());
        assert!(rows.into_iter().all(|row| row == first), "{case}");
    } else {
        // The list may lie next to a penalized fit without features.
        let is_from_nothing = certificate.cost == certificate.null_cost;
        assert_eq!(model.phases().is_empty(), is_from_nothing, "{case}");
        assert!(
            model.deviance_increases().iter().all(|&d| d >= 0.0),
            "{case}"
        );
    }
    assert_eq!(
        model.comparison().is_some(),
        model.settings().auto,
        "{case}"
    );
    if let Some(comparison) = model.comparison() {
        // A network is there only where it is better by the views together.
        assert!(
            comparison.prefers_network() || model.has_one_layer(),
            "{case}"
        );
        assert_eq!(
            comparison.ranks.is_some(),
            model.classes().is_empty(),
            "{case}"
        );
    }
    for other in model.alternatives() {
        assert_ne!(other.selected, model.selected(), "{case}");
        assert!(other.difference >= 0.0, "{case}");
    }
}

fn over_tables(settings: &HarderLasso, seeds: impl Iterator<Item = u64>) {
    for seed in seeds {
        let x = columns(ROWS, COLUMNS, seed);
        for (number, y) in targets(&x, seed).into_iter().enumerate() {
            let model = settings.clone().seed(seed).fit(&design(&x), &y).unwrap();
            check(
                &model,
                &design(&x),
                &format!("seed {seed}, target {number}"),
            );
        }
    }
}

#[test]
fn linear_models() {
    over_tables(&linear().draws(399), 0..160);
}

#[test]
fn networks() {
    over_tables(&quick_network().draws(399), 0..30);
}

#[test]
fn the_default() {
    over_tables(&quick_network().draws(399).auto(), 0..25);
}
