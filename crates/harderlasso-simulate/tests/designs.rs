//! The simulated designs are those of the paper, and what a seed means does not
//! change.

use harderlasso::Design;
use harderlasso::rng::Seed;
use harderlasso_simulate::{
    Bump, Conditions, Correlation, Experiment, Noise, ResponseScale, Scenario, Signs, TEST_POINTS,
    Truth,
};

const SCENARIOS: [(Scenario, usize, usize); 5] = [
    (Scenario::Linear, 70, 7),
    (Scenario::Nonlinear(Signs::Positive), 500, 6),
    (Scenario::Nonlinear(Signs::Negative), 500, 6),
    (Scenario::Nonlinear(Signs::Random), 500, 6),
    (Scenario::Architecture(Signs::Positive), 100, 4),
];

fn experiment(scenario: Scenario, rows: usize) -> Experiment {
    Experiment::new(scenario, rows, Seed::new(11)).unwrap()
}

#[test]
fn columns_are_standardized_with_divisor_n() {
    for (scenario, rows, _) in SCENARIOS {
        let experiment = experiment(scenario, rows);
        let design = experiment.design();
        assert_eq!(
            (design.rows(), design.columns()),
            (rows, scenario.columns())
        );
        for column in (0..design.columns()).map(|j| design.column(j)) {
            let mean = column.iter().sum::<f64>() / rows as f64;
            let square = column.iter().map(|x| x * x).sum::<f64>() / rows as f64;
            assert!(mean.abs() < 1e-12 && (square - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn supports_have_s_distinct_columns_and_move_from_run_to_run() {
    for (scenario, rows, s) in SCENARIOS {
        let experiment = experiment(scenario, rows);
        let supports: Vec<_> = (0..20)
            .map(|run| {
                let run = experiment.run(s, run, ResponseScale::default()).unwrap();
                run.truth().support()
            })
            .collect();
        for support in &supports {
            assert_eq!(support.len(), s);
            assert!(support.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(support.iter().all(|&j| j < scenario.columns()));
        }
        assert!(supports.iter().any(|support| *support != supports[0]));
    }
}

#[test]
fn coefficients_take_each_of_the_six_values_and_no_other() {
    let experiment = experiment(Scenario::Linear, 70);
    let mut counts = [0; 7];
    for run in 0..100 {
        let run = experiment.run(20, run, ResponseScale::default()).unwrap();
        let Truth::Linear(terms) = run.truth() else {
            panic!("a linear run has a linear truth")
        };
        for &(_, beta) in terms {
            let place = (-3..=3).position(|value| f64::from(value) == beta);
            counts[place.expect("an integer from −3 to 3")] += 1;
        }
    }
    assert_eq!(counts[3], 0, "0 is no coefficient");
    // 2000 draws: each of the six has 333 on average, with a standard
    // deviation of 17.
    for count in [0, 1, 2, 4, 5, 6].map(|value| counts[value]) {
        assert!((250..420).contains(&count), "{counts:?}");
    }
}

#[test]
fn signs_turn_the_bumps_and_leave_the_columns_alone() {
    let bumps = |signs| {
        let experiment = experiment(Scenario::Nonlinear(signs), 500);
        let run = experiment.run(20, 3, ResponseScale::default()).unwrap();
        match run.truth() {
            Truth::Bumps(bumps) => bumps.clone(),
            other => panic!("not bumps: {other:?}"),
        }
    };
    let (positive, negative) = (bumps(Signs::Positive), bumps(Signs::Negative));
    let random = bumps(Signs::Random);
    assert!(positive.iter().all(|bump| bump.height == 10.0));
    assert!(negative.iter().all(|bump| bump.height == -10.0));
    assert!(random.iter().any(|bump| bump.height == 10.0));
    assert!(random.iter().any(|bump| bump.height == -10.0));
    for ((a, b), c) in positive.iter().zip(&negative).zip(&random) {
        assert_eq!(a.columns, b.columns);
        assert_eq!(a.columns, c.columns);
    }
}

#[test]
fn truths_are_the_formulas_of_the_paper() {
    // One point, x = (0.5, −1, 2, 4).
    let point = Design::from_columns(vec![0.5, -1.0, 2.0, 4.0], 1, 4).unwrap();
    let linear = Truth::Linear(vec![(0, 2.0), (3, -1.0)]);
    assert_eq!(linear.means(&point), [-3.0]);
    let bumps = Truth::Bumps(vec![
        Bump {
            columns: [0, 1],
            height: 10.0,
        },
        Bump {
            columns: [2, 3],
            height: -10.0,
        },
    ]);
    assert_eq!(bumps.means(&point), [15.0 - 20.0]);
    let nested = Truth::Nested {
        columns: [0, 1, 2, 3],
        height: 10.0,
    };
    assert_eq!(nested.means(&point), [5.0]);
}

#[test]
fn noise_is_standard_normal() {
    let experiment = experiment(Scenario::Nonlinear(Signs::Positive), 500);
    let noise: Vec<f64> = (0..20)
        .flat_map(|run| {
            let run = experiment.run(4, run, ResponseScale::default()).unwrap();
            let means = run.truth().means(experiment.design());
            let pairs = run.values().iter().zip(means);
            pairs.map(|(y, mean)| y - mean).collect::<Vec<_>>()
        })
        .collect();
    let n = noise.len() as f64;
    let mean = noise.iter().sum::<f64>() / n;
    let variance = noise.iter().map(|e| e * e).sum::<f64>() / n;
    // 10,000 draws: standard errors 0.01 and 0.014.
    assert!(
        mean.abs() < 0.04 && (variance - 1.0).abs() < 0.06,
        "{mean} {variance}"
    );
}

#[test]
fn another_unit_changes_the_response_and_nothing_else() {
    let scale = ResponseScale::new(-250.0, 40.0).unwrap();
    for (scenario, rows, s) in SCENARIOS {
        let experiment = experiment(scenario, rows);
        let plain = experiment.run(s, 5, ResponseScale::default()).unwrap();
        let scaled = experiment.run(s, 5, scale).unwrap();
        assert_eq!(plain.truth(), scaled.truth());
        assert_eq!(plain.fit_seed(), scaled.fit_seed());
        for (y, z) in plain.values().iter().zip(scaled.values()) {
            assert_eq!(*z, -250.0 * y + 40.0);
        }
        // A prediction that is off by 1 in the unit of the noise costs 1 in
        // either unit.
        let test = experiment.test_set(&scaled).unwrap();
        assert_eq!(test.means(), experiment.test_set(&plain).unwrap().means());
        let off: Vec<f64> = test
            .means()
            .iter()
            .map(|mean| scale.apply(mean + 1.0))
            .collect();
        assert!((test.l2_error(&off).unwrap() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn test_points_are_fresh_in_every_run() {
    let experiment = experiment(Scenario::Linear, 70);
    let means = |run| {
        let run = experiment.run(3, run, ResponseScale::default()).unwrap();
        experiment.test_set(&run).unwrap().means().to_vec()
    };
    assert_eq!(means(0).len(), TEST_POINTS);
    assert_eq!(means(0), means(0));
    assert_ne!(means(0), means(1));
}

#[test]
fn some_columns_of_the_test_set_are_those_of_all() {
    let correlations = [
        Correlation::Independent,
        Correlation::Toeplitz(0.6),
        Correlation::Blocks {
            size: 7,
            within: 0.4,
        },
    ];
    for correlation in correlations {
        let experiment = correlated(correlation, 70);
        for s in [0, 3] {
            let run = experiment.run(s, 4, ResponseScale::default()).unwrap();
            let all = experiment.test_set(&run).unwrap();
            let some = experiment.test_columns(&run, &[249, 0, 9]).unwrap();
            assert_eq!(some.means, all.means());
            for (column, values) in [249, 0, 9].into_iter().zip(&some.values) {
                assert_eq!(values, all.design().column(column));
            }
            assert!(experiment.test_columns(&run, &[250]).is_err());
        }
        let run = experiment.run(2, 0, ResponseScale::default()).unwrap();
        let none = experiment.test_columns(&run, &[]).unwrap();
        assert_eq!(none.means, experiment.test_set(&run).unwrap().means());
        assert!(none.values.is_empty());
    }
}

#[test]
fn formulas_are_expressions_over_the_columns() {
    let formula = |truth: Truth| truth.formula();
    let bump = |a, b, height| Bump {
        columns: [a, b],
        height,
    };
    assert_eq!(formula(Truth::Linear(vec![])), "0");
    assert_eq!(
        formula(Truth::Linear(vec![(7, -2.0), (0, 3.0), (1, -1.0)])),
        "-2*x7 + 3*x0 - 1*x1"
    );
    assert_eq!(
        formula(Truth::Bumps(vec![bump(1, 4, 10.0), bump(0, 3, -10.0)])),
        "10*abs(x4 - x1) - 10*abs(x3 - x0)"
    );
    assert_eq!(
        formula(Truth::Nested {
            columns: [1, 2, 3, 4],
            height: -10.0
        }),
        "-10*abs(abs(x2 - x1) - abs(x4 - x3))"
    );
}

#[test]
fn the_same_numbers_come_back_and_a_seed_changes_them() {
    let response = |seed, s, run| {
        let experiment = Experiment::new(Scenario::Linear, 70, Seed::new(seed)).unwrap();
        let run = experiment.run(s, run, ResponseScale::default()).unwrap();
        (run.values().to_vec(), run.fit_seed())
    };
    let here = response(1, 2, 3);
    assert_eq!(here, response(1, 2, 3));
    for other in [response(2, 2, 3), response(1, 3, 3), response(1, 2, 4)] {
        assert_ne!(here.0, other.0);
        assert_ne!(here.1, other.1);
    }
    assert!(here.1 < 1 << 53);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |scenario: Scenario, s| scenario.check_sparsity(s).is_err();
    assert!(refused(Scenario::Linear, 251) && !refused(Scenario::Linear, 250));
    assert!(refused(Scenario::Nonlinear(Signs::Random), 3));
    assert!(refused(Scenario::Nonlinear(Signs::Random), 52));
    assert!(refused(Scenario::Architecture(Signs::Positive), 2));
    for rows in [0, 1, usize::MAX] {
        assert!(Experiment::new(Scenario::Linear, rows, Seed::new(1)).is_err());
    }
    for (scale, shift) in [(0.0, 0.0), (f64::NAN, 0.0), (1.0, f64::INFINITY)] {
        assert!(ResponseScale::new(scale, shift).is_err());
    }
    let experiment = experiment(Scenario::Linear, 70);
    let run = experiment.run(0, 0, ResponseScale::default()).unwrap();
    assert!(experiment.test_set(&run).unwrap().l2_error(&[1.0]).is_err());
}

fn correlated(correlation: Correlation, rows: usize) -> Experiment {
    let conditions = Conditions {
        correlation,
        ..Conditions::default()
    };
    Experiment::under(conditions, Scenario::Linear, rows, Seed::new(11)).unwrap()
}

/// The correlation of two standardized columns.
fn correlation_of(design: &Design, j: usize, k: usize) -> f64 {
    let pairs = design.column(j).iter().zip(design.column(k));
    pairs.map(|(a, b)| a * b).sum::<f64>() / design.rows() as f64
}

/// What the correlation of two columns should be.
type Expected<'a> = &'a dyn Fn(usize, usize) -> f64;

#[test]
fn columns_correlate_as_they_should_in_training_and_in_testing() {
    let toeplitz = |j: usize, k: usize| 0.9_f64.powi(j.abs_diff(k) as i32);
    let blocks = |j: usize, k: usize| if j / 10 == k / 10 { 0.7 } else { 0.0 };
    let cases: [(Correlation, Expected); 2] = [
        (Correlation::Toeplitz(0.9), &toeplitz),
        (
            Correlation::Blocks {
                size: 10,
                within: 0.7,
            },
            &blocks,
        ),
    ];
    for (correlation, expected) in cases {
        let experiment = correlated(correlation, 4000);
        let run = experiment.run(3, 0, ResponseScale::default()).unwrap();
        let test = experiment.test_set(&run).unwrap();
        for (j, k) in [(0, 1), (4, 7), (9, 10), (30, 39), (100, 200), (248, 249)] {
            // Standard errors at most 1/sqrt(4000) = 0.016 and 0.032.
            let here = correlation_of(experiment.design(), j, k);
            assert!((here - expected(j, k)).abs() < 0.07, "{j} {k}: {here}");
            let there = correlation_of(test.design(), j, k);
            assert!((there - expected(j, k)).abs() < 0.14, "{j} {k}: {there}");
        }
    }
}

#[test]
fn no_correlation_is_the_design_of_the_paper() {
    let plain = experiment(Scenario::Linear, 70);
    for correlation in [
        Correlation::Toeplitz(0.0),
        Correlation::Blocks {
            size: 7,
            within: 0.0,
        },
    ] {
        let other = correlated(correlation, 70);
        for j in 0..250 {
            assert_eq!(plain.design().column(j), other.design().column(j));
        }
    }
}

#[test]
fn students_noise_has_heavy_tails_and_leaves_the_columns_alone() {
    let scenario = Scenario::Nonlinear(Signs::Positive);
    let conditions = Conditions {
        noise: Noise::Student(3.0),
        ..Conditions::default()
    };
    let heavy = Experiment::under(conditions, scenario, 500, Seed::new(11)).unwrap();
    let plain = experiment(scenario, 500);
    let mut noise = Vec::new();
    for number in 0..40 {
        let run = heavy.run(4, number, ResponseScale::default()).unwrap();
        let twin = plain.run(4, number, ResponseScale::default()).unwrap();
        assert_eq!(run.truth(), twin.truth());
        let means = run.truth().means(heavy.design());
        noise.extend(run.values().iter().zip(means).map(|(y, mean)| y - mean));
    }
    // 20,000 draws. Of t with 3 degrees of freedom a share of 0.0576 is beyond
    // 3 (0.0027 for the normal), half of it within 0.7649.
    let share = |test: &dyn Fn(f64) -> bool| {
        noise.iter().filter(|&&e| test(e.abs())).count() as f64 / noise.len() as f64
    };
    let (tail, middle) = (share(&|e| e > 3.0), share(&|e| e < 0.7649));
    assert!((tail - 0.0576).abs() < 0.008, "{tail}");
    assert!((middle - 0.5).abs() < 0.02, "{middle}");
}

#[test]
fn impossible_conditions_are_refused() {
    let correlations = [
        Correlation::Toeplitz(1.0),
        Correlation::Toeplitz(-0.1),
        Correlation::Toeplitz(f64::NAN),
        Correlation::Blocks {
            size: 0,
            within: 0.5,
        },
    ];
    for correlation in correlations {
        assert!(correlation.check().is_err(), "{correlation:?}");
    }
    for freedom in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(Noise::Student(freedom).check().is_err(), "{freedom}");
    }
}

/// Scenario, rows, support, seed of the fit, first response, first fresh value.
type Drawn = (Scenario, usize, &'static [usize], u64, f64, f64);

#[test]
fn streams_keep_their_meaning() {
    // Rows of studies can be months apart: what seed 1 draws is theirs to rely on.
    let cases: [Drawn; 3] = [
        (
            Scenario::Linear,
            70,
            &[29, 48, 133],
            989_646_068_604_594,
            5.543_709_527_322,
            1.568_404_816_765,
        ),
        (
            Scenario::Nonlinear(Signs::Positive),
            500,
            &[17, 20, 30, 43],
            7_642_873_568_171_677,
            44.975_925_598_624,
            0.064_005_434_539,
        ),
        (
            Scenario::Architecture(Signs::Positive),
            200,
            &[17, 23, 34, 47],
            6_058_958_640_539_858,
            5.802_865_902_764,
            -1.158_806_170_916,
        ),
    ];
    for (scenario, rows, support, fit_seed, first, fresh) in cases {
        let experiment = Experiment::new(scenario, rows, Seed::new(1)).unwrap();
        let run = experiment
            .run(support.len(), 0, ResponseScale::default())
            .unwrap();
        let test = experiment.test_set(&run).unwrap();
        assert_eq!(run.truth().support(), support);
        assert_eq!(run.fit_seed(), fit_seed);
        assert!((run.values()[0] - first).abs() < 1e-10);
        assert!((test.design().column(0)[0] - fresh).abs() < 1e-10);
    }
}
