//! Classification: the target is one of several classes, the loss the total
//! cross-entropy of their softmax probabilities.

use super::loss::permutations;
use super::{Loss, Metrics, NoiseUnits, Prediction, SearchPolicy, TargetLaw};
use crate::data::ClassLabels;
use crate::error::Error;
use crate::linalg::{Real, vectorized};
use crate::null::{Assumed, Labels, NullLaw};
use serde::{Deserialize, Serialize};
use std::ops::Range;
#[cfg(test)]
use {crate::data::Response, crate::testing::normals};

/// Probabilities below this count as zero in the gradient.
const NO_PROBABILITY: f64 = 1e-20;

/// Rows whose probabilities are computed together: few enough for the fastest memory.
const BLOCK: usize = 256;

/// Noise units, in log odds.
const LINEAR_UNITS: NoiseUnits = NoiseUnits::Listed(&[1.0, 0.5, 0.25, 0.125, 0.0625]);
const NETWORK_UNITS: NoiseUnits = NoiseUnits::Listed(&[1.0, 1.0 / 3.0, 1.0 / 9.0, 1.0 / 27.0]);

/// The law of a class; outputs are log odds up to a constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Classification {
    pub(crate) classes: Vec<String>,
}

impl Classification {
    /// The names of the classes.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }
}

impl TargetLaw for Classification {
    const NAME: &'static str = "classification";
    const PREDICTION: Prediction = Prediction::Probabilities;
    type Data<'a> = ClassLabels<'a>;
    type Loss = CrossEntropy;

    fn prepare(
        ClassLabels { codes, names }: ClassLabels<'_>,
        weights: Option<&[f64]>,
        _is_linear: bool,
    ) -> Result<(Self, CrossEntropy), Error> {
        let codes = codes.to_vec();
        let loss = match weights {
            None => CrossEntropy::new(codes, names.len()),
            Some(weights) => CrossEntropy::weighted(codes, names.len(), weights.to_vec()),
        };
        let classes = names.to_vec();
        Ok((Self { classes }, loss))
    }

    /// Accuracy and mean log loss of outputs, row after row.
    fn metrics(&self, data: ClassLabels<'_>, outputs: &[f64], weights: &[f64]) -> Metrics {
        let total: f64 = weights.iter().sum();
        let (mut hits, mut loss) = (0.0, 0.0);
        let rows = outputs.chunks_exact(self.classes.len());
        for ((row, &code), weight) in rows.zip(data.codes).zip(weights) {
            let mut row = row.to_vec();
            softmax(&mut row);
            if likeliest(&row) == code {
                hits += weight;
            }
            loss -= weight * row[code].max(f64::MIN_POSITIVE).ln();
        }
        Metrics::Classification {
            accuracy: hits / total,
            log_loss: loss / total,
        }
    }

    fn outputs(&self) -> usize {
        self.classes.len()
    }

    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn link(&self, outputs: &mut [f64]) {
        softmax(outputs);
    }

    fn contrasts(&self, outputs: &[f64]) -> Vec<f64> {
        contrasts(outputs)
    }

    #[cfg(test)]
    fn example(rows: usize, seed: u64) -> Response {
        let classes = 2 + seed as usize % 3;
        let names = (0..classes).map(|class| class.to_string()).collect();
        Response::classes(example_codes(rows, classes, seed), names).expect("several classes")
    }
}

/// Log odds to probabilities, in place.
fn softmax(row: &mut [f64]) {
    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for value in row.iter_mut() {
        *value = (*value - most).exp();
        sum += *value;
    }
    row.iter_mut().for_each(|value| *value /= sum);
}

/// Log odds that mean something by themselves. The same number added to all
/// classes changes nothing, so only differences do: from the first of two
/// classes, or from the mean of several.
fn contrasts(outputs: &[f64]) -> Vec<f64> {
    match outputs {
        [first, second] => vec![second - first],
        _ => {
            let mean = outputs.iter().sum::<f64>() / outputs.len() as f64;
            outputs.iter().map(|output| output - mean).collect()
        }
    }
}

/// Position of the largest value, the first on a tie.
pub(crate) fn likeliest(row: &[f64]) -> usize {
    (1..row.len()).fold(
        0,
        |best, class| if row[class] > row[best] { class } else { best },
    )
}

/// `−Σ_i w_i log softmax(μ_i)[class_i]`, with weights 1 unless given.
#[derive(Clone, Debug)]
pub(crate) struct CrossEntropy {
    codes: Vec<usize>,
    frequencies: Vec<f64>,
    weights: Option<Vec<f64>>,
    total: f64,
}

impl CrossEntropy {
    pub(crate) fn new(codes: Vec<usize>, classes: usize) -> Self {
        let mut frequencies = vec![0.0; classes];
        let share = 1.0 / codes.len() as f64;
        codes.iter().for_each(|&code| frequencies[code] += share);
        let total = codes.len() as f64;
        Self {
            codes,
            frequencies,
            weights: None,
            total,
        }
    }

    /// Rows with weights.
    pub(crate) fn weighted(codes: Vec<usize>, classes: usize, weights: Vec<f64>) -> Self {
        let total: f64 = weights.iter().sum();
        let mut frequencies = vec![0.0; classes];
        for (&code, weight) in codes.iter().zip(&weights) {
            frequencies[code] += weight / total;
        }
        Self {
            codes,
            frequencies,
            weights: Some(weights),
            total,
        }
    }
}

impl CrossEntropy {
    /// The loss and the gradient of some rows.
    #[inline(always)]
    fn block<T: Real>(&self, range: Range<usize>, mu: &[T], gradient: &mut [T]) -> f64 {
        let (rows, classes, count) = (self.rows(), self.outputs(), range.len());
        let place = |class: usize| class * rows + range.start..class * rows + range.end;
        let (mut largest, mut sum) = ([T::of(0.0); BLOCK], [T::of(0.0); BLOCK]);
        let (largest, sum) = (&mut largest[..count], &mut sum[..count]);
        largest.copy_from_slice(&mu[place(0)]);
        for class in 1..classes {
            for (most, &value) in largest.iter_mut().zip(&mu[place(class)]) {
                *most = if value > *most { value } else { *most };
            }
        }
        for class in 0..classes {
            let out = &mut gradient[place(class)];
            let values = mu[place(class)].iter().zip(&*largest);
            for ((out, sum), (&value, &most)) in out.iter_mut().zip(&mut *sum).zip(values) {
                *out = (value - most).exponential();
                *sum += *out;
            }
        }
        let mut loss = 0.0;
        for (number, (&most, &sum)) in largest.iter().zip(&*sum).enumerate() {
            let row = range.start + number;
            let own = mu[self.codes[row] * rows + row];
            let weight = self.weights.as_ref().map_or(1.0, |weights| weights[row]);
            loss += weight * (sum.wide().ln() - (own - most).wide());
        }
        sum.iter_mut().for_each(|sum| *sum = T::of(1.0) / *sum);
        for class in 0..classes {
            let out = &mut gradient[place(class)];
            for (out, &inverse) in out.iter_mut().zip(&*sum) {
                let probability = *out * inverse;
                // A smaller one moves nothing, and as a denormal number it would slow
                // the products with it down by a factor of ten.
                *out = if probability < T::of(NO_PROBABILITY) {
                    T::of(0.0)
                } else {
                    probability
                };
            }
        }
        for row in range.clone() {
            gradient[self.codes[row] * rows + row] -= T::of(1.0);
        }
        if let Some(weights) = &self.weights {
            for class in 0..classes {
                let out = gradient[place(class)].iter_mut();
                for (out, &weight) in out.zip(&weights[range.clone()]) {
                    *out *= T::of(weight);
                }
            }
        }
        loss
    }
}

impl Loss for CrossEntropy {
    fn rows(&self) -> usize {
        self.codes.len()
    }

    fn total(&self) -> f64 {
        self.total
    }

    fn outputs(&self) -> usize {
        self.frequencies.len()
    }

    /// The gradient is `w (softmax(μ) − one-hot(class))`.
    fn evaluate<T: Real>(&self, mu: &[T], gradient: &mut [T]) -> f64 {
        let rows = self.rows();
        let mut loss = 0.0;
        for from in (0..rows).step_by(BLOCK) {
            loss += vectorized(
                #[inline(always)]
                || self.block(from..rows.min(from + BLOCK), mu, gradient),
            );
        }
        loss
    }

    /// Log frequencies: their softmax gives the frequencies back.
    fn null_fit(&self) -> Vec<f64> {
        self.frequencies.iter().map(|f| f.ln()).collect()
    }

    /// Separable classes would drive weights to infinity for ever smaller
    /// gains; at this loss every row has its class almost surely.
    fn perfect(&self) -> f64 {
        1e-3 * self.total
    }

    fn deviance(&self, loss: f64) -> f64 {
        2.0 * loss
    }

    fn likelihood_slope(&self, _loss: f64) -> f64 {
        1.0
    }

    /// `diag(q) − q qᵀ = Σ_s q_s (e_s − q)(e_s − q)ᵀ` with the probabilities q.
    fn curvature_root(&self, row: usize, outputs: &[f64], _loss: f64, root: &mut [f64]) {
        let mut q = outputs.to_vec();
        softmax(&mut q);
        let weight = self.weights.as_ref().map_or(1.0, |weights| weights[row]);
        for (class, line) in root.chunks_exact_mut(q.len()).enumerate() {
            let factor = (weight * q[class]).sqrt();
            for (other, entry) in line.iter_mut().enumerate() {
                *entry = factor * (if other == class { 1.0 } else { 0.0 } - q[other]);
            }
        }
    }

    /// That of a class with frequency q is `n q (1 − q)`.
    fn null_curvature(&self) -> f64 {
        let variances = self.frequencies.iter().map(|q| q * (1.0 - q));
        self.total * variances.sum::<f64>() / self.frequencies.len() as f64
    }

    fn null_laws(&self) -> Vec<Box<dyn NullLaw>> {
        let labels = Labels::new(&self.codes, self.outputs(), self.weights.clone());
        permutations(self, labels, self.weights.is_some())
    }

    fn assumed_null_law(&self) -> Assumed {
        Assumed::Classes {
            rows: self.rows(),
            frequencies: self.frequencies.clone(),
        }
    }

    /// No unit can be too small here, so where the null model is no local
    /// minimum it is no answer either.
    fn policy(&self) -> SearchPolicy {
        SearchPolicy {
            linear_units: LINEAR_UNITS,
            network_units: NETWORK_UNITS,
            max_parameters: f64::INFINITY,
            weighs_evidence: true,
        }
    }
}

/// Random classes, each of them in at least one row.
#[cfg(test)]
fn example_codes(rows: usize, classes: usize, seed: u64) -> Vec<usize> {
    let sizes = normals(rows, seed).into_iter().map(|v| v.abs() * 1e6);
    sizes
        .enumerate()
        .map(|(row, size)| {
            if row < classes {
                row
            } else {
                size as usize % classes
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{CrossEntropy, Loss, contrasts, example_codes, normals, softmax};
    use crate::law::NullModel;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// One-hot rows minus their frequencies.
        #[test]
        fn the_null_gradient_of_classes_is_the_centred_target(
            rows in 5..30usize, classes in 2..5usize, seed in 0..1u64 << 40,
        ) {
            let codes = example_codes(rows, classes, seed);
            let gradient = NullModel::new(&CrossEntropy::new(codes.clone(), classes)).gradient;
            for (class, output) in gradient.chunks_exact(rows).enumerate() {
                let is_class = |code: &usize| f64::from(u8::from(*code == class));
                let frequency = codes.iter().map(is_class).sum::<f64>() / rows as f64;
                for (code, entry) in codes.iter().zip(output) {
                    prop_assert!((entry - (is_class(code) - frequency)).abs() < 1e-12);
                }
            }
        }

        /// Outputs that would overflow an exponential.
        #[test]
        fn cross_entropy_survives_enormous_outputs(seed in 0..1u64 << 40, size in 1e2..1e6f64) {
            let loss = CrossEntropy::new(example_codes(10, 3, seed), 3);
            let mu: Vec<f64> = normals(30, seed + 1).iter().map(|v| v * size).collect();
            let mut gradient = vec![0.0; 30];
            prop_assert!(loss.evaluate(&mu, &mut gradient).is_finite());
            prop_assert!(gradient.iter().all(|g| g.abs() <= 1.0));
        }
    }

    /// What contrasts leave out changes no probability.
    #[test]
    fn contrasts_of_outputs_have_the_same_probabilities() {
        let outputs = [0.3, -1.2, 2.0];
        let (mut plain, mut contrasted) = (outputs.to_vec(), contrasts(&outputs));
        assert!(contrasted.iter().sum::<f64>().abs() < 1e-12);
        softmax(&mut plain);
        softmax(&mut contrasted);
        for (a, b) in plain.iter().zip(&contrasted) {
            assert!((a - b).abs() < 1e-12, "{plain:?} {contrasted:?}");
        }
    }

    #[test]
    fn two_classes_have_the_log_odds_of_the_second() {
        assert_eq!(contrasts(&[-1.0, 0.5]), [1.5]);
    }
}
