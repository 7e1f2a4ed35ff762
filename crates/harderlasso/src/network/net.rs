use super::Architecture;
use crate::linalg::{self, Real};
use crate::rng::Seed;
use rand_distr::{Distribution, StandardNormal};

/// Spread of the first biases at the start, in standard deviations of the
/// standardized columns: places the kinks inside the data.
const BIAS_SPREAD: f64 = 0.5;

/// Relative spread of the output weights around equal size.
const OUTPUT_SPREAD: f64 = 0.1;

/// A network: its sizes and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Net<T> {
    pub(crate) architecture: Architecture,
    pub(crate) theta: Vec<T>,
}

impl<T: Real> Net<T> {
    /// The network without inputs that has an effect: all weights zero.
    pub(crate) fn null(architecture: Architecture, null_fit: &[f64]) -> Self {
        let mut theta = vec![T::of(0.0); architecture.size()];
        let last = architecture.biases(architecture.layers() - 1);
        for (bias, &value) in theta[last].iter_mut().zip(null_fit) {
            *bias = T::of(value);
        }
        Self {
            architecture,
            theta,
        }
    }

    /// A random start. The weights that leave the last hidden layer are of
    /// nearly equal size and alternate in sign, because signs hardly ever flip
    /// under gradient steps and the target may need either.
    pub(crate) fn random(architecture: Architecture, null_fit: &[f64], seed: Seed) -> Self {
        let mut net = Self::null(architecture, null_fit);
        let architecture = &net.architecture;
        let mut rng = seed.rng();
        let mut normal = || -> f64 { StandardNormal.sample(&mut rng) };
        let layers = architecture.layers();
        for layer in 0..layers {
            let inputs = architecture.widths[layer];
            let size = 1.0 / (inputs.max(1) as f64).sqrt();
            let is_output = layer > 0 && layer + 1 == layers;
            for (index, weight) in net.theta[architecture.weights(layer)]
                .iter_mut()
                .enumerate()
            {
                let (row, column) = (index / inputs, index % inputs);
                *weight = T::of(if is_output {
                    let sign = if (row + column) % 2 == 0 { 1.0 } else { -1.0 };
                    sign * size * (1.0 + OUTPUT_SPREAD * normal())
                } else {
                    size * normal()
                });
            }
            if layer + 1 < layers {
                for bias in &mut net.theta[architecture.biases(layer)] {
                    *bias = T::of(BIAS_SPREAD * normal());
                }
            }
        }
        net
    }

    /// The weights that leave an input.
    fn input(&self, input: usize) -> &[T] {
        let width = self.architecture.first();
        &self.theta[input * width..][..width]
    }

    /// Inputs with a non-zero weight: the selected features.
    pub(crate) fn active_inputs(&self) -> Vec<usize> {
        (0..self.architecture.inputs())
            .filter(|&input| self.input(input).iter().any(|&w| w != T::of(0.0)))
            .collect()
    }

    /// First-layer neurons with a non-zero weight; all outputs of a linear
    /// model, which has no neurons to lose.
    pub(crate) fn active_neurons(&self) -> Vec<usize> {
        let width = self.architecture.first();
        let is_active = |row: usize| {
            (0..self.architecture.inputs())
                .any(|input| self.theta[input * width + row] != T::of(0.0))
        };
        (0..width)
            .filter(|&row| self.architecture.layers() == 1 || is_active(row))
            .collect()
    }

    /// How much each first-layer neuron can move the layer above: the length
    /// of its incoming weights times that of its outgoing ones.
    pub(crate) fn neuron_strengths(&self) -> Vec<f64> {
        let (width, inputs) = (self.architecture.first(), self.architecture.inputs());
        let above = &self.theta[self.architecture.weights(1)];
        (0..width)
            .map(|row| {
                let into: f64 = (0..inputs)
                    .map(|i| self.theta[i * width + row].wide().powi(2))
                    .sum();
                let out: f64 = above
                    .iter()
                    .skip(row)
                    .step_by(width)
                    .map(|w| w.wide().powi(2))
                    .sum();
                (into * out).sqrt()
            })
            .collect()
    }

    /// Non-zero first-layer weights.
    pub(crate) fn nonzero_weights(&self) -> usize {
        self.theta[..self.architecture.penalized()]
            .iter()
            .filter(|&&w| w != T::of(0.0))
            .count()
    }

    /// The network with only some inputs and first-layer neurons. `None` as an
    /// input is a new one with zero weights.
    pub(crate) fn restrict(&self, inputs: &[Option<usize>], neurons: &[usize]) -> Self {
        let old = &self.architecture;
        let mut widths = old.widths.clone();
        widths[0] = inputs.len();
        widths[1] = neurons.len();
        let architecture = Architecture { widths };
        let mut theta = vec![T::of(0.0); architecture.size()];
        for (to, &from) in inputs.iter().enumerate() {
            if let Some(from) = from {
                for (row, &neuron) in neurons.iter().enumerate() {
                    theta[to * neurons.len() + row] = self.input(from)[neuron];
                }
            }
        }
        for (row, &neuron) in neurons.iter().enumerate() {
            theta[architecture.biases(0).start + row] = self.theta[old.biases(0).start + neuron];
        }
        for layer in 1..architecture.layers() {
            let (to, from) = (architecture.weights(layer), &self.theta[old.weights(layer)]);
            if layer == 1 {
                for (to, from) in theta[to]
                    .chunks_exact_mut(neurons.len().max(1))
                    .zip(from.chunks_exact(old.first()))
                {
                    for (to, &neuron) in to.iter_mut().zip(neurons) {
                        *to = from[neuron];
                    }
                }
            } else {
                theta[to].copy_from_slice(from);
            }
            theta[architecture.biases(layer)].copy_from_slice(&self.theta[old.biases(layer)]);
        }
        Self {
            architecture,
            theta,
        }
    }

    /// Scales the rows above the first layer to length one: the same function,
    /// with gradients of comparable size in all layers.
    pub(crate) fn normalize_rows(&mut self) {
        for layer in 1..self.architecture.layers() {
            let inputs = self.architecture.widths[layer];
            for row in self.theta[self.architecture.weights(layer)].chunks_exact_mut(inputs.max(1))
            {
                let length = linalg::norm(row);
                if length > T::of(0.0) {
                    row.iter_mut().for_each(|w| *w /= length);
                }
            }
        }
    }

    /// The same network in another precision.
    pub(crate) fn cast<U: Real>(&self) -> Net<U> {
        Net {
            architecture: self.architecture.clone(),
            theta: self.theta.iter().map(|t| U::of(t.wide())).collect(),
        }
    }
}
