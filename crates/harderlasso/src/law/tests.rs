//! The laws of every loss, under generated targets.

use super::{AnyLoss, Loss, NullModel};
use crate::activation::Activation;
use crate::law::loss::null_outputs;
use crate::linalg::Columns;
use crate::null::{Statistic, products};
use crate::rng::Seed;
use crate::testing::{design, normals};
use proptest::prelude::*;
use rand::seq::SliceRandom;

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

/// `RᵀR` are the second derivatives of half the deviance by the outputs of a row,
/// for numbers with the noise level that the fit leaves.
fn curvature_is_that_of_half_the_deviance(loss: &AnyLoss, seed: u64) -> Result<(), TestCaseError> {
    let (rows, outputs) = (loss.rows(), loss.outputs());
    let mu = normals(rows * outputs, seed + 1);
    let mut gradient = vec![0.0; mu.len()];
    let value = loss.evaluate(&mu, &mut gradient);
    // At that level half the deviance of numbers is `n/2 · L²/L₀²`.
    let is_number = loss.least_squares_target().is_some();
    let half = |mu: &[f64]| {
        let here = loss.evaluate(mu, &mut vec![0.0; mu.len()]);
        match is_number {
            true => 0.5 * loss.total() * (here / value).powi(2),
            false => 0.5 * loss.deviance(here),
        }
    };
    let h = 1e-3;
    for row in [0, rows / 2, rows - 1] {
        let own: Vec<f64> = mu[row..].iter().step_by(rows).copied().collect();
        let mut root = vec![f64::NAN; outputs * outputs];
        loss.curvature_root(row, &own, value, &mut root);
        for a in 0..outputs {
            for b in 0..outputs {
                let at = |da: f64, db: f64| {
                    let mut moved = mu.clone();
                    moved[a * rows + row] += da;
                    moved[b * rows + row] += db;
                    half(&moved)
                };
                let difference = (at(h, h) - at(h, -h) - at(-h, h) + at(-h, -h)) / (4.0 * h * h);
                let found: f64 = (0..outputs)
                    .map(|s| root[s * outputs + a] * root[s * outputs + b])
                    .sum();
                prop_assert!(
                    (found - difference).abs() < 1e-4 * (1.0 + found.abs()),
                    "{found} and {difference}"
                );
            }
        }
    }
    Ok(())
}

/// The slope of half the deviance as the value of the loss changes.
fn likelihood_slope_is_the_derivative(loss: &AnyLoss, _seed: u64) -> Result<(), TestCaseError> {
    let null = NullModel::new(loss).cost;
    for share in [0.3, 0.7, 1.0] {
        let (at, h) = (share * null, 1e-6 * null);
        let difference = 0.5 * (loss.deviance(at + h) - loss.deviance(at - h)) / (2.0 * h);
        let slope = loss.likelihood_slope(at);
        prop_assert!(
            (slope / difference - 1.0).abs() < 1e-5,
            "{slope} and {difference}"
        );
    }
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
        over_losses(curvature_is_that_of_half_the_deviance, rows, seed)?;
        over_losses(likelihood_slope_is_the_derivative, rows, seed)?;
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

/// Weights that no rows could be repeated by.
fn uneven(rows: usize) -> Vec<f64> {
    normals(rows, 11).into_iter().map(f64::exp).collect()
}

/// The rows in another order.
fn reordered(values: &[f64], order: &[usize]) -> Vec<f64> {
    order.iter().map(|&row| values[row]).collect()
}

/// The columns as the loss wants them: the rows multiplied by its factors.
fn as_fitted(x: &Columns<f64>, loss: &AnyLoss) -> Columns<f64> {
    let Some(factors) = loss.row_factors() else {
        return x.clone();
    };
    let columns = x.values().chunks_exact(x.rows());
    let scaled = columns.flat_map(|column| column.iter().zip(factors).map(|(v, f)| v * f));
    Columns::new(scaled.collect(), x.rows())
}

/// A null draw is a target: what calibration makes of it must be what the loss
/// makes of the target in that order. The weights stay with X in the first null
/// law, and go with the target in the second.
#[test]
fn a_null_draw_is_measured_as_the_data_are() {
    let (rows, columns, draws) = (25, 700, 6);
    let x = design(rows, columns, 1);
    let observed = |loss: &AnyLoss, hidden: &[usize]| {
        Statistic::new(hidden, Activation::Relu).observed(&x, &NullModel::new(loss).gradient)
    };
    let examples = (0..3).flat_map(|seed| AnyLoss::examples(rows, seed));
    for response in examples {
        for (weights, is_linear) in [
            (None, false),
            (Some(uneven(rows)), false),
            (Some(uneven(rows)), true),
        ] {
            let weights = weights.as_deref();
            let (_, loss) = AnyLoss::prepare(&response, weights, is_linear).expect("an example");
            let laws = loss.null_laws();
            assert_eq!(laws.len(), if weights.is_some() { 2 } else { 1 });
            for (number, law) in laws.iter().enumerate() {
                for hidden in [&[][..], &[20]] {
                    let statistic = Statistic::new(hidden, Activation::Relu);
                    let seed = Seed::new(9);
                    let fitted = as_fitted(&x, &loss);
                    let found = products(&**law, &fitted, statistic, draws, &mut seed.rng());
                    let mut rng = seed.rng();
                    for found in found {
                        let mut order: Vec<usize> = (0..rows).collect();
                        order.shuffle(&mut rng);
                        let moved = response.of_rows(&order).expect("the same targets");
                        let goes = weights.map(|weights| match number {
                            0 => weights.to_vec(),
                            _ => reordered(weights, &order),
                        });
                        let (_, loss) = AnyLoss::prepare(&moved, goes.as_deref(), false)
                            .expect("the same targets");
                        let expected = observed(&loss, hidden);
                        assert!(
                            (found / expected - 1.0).abs() < 1e-4,
                            "{}, null law {number}: {found} and {expected}",
                            response.law_name()
                        );
                    }
                }
            }
        }
    }
}

/// Targets of pure noise are one more draw of each of their null laws: the largest
/// of 20 equally likely numbers is that of the data once in 20.
#[test]
fn noise_is_as_large_as_its_null_draws() {
    let (rows, runs, draws) = (40, 600, 19);
    // Of 600 runs 30 on average, with a standard deviation of 5.3; a count outside
    // has a probability below 10⁻⁵ on either side, for each of 12 counts.
    let allowed = 10..=56;
    for hidden in [&[][..], &[20]] {
        let statistic = Statistic::new(hidden, Activation::Relu);
        for example in 0..AnyLoss::examples(rows, 0).len() {
            for is_weighted in [false, true] {
                let mut above = vec![0; if is_weighted { 2 } else { 1 }];
                for run in 0..runs {
                    let rng = &mut Seed::new(1000 + run).rng();
                    let x = design(rows, 5, 2000 + run);
                    let mut order: Vec<usize> = (0..rows).collect();
                    order.shuffle(rng);
                    let response = AnyLoss::examples(rows, run).swap_remove(example);
                    let response = response.of_rows(&order).expect("the same targets");
                    let weights = is_weighted.then(|| uneven(rows));
                    let (_, loss) =
                        AnyLoss::prepare(&response, weights.as_deref(), false).expect("an example");
                    let observed = statistic.observed(&x, &NullModel::new(&loss).gradient);
                    for (above, law) in above.iter_mut().zip(loss.null_laws()) {
                        let drawn = products(&*law, &x, statistic, draws, rng);
                        let largest = drawn.iter().fold(0.0f64, |most, v| most.max(*v));
                        *above += usize::from(observed > largest * statistic.factor * (1.0 + 1e-5));
                    }
                }
                for above in above {
                    assert!(
                        allowed.contains(&above),
                        "law {example}, {hidden:?}, weights {is_weighted}: {above}"
                    );
                }
            }
        }
    }
}
