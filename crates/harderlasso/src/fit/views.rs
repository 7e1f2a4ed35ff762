//! Two views of a target of numbers: its values, and its ranks as normal scores.
//!
//! Values say more where the noise is normal. Ranks cannot be bought by outliers.
//! So a target whose values have heavy tails is first looked at by its ranks: λ
//! and the decision whether there is anything to find are those of the ranks.
//! Where the tails of the target or of the residuals are heavy, both views are
//! searched, and of the two lists the one wins that explains the values better
//! under noise whose tails are as heavy as the residuals ([`Tails`]).

use super::calibration;
use super::candidate::{Candidate, Scored};
use super::elimination;
use super::problem::Problem;
use super::refit::{self, Effort};
use super::score::Score;
use super::selection;
use super::tails::{Tails, normal_scores, untied_scores};
use crate::data::{Design, Response, Target};
use crate::departure::Departure;
use crate::error::Error;
use crate::law::{AnyLoss, Loss};
use crate::network::NetworkLoss;
use crate::observer::{Event, Observer};
use crate::qut::Threshold;
use crate::rng::Seed;
use crate::settings::HarderLasso;
use crate::trace::View;

/// Rounds in which a refit and the weights of its residuals settle.
const ROUNDS: usize = 12;

/// A decrease of the deviance that ends these rounds.
const SETTLED: f64 = 0.1;

/// Stream of random numbers below the seed of a fit.
const TIES_STREAM: u64 = 4;

/// The answer for one architecture: a candidate on the columns of `problem`,
/// which has the target itself.
pub(super) struct Answer<'a> {
    pub(super) problem: Problem<'a>,
    pub(super) threshold: Threshold,
    pub(super) scored: Scored,
    pub(super) view: View,
}

/// A response and, where it is one of numbers, its normal scores.
pub(super) struct Views<'a> {
    pub(super) values: &'a Response,
    pub(super) ranks: Option<Response>,
    /// The normal scores without ties, which confirm that a network found something.
    untied: Option<Response>,
    /// What is searched first.
    pub(super) first: View,
}

impl<'a> Views<'a> {
    /// The views that a fit with some settings needs.
    pub(super) fn new(settings: &HarderLasso, response: &'a Response) -> Result<Self, Error> {
        let only_values = Self {
            values: response,
            ranks: None,
            untied: None,
            first: View::Values,
        };
        // With a given λ a caller asks for what it admits.
        let (Target::Real(values), None, true) = (
            response.target(),
            settings.lambda,
            settings.takes(Departure::Ranks),
        ) else {
            return Ok(only_values);
        };
        let untied = {
            let mut rng = Seed::new(settings.seed).child(TIES_STREAM).rng();
            Some(Response::real(untied_scores(values, &mut rng))?)
        };
        if settings.penalty.is_homogeneous() {
            // Its list is that of its λ, whatever explains the target better.
            return Ok(Self {
                untied,
                ..only_values
            });
        }
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        // Halfway between the two in the middle: turning the target over turns it too.
        let (low, high) = (sorted[(values.len() - 1) / 2], sorted[values.len() / 2]);
        let median = 0.5 * low + 0.5 * high;
        // Around whichever centre the tails are lighter.
        let is_heavy = |centre: f64| {
            let centred: Vec<f64> = values.iter().map(|y| y - centre).collect();
            Tails::of(&centred).are_heavy()
        };
        let first = if is_heavy(mean) && is_heavy(median) {
            View::Ranks
        } else {
            View::Values
        };
        Ok(Self {
            values: response,
            ranks: Some(Response::real(normal_scores(values))?),
            untied,
            first,
        })
    }

    pub(super) fn response(&self, view: View) -> &Response {
        match (view, &self.ranks) {
            (View::Ranks, Some(ranks)) => ranks,
            _ => self.values,
        }
    }
}

/// Fits one architecture in the views that it needs.
pub(super) fn answer<'a>(
    settings: &'a HarderLasso,
    design: &Design,
    views: &Views<'_>,
    observer: &'a dyn Observer,
) -> Result<Answer<'a>, Error> {
    let values = Problem::new(settings, design, views.values, observer)?;
    let Some(ranks) = &views.ranks else {
        let (threshold, scored) = searched(&values)?;
        let answer = Answer::new(values, threshold, scored, View::Values);
        return answer.confirmed(design, views);
    };
    let ranks = Problem::new(settings, design, ranks, observer)?;
    let first = match views.first {
        View::Values => &values,
        View::Ranks => &ranks,
    };
    let (threshold, scored) = searched(first)?;
    if !is_confirmed(first, &threshold, &scored.candidate, design, views)? {
        let scored = selection::empty(&values, &threshold)?;
        return Ok(Answer::new(values, threshold, scored, views.first));
    }
    let is_heavy = views.first == View::Ranks
        || residual_tails(&values, &scored).is_some_and(|tails| tails.are_heavy());
    if scored.candidate.columns.is_empty() || !is_heavy {
        let scored = match views.first {
            View::Values => scored,
            View::Ranks => selection::empty(&values, &threshold)?,
        };
        return Ok(Answer::new(values, threshold, scored, views.first));
    }
    let (by_values, by_ranks) = match views.first {
        View::Values => ((threshold, scored), searched(&ranks)?),
        View::Ranks => (searched(&values)?, (threshold, scored)),
    };
    let (scored, view) = better(&values, by_values.1, &ranks, by_ranks.1)?;
    let threshold = match view {
        View::Values => by_values.0,
        View::Ranks => by_ranks.0,
    };
    Ok(Answer::new(values, threshold, scored, view))
}

impl<'a> Answer<'a> {
    fn new(problem: Problem<'a>, threshold: Threshold, scored: Scored, view: View) -> Self {
        Self {
            problem,
            threshold,
            scored,
            view,
        }
    }

    /// The answer, or that nothing was found where it is not confirmed.
    fn confirmed(self, design: &Design, views: &Views<'_>) -> Result<Self, Error> {
        let candidate = &self.scored.candidate;
        if is_confirmed(&self.problem, &self.threshold, candidate, design, views)? {
            return Ok(self);
        }
        let scored = selection::empty(&self.problem, &self.threshold)?;
        Ok(Self { scored, ..self })
    }
}

/// A second opinion on a network that found something where no column by itself
/// stands out: it has to explain the ranks of the target as well.
///
/// With a few hinges a network isolates outliers, rows with large weights, or the few
/// values that are not equal, and its score pays for that. Of noise the ranks, without
/// ties and without weights, are in a random order whatever its law is.
fn is_confirmed(
    from: &Problem<'_>,
    threshold: &Threshold,
    candidate: &Candidate,
    design: &Design,
    views: &Views<'_>,
) -> Result<bool, Error> {
    let is_doubtful = !from.requests_linear()
        && !candidate.columns.is_empty()
        && threshold.observed <= threshold.lambda;
    let Some(untied) = views.untied.as_ref().filter(|_| is_doubtful) else {
        return Ok(true);
    };
    let plain = design.without_weights();
    let design = plain.as_ref().unwrap_or(design);
    let ranks = Problem::new(from.settings, design, untied, from.observer)?;
    let candidate = transfer(candidate, from, &ranks);
    let something = selection::scored(&ranks, candidate, Effort::Full)?;
    let nothing = selection::empty(&ranks, threshold)?;
    Ok(something.score < nothing.score)
}

/// λ and the best candidate in one view.
fn searched(problem: &Problem<'_>) -> Result<(Threshold, Scored), Error> {
    let threshold = calibration::threshold(problem)?;
    problem.observer.event(Event::Calibrated {
        lambda: threshold.lambda,
    });
    let scored = selection::search(problem, &threshold)?;
    Ok((threshold, scored))
}

/// Of the lists of two views, the one that explains the values better.
fn better(
    values: &Problem<'_>,
    by_values: Scored,
    ranks: &Problem<'_>,
    by_ranks: Scored,
) -> Result<(Scored, View), Error> {
    let by_ranks = selection::scored(
        values,
        transfer(&by_ranks.candidate, ranks, values),
        Effort::Full,
    )?;
    let (best, view) = if by_values.candidate.columns.is_empty() {
        (by_ranks, View::Ranks)
    } else if by_ranks.candidate.columns.is_empty()
        || robust_score(values, &by_values)? <= robust_score(values, &by_ranks)?
    {
        (by_values, View::Values)
    } else {
        (by_ranks, View::Ranks)
    };
    // Outliers may have bought features in either view.
    let robust = |candidate: Candidate, effort: Effort| {
        let found = selection::scored(values, candidate, effort)?;
        Ok(Scored {
            score: robust_score(values, &found)?,
            ..found
        })
    };
    let best = robust(best.candidate, Effort::Full)?;
    Ok((elimination::by_score(best, robust)?, view))
}

/// A candidate of one problem on the columns of another one of the same design.
pub(super) fn transfer(candidate: &Candidate, from: &Problem<'_>, to: &Problem<'_>) -> Candidate {
    let mut candidate = candidate.clone();
    let mut position = vec![0; from.standardized.means.len()];
    for (place, &origin) in to.standardized.origin.iter().enumerate() {
        position[origin] = place;
    }
    for column in &mut candidate.columns {
        *column = position[from.standardized.origin[*column]];
    }
    // Both targets were turned to positive skewness, perhaps differently.
    let scale = |problem: &Problem<'_>| problem.law.output_units().map_or(1.0, |(scale, _)| scale);
    if scale(from) * scale(to) < 0.0 {
        let architecture = candidate.net.architecture.clone();
        let last = architecture.layers() - 1;
        for index in architecture.weights(last).chain(architecture.biases(last)) {
            candidate.net.theta[index] = -candidate.net.theta[index];
        }
    }
    candidate
}

/// The tails of what a refit leaves of a target of numbers.
fn residual_tails(problem: &Problem<'_>, scored: &Scored) -> Option<Tails> {
    let x = problem.x().gather(&scored.candidate.columns);
    let net = &scored.refit.net;
    let mut smooth = NetworkLoss::new(
        &net.architecture,
        problem.settings.activation,
        &problem.loss,
        x,
    );
    let residuals = problem.loss.residuals(smooth.predictions(&net.theta));
    (!residuals.is_empty()).then(|| Tails::of(&residuals))
}

/// The scores of two candidates where the target is its values: under noise with heavy
/// tails if either leaves such, or they could not be compared.
pub(super) fn scores_of_values(
    [(one, first), (other, second)]: [(&Problem<'_>, &Candidate); 2],
) -> Result<[f64; 2], Error> {
    let first = selection::scored(one, first.clone(), Effort::Full)?;
    let second = selection::scored(other, second.clone(), Effort::Full)?;
    let is_heavy = |problem: &Problem<'_>, scored: &Scored| {
        residual_tails(problem, scored).is_some_and(|tails| tails.are_heavy())
    };
    if is_heavy(one, &first) || is_heavy(other, &second) {
        return Ok([robust_score(one, &first)?, robust_score(other, &second)?]);
    }
    selection::scores([(one, &first), (other, &second)])
}

/// The score of a list under noise with tails like those of its residuals: refits
/// in which every row counts as much as its residual suggests.
fn robust_score(problem: &Problem<'_>, scored: &Scored) -> Result<f64, Error> {
    let x = problem.x().gather(&scored.candidate.columns);
    let activation = problem.settings.activation;
    let mut net = scored.candidate.net.clone();
    let mut best = f64::INFINITY;
    let mut weights = {
        let mut smooth: NetworkLoss<'_, f64, AnyLoss> =
            NetworkLoss::new(&net.architecture, activation, &problem.loss, x.clone());
        let predictions = smooth.predictions(&net.theta).to_vec();
        aligned_tails(&problem.loss, &predictions).weights
    };
    for _ in 0..ROUNDS {
        let Some(loss) = problem.loss.reweighted(&weights) else {
            break;
        };
        net = refit::network(&x, &loss, activation, &net, Effort::Trial)?.net;
        let mut smooth: NetworkLoss<'_, f64, AnyLoss> =
            NetworkLoss::new(&net.architecture, activation, &problem.loss, x.clone());
        let tails = Tails::of(&problem.loss.residuals(smooth.predictions(&net.theta)));
        let is_settled = best - tails.deviance < SETTLED;
        best = best.min(tails.deviance);
        if is_settled {
            break;
        }
        weights = tails.weights;
    }
    Ok(Score::new(&problem.loss, problem.x().count()).network(&net, best))
}

/// The tails of the target around the best line through predictions that may be
/// in another unit.
fn aligned_tails(loss: &AnyLoss, predictions: &[f64]) -> Tails {
    let nothing = vec![0.0; predictions.len()];
    let target = loss.residuals(&nothing);
    let mut tails = Tails::of(&target);
    for _ in 0..ROUNDS {
        let total: f64 = tails.weights.iter().sum();
        let mean = |values: &[f64]| -> f64 {
            values
                .iter()
                .zip(&tails.weights)
                .map(|(v, w)| v * w)
                .sum::<f64>()
                / total
        };
        let (centre, level) = (mean(predictions), mean(&target));
        let (mut along, mut squares) = (0.0, 0.0);
        for ((p, y), w) in predictions.iter().zip(&target).zip(&tails.weights) {
            along += w * (p - centre) * (y - level);
            squares += w * (p - centre) * (p - centre);
        }
        let slope = if squares > 0.0 { along / squares } else { 0.0 };
        let residuals: Vec<f64> = predictions
            .iter()
            .zip(&target)
            .map(|(p, y)| y - level - slope * (p - centre))
            .collect();
        tails = Tails::of(&residuals);
    }
    tails
}
