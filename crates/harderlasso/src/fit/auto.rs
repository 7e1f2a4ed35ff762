//! Linear or network: both are fitted, and the network is kept only where it pays.
//!
//! The two are compared by their score. For a target of numbers the network has to
//! be better on average over both views, values and ranks: in the values alone outliers
//! could buy it.

use super::candidate::Scored;
use super::problem::Problem;
use super::refit::Effort;
use super::selection;
use super::straight;
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
    let network = match straight::is_candidate(network.problem.settings, views.values) {
        true => straight::or_linear(network, &linear)?,
        false => network,
    };
    let values = views::scores_of_values([
        (&linear.problem, &linear.scored.candidate),
        (&network.problem, &network.scored.candidate),
    ])?;
    let mut explains_ranks = true;
    let ranks = match &views.ranks {
        None => None,
        Some(_) => {
            let (problem, scored) = in_ranks(&linear, design, views)?;
            let (other, network) = in_ranks(&network, design, views)?;
            // What it gains by a single wild value has no bound, and no mean of the two
            // scores makes up for it.
            explains_ranks = network.refit.loss <= scored.refit.loss;
            Some(selection::scores([
                (&problem, &scored),
                (&other, &network),
            ])?)
        }
    };
    let found_nothing = network.scored.candidate.columns.is_empty();
    let scores = |[linear, network]: [f64; 2]| Scores {
        linear,
        // A network that found nothing explains the target no better than any model.
        network: if found_nothing {
            network.max(linear)
        } else {
            network
        },
    };
    let (values, ranks) = (scores(values), ranks.map(scores));
    let comparison = Comparison { values, ranks };
    let answer = if comparison.prefers_network() && explains_ranks {
        network
    } else {
        linear
    };
    Ok((answer, comparison))
}

/// An answer refitted to the normal scores of the target.
fn in_ranks<'a>(
    answer: &Answer<'a>,
    design: &Design,
    views: &Views<'_>,
) -> Result<(Problem<'a>, Scored), Error> {
    let (settings, observer) = (answer.problem.settings, answer.problem.observer);
    let ranks = Problem::new(settings, design, views.response(View::Ranks), observer)?;
    let candidate = transfer(&answer.scored.candidate, &answer.problem, &ranks);
    let scored = selection::scored(&ranks, candidate, Effort::Full)?;
    Ok((ranks, scored))
}
