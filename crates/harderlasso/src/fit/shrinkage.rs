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
const FIRST: f64 = 0.1;
const RATIO: f64 = 3.0;
const COUNT: i32 = 12;

/// Precision of the biases of the outputs, which are not shrunken.
const FREE: f64 = 1e-6;

/// Precisions beyond the best one that are tried before the search ends.
const PATIENCE: usize = 2;

/// Parameters beyond which their matrix would take too long; such a model keeps
/// its refit without a prior.
const MOST_PARAMETERS: usize = 1200;

/// The same for multiplications in making that matrix once.
const MOST_WORK: f64 = 1e10;

/// Steps towards a mode, and the gradient entry (in units of `sqrt(n)`) and the
/// relative decrease that end them.
const MAX_STEPS: usize = 300;
const TOLERANCE: f64 = 1e-6;
const STALL: f64 = 1e-7;

/// Shrinks a refit, and tells the precision τ that did it. A model whose matrix would be too large stays as it is, and so
/// does one whose evidence cannot be computed.
pub(super) fn shrunken<L: Loss>(
    x: &Columns<f64>,
    loss: &L,
    activation: Activation,
    refit: Refit,
) -> Result<(Refit, Option<f64>), Error> {
    if refit.net.architecture.inputs() == 0 || !is_feasible(loss, &refit.net) {
        return Ok((refit, None));
    }
    let found = fitted(x, loss, activation, &refit.net, None)?;
    Ok(match found {
        Some(found) => (found.refit, Some(found.tau)),
        None => (refit, None),
    })
}

/// Whether a model is small enough for its evidence to be computed.
pub(super) fn is_feasible(loss: &impl Loss, net: &Net<f64>) -> bool {
    let (parameters, outputs) = (refit::free_parameters(net).len(), loss.outputs());
    // Only pairs of outputs that share their weights make work in a linear model.
    let pairs = if net.architecture.layers() == 1 {
        1
    } else {
        outputs
    };
    let work = loss.rows() as f64 * pairs as f64 * (parameters as f64).powi(2);
    parameters <= MOST_PARAMETERS && work <= MOST_WORK
}

/// A shrunken refit with its log evidence.
#[derive(Clone)]
pub(super) struct Shrunken {
    pub(super) refit: Refit,
    pub(super) tau: f64,
    pub(super) evidence: f64,
}

/// The mode for a given precision, or for the best one; `None` where no evidence can
/// be computed.
pub(super) fn fitted<L: Loss>(
    x: &Columns<f64>,
    loss: &L,
    activation: Activation,
    net: &Net<f64>,
    tau: Option<f64>,
) -> Result<Option<Shrunken>, Error> {
    let free = refit::free_parameters(net);
    let mut smooth = NetworkLoss::new(&net.architecture, activation, loss, x.clone());
    let mut best: Option<Shrunken> = None;
    let mut since = 0;
    let mut net = net.clone();
    for tau in tau.map_or_else(|| precisions_to_try(&net.architecture), |tau| vec![tau]) {
        let found = mode(&mut smooth, loss, &net, &free, tau)?;
        net = found.net.clone();
        let evidence = evidence(&mut smooth, loss, &found, &free, tau);
        if evidence.is_finite() && best.as_ref().is_none_or(|best| evidence > best.evidence) {
            since = 0;
            best = Some(Shrunken {
                refit: found,
                tau,
                evidence,
            });
        } else if best.is_some() {
            since += 1;
            if since == PATIENCE {
                break;
            }
        }
    }
    Ok(best)
}

/// The precisions of the grid. A network begins where it was before its weights are
/// shrunken; a linear model has one mode, which is found fastest from strong
/// shrinkage on.
fn precisions_to_try(architecture: &Architecture) -> Vec<f64> {
    let mut taus: Vec<f64> = (0..COUNT).map(|step| FIRST * RATIO.powi(step)).collect();
    if architecture.layers() == 1 {
        taus.reverse();
    }
    taus
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

/// The posterior variances of all parameters; infinite where one is not free.
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
    let found = linalg::inverse_diagonal(&matrix, free.len())?;
    let mut all = vec![f64::INFINITY; net.theta.len()];
    free.iter()
        .zip(found)
        .for_each(|(&index, variance)| all[index] = variance);
    Some(all)
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

#[cfg(test)]
mod tests {
    use super::{FREE, Shrunken, fitted, is_shrunken, precisions};
    use crate::activation::Activation;
    use crate::law::{CrossEntropy, Loss, RootSquare};
    use crate::linalg::{self, Columns};
    use crate::network::{Architecture, Net, NetworkLoss};
    use crate::rng::Seed;
    use crate::testing::{design, normals, target};

    const ROWS: usize = 30;

    fn shrunken(
        x: &Columns<f64>,
        loss: &impl Loss,
        hidden: &[usize],
        tau: Option<f64>,
    ) -> Shrunken {
        let architecture = Architecture::new(x.count(), hidden, loss.outputs());
        let net = match hidden {
            [] => Net::null(architecture, &loss.null_fit()),
            _ => Net::random(architecture, &loss.null_fit(), Seed::new(1)),
        };
        let found = fitted(x, loss, Activation::Softplus, &net, tau).expect("finite numbers");
        found.expect("an evidence")
    }

    /// Classes that overlap.
    fn classes(x: &Columns<f64>) -> CrossEntropy {
        let blur = normals(ROWS, 9);
        let code = |row: usize| {
            let score = x.column(0)[row] + 0.5 * blur[row];
            usize::from(score > -0.5) + usize::from(score > 0.7)
        };
        CrossEntropy::new((0..ROWS).map(code).collect(), 3)
    }

    /// `log N(y; 0, σ² I + X Π⁻¹ Xᵀ)`, up to `−(n/2) log 2π`.
    fn log_marginal(x: &Columns<f64>, y: &[f64], variance: f64, tau: f64) -> f64 {
        let n = y.len();
        let mut matrix = vec![0.0; n * n];
        for a in 0..n {
            for b in 0..n {
                let products = (0..x.count()).map(|j| x.column(j)[a] * x.column(j)[b] / tau);
                matrix[a * n + b] = products.sum::<f64>() + 1.0 / FREE;
            }
            matrix[a * n + a] += variance;
        }
        let solved = linalg::solve_positive(&matrix, n, y).expect("positive definite");
        let lower = linalg::cholesky(&matrix, n).expect("positive definite");
        let log_det: f64 = (0..n).map(|i| 2.0 * lower[i * (n + 1)].ln()).sum();
        -0.5 * (log_det + linalg::dot(y, &solved))
    }

    /// With the noise level that the mode leaves, the evidence of a linear regression
    /// is the density of its target.
    #[test]
    fn the_evidence_of_a_linear_regression_is_exact() {
        let x = design(ROWS, 4, 1);
        let y = target(&x, &[0.5, -0.3], 2);
        let loss = RootSquare::new(y.clone());
        for tau in [0.1, 2.0, 50.0] {
            let found = shrunken(&x, &loss, &[], Some(tau));
            let variance = found.refit.loss * found.refit.loss / ROWS as f64;
            let expected = log_marginal(&x, &y, variance, tau) + 0.5 * ROWS as f64;
            assert!(
                (found.evidence - expected).abs() < 1e-4,
                "{tau}: {} and {expected}",
                found.evidence
            );
        }
    }

    /// At the mode nothing pulls: the slope of half the deviance is that of the prior.
    #[test]
    fn the_mode_has_no_slope() {
        let x = design(ROWS, 4, 1);
        let numbers = RootSquare::new(target(&x, &[0.5, -0.3], 2));
        for hidden in [&[][..], &[3]] {
            for tau in [0.3, 5.0] {
                slope_is_zero(&x, &numbers, hidden, tau);
                slope_is_zero(&x, &classes(&x), hidden, tau);
            }
        }
    }

    fn slope_is_zero(x: &Columns<f64>, loss: &impl Loss, hidden: &[usize], tau: f64) {
        let found = shrunken(x, loss, hidden, Some(tau)).refit;
        let net = &found.net;
        let mut smooth = NetworkLoss::new(&net.architecture, Activation::Softplus, loss, x.clone());
        let mut gradient = vec![0.0; net.theta.len()];
        let value = smooth.evaluate(&net.theta, &mut gradient);
        let slope = loss.likelihood_slope(value);
        for (index, (g, theta)) in gradient.iter().zip(&net.theta).enumerate() {
            let prior = if is_shrunken(&net.architecture, index) {
                tau * theta
            } else {
                0.0
            };
            let rest = slope * g + prior;
            assert!(rest.abs() < 0.02, "{hidden:?}, {tau}, {index}: {rest}");
        }
    }

    /// The prior of the formula: rows of length one are held by as many weights as
    /// they have, and biases of outputs by nothing.
    #[test]
    fn every_parameter_has_its_precision() {
        let architecture = Architecture::new(2, &[3], 1);
        let expected = [vec![7.0; 9], vec![3.0; 3], vec![FREE]].concat();
        assert_eq!(precisions(&architecture, 7.0), expected);
        let shrunken = (0..13).filter(|&index| is_shrunken(&architecture, index));
        assert!(shrunken.eq(0..9));
    }

    /// Of the precisions that are tried the one with the largest evidence wins: a
    /// strong signal is hardly shrunken, noise almost to nothing.
    #[test]
    fn the_data_choose_the_shrinkage() {
        let x = design(ROWS, 4, 1);
        let size = |loss: &RootSquare, tau: Option<f64>| {
            let found = shrunken(&x, loss, &[], tau);
            linalg::norm(&found.refit.net.theta[..4])
        };
        let strong = RootSquare::new(target(&x, &[3.0, -3.0], 2));
        assert!(size(&strong, None) > 0.95 * size(&strong, Some(1e-6)));
        let noise = RootSquare::new(target(&x, &[], 5));
        assert!(size(&noise, None) < 0.5 * size(&noise, Some(1e-6)));
        let found = shrunken(&x, &strong, &[], None);
        for tau in [0.3 * found.tau, 3.0 * found.tau] {
            assert!(shrunken(&x, &strong, &[], Some(tau)).evidence <= found.evidence + 1e-6);
        }
    }
}
