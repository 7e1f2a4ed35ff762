//! Pure noise is declared noise in a share `1 − α` of data sets.
//!
//! The number of empty models is binomial. Each test allows every count that a
//! correct program exceeds or misses with probability at most [`common::RISK`], so a
//! change of the random streams cannot break it by accident.

mod common;

use common::{DRAWS, classes, columns, design, fewest, linear, most, noise, random_classes, real};
use harderlasso::{HarderLasso, Penalty, Silent};

/// How many of `runs` data sets of pure noise give an empty model.
fn empty_regressions(settings: &HarderLasso, runs: usize, rows: usize, count: usize) -> usize {
    (0..runs as u64)
        .filter(|&run| {
            let x = columns(rows, count, run);
            // An offset and a unit, which noise may have as well.
            let y = noise(rows, run).iter().map(|e| 20.0 + 7.0 * e).collect();
            let model = settings.clone().seed(run).fit(&design(&x), &real(y));
            model.unwrap().selected().is_empty()
        })
        .count()
}

/// The lasso is convex: it is empty exactly if the null model is a local
/// minimum, so its level must be neither below nor above.
#[test]
fn the_lasso_has_exactly_its_level() {
    for (rows, count) in [(30, 10), (25, 60)] {
        for (alpha, probability) in [(0.05, 0.95), (0.5, 0.5)] {
            let settings = linear().penalty(Penalty::l1()).alpha(alpha).draws(DRAWS);
            let runs = 600;
            let empty = empty_regressions(&settings, runs, rows, count);
            let allowed = fewest(runs, probability)..=most(runs, probability);
            assert!(
                allowed.contains(&empty),
                "{empty} of {runs} at level {alpha}, not in {allowed:?}"
            );
        }
    }
}

/// Of concave penalties the null model is a local minimum with the same
/// probability; the search may come back to it more often.
#[test]
fn concave_penalties_have_their_level_or_a_better_one() {
    for (rows, count) in [(30, 10), (25, 60)] {
        for penalty in Penalty::ALL {
            let settings = linear().penalty(penalty).draws(DRAWS);
            let runs = 300;
            let empty = empty_regressions(&settings, runs, rows, count);
            assert!(
                empty >= fewest(runs, 0.95),
                "{penalty:?}: {empty} of {runs}"
            );
        }
    }
}

#[test]
fn linear_classification_has_its_level_or_a_better_one() {
    for (classes_count, rows, count) in [(2, 60, 10), (4, 60, 10), (3, 30, 5), (5, 40, 10)] {
        for penalty in [Penalty::l1(), Penalty::harder()] {
            let runs = 200;
            let empty = (0..runs as u64)
                .filter(|&run| {
                    let x = columns(rows, count, run);
                    let y = classes(random_classes(rows, classes_count, run));
                    let settings = linear().penalty(penalty).draws(DRAWS).seed(run);
                    settings.fit(&design(&x), &y).unwrap().selected().is_empty()
                })
                .count();
            assert!(
                empty >= fewest(runs, 0.95),
                "{penalty:?}, {classes_count} classes, {rows} rows: {empty} of {runs}"
            );
        }
    }
}

/// The threshold of a classification, without the search. The draws take the
/// frequencies of the data for the truth, which costs less than a hundredth.
#[test]
fn the_threshold_of_classes_has_its_level() {
    for (hidden, classes_count) in [(vec![], 2), (vec![], 4), (vec![20], 3)] {
        let runs = 600;
        let below = (0..runs as u64)
            .filter(|&run| {
                let x = columns(100, 10, run);
                let y = classes(random_classes(100, classes_count, run));
                let settings = HarderLasso::new()
                    .hidden(hidden.clone())
                    .draws(DRAWS)
                    .seed(run);
                let threshold = settings.calibrate(&design(&x), &y, &Silent).unwrap();
                threshold.observed <= threshold.lambda
            })
            .count();
        let allowed = fewest(runs, 0.94)..=most(runs, 0.96);
        assert!(
            allowed.contains(&below),
            "{below} of {runs}, not in {allowed:?}"
        );
    }
}

#[test]
fn networks_have_their_level_or_a_better_one() {
    for (hidden, runs) in [(vec![5], 80), (vec![4, 3], 40)] {
        let settings = HarderLasso::new()
            .hidden(hidden.clone())
            .draws(DRAWS)
            .restarts(1);
        let empty = empty_regressions(&settings, runs, 40, 5);
        assert!(empty >= fewest(runs, 0.95), "{hidden:?}: {empty} of {runs}");
    }
    let runs = 60;
    let empty = (0..runs as u64)
        .filter(|&run| {
            let x = columns(60, 5, run);
            let y = classes(random_classes(60, 2, run));
            let settings = HarderLasso::new()
                .hidden([5])
                .draws(DRAWS)
                .restarts(1)
                .seed(run);
            settings.fit(&design(&x), &y).unwrap().selected().is_empty()
        })
        .count();
    assert!(empty >= fewest(runs, 0.95), "classes: {empty} of {runs}");
}

/// Networks of the default width can go through every point of a small table;
/// that must not count as an explanation.
#[test]
fn a_network_does_not_explain_noise_by_learning_it_by_heart() {
    for (rows, count) in [(20, 5), (20, 20), (40, 10)] {
        let settings = HarderLasso::new().hidden([20]).draws(DRAWS).restarts(1);
        let runs = 40;
        let empty = empty_regressions(&settings, runs, rows, count);
        assert!(
            empty >= fewest(runs, 0.95),
            "{rows} × {count}: {empty} of {runs}"
        );
    }
}
