use crate::activation::Activation;
use crate::error::Error;
use serde::{Deserialize, Serialize};

/// Weights and biases of one layer, in the units of the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layer {
    inputs: usize,
    /// Row after row, one row an output.
    weights: Vec<f64>,
    biases: Vec<f64>,
}

impl Layer {
    pub(crate) fn new(inputs: usize, weights: Vec<f64>, biases: Vec<f64>) -> Self {
        debug_assert_eq!(weights.len(), inputs * biases.len());
        Self {
            inputs,
            weights,
            biases,
        }
    }

    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    pub(crate) fn outputs(&self) -> usize {
        self.biases.len()
    }

    pub(crate) fn weights(&self) -> &[f64] {
        &self.weights
    }

    pub(crate) fn biases(&self) -> &[f64] {
        &self.biases
    }

    pub(crate) fn row(&self, output: usize) -> &[f64] {
        &self.weights[output * self.inputs..][..self.inputs]
    }

    /// Turns outputs `u` into `scale · u + shift`.
    pub(crate) fn rescale(&mut self, scale: f64, shift: f64) {
        self.weights.iter_mut().for_each(|weight| *weight *= scale);
        self.biases
            .iter_mut()
            .for_each(|bias| *bias = scale * *bias + shift);
    }

    /// Length of the weights that leave one input, per `unit` of that input.
    /// Weights are as large as the unit is small, so none is squared.
    pub(crate) fn input_length(&self, input: usize, unit: f64) -> f64 {
        (0..self.outputs())
            .map(|output| self.row(output)[input] * unit)
            .fold(0.0, f64::hypot)
    }

    pub(crate) fn nonzero_weights(&self) -> usize {
        self.weights.iter().filter(|&&weight| weight != 0.0).count()
    }

    pub(crate) fn is_finite(&self) -> bool {
        let mut numbers = self.weights.iter().chain(&self.biases);
        numbers.all(|number| number.is_finite())
    }

    /// Checks what a reader of a file cannot trust.
    pub(crate) fn check(&self, number: usize) -> Result<(), Error> {
        let bad = |reason: String| Err(Error::BadModel { reason });
        if self.biases.is_empty()
            || Some(self.weights.len()) != self.inputs.checked_mul(self.outputs())
        {
            return bad(format!(
                "layer {number} has {} weights for {} inputs and {} outputs",
                self.weights.len(),
                self.inputs,
                self.outputs()
            ));
        }
        if !self.is_finite() {
            return bad(format!("layer {number} has a weight that is not finite"));
        }
        Ok(())
    }

    fn apply(&self, input: &[f64]) -> Vec<f64> {
        (0..self.outputs())
            .map(|output| {
                let sum: f64 = self.row(output).iter().zip(input).map(|(w, x)| w * x).sum();
                self.biases[output] + sum
            })
            .collect()
    }
}

/// The outputs of a network for one row.
pub(crate) fn evaluate(layers: &[Layer], activation: Activation, row: &[f64]) -> Vec<f64> {
    let mut values = row.to_vec();
    for (number, layer) in layers.iter().enumerate() {
        values = layer.apply(&values);
        if number + 1 < layers.len() {
            values.iter_mut().for_each(|u| *u = activation.value(*u));
        }
    }
    values
}
