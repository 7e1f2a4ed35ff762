//! The scores that candidates compete by.

use crate::law::Loss;
use crate::network::Net;

/// How well a model explains the target for what it uses: the evidence of a linear
/// regression, and an extended BIC (Chen and Chen 2008) for everything else.
///
/// The extended BIC is the deviance of the refit, plus `log n` for every parameter,
/// plus `2 log p` for every feature: each was chosen among p and, in a network, for
/// each of several neurons.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    log_total: f64,
    columns: usize,
}

impl Score {
    pub(super) fn new(loss: &impl Loss, columns: usize) -> Self {
        Self {
            log_total: loss.total().ln(),
            columns,
        }
    }

    /// The extended BIC of a model whose refit has this deviance.
    pub(super) fn network(&self, net: &Net<f64>, deviance: f64) -> f64 {
        let features = net.architecture.inputs();
        self.of(deviance, parameters(net), choices(self.columns, features))
    }

    /// Minus twice the log evidence of a linear regression that leaves this share of
    /// the variance: the unit-information g-prior, and all numbers of features equally
    /// likely (Liang et al. 2008).
    pub(super) fn evidence(&self, features: usize, share: f64) -> f64 {
        let n = self.log_total.exp();
        let left = n - 1.0 - features as f64;
        (n - 1.0) * (n * share).ln_1p() - left * n.ln_1p()
            + 2.0 * log_choices(self.columns, features)
    }

    /// The extended BIC of the same, with each feature chosen by itself.
    pub(super) fn extended_bic(&self, features: usize, share: f64) -> f64 {
        let deviance = self.log_total.exp() * share.max(f64::MIN_POSITIVE).ln();
        self.of(
            deviance,
            features,
            features as f64 * (self.columns.max(1) as f64).ln(),
        )
    }

    fn of(&self, deviance: f64, parameters: usize, log_choices: f64) -> f64 {
        deviance + parameters as f64 * self.log_total + 2.0 * log_choices
    }
}

/// What the choice of some features among p costs a model whose search tries the
/// features one by one: `log p` for each.
pub(super) fn choices(columns: usize, features: usize) -> f64 {
    features as f64 * (columns.max(1) as f64).ln()
}

/// The same for a model as a whole. A network has also chosen which of its features each
/// neuron sees: its non-zero weights among all that it could have.
pub(super) fn choices_of(columns: usize, net: &Net<f64>) -> f64 {
    let architecture = &net.architecture;
    let features = choices(columns, architecture.inputs());
    if architecture.layers() == 1 {
        return features;
    }
    features + log_choices(architecture.penalized(), net.nonzero_weights())
}

/// `log C(n, k)`.
fn log_choices(all: usize, chosen: usize) -> f64 {
    (0..chosen)
        .map(|i| ((all - i) as f64 / (i + 1) as f64).ln())
        .sum()
}

/// Parameters that a refit of a network is free to choose, without those that the
/// link ignores: the outputs of classes matter only up to a constant.
pub(super) fn parameters(net: &Net<f64>) -> usize {
    let architecture = &net.architecture;
    if architecture.layers() == 1 {
        let outputs = architecture.first();
        return (outputs - 1).max(1) * (architecture.inputs() + 1);
    }
    architecture.size() - architecture.penalized() + net.nonzero_weights()
}

#[cfg(test)]
mod tests {
    use super::{choices, choices_of, log_choices};
    use crate::network::{Architecture, Net};

    #[test]
    fn the_choice_of_all_or_none_is_no_choice() {
        for all in [0, 1, 7] {
            assert_eq!(log_choices(all, 0), 0.0);
            assert!(log_choices(all, all).abs() < 1e-12);
        }
        assert!((log_choices(5, 2) - f64::ln(10.0)).abs() < 1e-12);
    }

    /// Two neurons that see one of three features each cost the choice of two among six
    /// weights; a linear model, and a network without zeros, only that of the features.
    #[test]
    fn a_network_pays_for_the_weights_that_it_chooses() {
        let features = choices(40, 3);
        let linear: Net<f64> = Net::null(Architecture::new(3, &[], 2), &[0.0; 2]);
        assert_eq!(choices_of(40, &linear), features);
        let mut network: Net<f64> = Net::null(Architecture::new(3, &[2], 1), &[0.0]);
        network.theta[..6].fill(1.0);
        assert!((choices_of(40, &network) - features).abs() < 1e-12);
        network.theta[..4].fill(0.0);
        let expected = features + f64::ln(15.0);
        assert!((choices_of(40, &network) - expected).abs() < 1e-12);
    }
}
