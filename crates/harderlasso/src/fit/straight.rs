//! A linear model as a network: a list that a network search can miss.
//!
//! Where a target is a sum of its columns, a network needs several neurons to find
//! that, and with noise that is skewed it spends them on noise as well. One neuron that
//! is active in every row is a linear function. So the list of the linear model is a
//! candidate for networks with one hidden layer, whose λ is the same.

use super::candidate::Candidate;
use super::refit::Effort;
use super::selection;
use super::views::{self, Answer, transfer};
use crate::data::{Response, Target};
use crate::departure::Departure;
use crate::error::Error;
use crate::linalg;
use crate::network::{Architecture, Net};
use crate::settings::HarderLasso;

/// How far above its kink the neuron stays, in standard deviations of the target.
const MARGIN: f64 = 1.0;

/// Whether the list of the linear model is a candidate for a network: lists of numbers are
/// searched for, and both models have the same λ.
pub(super) fn is_candidate(settings: &HarderLasso, response: &Response) -> bool {
    settings.hidden.len() == 1
        && matches!(response.target(), Target::Real(_))
        && settings.lambda.is_none()
        && !settings.penalty.is_homogeneous()
        && settings.takes(Departure::Neighbours)
}

/// The answer of a network, or the list of the linear model if that is better as a
/// network too.
pub(super) fn or_linear<'a>(network: Answer<'a>, linear: &Answer<'_>) -> Result<Answer<'a>, Error> {
    if linear.scored.candidate.columns.is_empty() {
        return Ok(network);
    }
    let candidate = as_network(&network, linear);
    let problem = &network.problem;
    let [own, other] =
        views::scores_of_values([(problem, &network.scored.candidate), (problem, &candidate)])?;
    let is_better = other < own || network.scored.candidate.columns.is_empty();
    if !is_better {
        return Ok(network);
    }
    let scored = selection::scored(problem, candidate, Effort::Full)?;
    Ok(Answer {
        scored,
        view: linear.view,
        ..network
    })
}

/// A neuron with the coefficients of a linear model that is active in every row. What
/// the search of the network went through stays.
fn as_network(network: &Answer<'_>, linear: &Answer<'_>) -> Candidate {
    let mut straight = linear.scored.candidate.clone();
    straight.net = linear.scored.refit.net.clone();
    let straight = transfer(&straight, &linear.problem, &network.problem);
    let features = straight.columns.len();
    let weights = &straight.net.theta[..features];
    let mut products = vec![0.0; network.problem.x().rows()];
    for (&column, &weight) in straight.columns.iter().zip(weights) {
        linalg::add_scaled(&mut products, weight, network.problem.x().column(column));
    }
    let lowest = products.iter().fold(0.0, |least: f64, v| least.min(*v));
    let bias = MARGIN - lowest;
    let mut net = Net::null(Architecture::new(features, &[1], 1), &[-bias]);
    net.theta[..features].copy_from_slice(weights);
    let first = net.architecture.biases(0);
    net.theta[first].fill(bias);
    let second = net.architecture.weights(1);
    net.theta[second].fill(1.0);
    Candidate {
        net,
        columns: straight.columns,
        ..network.scored.candidate.clone()
    }
}
