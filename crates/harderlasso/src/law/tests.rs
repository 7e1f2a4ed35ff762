//! The laws of every loss, under generated targets.

use super::{AnyLoss, Loss, NullModel};
use crate::activation::Activation;
use crate::data::Response;
use crate::law::classification::CrossEntropy;
use crate::law::loss::null_outputs;
use crate::law::regression::RootSquare;
use crate::linalg::Columns;
use crate::null::{Labels, Normal, NullLaw, Statistic, products};
use crate::rng::Seed;
use crate::testing::{DISTANCE, DRAWS, design, kolmogorov_smirnov, normals, repeated};
use proptest::prelude::*;
use rand_distr::{Distribution, StandardNormal};

/// What every loss has to obey.
type LossLaw = fn(&AnyLoss, u64) -> Result<(), TestCaseError>;

/// Runs a check on an example of every law, without and with weights.
fn over_losses(check: LossLaw, rows: usize, seed: u64) -> Result<(), TestCaseError> {
    for response in AnyLoss::examples(rows, seed) {
        for weights in [None, Some(weights(rows))] {
            let (_, loss) = AnyLoss::prepare(&response, weights.as_deref(), false)?;
            check(&loss, seed)?;
        }
    }
    Ok(())
}

fn weights(rows: usize) -> Vec<f64> {
    (0..rows).map(|row| (row % 3 + 1) as f64).collect()
}

fn gradient_is_the_derivative(loss: &AnyLoss, seed: u64) -> Result<(), TestCaseError> {
    let h = 1e-6;
    let mut mu = normals(loss.rows() * loss.outputs(), seed + 1);
    let mut gradient = vec![0.0; mu.len()];
    let mut unused = gradient.clone();
    loss.evaluate(&mu, &mut gradient);
    for index in 0..mu.len() {
        let here = mu[index];
        mu[index] = here + h;
        let above = loss.evaluate(&mu, &mut unused);
        mu[index] = here - h;
        let below = loss.evaluate(&mu, &mut unused);
        mu[index] = here;
        let difference = (above - below) / (2.0 * h);
        prop_assert!((gradient[index] - difference).abs() < 1e-7);
    }
    Ok(())
}

fn single_precision_follows_double(loss: &AnyLoss, seed: u64) -> Result<(), TestCaseError> {
    let narrow: Vec<f32> = normals(loss.rows() * loss.outputs(), seed + 1)
        .into_iter()
        .map(|v| v as f32)
        .collect();
    let wide: Vec<f64> = narrow.iter().map(|&v| f64::from(v)).collect();
    let mut narrow_gradient = vec![0.0f32; narrow.len()];
    let mut wide_gradient = vec![0.0f64; wide.len()];
    let narrow_value = loss.evaluate(&narrow, &mut narrow_gradient);
    let wide_value = loss.evaluate(&wide, &mut wide_gradient);
    prop_assert!((narrow_value / wide_value - 1.0).abs() < 1e-5);
    for (a, b) in narrow_gradient.iter().zip(&wide_gradient) {
        prop_assert!((f64::from(*a) - b).abs() < 1e-5);
    }
    Ok(())
}

/// No other constant outputs have a lower loss, and in no constant direction
/// is there a slope.
fn null_fit_is_the_best_constant(loss: &AnyLoss, seed: u64) -> Result<(), TestCaseError> {
    for output in NullModel::new(loss).gradient.chunks_exact(loss.rows()) {
        prop_assert!(output.iter().sum::<f64>().abs() < 1e-9);
    }
    let lowest = NullModel::new(loss).cost;
    let shifts = normals(loss.outputs(), seed + 1);
    for size in [1e-3, 0.1, 1.0, 10.0] {
        let mut mu = null_outputs(loss);
        for (output, shift) in mu.chunks_exact_mut(loss.rows()).zip(&shifts) {
            output.iter_mut().for_each(|m| *m += size * shift);
        }
        let other = loss.evaluate(&mu, &mut vec![0.0; mu.len()]);
        prop_assert!(lowest <= other + 1e-12 * other);
    }
    Ok(())
}

/// Whole weights are repeated rows: the same loss, and for each row the sum of
/// the gradients of its copies.
fn weighted_is_repeated(
    weighted: &AnyLoss,
    repeated: &AnyLoss,
    seed: u64,
) -> Result<(), TestCaseError> {
    let rows = weighted.rows();
    let weights = weights(rows);
    let mu = normals(rows * weighted.outputs(), seed + 1);
    let copies: Vec<f64> = mu
        .chunks_exact(rows)
        .flat_map(|output| output.iter().zip(&weights))
        .flat_map(|(&m, &w)| std::iter::repeat_n(m, w as usize))
        .collect();
    let (mut gradient, mut of_copies) = (vec![0.0; mu.len()], vec![0.0; copies.len()]);
    let value = weighted.evaluate(&mu, &mut gradient);
    let expected = repeated.evaluate(&copies, &mut of_copies);
    prop_assert!((value - expected).abs() < 1e-12 * expected);
    prop_assert!((weighted.total() - repeated.total()).abs() < 1e-9);
    for (a, b) in weighted.null_fit().iter().zip(repeated.null_fit()) {
        prop_assert!((a - b).abs() < 1e-12);
    }
    let mut from = 0;
    for (entry, &weight) in gradient.iter().zip(weights.iter().cycle()) {
        let to = from + weight as usize;
        let sum: f64 = of_copies[from..to].iter().sum();
        prop_assert!((entry - sum).abs() < 1e-12);
        from = to;
    }
    Ok(())
}

/// The deviance serves to compare fits: it must fall with the loss and be
/// finite even for a perfect fit.
fn deviance_rises_with_the_loss(loss: &AnyLoss, _seed: u64) -> Result<(), TestCaseError> {
    let null = NullModel::new(loss).cost;
    prop_assert!(loss.perfect() < null);
    let deviances: Vec<f64> = (0..=10)
        .map(|i| loss.deviance(f64::from(i) / 10.0 * null))
        .collect();
    prop_assert!(deviances.iter().all(|d| d.is_finite()));
    prop_assert!(deviances.windows(2).all(|pair| pair[0] < pair[1]));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_loss_obeys_its_laws(rows in 5..30usize, seed in 0..1u64 << 40) {
        over_losses(gradient_is_the_derivative, rows, seed)?;
        over_losses(single_precision_follows_double, rows, seed)?;
        over_losses(null_fit_is_the_best_constant, rows, seed)?;
        over_losses(deviance_rises_with_the_loss, rows, seed)?;
    }

    #[test]
    fn whole_weights_are_repeated_rows(rows in 5..30usize, seed in 0..1u64 << 40) {
        let weights = weights(rows);
        let copies = weights.iter().enumerate();
        let copies: Vec<usize> = copies.flat_map(|(row, &w)| std::iter::repeat_n(row, w as usize)).collect();
        for response in AnyLoss::examples(rows, seed) {
            let (_, weighted) = AnyLoss::prepare(&response, Some(&weights), false)?;
            let (_, repeated) = AnyLoss::prepare(&response.of_rows(&copies)?, None, false)?;
            weighted_is_repeated(&weighted, &repeated, seed)?;
        }
    }
}

/// Pure noise on rows with whole weights has the law of pure noise on the rows
/// repeated.
#[test]
fn null_draws_of_weighted_rows_are_those_of_repeated_rows() {
    let rows = 30;
    let (weights, few, many) = repeated(rows, 5);
    let copies: Vec<usize> = (0..rows)
        .flat_map(|row| std::iter::repeat_n(row, weights[row] as usize))
        .collect();
    for response in AnyLoss::examples(rows, 1) {
        let draws = |response: &Response, weights: Option<&[f64]>, x: &Columns<f64>, seed| {
            let (_, loss) = AnyLoss::prepare(response, weights, false).expect("an example");
            let statistic = Statistic::new(&[], Activation::Relu);
            let rng = &mut Seed::new(seed).rng();
            let mut draws = products(&*loss.null_law(), x, statistic, DRAWS, rng);
            draws.sort_by(f64::total_cmp);
            draws
        };
        let repeated = response.of_rows(&copies).expect("the same targets");
        let distance = kolmogorov_smirnov(
            &draws(&response, Some(&weights), &few, 1),
            &draws(&repeated, None, &many, 2),
        );
        assert!(distance < DISTANCE, "{}: {distance}", response.law_name());
    }
}

/// Targets of pure noise are on average as large as the null draws that belong to
/// them, as the linear and the nonlinear models see them.
#[test]
fn null_draws_are_as_large_as_noise() {
    let (rows, runs, draws) = (40, 300, 20);
    let x = design(rows, 30, 1);
    for hidden in [&[][..], &[20]] {
        let statistic = Statistic::new(hidden, Activation::Relu);
        for example in 0..AnyLoss::examples(rows, 0).len() {
            let (mut observed, mut drawn) = (0.0, 0.0);
            for run in 0..runs {
                let response = AnyLoss::examples(rows, run).swap_remove(example);
                let (_, loss) = AnyLoss::prepare(&response, None, false).expect("an example");
                observed += statistic.observed(&x, &NullModel::new(&loss).gradient);
                let rng = &mut Seed::new(1000 + run).rng();
                let sample = products(&*loss.null_law(), &x, statistic, draws, rng);
                drawn += sample.iter().sum::<f64>() / draws as f64;
            }
            let ratio = observed / drawn;
            // Five standard deviations of a mean of 300, each of which varies by 20 %.
            assert!((ratio - 1.0).abs() < 0.06, "law {example}: {ratio}");
        }
    }
}

/// A null draw is a target: what calibration makes of it must be what the
/// loss's own null gradient makes of it.
#[test]
fn a_null_draw_is_measured_as_the_data_are() {
    let (rows, columns, draws) = (25, 700, 6);
    let x = design(rows, columns, 1);
    let seed = Seed::new(9);
    let check = |loss: &dyn Fn(usize) -> f64, law: &dyn NullLaw, hidden: &[usize]| {
        let statistic = Statistic::new(hidden, Activation::Relu);
        let found = products(law, &x, statistic, draws, &mut seed.rng());
        for (draw, found) in found.into_iter().enumerate() {
            let expected = loss(draw);
            assert!(
                (found / expected - 1.0).abs() < 1e-5,
                "{found} and {expected}"
            );
        }
    };
    let observed = |loss: &AnyLoss, hidden: &[usize]| {
        Statistic::new(hidden, Activation::Relu).observed(&x, &NullModel::new(loss).gradient)
    };
    let noise: Vec<f32> = StandardNormal
        .sample_iter(seed.rng())
        .take(rows * draws)
        .collect();
    let normal = |draw: usize| {
        let y = noise[draw * rows..][..rows].iter().map(|&v| f64::from(v));
        observed(&AnyLoss::Regression(RootSquare::new(y.collect())), &[])
    };
    check(&normal, &Normal, &[]);
    let law = Labels::new(vec![0.2, 0.5, 0.3]);
    // The class that a draw leaves out has no one: there the second is the
    // most frequent.
    let mut gradient = vec![0.0f32; 2 * rows];
    let mut rng = seed.rng();
    let codes: Vec<Vec<usize>> = (0..draws)
        .map(|_| {
            law.draw(&mut rng, &mut gradient);
            (0..rows)
                .map(|row| match (gradient[row], gradient[rows + row]) {
                    (1.0, _) => 0,
                    (_, 1.0) => 2,
                    _ => 1,
                })
                .collect()
        })
        .collect();
    for hidden in [&[][..], &[20]] {
        let labels = |draw: usize| {
            let loss = CrossEntropy::new(codes[draw].clone(), 3);
            observed(&AnyLoss::Classification(loss), hidden)
        };
        check(&labels, &law, hidden);
    }
}
