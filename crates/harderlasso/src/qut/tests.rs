//! The null distribution, its quantile, and the ways to draw from it.

use super::{BLOCK, Draws, NullDistribution, calibrate, ranks};
use crate::activation::Activation;
use crate::error::Error;
use crate::linalg::{self, Columns};
use crate::null::{Labels, NullLaw, Numbers, Permuted, Statistic};
use crate::observer::Silent;
use crate::rng::Seed;
use crate::testing::{design, normals, standardize};
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

/// A target of normal numbers.
fn numbers(rows: usize, seed: u64) -> Permuted<Numbers> {
    Permuted(Numbers {
        target: normals(rows, seed),
        weights: None,
        is_in_rows: false,
    })
}

/// Classes of equal size.
fn labels(rows: usize, classes: usize) -> Permuted<Labels> {
    let codes: Vec<usize> = (0..rows).map(|row| row % classes).collect();
    Permuted(Labels::new(&codes, classes, None))
}

/// The rows in which [`all_orders`] are counted.
const ROWS: usize = 8;

/// `λ_0` of one column in each of the `8!` orders of a target, which are equally
/// likely; sorted.
fn all_orders(x: &Columns<f64>, y: &[f64]) -> Vec<f64> {
    let mut centred = y.to_vec();
    standardize(&mut centred);
    let length = linalg::norm(&centred);
    let mut found = Vec::new();
    each_order(&mut centred, ROWS, &mut |order| {
        found.push(linalg::dot(x.column(0), order).abs() / length);
    });
    found.sort_by(f64::total_cmp);
    found
}

/// Heap's algorithm.
fn each_order(values: &mut [f64], count: usize, body: &mut impl FnMut(&[f64])) {
    if count <= 1 {
        return body(values);
    }
    for index in 0..count {
        each_order(values, count - 1, body);
        let other = if count.is_multiple_of(2) { index } else { 0 };
        values.swap(other, count - 1);
    }
}

/// The exact quantile, up to the rounding of a draw.
fn exact_quantile(all: &[f64], alpha: f64) -> f64 {
    all[(all.len() as f64 * (1.0 - alpha)).ceil() as usize - 1]
}

#[test]
fn draws_have_the_law_of_all_orders() {
    let x = design(ROWS, 1, 1);
    let law = numbers(ROWS, 2);
    let all = all_orders(&x, &law.0.target);
    assert_eq!(all.len(), 40_320);
    let draws = 20_000;
    let threshold = calibrated(&x, &law, LINEAR, 0.05, draws, 4);
    // Between two values, where rounding decides nothing.
    let position = all.len() * 19 / 20;
    let bound = (position..).find(|&i| all[i + 1] - all[i] > 1e-4);
    let bound = bound.expect("values differ");
    let share = 1.0 - (bound + 1) as f64 / all.len() as f64;
    let limit = 0.5 * (all[bound] + all[bound + 1]);
    let above = threshold.draws.iter().filter(|&&v| v > limit).count() as f64;
    let mean = share * draws as f64;
    let deviation = (mean * (1.0 - share)).sqrt();
    // Four standard deviations.
    assert!((above - mean).abs() < 4.0 * deviation, "{above}, {mean}");
}

/// The 95 % interval is one: of 300 intervals all but a binomial number of
/// about 15 contain the exact quantile; 32 misses or none have a probability
/// below 10⁻⁴.
#[test]
fn the_interval_covers_the_exact_quantile_as_often_as_it_says() {
    let x = design(ROWS, 1, 1);
    let law = numbers(ROWS, 2);
    let exact = exact_quantile(&all_orders(&x, &law.0.target), 0.05);
    let misses = (0..300)
        .filter(|&seed| {
            let (low, high) = calibrated(&x, &law, LINEAR, 0.05, 400, seed).interval;
            !(low - 1e-5..=high + 1e-5).contains(&exact)
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
        let threshold = calibrated(&x, &numbers(15, 2), LINEAR, f64::from(percent) / 100.0, draws, seed);
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
        let law = numbers(15, 2);
        for activation in Activation::ALL {
            let lambda = |hidden: &[usize]| {
                let statistic = Statistic::new(hidden, activation);
                let draws = || -> &[f64] { unreachable!("few draws need no Gram matrix") };
                let plan = Draws { statistic, alpha: 0.05, draws: 5, seed: Seed::new(seed) };
                calibrate(&x, &law, plan, &draws, &Silent)
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
    let two = labels(30, 2);
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
    // A table in which nothing dominates and permutations would cost something: its
    // draws are made in p dimensions.
    let sign = |v: &f64| if *v > 0.0 { 1.0 } else { -1.0 };
    let mut signs: Vec<f64> = normals(2000 * 300, 3).iter().map(sign).collect();
    signs.chunks_exact_mut(2000).for_each(standardize);
    let even = Columns::new(signs, 2000);
    let short = Permuted(Numbers {
        target: normals(2000, 4).iter().map(sign).collect(),
        weights: None,
        is_in_rows: false,
    });
    let laws: [(&dyn NullLaw, &Columns<f64>); 3] =
        [(&numbers(30, 2), &x), (&short, &even), (&labels(30, 4), &x)];
    for (law, x) in laws {
        let with = |threads: usize| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a pool")
                // Not a multiple of the block, so that the last one is short.
                .install(|| calibrated(x, law, LINEAR, 0.05, 7 * BLOCK + 13, 5))
        };
        let one = with(1);
        assert_eq!(one.draws, with(2).draws);
        let another = calibrated(x, law, LINEAR, 0.05, 7 * BLOCK + 13, 6);
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
    let threshold = calibrate(&x, &numbers(10, 2), plan, &none, &Silent)?;
    assert_eq!((threshold.lambda, threshold.interval), (0.0, (0.0, 0.0)));
    Ok(())
}
