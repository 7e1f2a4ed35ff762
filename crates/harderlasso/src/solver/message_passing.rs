//! Which columns matter, by vector approximate message passing (Rangan, Schniter and
//! Fletcher 2019).
//!
//! Coefficients are taken for zero with probability `1 − ρ` and normal otherwise.
//! Two estimates take turns until they agree: one uses this law and takes the
//! coefficients for independent, the other uses the rows of X and takes the
//! coefficients for normal. The share ρ, the size of the coefficients and the noise
//! are estimated on the way (expectation and maximization).
//!
//! Where the columns that matter are many for the rows, this finds lists that no
//! penalized path comes near. Nothing is guaranteed, in particular where columns are
//! correlated, so what it finds is only a start for a search that compares lists.

use crate::linalg::{self, Columns};

/// Rounds at most, and the change of the coefficients, as a share of their size, that
/// ends them.
const ROUNDS: usize = 200;
const SETTLED: f64 = 1e-4;

/// How much of each new message is taken over: less is slower, but does not circle.
const STEP: f64 = 0.4;

/// Rounds before the share and the size of the coefficients are estimated.
const WARM: usize = 4;

/// The share of columns that matter at the beginning, and the largest one.
const SHARE: f64 = 0.1;
const LARGEST_SHARE: f64 = 0.5;

/// Shares and noise are kept away from where the formulas end.
const TINY: f64 = 1e-6;
const LEAST_NOISE: f64 = 1e-4;

/// The law of a coefficient: zero, or normal with this variance.
#[derive(Clone, Copy)]
struct SpikeAndSlab {
    share: f64,
    variance: f64,
}

/// What is believed about a coefficient.
#[derive(Clone, Copy, Default)]
struct Belief {
    probability: f64,
    mean: f64,
    /// Of the coefficient where it is not zero: the second moment.
    square: f64,
    variance: f64,
}

impl SpikeAndSlab {
    /// The belief about a coefficient that was seen as `r` with this variance of noise.
    fn belief(self, r: f64, noise: f64) -> Belief {
        let both = noise + self.variance;
        let log_odds = (self.share / (1.0 - self.share)).ln()
            + 0.5 * (noise / both).ln()
            + 0.5 * r * r * (1.0 / noise - 1.0 / both);
        let probability = 1.0 / (1.0 + (-log_odds).exp());
        let slab = r * self.variance / both;
        let square = slab * slab + self.variance * noise / both;
        let mean = probability * slab;
        Belief {
            probability,
            mean,
            square,
            variance: probability * square - mean * mean,
        }
    }
}

/// `XXᵀ = U diag(s) Uᵀ`, with which every round costs two products with X.
struct RowSpace<'a> {
    x: &'a Columns<f64>,
    vectors: Columns<f64>,
    values: Vec<f64>,
}

impl RowSpace<'_> {
    /// The ridge estimate with this precision around `centre`, its mean variance in
    /// units of `1/precision`, the squared residuals, and what they are expected to be
    /// larger.
    fn ridge(
        &self,
        y: &[f64],
        noise: f64,
        precision: f64,
        centre: &[f64],
        out: &mut [f64],
    ) -> (f64, f64) {
        let count = centre.len() as f64;
        let mut left = y.to_vec();
        for (j, &value) in centre.iter().enumerate() {
            if value != 0.0 {
                linalg::add_scaled(&mut left, -value, self.x.column(j));
            }
        }
        let mut rotated = vec![0.0; left.len()];
        linalg::transposed_product(&self.vectors, &left, &mut rotated);
        let mut kept = 0.0;
        let mut spread = 0.0;
        for (value, &s) in rotated.iter_mut().zip(&self.values) {
            let scale = 1.0 / (s / noise + precision);
            *value *= scale;
            kept += precision * scale;
            spread += s * scale;
        }
        let mut dual = vec![0.0; left.len()];
        for (i, &value) in rotated.iter().enumerate() {
            linalg::add_scaled(&mut dual, value, self.vectors.column(i));
        }
        linalg::transposed_product(self.x, &dual, out);
        for (value, &centre) in out.iter_mut().zip(centre) {
            *value = centre + *value / noise;
        }
        // What is left after the estimate: `y − X out = precision · dual`, as
        // `(XXᵀ/noise + precision) dual = left`.
        let residual = precision * precision * linalg::dot(&dual, &dual);
        let share = ((count - left.len() as f64 + kept) / count).clamp(TINY, 1.0 - TINY);
        (share, residual + spread)
    }
}

/// The columns that are more likely to matter than not. `x` is standardized, `y`
/// centred. Nothing if the numbers run away.
pub(crate) fn support(x: &Columns<f64>, y: &[f64]) -> Option<Vec<usize>> {
    let (n, p) = (x.rows(), x.count());
    let power = linalg::dot(y, y) / n as f64;
    let transposed = {
        let mut values = vec![0.0; n * p];
        for (j, column) in x.values().chunks_exact(n).enumerate() {
            for (row, &value) in column.iter().enumerate() {
                values[row * p + j] = value;
            }
        }
        Columns::new(values, p)
    };
    let (vectors, values) = linalg::eigen(&linalg::gram(&transposed), n)?;
    let rows = RowSpace {
        x,
        vectors: Columns::new(vectors, n),
        values: values.into_iter().map(|v| v.max(0.0)).collect(),
    };
    let mut law = SpikeAndSlab {
        share: SHARE,
        variance: power / (SHARE * p as f64),
    };
    let mut noise = 0.5 * power;
    // The messages, each with its precision.
    let mut seen = (vec![0.0; p], 1.0 / (law.variance * law.share));
    let mut asked = (vec![0.0; p], 0.0);
    let mut beliefs = vec![Belief::default(); p];
    let mut ridge = vec![0.0; p];
    for round in 0..ROUNDS {
        let (mut change, mut size) = (0.0, 0.0);
        for (belief, &r) in beliefs.iter_mut().zip(&seen.0) {
            let new = law.belief(r, 1.0 / seen.1);
            change += (new.mean - belief.mean).powi(2);
            size += new.mean * new.mean;
            *belief = new;
        }
        if round > WARM && change <= SETTLED * SETTLED * size {
            break;
        }
        let means = |of: fn(&Belief) -> f64| beliefs.iter().map(of).sum::<f64>() / p as f64;
        let share = (means(|b| b.variance) * seen.1).clamp(TINY, 1.0 - TINY);
        let precision = seen.1 / share - seen.1;
        let weight = if round == 0 { 1.0 } else { STEP };
        for ((to, belief), &r) in asked.0.iter_mut().zip(&beliefs).zip(&seen.0) {
            let message = (belief.mean / share - r) * seen.1 / precision;
            *to += weight * (message - *to);
        }
        asked.1 += weight * (precision - asked.1);
        let (share, squares) = rows.ridge(y, noise, asked.1, &asked.0, &mut ridge);
        let precision = asked.1 / share - asked.1;
        for ((to, &estimate), &r) in seen.0.iter_mut().zip(&ridge).zip(&asked.0) {
            let message = (estimate / share - r) * asked.1 / precision;
            *to += STEP * (message - *to);
        }
        seen.1 += STEP * (precision - seen.1);
        noise = (squares / n as f64).max(LEAST_NOISE * power);
        if round >= WARM {
            let probability = means(|b| b.probability);
            law = SpikeAndSlab {
                share: probability.clamp(1.0 / p as f64, LARGEST_SHARE),
                variance: means(|b| b.probability * b.square) / probability,
            };
        }
        let is_sound =
            seen.1.is_finite() && seen.1 > 0.0 && noise.is_finite() && law.variance > 0.0;
        if !is_sound || !seen.0.iter().all(|v| v.is_finite()) {
            return None;
        }
    }
    Some((0..p).filter(|&j| beliefs[j].probability > 0.5).collect())
}

#[cfg(test)]
mod tests {
    use super::support;
    use crate::testing::{design, target};

    /// Sixteen of 250 columns on 70 rows: of the lists that it starts a search from,
    /// most are exactly those columns.
    #[test]
    fn it_finds_more_columns_than_the_lasso_could() {
        let beta: Vec<f64> = (0..16).map(|j| [3.0, -2.0, 2.0, -3.0][j % 4]).collect();
        let runs = 20;
        let exact = (0..runs).filter(|&seed| {
            let x = design(70, 250, 2 * seed);
            let y = target(&x, &beta, 2 * seed + 1);
            let found = support(&x, &y).unwrap_or_default();
            found == (0..16).collect::<Vec<_>>()
        });
        let exact = exact.count();
        assert!(exact >= 12, "{exact} of {runs}");
    }

    #[test]
    fn numbers_without_signal_do_not_run_away() {
        let x = design(40, 120, 5);
        let found = support(&x, &target(&x, &[], 6));
        assert!(found.is_none_or(|found| found.len() < 20));
    }
}
