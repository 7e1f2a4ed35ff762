use super::{Loss, NullLaw};
use crate::linalg::Real;

/// Probabilities below this count as zero in the gradient.
const NO_PROBABILITY: f64 = 1e-20;

/// Classification: `−Σ_i log softmax(μ_i)[class_i]`.
#[derive(Clone, Debug)]
pub(crate) struct CrossEntropy {
    codes: Vec<usize>,
    frequencies: Vec<f64>,
}

impl CrossEntropy {
    pub(crate) fn new(codes: Vec<usize>, classes: usize) -> Self {
        let mut frequencies = vec![0.0; classes];
        let share = 1.0 / codes.len() as f64;
        codes.iter().for_each(|&code| frequencies[code] += share);
        Self { codes, frequencies }
    }
}

impl Loss for CrossEntropy {
    fn rows(&self) -> usize {
        self.codes.len()
    }

    fn outputs(&self) -> usize {
        self.frequencies.len()
    }

    /// The gradient is `softmax(μ) − one-hot(class)`.
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
            loss += num_traits::Float::ln(sum).wide() - (at(code) - largest).wide();
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
        1e-3 * self.rows() as f64
    }

    fn deviance(&self, loss: f64) -> f64 {
        2.0 * loss
    }

    fn null_law(&self) -> NullLaw {
        NullLaw::Classes(self.frequencies.clone())
    }
}
