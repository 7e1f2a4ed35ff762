//! What each selected feature is worth: how much worse the model fits without
//! it.

use super::candidate::{Candidate, Scored};
use super::problem::Problem;
use super::refit::{self, Effort};
use super::shrinkage;
use crate::error::Error;
use crate::law::Loss;
use crate::linalg::{self, Columns};
use crate::network::{Architecture, Net};
use rayon::prelude::*;

/// Steps of all refits together, and of one at least. For 10 features of a
/// network, 20 steps each were within 2 % of the increase after 1000.
const STEPS: usize = 10_000;
const FEWEST_STEPS: usize = 20;

/// Up to this many features of a network are refitted from two starts.
const TWICE: usize = 20;

/// For each input of the answer, the increase of the deviance when the model is
/// fitted without it; never negative. The price of weights that are shrunken with the
/// precision `tau` is part of the deviance: it is what the model was fitted to, and
/// where classes are separable, nothing else says what a feature is worth.
///
/// No feature is worth more than all of them: where a refit stops in a poor
/// local minimum, the model without features takes its place.
pub(super) fn deviance_increases(
    problem: &Problem<'_>,
    answer: &Scored,
    tau: Option<f64>,
) -> Result<Vec<f64>, Error> {
    if answer.candidate.columns.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(tau) = tau {
        return shrunken(problem, answer, tau);
    }
    // Below the perfect loss, losses differ by where the refit happened to stop.
    let deviance = |loss: f64| problem.loss.deviance(loss.max(problem.loss.perfect()));
    let full = deviance(answer.refit.loss);
    let x = problem.x().gather(&answer.candidate.columns);
    let losses = match problem.loss.least_squares_target() {
        Some(y) if answer.refit.net.architecture.layers() == 1 => {
            least_squares(&x, y, &answer.refit)?
        }
        _ => refitted(problem, answer)?,
    };
    let increase = |loss: f64| (deviance(loss.min(problem.null.cost)) - full).max(0.0);
    Ok(losses.into_iter().map(increase).collect())
}

/// The increases of a model with shrunken weights, for the same precision.
fn shrunken(problem: &Problem<'_>, answer: &Scored, tau: f64) -> Result<Vec<f64>, Error> {
    let whole = Candidate {
        net: answer.refit.net.clone(),
        ..answer.candidate.clone()
    };
    let deviance = |found: &Candidate| {
        if problem.observer.is_cancelled() {
            return Err(Error::Cancelled);
        }
        if found.columns.is_empty() {
            return Ok(problem.loss.deviance(problem.null.cost));
        }
        let x = problem.x().gather(&found.columns);
        let activation = problem.settings.activation;
        let (half, _) = shrinkage::trial(&x, &problem.loss, activation, &found.net, tau)?;
        Ok(2.0 * half)
    };
    let full = deviance(&whole)?;
    let most = problem.loss.deviance(problem.null.cost);
    (0..whole.columns.len())
        .into_par_iter()
        .map(|input| Ok((deviance(&whole.without(input))?.min(most) - full).max(0.0)))
        .collect()
}

/// The loss of least squares without each column: dropping column j increases
/// the residual sum of squares by `β_j² / (XᵀX)⁻¹_jj`, so one factorization is
/// enough. Columns that are nearly collinear are left out one by one instead.
fn least_squares(x: &Columns<f64>, y: &[f64], full: &refit::Refit) -> Result<Vec<f64>, Error> {
    let count = x.count();
    if let Some(variances) = linalg::inverse_diagonal(&linalg::gram(x), count) {
        let pairs = full.net.theta.iter().zip(variances);
        return Ok(pairs
            .map(|(beta, variance)| full.loss.hypot(beta / variance.sqrt()))
            .collect());
    }
    (0..count)
        .into_par_iter()
        .map(|dropped| {
            let others: Vec<usize> = (0..count).filter(|&column| column != dropped).collect();
            let net = Net::null(Architecture::new(others.len(), &[], 1), &[0.0]);
            Ok(refit::least_squares(&x.gather(&others), y, &net)?.loss)
        })
        .collect()
}

/// The loss without each input, by refits that start from the whole model.
fn refitted(problem: &Problem<'_>, answer: &Scored) -> Result<Vec<f64>, Error> {
    let penalized = &answer.candidate;
    let whole = Candidate {
        net: answer.refit.net.clone(),
        ..penalized.clone()
    };
    let inputs = penalized.columns.len();
    let steps = Effort::Steps((STEPS / inputs.max(1)).max(FEWEST_STEPS));
    // Networks have many local minima: the better of two refits is closer to
    // what the other features can do.
    let is_convex = whole.net.architecture.layers() == 1;
    let starts = match is_convex || inputs > TWICE {
        true => vec![&whole],
        false => vec![&whole, penalized],
    };
    let losses: Vec<f64> = (0..starts.len() * inputs)
        .into_par_iter()
        .map(|job| {
            if problem.observer.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let without = starts[job / inputs].without(job % inputs);
            if without.columns.is_empty() {
                return Ok(problem.null.cost);
            }
            let x = problem.x().gather(&without.columns);
            let activation = problem.settings.activation;
            let refit = refit::network(&x, &problem.loss, activation, &without.net, steps)?;
            Ok(refit.loss)
        })
        .collect::<Result<_, _>>()?;
    let best = |input: usize| {
        let of_input = losses.iter().skip(input).step_by(inputs);
        of_input.copied().fold(f64::INFINITY, f64::min)
    };
    Ok((0..inputs).map(best).collect())
}
