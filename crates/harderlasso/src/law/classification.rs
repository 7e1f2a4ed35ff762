//! Classification: the target is one of several classes, the loss the total
//! cross-entropy of their softmax probabilities.

use super::{Loss, Metrics, NoiseUnits, SearchPolicy};
use crate::linalg::Real;
use crate::null::{Labels, NullLaw, Weighted};
use serde::{Deserialize, Serialize};

/// Probabilities below this count as zero in the gradient.
const NO_PROBABILITY: f64 = 1e-20;

/// One noise unit, that of the log odds.
const UNITS: NoiseUnits = NoiseUnits::Listed(&[1.0]);

/// The law of a class; outputs are log odds up to a constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Classification {
    pub(crate) classes: Vec<String>,
}

impl Classification {
    /// See [`Law::name`](super::Law::name).
    pub(super) const NAME: &str = "classification";

    /// The names of the classes.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// A target as it enters the optimization.
    pub(crate) fn prepare(
        codes: &[usize],
        classes: &[String],
        weights: Option<&[f64]>,
    ) -> (Self, CrossEntropy) {
        let law = Self {
            classes: classes.to_vec(),
        };
        let codes = codes.to_vec();
        let loss = match weights {
            None => CrossEntropy::new(codes, classes.len()),
            Some(weights) => CrossEntropy::weighted(codes, classes.len(), weights.to_vec()),
        };
        (law, loss)
    }

    /// Accuracy and mean log loss of outputs, row after row.
    pub(super) fn metrics(&self, codes: &[usize], outputs: &[f64], weights: &[f64]) -> Metrics {
        let total: f64 = weights.iter().sum();
        let (mut hits, mut loss) = (0.0, 0.0);
        let rows = outputs.chunks_exact(self.classes.len());
        for ((row, &code), weight) in rows.zip(codes).zip(weights) {
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
}

/// Log odds to probabilities, in place.
pub(crate) fn softmax(row: &mut [f64]) {
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
pub(super) fn contrasts(outputs: &[f64]) -> Vec<f64> {
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
        let (rows, classes) = (self.rows(), self.outputs());
        let zero = T::of(0.0);
        let mut loss = 0.0;
        for (row, &code) in self.codes.iter().enumerate() {
            let at = |class: usize| mu[class * rows + row];
            let largest = (1..classes).fold(
                at(0),
                |most, class| {
                    if at(class) > most { at(class) } else { most }
                },
            );
            let mut sum = zero;
            for class in 0..classes {
                let e = num_traits::Float::exp(at(class) - largest);
                gradient[class * rows + row] = e;
                sum += e;
            }
            let surprise = num_traits::Float::ln(sum).wide() - (at(code) - largest).wide();
            let inverse = T::of(1.0) / sum;
            for class in 0..classes {
                let entry = &mut gradient[class * rows + row];
                let probability = *entry * inverse;
                // A smaller one moves nothing, and as a denormal number it
                // would slow the products with it down by a factor of ten.
                *entry = if probability < T::of(NO_PROBABILITY) {
                    zero
                } else {
                    probability
                };
            }
            let entry = &mut gradient[code * rows + row];
            *entry -= T::of(1.0);
            match &self.weights {
                None => loss += surprise,
                Some(weights) => {
                    loss += weights[row] * surprise;
                    let weight = T::of(weights[row]);
                    for class in 0..classes {
                        gradient[class * rows + row] *= weight;
                    }
                }
            }
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

    fn null_law(&self) -> Box<dyn NullLaw> {
        let noise = Labels::new(self.frequencies.clone());
        match self.weights.clone() {
            None => Box::new(noise),
            Some(weights) => Box::new(Weighted {
                noise,
                weights,
                is_in_rows: false,
            }),
        }
    }

    /// No unit can be too small here, so where the null model is no local
    /// minimum it is no answer either.
    fn policy(&self) -> SearchPolicy {
        SearchPolicy {
            linear_units: UNITS,
            network_units: UNITS,
            max_parameters: f64::INFINITY,
            null_competes: false,
            eliminates: false,
            counts_weights: self.outputs() > 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{contrasts, softmax};

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
