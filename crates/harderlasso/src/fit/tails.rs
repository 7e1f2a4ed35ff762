//! Noise with heavy tails: Student's t in place of the normal law.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::gamma::ln_gamma;
use std::cmp::Ordering;

/// Degrees of freedom that are tried.
const DEGREES: [f64; 4] = [1.0, 2.0, 4.0, 8.0];

/// The smallest scale of residuals, in units of their usual size, and the usual size that
/// is next to nothing, in units of their root mean square.
const LEAST: f64 = 1e-3;
const NOTHING: f64 = 1e-9;

/// Rounds in which scale and weights settle.
const ROUNDS: usize = 30;

/// What the tails of residuals are like.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    /// Minus twice the log likelihood of the residuals under the best law.
    pub(super) deviance: f64,
    /// How much lower that is than under the normal law, for one parameter more.
    pub(super) gain: f64,
    /// How much each residual counts for the location under the best law.
    pub(super) weights: Vec<f64>,
}

impl Tails {
    pub(super) fn of(residuals: &[f64]) -> Self {
        let n = residuals.len() as f64;
        let variance = residuals.iter().map(|r| r * r).sum::<f64>() / n;
        let normal = n * ((2.0 * std::f64::consts::PI * variance).ln() + 1.0);
        let mut best = Self {
            deviance: normal,
            gain: 0.0,
            weights: vec![1.0; residuals.len()],
        };
        for degrees in DEGREES {
            let (deviance, weights) = student(residuals, degrees);
            if deviance < best.deviance {
                best = Self {
                    deviance,
                    gain: normal - deviance,
                    weights,
                };
            }
        }
        best
    }

    /// Whether the tails are heavier than normal ones beyond chance: by the BIC.
    pub(super) fn are_heavy(&self) -> bool {
        self.gain > (self.weights.len() as f64).ln()
    }
}

/// The smallest scale of residuals with these sizes, in rising order: those that are
/// mostly zero would have the scale zero.
///
/// It goes by the size that nine in ten do not exceed, which a few outliers cannot
/// raise, or by the root mean square where that size is next to nothing.
fn least_scale(sizes: &[f64]) -> f64 {
    let largest = sizes.last().copied().unwrap_or(0.0);
    let squares: f64 = sizes.iter().map(|r| (r / largest).powi(2)).sum();
    let mean = (squares / sizes.len() as f64).sqrt() * largest;
    let usual = sizes[sizes.len() * 9 / 10];
    LEAST * if usual > NOTHING * mean { usual } else { mean }
}

/// Minus twice the log likelihood of Student's t at the best scale, and the
/// weights of the residuals there, by the EM algorithm.
fn student(residuals: &[f64], degrees: f64) -> (f64, Vec<f64>) {
    let n = residuals.len() as f64;
    let mut sizes: Vec<f64> = residuals.iter().map(|r| r.abs()).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    let least = least_scale(&sizes);
    let mut squared = sizes[sizes.len() / 2].max(least).powi(2);
    let mut weights = vec![1.0; residuals.len()];
    for _ in 0..ROUNDS {
        for (weight, r) in weights.iter_mut().zip(residuals) {
            *weight = (degrees + 1.0) / (degrees + r * r / squared);
        }
        let sum: f64 = weights.iter().zip(residuals).map(|(w, r)| w * r * r).sum();
        squared = (sum / n).max(least * least);
    }
    let log_constant = ln_gamma(0.5 * (degrees + 1.0))
        - ln_gamma(0.5 * degrees)
        - 0.5 * (degrees * std::f64::consts::PI * squared).ln();
    let log_tails: f64 = residuals
        .iter()
        .map(|r| (r * r / (degrees * squared)).ln_1p())
        .sum();
    (
        -2.0 * n * log_constant + (degrees + 1.0) * log_tails,
        weights,
    )
}

/// The normal scores of values, `Φ⁻¹((rank − ½)/n)`; equal values share their
/// mean rank.
pub(super) fn normal_scores(values: &[f64]) -> Vec<f64> {
    let (n, normal) = (values.len(), Normal::standard());
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut scores = vec![0.0; n];
    let mut from = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = from as f64 + 0.5 * group.len() as f64;
        // From the nearer end, so that a target that is turned over has the same
        // scores with the other sign, to the last bit.
        let other = n as f64 - rank;
        let score = match rank.total_cmp(&other) {
            Ordering::Less => normal.inverse_cdf(rank / n as f64),
            Ordering::Equal => 0.0,
            Ordering::Greater => -normal.inverse_cdf(other / n as f64),
        };
        group.iter().for_each(|&row| scores[row] = score);
        from += group.len();
    }
    scores
}

/// The same with equal values in a random order, so that no two scores are equal: of
/// a target that has nothing to do with X every order is then equally likely. The
/// scores of the target turned over are these with the other sign.
pub(super) fn untied_scores(values: &[f64], rng: &mut impl rand::Rng) -> Vec<f64> {
    let n = values.len() as f64;
    let mean = values.iter().map(|y| y / n).sum::<f64>();
    let largest = values
        .iter()
        .fold(0.0, |most: f64, y| most.max((y - mean).abs()));
    let skewness: f64 = values.iter().map(|y| ((y - mean) / largest).powi(3)).sum();
    let sign = if skewness < 0.0 { -1.0 } else { 1.0 };
    let keys: Vec<u64> = values.iter().map(|_| rng.next_u64()).collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| {
        let (one, other) = (sign * values[a], sign * values[b]);
        one.total_cmp(&other).then(keys[a].cmp(&keys[b]))
    });
    let mut places = vec![0.0; values.len()];
    for (place, row) in order.into_iter().enumerate() {
        places[row] = sign * place as f64;
    }
    normal_scores(&places)
}

#[cfg(test)]
mod tests {
    use super::{Tails, normal_scores, student, untied_scores};
    use crate::rng::Seed;
    use crate::testing::normals;

    #[test]
    fn untied_scores_keep_the_order_and_have_no_ties() {
        let values: Vec<f64> = normals(60, 9).iter().map(|v| v.abs().floor()).collect();
        let scores = untied_scores(&values, &mut Seed::new(1).rng());
        for (a, b) in values.iter().zip(&scores) {
            for (c, d) in values.iter().zip(&scores) {
                assert!(a >= c || b < d);
            }
        }
        let mut sorted = scores.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]));
        let turned: Vec<f64> = values.iter().map(|v| -v).collect();
        let turned = untied_scores(&turned, &mut Seed::new(1).rng());
        assert!(turned.iter().zip(&scores).all(|(a, b)| *a == -b));
    }

    #[test]
    fn scores_depend_on_ranks_alone_and_ties_share_one() {
        let values = [3.0, 1.0, 2.0, 2.0, 1e9];
        let scores = normal_scores(&values);
        assert_eq!(scores[2], scores[3]);
        assert_eq!(scores, normal_scores(&values.map(|v: f64| v.ln())));
        // From R: `qnorm(0.7)`.
        assert!((scores[0] - 0.524_400_512_708_041).abs() < 1e-9);
    }

    #[test]
    fn scores_of_a_target_that_is_turned_over_have_the_other_sign() {
        for count in [2, 7, 40, 101] {
            let values = normals(count, 3);
            let turned: Vec<f64> = values.iter().map(|v| -v).collect();
            let scores = normal_scores(&turned).into_iter().map(|score| -score);
            assert!(scores.eq(normal_scores(&values)), "{count}");
        }
    }

    /// From R: `-2 * sum(dt(x, 2, log = TRUE))` at scale 1 is an upper bound.
    #[test]
    fn the_likelihood_is_highest_at_its_scale() {
        let residuals: Vec<f64> = normals(200, 3)
            .iter()
            .zip(normals(200, 4))
            .map(|(a, b)| a / b)
            .collect();
        let (deviance, weights) = student(&residuals, 1.0);
        for factor in [0.8, 1.25] {
            let scaled: Vec<f64> = residuals.iter().map(|r| r * factor).collect();
            let shift = 2.0 * 200.0 * f64::ln(factor);
            assert!((student(&scaled, 1.0).0 - shift - deviance).abs() < 1e-6);
        }
        assert!(weights.iter().all(|&w| w > 0.0 && w <= 2.0));
        assert!(Tails::of(&residuals).are_heavy());
        assert!(!Tails::of(&normals(200, 5)).are_heavy());
    }
}
