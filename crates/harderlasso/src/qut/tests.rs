//! The null distribution, its quantile, and the ways to draw from it.

use super::{BLOCK, Draws, NullDistribution, calibrate, ranks};
use crate::activation::Activation;
use crate::error::Error;
use crate::linalg::{self, Columns};
use crate::null::{Labels, Normal, NullLaw, Statistic};
use crate::observer::Silent;
use crate::rng::Seed;
use crate::testing::design;
use proptest::prelude::*;

const LINEAR: &[usize] = &[];

fn statistic(hidden: &[usize]) -> Statistic {
    Statistic::new(hidden, Activation::Relu)
}

fn calibrated(
    x: &Columns<f64>,
    law: &dyn NullLaw,
    hidden: &[usize],
    alpha: f64,
    draws: usize,
    seed: u64,
) -> NullDistribution {
    let gram = linalg::gram(x);
    calibrate(
        x,
        law,
        Draws {
            statistic: statistic(hidden),
            alpha,
            draws,
            seed: Seed::new(seed),
        },
        &|| &gram,
        &Silent,
    )
    .expect("nobody cancels")
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
    let threshold = calibrated(&x, &Normal, LINEAR, 0.05, draws, 4);
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
            let (low, high) = calibrated(&x, &Normal, LINEAR, 0.05, 400, seed).interval;
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
        let threshold = calibrated(&x, &Normal, LINEAR, f64::from(percent) / 100.0, draws, seed);
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
                let plan = Draws { statistic, alpha: 0.05, draws: 5, seed: Seed::new(seed) };
                calibrate(&x, &Normal, plan, &draws, &Silent)
            };
            let one = lambda(LINEAR)?.lambda;
            let deep = lambda(&hidden)?.lambda;
            let widths: usize = hidden[1..].iter().product();
            let factor = activation.max_slope().powf(hidden.len() as f64) * (widths as f64).sqrt();
            prop_assert!((deep / (one * factor) - 1.0).abs() < 1e-12);
        }
    }
}

/// Without a layer above, nothing adds the classes up. Two classes mirror each
/// other, so there the row sum is twice the largest entry.
#[test]
fn linear_classification_takes_the_largest_entry() {
    let x = design(30, 5, 1);
    let two = Labels::new(vec![0.4, 0.6]);
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
    let classes = Labels::new(vec![0.25; 4]);
    let laws: [(&dyn NullLaw, usize); 3] = [(&Normal, 40), (&Normal, 5), (&classes, 40)];
    for (law, columns) in laws {
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
    let plan = Draws {
        statistic: statistic(LINEAR),
        alpha: 0.05,
        draws: 10,
        seed: Seed::new(1),
    };
    let threshold = calibrate(&x, &Normal, plan, &none, &Silent)?;
    assert_eq!((threshold.lambda, threshold.interval), (0.0, (0.0, 0.0)));
    Ok(())
}
