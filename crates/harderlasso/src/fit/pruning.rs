//! A network that loses columns and neurons during the search.

use crate::linalg::Real;
use crate::network::Net;
use crate::solver::adam::Adam;

/// A network on some of the standardized columns.
#[derive(Clone)]
pub(super) struct Pruned<T> {
    pub(super) net: Net<T>,
    pub(super) columns: Vec<usize>,
}

impl<T: Real> Pruned<T> {
    /// Keeps only some columns and neurons.
    pub(super) fn keep(&mut self, inputs: &[usize], neurons: &[usize], adam: Option<&mut Adam<T>>) {
        let kept: Vec<Option<usize>> = inputs.iter().map(|&input| Some(input)).collect();
        if let Some(adam) = adam {
            adam.restrict(|values| {
                let architecture = self.net.architecture.clone();
                let theta = values.to_vec();
                Net {
                    architecture,
                    theta,
                }
                .restrict(&kept, neurons)
                .theta
            });
        }
        self.net = self.net.restrict(&kept, neurons);
        self.columns = inputs.iter().map(|&input| self.columns[input]).collect();
    }

    /// Removes columns and neurons whose weights are all zero.
    pub(super) fn compact(&mut self) {
        self.keep(&self.net.active_inputs(), &self.net.active_neurons(), None);
    }

    /// Adds columns with zero weights.
    pub(super) fn admit(&mut self, columns: &[usize]) {
        let neurons: Vec<usize> = (0..self.net.architecture.first()).collect();
        let inputs: Vec<Option<usize>> = (0..self.columns.len())
            .map(Some)
            .chain(columns.iter().map(|_| None))
            .collect();
        self.net = self.net.restrict(&inputs, &neurons);
        self.columns.extend_from_slice(columns);
    }

    /// The strongest `most` of some neurons, in their order.
    pub(super) fn strongest(&self, mut neurons: Vec<usize>, most: usize) -> Vec<usize> {
        if neurons.len() > most {
            let strengths = self.net.neuron_strengths();
            neurons.sort_by(|&a, &b| strengths[b].total_cmp(&strengths[a]).then(a.cmp(&b)));
            neurons.truncate(most);
            neurons.sort_unstable();
        }
        neurons
    }
}
