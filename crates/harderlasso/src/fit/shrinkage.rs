//! The refit that predicts: the small model, with weights shrunken as far as the
//! data ask for, without folds.
//!
//! The weights of the first layer and the biases of hidden layers get a normal
//! prior with precision τ. For each τ of a grid the posterior mode is found, and
//! among the modes the one with the largest evidence wins. By Laplace's
//! approximation (MacKay 1992), with H the Gauss–Newton matrix of half the
//! deviance D/2 and Π the diagonal of the precisions,
//!
//! `log evidence = −D/2 − τ/2 ‖w‖² + ½ log det Π − ½ log det(H + Π)`.

use super::refit::{self, Refit};
use crate::activation::Activation;
use crate::error::Error;
use crate::law::Loss;
use crate::linalg::{self, Columns};
use crate::network::{Architecture, Net, NetworkLoss};
use crate::solver::quasi_newton;
use crate::trace::End;

/// Precisions that are tried, from hardly any shrinkage up: `FIRST · RATIO^i`.
const FIRST_DEFAULT: f64 = 0.1;
const RATIO: f64 = 3.0;
const COUNT: usize = 12;

/// Precision of the biases of the outputs, which are not shrunken.
const FREE: f64 = 1e-6;

/// Precisions beyond the best one that are tried before the search ends.
const PATIENCE: usize = 2;

/// Parameters beyond which their matrix would take too long; such a model keeps
/// its refit without a prior.
const MOST_PARAMETERS: usize = 1200;

/// Steps towards a mode, and the gradient entry (in units of `sqrt(n)`) and the
/// relative decrease that end them.
const MAX_STEPS: usize = 300;
const TOLERANCE: f64 = 1e-6;
const STALL: f64 = 1e-7;

/// Shrinks a refit.
pub(super) fn shrunken<L: Loss>(
    x: &Columns<f64>,
    loss: &L,
    activation: Activation,
    refit: Refit,
) -> Result<Refit, Error> {
    let free = refit::free_parameters(&refit.net);
    if refit.net.architecture.layers() == 1 && free.len() <= MOST_PARAMETERS && refit.net.architecture.inputs() > 0 {
        return Ok(fitted(x, loss, activation, &refit.net, None)?.refit);
    }
    if refit.net.architecture.inputs() == 0 || free.len() > MOST_PARAMETERS {
        return Ok(refit);
    }
    let mut smooth = NetworkLoss::new(&refit.net.architecture, activation, loss, x.clone());
    let mut best: Option<(f64, Refit)> = None;
    let mut since = 0;
    let mut net = refit.net.clone();
    for step in 0..COUNT {
        let tau = std::env::var("FIRST").map_or(FIRST_DEFAULT, |v| v.parse::<f64>().unwrap()) * RATIO.powi(step as i32);
        let found = mode(&mut smooth, loss, &net, &free, tau)?;
        net = found.net.clone();
        let evidence = evidence(&mut smooth, loss, &found, &free, tau);
        match &best {
            Some((most, _)) if evidence <= *most => {
                since += 1;
                if since == PATIENCE {
                    break;
                }
            }
            _ if evidence.is_finite() => {
                best = Some((evidence, found));
                since = 0;
            }
            _ => {}
        }
    }
    Ok(best.map_or(refit, |(_, best)| best))
}

/// A shrunken refit with its log evidence.
#[derive(Clone)]
pub(super) struct Shrunken {
    pub(super) refit: Refit,
    pub(super) tau: f64,
    pub(super) evidence: f64,
}

/// The mode for a given precision, or for the best one.
pub(super) fn fitted<L: Loss>(
    x: &Columns<f64>,
    loss: &L,
    activation: Activation,
    net: &Net<f64>,
    tau: Option<f64>,
) -> Result<Shrunken, Error> {
    let free = refit::free_parameters(net);
    let white = if net.architecture.layers() == 1 && std::env::var("WHITE").is_ok() { Whitened::new(x) } else { None };
    let x = white.as_ref().map_or(x, |w| &w.x);
    let mut smooth = NetworkLoss::new(&net.architecture, activation, loss, x.clone());
    let mut best: Option<Shrunken> = None;
    let mut since = 0;
    let mut net = net.clone();
    if let Some(white) = &white { white.enter(&mut net); }
    let taus: Vec<f64> = match tau {
        Some(tau) => vec![tau],
        None => (0..COUNT).map(|step| std::env::var("FIRST").map_or(FIRST_DEFAULT, |v| v.parse::<f64>().unwrap()) * RATIO.powi(step as i32)).rev().collect(),
    };
    for tau in taus {
        let found = mode(&mut smooth, loss, &net, &free, tau)?;
        net = found.net.clone();
        let evidence = evidence(&mut smooth, loss, &found, &free, tau);
        if best.as_ref().is_none_or(|best| evidence > best.evidence) {
            since = 0;
            best = Some(Shrunken { refit: found, tau, evidence });
        } else {
            since += 1;
            if since == PATIENCE {
                break;
            }
        }
    }
    if let (Some(white), Some(best)) = (&white, &mut best) { white.leave(&mut best.refit.net); }
    best.ok_or_else(|| Error::NotFinite { place: "in the refit".to_owned() })
}

/// Columns turned into uncorrelated ones with standard deviation 1.
struct Whitened {
    x: Columns<f64>,
    /// `L` of `XᵀX/n = L Lᵀ`, column-major.
    lower: Vec<f64>,
}

impl Whitened {
    fn new(x: &Columns<f64>) -> Option<Self> {
        let (n, k) = (x.rows() as f64, x.count());
        if k == 0 { return None; }
        let mut gram = linalg::gram(x);
        gram.iter_mut().for_each(|g| *g /= n);
        for j in 0..k { gram[j * (k + 1)] *= 1.0 + 1e-9; }
        let lower = linalg::cholesky(&gram, k)?;
        // Z = X L⁻ᵀ, column by column: X = Z Lᵀ.
        let mut values: Vec<f64> = x.values().to_vec();
        let rows = x.rows();
        for j in 0..k {
            for i in 0..j {
                let (front, back) = values.split_at_mut(j * rows);
                linalg::add_scaled(&mut back[..rows], -lower[i * k + j], &front[i * rows..][..rows]);
            }
            let d = 1.0 / lower[j * (k + 1)];
            values[j * rows..][..rows].iter_mut().for_each(|v| *v *= d);
        }
        Some(Self { x: Columns::new(values, rows), lower })
    }

    /// W_z = W_x L.
    fn enter(&self, net: &mut Net<f64>) {
        let (k, m) = (self.x.count(), net.architecture.first());
        let old = net.theta[..k * m].to_vec();
        for j in 0..k { for t in 0..m {
            net.theta[j * m + t] = (j..k).map(|i| old[i * m + t] * self.lower[j * k + i]).sum();
        } }
    }

    /// W_x = W_z L⁻¹.
    fn leave(&self, net: &mut Net<f64>) {
        let (k, m) = (self.x.count(), net.architecture.first());
        for t in 0..m { for j in (0..k).rev() {
            let rest: f64 = (j + 1..k).map(|i| net.theta[i * m + t] * self.lower[j * k + i]).sum();
            net.theta[j * m + t] = (net.theta[j * m + t] - rest) / self.lower[j * (k + 1)];
        } }
    }
}

/// Half the penalized deviance of a mode, and the mode.
pub(super) fn trial<L: Loss>(
    x: &Columns<f64>,
    loss: &L,
    activation: Activation,
    net: &Net<f64>,
    tau: f64,
) -> Result<(f64, Net<f64>), Error> {
    let free = refit::free_parameters(net);
    let mut smooth = NetworkLoss::new(&net.architecture, activation, loss, x.clone());
    let found = mode(&mut smooth, loss, net, &free, tau)?;
    let squares: f64 = free
        .iter()
        .filter(|&&index| is_shrunken(&net.architecture, index))
        .map(|&index| found.net.theta[index] * found.net.theta[index])
        .sum();
    Ok((0.5 * (loss.deviance(found.loss) + tau * squares), found.net))
}

/// The posterior variances of all parameters of a linear model.
pub(super) fn variances<L: Loss>(
    x: &Columns<f64>,
    loss: &L,
    activation: Activation,
    net: &Net<f64>,
    tau: f64,
) -> Option<Vec<f64>> {
    let free = refit::free_parameters(net);
    let mut smooth = NetworkLoss::new(&net.architecture, activation, loss, x.clone());
    let mut matrix = smooth.curvature(&net.theta, &free);
    let precisions = precisions(&net.architecture, tau);
    for (position, &index) in free.iter().enumerate() {
        matrix[position * (free.len() + 1)] += precisions[index];
    }
    linalg::inverse_diagonal(&matrix, free.len())
}

/// The precision of each parameter: τ where it is shrunken, the number of weights
/// in a row where rows have length one, next to nothing for the biases of outputs.
fn precisions(architecture: &Architecture, tau: f64) -> Vec<f64> {
    let mut precisions = vec![tau; architecture.size()];
    let last = architecture.layers() - 1;
    for layer in 1..=last {
        precisions[architecture.weights(layer)].fill(architecture.widths[layer] as f64);
    }
    precisions[architecture.biases(last)].fill(FREE);
    precisions
}

/// Whether the prior of a parameter is part of the objective.
fn is_shrunken(architecture: &Architecture, index: usize) -> bool {
    let last = architecture.layers() - 1;
    architecture.weights(0).contains(&index)
        || (0..last).any(|layer| architecture.biases(layer).contains(&index))
}

/// The posterior mode for a precision, from a network nearby.
fn mode<L: Loss>(
    smooth: &mut NetworkLoss<'_, f64, L>,
    loss: &L,
    net: &Net<f64>,
    free: &[usize],
    tau: f64,
) -> Result<Refit, Error> {
    let mut net = net.clone();
    let shrunken: Vec<usize> = free
        .iter()
        .copied()
        .filter(|&index| is_shrunken(&net.architecture, index))
        .collect();
    let mut reached = f64::NAN;
    let outcome = quasi_newton::minimize(
        &mut net.theta,
        free,
        |theta, gradient| {
            let value = smooth.evaluate(theta, gradient);
            reached = value;
            let slope = loss.likelihood_slope(value);
            gradient.iter_mut().for_each(|g| *g *= slope);
            let mut squares = 0.0;
            for &index in &shrunken {
                squares += theta[index] * theta[index];
                gradient[index] += tau * theta[index];
            }
            0.5 * (loss.deviance(value) + tau * squares)
        },
        None,
        quasi_newton::StepLimits {
            tolerance: TOLERANCE * loss.total().sqrt(),
            max_steps: MAX_STEPS,
            floor: f64::NEG_INFINITY,
            stall: STALL,
        },
    );
    if outcome.end == End::NotFinite {
        return Err(Error::NotFinite {
            place: "in the refit".to_owned(),
        });
    }
    net.normalize_rows();
    let value = smooth.evaluate(&net.theta, &mut vec![0.0; net.theta.len()]);
    Ok(Refit {
        net,
        loss: value,
        end: outcome.end,
    })
}

/// The log evidence of a precision at its mode; NaN where it cannot be computed.
fn evidence<L: Loss>(
    smooth: &mut NetworkLoss<'_, f64, L>,
    loss: &L,
    mode: &Refit,
    free: &[usize],
    tau: f64,
) -> f64 {
    let theta = &mode.net.theta;
    let precisions = precisions(&mode.net.architecture, tau);
    let squares: f64 = free
        .iter()
        .filter(|&&index| is_shrunken(&mode.net.architecture, index))
        .map(|&index| theta[index] * theta[index])
        .sum();
    let mut matrix = smooth.curvature(theta, free);
    let mut prior = 0.0;
    for (position, &index) in free.iter().enumerate() {
        matrix[position * (free.len() + 1)] += precisions[index];
        prior += precisions[index].ln();
    }
    let Some(lower) = linalg::cholesky(&matrix, free.len()) else {
        return f64::NAN;
    };
    let log_det: f64 = (0..free.len())
        .map(|position| 2.0 * lower[position * (free.len() + 1)].ln())
        .sum();
    -0.5 * (loss.deviance(mode.loss) + tau * squares - prior + log_det)
}
