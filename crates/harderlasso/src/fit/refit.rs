//! The last step: the small model without penalty.

use crate::activation::Activation;
use crate::error::Error;
use crate::law::Loss;
use crate::linalg::{self, Columns};
use crate::network::{Net, NetworkLoss};
use crate::solver::quasi_newton;
use crate::trace::End;

/// Gradient entries, in units of the gradient scale `sqrt(n)`, that end a refit.
const TOLERANCE: f64 = 1e-7;

/// Steps of a refit to convergence at most, and the relative decrease over a
/// window of steps that ends it.
const FULL_STEPS: usize = 1000;
const CONVERGED: f64 = 1e-8;

/// How far a refit is taken.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effort {
    /// To convergence.
    Full,
    /// To convergence, unless it takes more steps than this.
    Steps(usize),
    /// Far enough to compare the model with one that has another feature.
    Trial,
}

impl Effort {
    /// Steps at most, and the relative decrease over a window of steps that
    /// ends a refit.
    fn limits(self) -> (usize, f64) {
        match self {
            Self::Full => (FULL_STEPS, CONVERGED),
            Self::Steps(most) => (most.min(FULL_STEPS), CONVERGED),
            Self::Trial => (100, 1e-3),
        }
    }
}

/// A model fitted without penalty.
#[derive(Clone, Debug)]
pub(super) struct Refit {
    pub(super) net: Net<f64>,
    /// The loss that is left.
    pub(super) loss: f64,
    pub(super) end: End,
}

/// Least squares on the selected columns, exactly.
pub(super) fn least_squares(x: &Columns<f64>, y: &[f64], net: &Net<f64>) -> Result<Refit, Error> {
    let beta = linalg::least_squares(x, y).ok_or_else(|| Error::NotFinite {
        place: "in the least-squares refit".to_owned(),
    })?;
    let mut residual = y.to_vec();
    for (column, &beta) in beta.iter().enumerate() {
        linalg::add_scaled(&mut residual, -beta, x.column(column));
    }
    let mut net = net.clone();
    net.theta[..beta.len()].copy_from_slice(&beta);
    Ok(Refit {
        net,
        loss: linalg::norm(&residual),
        end: End::Converged,
    })
}

/// The parameters that a refit changes: all but the zeros inside the `W_1` of a
/// network, which stay, as the penalized fit has decided which inputs a neuron
/// needs. Every output of a linear model needs all features.
pub(super) fn free_parameters(net: &Net<f64>) -> Vec<usize> {
    let penalized = net.architecture.penalized();
    let is_linear = net.architecture.layers() == 1;
    (0..net.theta.len())
        .filter(|&index| is_linear || index >= penalized || net.theta[index] != 0.0)
        .collect()
}

/// Quasi-Newton on the free parameters.
pub(super) fn network<L: Loss>(
    x: &Columns<f64>,
    loss: &L,
    activation: Activation,
    net: &Net<f64>,
    effort: Effort,
) -> Result<Refit, Error> {
    let (max_steps, stall) = effort.limits();
    let mut net = net.clone();
    let mut smooth = NetworkLoss::new(&net.architecture, activation, loss, x.clone());
    let free = free_parameters(&net);
    let outcome = quasi_newton::minimize(
        &mut net.theta,
        &free,
        |theta, gradient| smooth.evaluate(theta, gradient),
        None,
        quasi_newton::StepLimits {
            tolerance: TOLERANCE * loss.total().sqrt(),
            max_steps,
            floor: loss.perfect(),
            stall,
        },
    );
    if outcome.end == End::NotFinite {
        return Err(Error::NotFinite {
            place: "in the refit".to_owned(),
        });
    }
    net.normalize_rows();
    Ok(Refit {
        net,
        loss: outcome.value,
        end: outcome.end,
    })
}
