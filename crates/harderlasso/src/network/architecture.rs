use std::ops::Range;

/// Sizes of a network: inputs, hidden widths, outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Architecture {
    /// Width of every layer, the inputs first and the outputs last.
    pub(crate) widths: Vec<usize>,
}

impl Architecture {
    pub(crate) fn new(inputs: usize, hidden: &[usize], outputs: usize) -> Self {
        let mut widths = vec![inputs];
        widths.extend_from_slice(hidden);
        widths.push(outputs);
        Self { widths }
    }

    pub(crate) fn inputs(&self) -> usize {
        self.widths[0]
    }

    /// Rows of `W_1`: neurons of the first layer, or outputs if it is the only one.
    pub(crate) fn first(&self) -> usize {
        self.widths[1]
    }

    /// Number L of layers with weights.
    pub(crate) fn layers(&self) -> usize {
        self.widths.len() - 1
    }

    /// Number of penalized parameters: `W_1`, which comes first. The weights
    /// of one input are next to each other.
    pub(crate) fn penalized(&self) -> usize {
        self.inputs() * self.first()
    }

    /// Number of parameters.
    pub(crate) fn size(&self) -> usize {
        (0..self.layers())
            .map(|l| self.widths[l + 1] * (self.widths[l] + 1))
            .sum()
    }

    /// Where the weights of layer `l` (from 0) are: column-major for `W_1`,
    /// row-major above, because rows are what is normalized there.
    pub(crate) fn weights(&self, layer: usize) -> Range<usize> {
        let start: usize = (0..layer)
            .map(|l| self.widths[l + 1] * (self.widths[l] + 1))
            .sum();
        start..start + self.widths[layer] * self.widths[layer + 1]
    }

    /// Where the biases of layer `l` (from 0) are.
    pub(crate) fn biases(&self, layer: usize) -> Range<usize> {
        let weights = self.weights(layer);
        weights.end..weights.end + self.widths[layer + 1]
    }
}
