//! Noise with heavy tails: Student's t in place of the normal law.

/// Degrees of freedom that are tried.
const DEGREES: [f64; 4] = [1.0, 2.0, 4.0, 8.0];

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

/// Minus twice the log likelihood of Student's t at the best scale, and the
/// weights of the residuals there, by the EM algorithm.
fn student(residuals: &[f64], degrees: f64) -> (f64, Vec<f64>) {
    let n = residuals.len() as f64;
    let mut sizes: Vec<f64> = residuals.iter().map(|r| r.abs()).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    let largest = sizes.last().copied().unwrap_or(0.0);
    // Residuals that are mostly zero would have the scale zero.
    let least =
        1e-3 * (residuals.iter().map(|r| (r / largest).powi(2)).sum::<f64>() / n).sqrt() * largest;
    let mut squared = sizes[sizes.len() / 2].max(least).powi(2);
    let mut weights = vec![1.0; residuals.len()];
    for _ in 0..ROUNDS {
        for (weight, r) in weights.iter_mut().zip(residuals) {
            *weight = (degrees + 1.0) / (degrees + r * r / squared);
        }
        let sum: f64 = weights.iter().zip(residuals).map(|(w, r)| w * r * r).sum();
        squared = (sum / n).max(least * least);
    }
    let log_constant = ln_gamma_half(degrees + 1.0)
        - ln_gamma_half(degrees)
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

/// `ln Γ(x/2)` for whole x.
fn ln_gamma_half(x: f64) -> f64 {
    let mut x = 0.5 * x;
    let mut sum = 0.0;
    while x > 1.0 {
        x -= 1.0;
        sum += x.ln();
    }
    // Γ(1) = 1, Γ(1/2) = √π.
    if x < 1.0 {
        sum += 0.5 * std::f64::consts::PI.ln();
    }
    sum
}

/// The normal scores of values, `Φ⁻¹((rank − ½)/n)`; equal values share their
/// mean rank.
pub(super) fn normal_scores(values: &[f64]) -> Vec<f64> {
    let n = values.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut scores = vec![0.0; n];
    let mut from = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = from as f64 + 0.5 * group.len() as f64;
        let score = normal_quantile(rank / n as f64);
        group.iter().for_each(|&row| scores[row] = score);
        from += group.len();
    }
    scores
}

/// `Φ⁻¹(p)`, by Acklam's rational approximation; its relative error is below
/// 1.2e-9.
fn normal_quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969683028665376e+01,
        2.209460984245205e+02,
        -2.759285104469687e+02,
        1.383577518672690e+02,
        -3.066479806614716e+01,
        2.506628277459239e+00,
    ];
    const B: [f64; 5] = [
        -5.447609879822406e+01,
        1.615858368580409e+02,
        -1.556989798598866e+02,
        6.680131188771972e+01,
        -1.328068155288572e+01,
    ];
    const C: [f64; 6] = [
        -7.784894002430293e-03,
        -3.223964580411365e-01,
        -2.400758277161838e+00,
        -2.549732539343734e+00,
        4.374664141464968e+00,
        2.938163982698783e+00,
    ];
    const D: [f64; 4] = [
        7.784695709041462e-03,
        3.224671290700398e-01,
        2.445134137142996e+00,
        3.754408661907416e+00,
    ];
    const LOW: f64 = 0.02425;
    let horner = |coefficients: &[f64], x: f64| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    if p < LOW {
        let q = (-2.0 * p.ln()).sqrt();
        horner(&C, q) / (horner(&D, q) * q + 1.0)
    } else if p > 1.0 - LOW {
        -normal_quantile(1.0 - p)
    } else {
        let q = p - 0.5;
        let r = q * q;
        horner(&A, r) * q / (horner(&B, r) * r + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Tails, normal_quantile, normal_scores, student};
    use crate::testing::normals;

    /// From R: `qnorm`.
    #[test]
    fn quantiles_are_those_of_the_normal_law() {
        for (p, expected) in [
            (0.5, 0.0),
            (0.975, 1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813),
        ] {
            assert!((normal_quantile(p) - expected).abs() < 1e-8, "{p}");
        }
    }

    #[test]
    fn scores_depend_on_ranks_alone_and_ties_share_one() {
        let values = [3.0, 1.0, 2.0, 2.0, 1e9];
        let scores = normal_scores(&values);
        assert_eq!(scores[2], scores[3]);
        assert_eq!(scores, normal_scores(&values.map(|v: f64| v.ln())));
        assert!((scores[0] - normal_quantile(0.7)).abs() < 1e-12);
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
