//! The null distribution, its quantile, and the ways to draw from it.

use super::sampler::Sampler;
use super::{BLOCK, Plan, Statistic, Threshold, calibrate, ranks};
use crate::activation::Activation;
use crate::error::Error;
use crate::linalg::{self, Columns};
use crate::loss::{CrossEntropy, Loss, NullLaw, RootSquare, null_gradient};
use crate::observer::Silent;
use crate::rng::Seed;
use crate::testing::design;
use proptest::prelude::*;
use rand_distr::{Distribution, StandardNormal};

const LINEAR: &[usize] = &[];

fn statistic(hidden: &[usize]) -> Statistic {
    Statistic::new(hidden, Activation::Relu)
}

fn calibrated(
    x: &Columns<f64>,
    law: &NullLaw,
    hidden: &[usize],
    alpha: f64,
    draws: usize,
    seed: u64,
) -> Threshold {
    let gram = linalg::gram(x);
    calibrate(
        x,
        law,
        Plan {
            statistic: statistic(hidden),
            alpha,
            draws,
            seed: Seed::new(seed),
        },
        || &gram,
        &Silent,
    )
    .expect("nobody cancels")
}

/// The largest distance between two empirical distribution functions.
fn kolmogorov_smirnov(a: &[f64], b: &[f64]) -> f64 {
    let below = |sorted: &[f64], value: f64| {
        sorted.partition_point(|&v| v <= value) as f64 / sorted.len() as f64
    };
    a.iter().chain(b).fold(0.0, |most, &value| {
        most.max((below(a, value) - below(b, value)).abs())
    })
}

fn direct(x: &Columns<f64>) -> Sampler<'_> {
    Sampler::Direct { x, weighted: None }
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// The exact law in p dimensions against plain multiplication: 4000 draws each.
/// The distance stays below 0.061 with probability `1 − 10⁻⁶` if the laws agree.
#[test]
fn the_factored_law_is_the_direct_one() {
    let draws = 4000;
    for (rows, count) in [(40, 10), (12, 11), (200, 3)] {
        let mut x = design(rows, count, 1);
        // Correlated columns, which a wrong factor would show.
        let mut values = x.values().to_vec();
        for row in 0..rows {
            values[rows + row] = 0.9 * values[row] + 0.4 * values[rows + row];
        }
        values
            .chunks_exact_mut(rows)
            .for_each(crate::testing::standardize);
        x = Columns::new(values, rows);
        let gram = linalg::gram(&x);
        let sampler = Sampler::new(&x, &NullLaw::Sphere, draws, || &gram);
        assert!(
            matches!(sampler, Sampler::Factored { .. }),
            "{rows} × {count}"
        );
        let factored = sorted(sampler.block(statistic(LINEAR), draws, Seed::new(2)));
        let plain = direct(&x).block(statistic(LINEAR), draws, Seed::new(3));
        let plain = sorted(plain);
        let distance = kolmogorov_smirnov(&factored, &plain);
        assert!(distance < 0.061, "{rows} × {count}: {distance}");
    }
}

#[test]
fn the_direct_way_is_taken_where_it_is_cheaper_or_the_only_one() {
    let x = design(20, 30, 1);
    let sampler = Sampler::new(&x, &NullLaw::Sphere, 1000, || {
        panic!("no use for a Gram matrix")
    });
    assert!(matches!(sampler, Sampler::Direct { .. }));
}

/// A draw is a target; what calibration makes of it must be what the loss's
/// own null gradient makes of it.
#[test]
fn a_null_draw_is_measured_as_the_data_are() {
    let (rows, count, draws) = (25, 700, 6);
    let x = design(rows, count, 1);
    let seed = Seed::new(9);
    let noise: Vec<f32> = StandardNormal
        .sample_iter(seed.rng())
        .take(rows * draws)
        .collect();
    let found = direct(&x).block(statistic(LINEAR), draws, seed);
    for (draw, found) in noise.chunks_exact(rows).zip(&found) {
        let loss = RootSquare::new(draw.iter().map(|&v| f64::from(v)).collect());
        let expected = statistic(LINEAR).observed(&x, &null_gradient(&loss));
        assert!(
            (found / expected - 1.0).abs() < 1e-5,
            "{found} and {expected}"
        );
    }
    let frequencies = [0.2, 0.5, 0.3];
    let mut drawn = vec![0; rows * draws];
    NullLaw::draw_classes(&frequencies, &mut seed.rng(), &mut drawn);
    for hidden in [LINEAR, &[20]] {
        let law = NullLaw::Classes(frequencies.to_vec());
        let sampler = Sampler::new(&x, &law, draws, || panic!("no use for a Gram matrix"));
        let found = sampler.block(statistic(hidden), draws, seed);
        for (draw, found) in drawn.chunks_exact(rows).zip(&found) {
            let loss = CrossEntropy::new(draw.iter().map(|&c| c as usize).collect(), 3);
            let expected = statistic(hidden).observed(&x, &null_gradient(&loss));
            assert!(
                (found / expected - 1.0).abs() < 1e-5,
                "{found} and {expected}"
            );
        }
    }
}

/// With one column `λ_0 = √n |r|`, and the correlation r of noise has a known
/// law: `r √(n−2) / √(1−r²)` is Student's t. For n = 20 the two-sided 5 %
/// point is 2.100922 (R: `qt(0.975, 18)`).
fn exact_quantile() -> f64 {
    let t = 2.100_922f64;
    20f64.sqrt() * t / (t * t + 18.0).sqrt()
}

#[test]
fn one_column_has_the_law_of_a_correlation() {
    let x = design(20, 1, 1);
    let draws = 20_000;
    let threshold = calibrated(&x, &NullLaw::Sphere, LINEAR, 0.05, draws, 4);
    let above = threshold
        .draws
        .iter()
        .filter(|&&v| v > exact_quantile())
        .count();
    // 1000 on average, with a standard deviation of 31; four of them.
    assert!((876..1124).contains(&above), "{above}");
}

/// The 95 % interval is one: of 300 intervals all but a binomial number of
/// about 15 contain the exact quantile; 32 misses or none have a probability
/// below 10⁻⁴.
#[test]
fn the_interval_covers_the_exact_quantile_as_often_as_it_says() {
    let x = design(20, 1, 1);
    let misses = (0..300)
        .filter(|&seed| {
            let (low, high) = calibrated(&x, &NullLaw::Sphere, LINEAR, 0.05, 400, seed).interval;
            !(low..=high).contains(&exact_quantile())
        })
        .count();
    assert!((1..32).contains(&misses), "{misses}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// λ is the smallest draw that at least a share `1 − α` does not exceed.
    #[test]
    fn lambda_is_the_quantile_of_the_draws(percent in 1..100u32, draws in 1..600usize, seed: u64) {
        let x = design(15, 4, 1);
        let threshold = calibrated(&x, &NullLaw::Sphere, LINEAR, f64::from(percent) / 100.0, draws, seed);
        prop_assert_eq!(threshold.draws.len(), draws);
        prop_assert!(threshold.draws.is_sorted());
        let at_most = threshold.draws.iter().filter(|&&v| v <= threshold.lambda).count();
        let below = threshold.draws.iter().filter(|&&v| v < threshold.lambda).count();
        let wanted = draws * (100 - percent as usize);
        prop_assert!(at_most * 100 >= wanted && below * 100 < wanted, "{below} to {at_most} of {draws}");
        let (low, high) = threshold.interval;
        prop_assert!(low <= threshold.lambda && threshold.lambda <= high);
    }

    #[test]
    fn ranks_are_positions(alpha in 1e-9..1.0f64, draws in 1..10_000usize) {
        let (rank, low, high) = ranks(draws, alpha);
        prop_assert!(low <= rank && rank <= high && high < draws);
    }

    /// `κ^(L−1) π_L` with `π_L = √(p_3 … p_L)`.
    #[test]
    fn depth_multiplies_the_threshold(hidden in prop::collection::vec(1..30usize, 1..4), seed: u64) {
        let x = design(15, 4, 1);
        for activation in Activation::ALL {
            let lambda = |hidden: &[usize]| {
                let statistic = Statistic::new(hidden, activation);
                let draws = || -> &[f64] { unreachable!("few draws need no Gram matrix") };
                let plan = Plan { statistic, alpha: 0.05, draws: 5, seed: Seed::new(seed) };
                calibrate(&x, &NullLaw::Sphere, plan, draws, &Silent)
            };
            let one = lambda(LINEAR)?.lambda;
            let deep = lambda(&hidden)?.lambda;
            let widths: usize = hidden[1..].iter().product();
            let factor = activation.steepest().powf(hidden.len() as f64) * (widths as f64).sqrt();
            prop_assert!((deep / (one * factor) - 1.0).abs() < 1e-12);
        }
    }
}

/// Without a layer above, nothing adds the classes up. Two classes mirror each
/// other, so there the row sum is twice the largest entry.
#[test]
fn linear_classification_takes_the_largest_entry() {
    let x = design(30, 5, 1);
    let two = NullLaw::Classes(vec![0.4, 0.6]);
    let linear = calibrated(&x, &two, LINEAR, 0.05, 500, 3);
    let network = calibrated(&x, &two, &[20], 0.05, 500, 3);
    for (one, sum) in linear.draws.iter().zip(&network.draws) {
        assert!((sum / one - 2.0).abs() < 1e-5);
    }
    let gradient = [1.0, -0.5, 0.0, -2.0, 0.25, 0.5, 1.0, 0.25, -0.5];
    let x = Columns::new(vec![1.0, 0.0, -1.0, 0.0, 1.0, 2.0], 3);
    // G = [1, −2.5, 1.5] for the first column, [−0.5, 1.25, −0.75] for the second.
    assert_eq!(statistic(LINEAR).observed(&x, &gradient), 2.5);
    assert_eq!(statistic(&[20]).observed(&x, &gradient), 5.0);
}

#[test]
fn draws_do_not_depend_on_the_number_of_threads() {
    let x = design(30, 40, 1);
    let classes = NullLaw::Classes(vec![0.25; 4]);
    for (law, columns) in [
        (&NullLaw::Sphere, 40),
        (&NullLaw::Sphere, 5),
        (&classes, 40),
    ] {
        let x: Columns<f64> = x.gather(&(0..columns).collect::<Vec<_>>());
        let with = |threads: usize| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a pool")
                // Not a multiple of the block, so that the last one is short.
                .install(|| calibrated(&x, law, LINEAR, 0.05, 7 * BLOCK + 13, 5))
        };
        let one = with(1);
        assert_eq!(one.draws, with(2).draws);
        let another = calibrated(&x, law, LINEAR, 0.05, 7 * BLOCK + 13, 6);
        assert_ne!(one.draws, another.draws);
    }
}

#[test]
fn nothing_to_select_needs_no_threshold() -> Result<(), Error> {
    let x = Columns::new(Vec::new(), 10);
    let none = || -> &[f64] { &[] };
    let plan = Plan {
        statistic: statistic(LINEAR),
        alpha: 0.05,
        draws: 10,
        seed: Seed::new(1),
    };
    let threshold = calibrate(&x, &NullLaw::Sphere, plan, none, &Silent)?;
    assert_eq!((threshold.lambda, threshold.interval), (0.0, (0.0, 0.0)));
    Ok(())
}

/// Weights that repeat rows, and the table with the rows repeated.
fn repeated(rows: usize, count: usize) -> (Vec<f64>, Columns<f64>, Columns<f64>) {
    let weights: Vec<f64> = (0..rows).map(|row| (row % 4 + 1) as f64).collect();
    let total: f64 = weights.iter().sum();
    let mut few = design(rows, count, 5).values().to_vec();
    let mut many = Vec::new();
    for column in few.chunks_exact_mut(rows) {
        let pairs = || column.iter().zip(&weights);
        let mean = pairs().map(|(v, w)| v * w).sum::<f64>() / total;
        let squares = pairs().map(|(v, w)| w * (v - mean) * (v - mean));
        let deviation = (squares.sum::<f64>() / total).sqrt();
        column.iter_mut().for_each(|v| *v = (*v - mean) / deviation);
        for (&value, &weight) in column.iter().zip(&weights) {
            many.extend(std::iter::repeat_n(value, weight as usize));
        }
    }
    let all = many.len() / count;
    (weights, Columns::new(few, rows), Columns::new(many, all))
}

/// Rows with whole weights have the null law of the rows repeated, for every
/// way to draw it: 4000 draws each, limit as above.
#[test]
fn whole_weights_have_the_law_of_repeated_rows() {
    let (rows, draws) = (30, 4000);
    for count in [5, 60] {
        let (weights, few, many) = repeated(rows, count);
        let roots: Vec<f64> = weights.iter().map(|w| w.sqrt()).collect();
        let scaled: Vec<f64> = few
            .values()
            .chunks_exact(rows)
            .flat_map(|column| column.iter().zip(&roots).map(|(v, root)| v * root))
            .collect();
        let scaled = Columns::new(scaled, rows);
        let expected = calibrated(&many, &NullLaw::Sphere, LINEAR, 0.05, draws, 1).draws;
        for (x, is_in_rows) in [(&few, false), (&scaled, true)] {
            let loss = RootSquare::weighted(vec![0.0; rows], roots.clone(), is_in_rows);
            let found = calibrated(x, &loss.null_law(), LINEAR, 0.05, draws, 2).draws;
            let distance = kolmogorov_smirnov(&found, &expected);
            assert!(distance < 0.061, "{count}, {is_in_rows}: {distance}");
        }
        for hidden in [LINEAR, &[20]] {
            let classes = NullLaw::Classes(vec![0.5, 0.3, 0.2]);
            let weighted = NullLaw::WeightedClasses {
                frequencies: vec![0.5, 0.3, 0.2],
                weights: weights.clone(),
            };
            let expected = calibrated(&many, &classes, hidden, 0.05, draws, 3).draws;
            let found = calibrated(&few, &weighted, hidden, 0.05, draws, 4).draws;
            let distance = kolmogorov_smirnov(&found, &expected);
            assert!(distance < 0.061, "{count}, {hidden:?}: {distance}");
        }
    }
}
