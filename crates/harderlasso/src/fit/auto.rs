//! Linear or network: both are fitted, and the network is kept only where it pays.
//!
//! The two are compared by their score. For a target of numbers the network has to
//! be better in both views, values and ranks: in the values alone outliers could
//! buy it.

use super::candidate::Scored;
use super::problem::Problem;
use super::refit::Effort;
use super::selection;
use super::views::{self, Answer, Views, transfer};
use crate::data::Design;
use crate::error::Error;
use crate::observer::Observer;
use crate::settings::HarderLasso;
use crate::trace::{Comparison, Scores, View};

/// The better one of a linear model and a network.
pub(super) fn answer<'a>(
    (linear, network): (&'a HarderLasso, &'a HarderLasso),
    design: &Design,
    views: &Views<'_>,
    observer: &'a dyn Observer,
) -> Result<(Answer<'a>, Comparison), Error> {
    let linear = views::answer(linear, design, views, observer)?;
    let network = views::answer(network, design, views, observer)?;
    let values = Scores {
        linear: linear.scored.score,
        network: network.scored.score,
    };
    let ranks = match &views.ranks {
        None => None,
        Some(_) => Some(Scores {
            linear: score_of_ranks(&linear, design, views)?,
            network: score_of_ranks(&network, design, views)?,
        }),
    };
    let comparison = Comparison { values, ranks };
    let answer = if comparison.prefers_network() && !network.scored.candidate.columns.is_empty() {
        network
    } else {
        linear
    };
    Ok((answer, comparison))
}

/// The score of an answer where the target is its normal scores.
fn score_of_ranks(answer: &Answer<'_>, design: &Design, views: &Views<'_>) -> Result<f64, Error> {
    let (settings, observer) = (answer.problem.settings, answer.problem.observer);
    let ranks = Problem::new(settings, design, views.response(View::Ranks), observer)?;
    let candidate = transfer(&answer.scored.candidate, &answer.problem, &ranks);
    let Scored { score, .. } = selection::scored(&ranks, candidate, Effort::Full)?;
    Ok(score)
}
