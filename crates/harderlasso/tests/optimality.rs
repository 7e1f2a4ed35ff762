//! Where a fit stands when it stops, and what it reports of the way.

mod common;

use common::{
    bump_target, class_target, classes, columns, design, linear, linear_target, noise,
    quick_network, real,
};
use harderlasso::penalty::Harder;
use harderlasso::{
    Activation, Certificate, End, HarderLasso, Model, Penalty, Phase, Response, Schedule,
};
use proptest::prelude::*;

/// A random linear target of `s` features of moderate size.
fn target(x: &[Vec<f64>], s: usize, seed: u64) -> Vec<f64> {
    let mut y = noise(x[0].len(), seed);
    for (j, column) in x.iter().take(s).enumerate() {
        let beta = if j % 2 == 0 { 1.5 } else { -0.7 };
        y.iter_mut().zip(column).for_each(|(y, x)| *y += beta * x);
    }
    y
}

/// Whether the penalized fit that the answer comes from has no features. Linear
/// regression compares lists next to it, so there may be features all the same.
fn is_of_nothing(model: &Model) -> bool {
    let certificate = model.certificate();
    let is_free = model.classes().is_empty() && model.has_one_layer();
    model.selected().is_empty() || is_free && certificate.cost == certificate.null_cost
}

/// The reports of a model against its schedule.
///
/// Where the target or what is left of it has heavy tails, the ranks are searched as
/// well, with a λ of their own: that of the last phase need not be that of the model.
fn check_phases(model: &Model, schedule: &Schedule, penalty: Penalty) {
    if is_of_nothing(model) {
        return;
    }
    let reports = model.phases();
    assert!(reports.len() >= schedule.phases().len());
    let lambda = reports.last().unwrap().lambda;
    let own = model.threshold().lambda;
    if model.classes().is_empty() {
        assert!((lambda / own - 1.0).abs() < 0.25, "{lambda} and {own}");
    } else {
        assert_eq!(lambda, own);
    }
    for (report, phase) in reports.iter().zip(schedule.phases()) {
        assert!((report.lambda - phase.fraction * lambda).abs() <= 1e-12 * lambda);
        assert_eq!(report.nu, phase.nu);
        assert_ne!(report.end, End::NotFinite);
        assert!(report.cost.is_finite());
    }
    let last = reports.last().unwrap();
    // Linear models go on to better lists next to that of the last phase, and
    // networks drop features that are not worth it. The lasso keeps its list, unless
    // outliers may have bought some of it; nothing is added to it.
    if penalty == Penalty::l1() || !model.has_one_layer() {
        assert!(last.features >= model.selected().len());
    }
    if penalty == Penalty::l1() && !model.classes().is_empty() {
        assert_eq!(last.features, model.selected().len());
    }
    let cost = model.certificate().cost;
    assert!(
        (last.cost - cost).abs() < 1e-6 * cost,
        "{} and {cost}",
        last.cost
    );
}

/// What is selected is a local minimum. The empty model takes part in the
/// choice whether it is one or not; then the certificate says how far it is.
fn stands_where_it_says(model: &Model, penalty: Penalty) -> bool {
    let (certificate, threshold) = (model.certificate(), model.threshold());
    // The lasso is convex, and of classes the empty model is an answer only where it
    // is a minimum.
    let is_noise = threshold.observed <= threshold.lambda;
    let is_settled = penalty == Penalty::l1() || !model.classes().is_empty();
    if is_settled && !is_noise && model.selected().is_empty() {
        return false;
    }
    if is_of_nothing(model) {
        let excess = (threshold.observed / threshold.lambda - 1.0).max(0.0);
        (certificate.zeros - excess).abs() < 1e-9
            && certificate.nonzeros == 0.0
            && certificate.cost == certificate.null_cost
    } else {
        certificate.is_optimal()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn linear_regression_ends_at_a_local_minimum(
        rows in 20..80usize, count in 2..80usize, s in 0..6usize, seed in 0..1u64 << 40,
    ) {
        let x = columns(rows, count, seed);
        let y = real(target(&x, s.min(count), seed));
        for penalty in Penalty::ALL {
            let model = linear().penalty(penalty).draws(300).fit(&design(&x), &y).unwrap();
            prop_assert!(stands_where_it_says(&model, penalty), "{:?}: {:?}", penalty, model.certificate());
            check_phases(&model, &Schedule::paper(), penalty);
            prop_assert!(model.noise_unit() > 0.0 && model.noise_unit() <= 1.0);
        }
    }

    #[test]
    fn linear_classification_ends_at_a_local_minimum(
        rows in 40..120usize, count in 2..30usize, seed in 0..1u64 << 40,
    ) {
        let x = columns(rows, count, seed);
        let y = classes(class_target(&x, seed));
        for penalty in Penalty::ALL {
            let model = linear().penalty(penalty).draws(300).fit(&design(&x), &y).unwrap();
            prop_assert!(stands_where_it_says(&model, penalty), "{:?}: {:?}", penalty, model.certificate());
            check_phases(&model, &Schedule::paper(), penalty);
            let units = [1.0, 0.5, 0.25, 0.125, 0.0625];
            prop_assert!(units.contains(&model.noise_unit()));
        }
    }
}

/// A smooth activation has no kinks that could end a descent early. It may still end
/// where steps lower the cost by next to nothing: then it says so, which is rare, and
/// it is not far.
#[test]
fn smooth_networks_end_at_a_local_minimum() {
    let (mut stalled, mut fits) = (0, 0);
    for activation in [
        Activation::Elu,
        Activation::Softplus,
        Activation::Gelu,
        Activation::Silu,
    ] {
        for seed in 0..5 {
            let x = columns(80, 8, seed);
            let settings = quick_network().activation(activation);
            for y in [real(bump_target(&x, seed)), classes(class_target(&x, seed))] {
                let model = settings.fit(&design(&x), &y).unwrap();
                assert!(!model.selected().is_empty());
                let certificate = model.certificate();
                fits += 1;
                if model.phases().last().unwrap().end == End::Stalled {
                    stalled += 1;
                    assert!(certificate.zeros.max(certificate.nonzeros) < 0.01);
                    continue;
                }
                assert!(
                    certificate.is_optimal(),
                    "{activation:?}, seed {seed}: {certificate:?}"
                );
            }
        }
    }
    assert!(stalled * 10 <= fits, "{stalled} of {fits}");
}

#[test]
fn the_lasso_is_empty_exactly_above_the_threshold_of_the_data() {
    for seed in 0..20 {
        let x = columns(50, 10, seed);
        for y in [
            real(linear_target(&x, seed)),
            classes(class_target(&x, seed)),
        ] {
            // Above λ_0 of the data the empty model is a local minimum, and the
            // only one of a convex problem; below it is not.
            let observed = linear().fit(&design(&x), &y).unwrap().threshold().observed;
            let fit = |lambda| {
                linear()
                    .penalty(Penalty::l1())
                    .lambda(lambda)
                    .fit(&design(&x), &y)
            };
            let above = fit(1.001 * observed).unwrap();
            assert!(above.selected().is_empty() && above.certificate().is_optimal());
            assert_eq!(above.certificate().cost, above.certificate().null_cost);
            let below = fit(0.9 * observed).unwrap();
            assert!(!below.selected().is_empty() && below.certificate().is_optimal());
            assert!(below.certificate().cost < below.certificate().null_cost);
        }
    }
}

#[test]
fn violations_count_in_units_of_lambda() {
    let certificate = |zeros, nonzeros| Certificate {
        zeros,
        nonzeros,
        cost: 1.0,
        null_cost: 2.0,
    };
    let limit = Certificate::TOLERANCE;
    assert!(certificate(limit, limit).is_optimal());
    assert!(!certificate(1.1 * limit, 0.0).is_optimal());
    assert!(!certificate(0.0, 1.1 * limit).is_optimal());
    assert!(!certificate(f64::NAN, 0.0).is_optimal());
}

/// Every phase of a network takes the steps that the table gives it, and the
/// finish is bounded too, whatever the table says.
#[test]
fn a_network_takes_the_steps_of_its_schedule() {
    let x = columns(60, 6, 1);
    let y = real(bump_target(&x, 1));
    let settings = quick_network();
    let model = settings.fit(&design(&x), &y).unwrap();
    assert_eq!(model.selected(), [0, 1]);
    let schedule = quick_schedule(60);
    check_phases(&model, &schedule, Penalty::default());
    let (last, annealed) = model.phases().split_last().unwrap();
    assert_eq!(annealed.len(), schedule.phases().len());
    for (report, phase) in annealed.iter().zip(schedule.phases()) {
        assert_eq!(
            (report.steps, report.end),
            (phase.steps, End::IterationLimit)
        );
    }
    assert!(last.steps < 10_000);
}

fn quick_schedule(steps: usize) -> Schedule {
    let rows = [(0.0, 0.9), (0.05, 0.9), (0.3, 0.5), (1.0, 0.1)];
    let phases = rows.map(|(fraction, nu)| Phase {
        fraction,
        nu,
        steps,
    });
    Schedule::new(phases.to_vec()).unwrap()
}

/// A schedule with hardly any steps is a poor search; it must still end with
/// an honest answer.
#[test]
fn a_schedule_without_steps_ends_as_well() {
    let x = columns(60, 6, 1);
    for y in [real(bump_target(&x, 1)), classes(class_target(&x, 1))] {
        for steps in [0, 1] {
            let settings = HarderLasso::new()
                .draws(100)
                .hidden([4])
                .schedule(quick_schedule(steps));
            let model = settings.fit(&design(&x), &y).unwrap();
            let predictions = model.decision_function(&design(&x)).unwrap();
            assert!(predictions.iter().all(|p| p.is_finite()));
        }
    }
}

#[test]
fn one_phase_is_a_schedule() {
    let x = columns(60, 20, 1);
    let phase = Phase {
        fraction: 1.0,
        nu: 0.3,
        steps: 1,
    };
    let schedule = Schedule::new(vec![phase]).unwrap();
    let penalty = Penalty::Harder(Harder { nu: 0.3 });
    let fit = |y: &Response| {
        linear()
            .draws(300)
            .penalty(penalty)
            .schedule(schedule.clone())
            .fit(&design(&x), y)
            .unwrap()
    };
    for y in [real(linear_target(&x, 1)), classes(class_target(&x, 1))] {
        let model = fit(&y);
        assert!(
            stands_where_it_says(&model, penalty),
            "{:?}",
            model.certificate()
        );
        check_phases(&model, &schedule, penalty);
    }
}

#[test]
fn the_tables_are_those_of_the_paper() {
    // λ_i = e^(i−1) / (1 + e^(i−1)) λ, then λ itself.
    let paper = Schedule::paper();
    let nus: Vec<f64> = paper.phases().iter().map(|phase| phase.nu).collect();
    assert_eq!(nus, [0.9, 0.7, 0.4, 0.3, 0.2, 0.1, 0.1]);
    for (i, phase) in paper.phases().iter().take(6).enumerate() {
        let e = (i as f64 - 1.0).exp();
        assert!((phase.fraction - e / (1.0 + e)).abs() < 1e-15);
    }
    for table in [Schedule::paper(), Schedule::gentle()] {
        assert_eq!(table.phases().last().unwrap().fraction, 1.0);
        let rising = table
            .phases()
            .windows(2)
            .all(|pair| pair[0].fraction <= pair[1].fraction);
        let falling = table
            .phases()
            .windows(2)
            .all(|pair| pair[0].nu >= pair[1].nu);
        assert!(rising && falling);
    }
}

/// The last phase is the problem that was asked, whatever ν the table ends with.
#[test]
fn the_last_phase_has_the_concavity_that_was_asked() {
    let x = columns(60, 20, 3);
    for y in [real(linear_target(&x, 3)), classes(class_target(&x, 3))] {
        let mut costs = Vec::new();
        for nu in [0.02, 0.1, 0.5] {
            let model = linear()
                .penalty(Penalty::Harder(Harder { nu }))
                .fit(&design(&x), &y)
                .unwrap();
            assert!(!model.selected().is_empty() && model.certificate().is_optimal());
            assert_eq!(model.phases().last().unwrap().nu, nu);
            assert!(model.phases().iter().all(|phase| phase.nu >= nu));
            costs.push(model.certificate().cost);
        }
        assert!(costs[0] != costs[1] && costs[1] != costs[2], "{costs:?}");
    }
}
