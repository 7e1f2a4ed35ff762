//! The choice among candidates and the empty model.

use super::annealing::Annealing;
use super::candidate::{Candidate, Scored};
use super::elimination;
use super::linear::LinearSearch;
use super::nearby::Nearby;
use super::neighbours;
use super::objective::Objective;
use super::problem::Problem;
use super::refit::{self, Effort};
use super::score::{self, Score};
use super::shrinkage;
use super::units::noise_units;
use crate::departure::Departure;
use crate::error::Error;
use crate::law::{Loss, SearchPolicy};
use crate::observer::Event;
use crate::qut::Threshold;
use crate::rng::Seed;
use rayon::prelude::*;

/// A candidate must cost this much less than the empty model, relatively.
const MARGIN: f64 = 1e-3;

/// Stream of random numbers below the seed of a fit.
const STARTS_STREAM: u64 = 2;

/// The best penalized fit with its refit.
pub(super) fn search(problem: &Problem<'_>, threshold: &Threshold) -> Result<Scored, Error> {
    let annealing = Annealing::new(problem, threshold);
    let selection = Selection {
        problem,
        threshold,
        policy: problem.loss.policy(),
        objective: Objective {
            problem,
            annealing: &annealing,
            threshold,
        },
    };
    // Every column is constant, or has nothing to do with the target: there is
    // nothing to search.
    let is_hopeless = problem.x().count() == 0 || threshold.lambda == 0.0;
    let (candidate, nearby) = match problem.loss.least_squares_target() {
        _ if is_hopeless => (selection.objective.null_candidate(), Nearby::default()),
        Some(y) if problem.requests_linear() => LinearSearch {
            problem,
            y,
            annealing: &annealing,
        }
        .run()?,
        _ => return selection.among_networks(),
    };
    problem.observer.event(Event::Refit);
    Ok(Scored {
        nearby,
        ..selection.scored(candidate, Effort::Full)?
    })
}

/// What the choice depends on.
struct Selection<'a> {
    problem: &'a Problem<'a>,
    threshold: &'a Threshold,
    policy: SearchPolicy,
    objective: Objective<'a>,
}

impl Selection<'_> {
    /// All starts in all noise units; among the best of each unit the lowest score wins.
    fn among_networks(&self) -> Result<Scored, Error> {
        let candidates = self.candidates(self.objective)?;
        let mut best_of_unit = self.best_of_each_unit(&candidates);
        if best_of_unit.is_empty() && !self.could_be_noise() {
            best_of_unit = self.instead_of_nothing(&candidates)?;
        }
        self.problem.observer.event(Event::Refit);
        let mut scored: Vec<Scored> = best_of_unit
            .into_par_iter()
            .map(|found| self.scored(found, Effort::Full))
            .collect::<Result<_, _>>()?;
        let null_competes = self.could_be_noise() || !self.policy.weighs_evidence;
        if null_competes || scored.is_empty() {
            let nothing = self.scored(self.objective.null_candidate(), Effort::Full)?;
            // The evidence alone is too kind to what might be noise.
            scored.retain(|found| found.score < nothing.score);
            scored.insert(0, nothing);
        }
        let best = best_of(self.problem, scored)?;
        self.improved(best)
    }

    /// The best list next to the winner.
    fn improved(&self, best: Scored) -> Result<Scored, Error> {
        let is_plain = self.problem.settings.penalty.is_homogeneous();
        if is_plain || best.candidate.columns.is_empty() {
            return Ok(best);
        }
        let takes = |departure| self.problem.settings.takes(departure);
        if !self.policy.weighs_evidence && !takes(Departure::Elimination)
            || self.policy.weighs_evidence && !takes(Departure::Neighbours)
        {
            return Ok(best);
        }
        if !self.policy.weighs_evidence {
            return elimination::by_score(best, |candidate, effort| self.scored(candidate, effort));
        }
        let (net, columns) = (&best.refit.net, &best.candidate.columns);
        match neighbours::search(self.problem, net, columns)? {
            None => Ok(best),
            Some(found) => {
                let candidate = Candidate {
                    net: found.net,
                    columns: found.columns,
                    ..best.candidate
                };
                Ok(Scored {
                    nearby: found.nearby,
                    ..self.scored(candidate, Effort::Full)?
                })
            }
        }
    }

    /// Whether the null model is a local minimum at λ.
    fn could_be_noise(&self) -> bool {
        self.threshold.observed <= self.threshold.lambda
    }

    /// For each noise unit, all starts annealed in it.
    fn candidates(&self, objective: Objective<'_>) -> Result<Vec<Vec<Candidate>>, Error> {
        let settings = self.problem.settings;
        let starts = match self.problem.requests_linear() {
            true => 1,
            false => settings.restarts,
        };
        let seed = Seed::new(settings.seed).child(STARTS_STREAM);
        objective.candidates(&noise_units(self.problem), starts, seed)
    }

    /// The cheapest candidate of each unit, or every start where evidence can tell them
    /// apart, unless it is saturated or costs no less than the empty model.
    fn best_of_each_unit(&self, candidates: &[Vec<Candidate>]) -> Vec<Candidate> {
        let is_saturated =
            |found: &Candidate| score::parameters(&found.net) as f64 > self.policy.max_parameters;
        candidates
            .iter()
            .flat_map(|unit| {
                let mut starts: Vec<&Candidate> =
                    unit.iter().filter(|found| !is_saturated(found)).collect();
                starts.sort_by(|a, b| a.certificate.cost.total_cmp(&b.certificate.cost));
                if !self.policy.weighs_evidence {
                    starts.truncate(1);
                }
                starts
            })
            .filter(|found| found.certificate.cost < (1.0 - MARGIN) * found.certificate.null_cost)
            .cloned()
            .collect()
    }

    /// The candidates where no annealed one costs less than the null model, but
    /// the null model is no local minimum either.
    fn instead_of_nothing(&self, candidates: &[Vec<Candidate>]) -> Result<Vec<Candidate>, Error> {
        let all = || candidates.iter().flatten();
        if self.problem.requests_linear() {
            // Descend from the null model at the final problem.
            let annealing = self.objective.annealing.without_path();
            let direct = self.candidates(Objective {
                annealing: &annealing,
                ..self.objective
            })?;
            let before: Vec<_> = all().flat_map(|found| found.phases.clone()).collect();
            return Ok(direct
                .into_iter()
                .flatten()
                .map(|mut found| {
                    found.phases.splice(0..0, before.iter().copied());
                    found
                })
                .collect());
        }
        if self.problem.settings.lambda.is_some() {
            // A caller who sets a small λ asks for the features that it admits.
            let smallest = all().min_by_key(|found| score::parameters(&found.net));
            return Ok(smallest.cloned().into_iter().collect());
        }
        Ok(Vec::new())
    }

    fn scored(&self, candidate: Candidate, effort: Effort) -> Result<Scored, Error> {
        scored(self.problem, candidate, effort)
    }
}

/// The model without features.
pub(super) fn empty(problem: &Problem<'_>, threshold: &Threshold) -> Result<Scored, Error> {
    let annealing = Annealing::new(problem, threshold);
    let objective = Objective {
        problem,
        annealing: &annealing,
        threshold,
    };
    scored(problem, objective.null_candidate(), Effort::Full)
}

/// A candidate with its refit and its score.
pub(super) fn scored(
    problem: &Problem<'_>,
    candidate: Candidate,
    effort: Effort,
) -> Result<Scored, Error> {
    let x = problem.x().gather(&candidate.columns);
    let refit = match problem.loss.least_squares_target() {
        Some(y) if candidate.net.architecture.layers() == 1 => {
            refit::least_squares(&x, y, &candidate.net)?
        }
        _ => {
            let activation = problem.settings.activation;
            refit::network(&x, &problem.loss, activation, &candidate.net, effort)?
        }
    };
    let score = Score::new(&problem.loss, problem.x().count());
    Ok(Scored {
        score: score.network(&candidate.net, problem.loss.deviance(refit.loss)),
        candidate,
        refit,
        nearby: Nearby::default(),
    })
}

/// What fits are compared by: the evidence of their shrunken refits where the law asks
/// for it and all of them have one, else the score of their refits.
pub(super) fn scores<const N: usize>(
    fits: [(&Problem<'_>, &Scored); N],
) -> Result<[f64; N], Error> {
    let mut scores = fits.map(|(_, one)| one.score);
    let mut evidences = [0.0; N];
    for ((problem, one), evidence) in fits.iter().zip(&mut evidences) {
        match evidence_score(problem, one)? {
            Some(found) => *evidence = found,
            None => return Ok(scores),
        }
    }
    scores = evidences;
    Ok(scores)
}

/// The candidate with the lowest score, the first on a tie; see [`scores`].
fn best_of(problem: &Problem<'_>, candidates: Vec<Scored>) -> Result<Scored, Error> {
    let evidences: Option<Vec<f64>> = candidates
        .par_iter()
        .map(|one| evidence_score(problem, one))
        .collect::<Result<_, Error>>()?;
    let scores: Vec<f64> = match evidences {
        Some(evidences) => evidences,
        None => candidates.iter().map(|one| one.score).collect(),
    };
    let mut best: Option<(f64, Scored)> = None;
    for (score, one) in scores.into_iter().zip(candidates) {
        if best.as_ref().is_none_or(|(least, _)| score < *least) {
            best = Some((score, one));
        }
    }
    best.map(|(_, best)| best).ok_or_else(|| Error::NotFinite {
        place: "in the scores of the candidates".to_owned(),
    })
}

/// Whether candidates are compared by their evidence.
fn weighs_evidence(problem: &Problem<'_>) -> bool {
    problem.loss.policy().weighs_evidence && problem.settings.takes(Departure::Evidence)
}

/// Minus twice the log evidence of the shrunken refit, with what the choice of its
/// features among p costs; nothing where the law or the size of the model speaks
/// against it.
fn evidence_score(problem: &Problem<'_>, one: &Scored) -> Result<Option<f64>, Error> {
    if !weighs_evidence(problem) || !shrinkage::is_feasible(&problem.loss, &one.refit.net) {
        return Ok(None);
    }
    let x = problem.x().gather(&one.candidate.columns);
    let activation = problem.settings.activation;
    let found = shrinkage::fitted(&x, &problem.loss, activation, &one.refit.net, None)?;
    let choices = score::choices_of(problem.x().count(), &one.refit.net);
    Ok(found.map(|found| 2.0 * (choices - found.evidence)))
}

/// The same answer with a refit that predicts, and the precision τ of its weights where
/// they are shrunken. Least squares stays as it is: its
/// coefficients mean what people expect them to.
pub(super) fn shrunken(
    problem: &Problem<'_>,
    answer: Scored,
) -> Result<(Scored, Option<f64>), Error> {
    let is_linear = answer.candidate.net.architecture.layers() == 1;
    let is_exact = is_linear && problem.loss.least_squares_target().is_some();
    if is_exact || !problem.settings.takes(Departure::Shrinkage) {
        return Ok((answer, None));
    }
    let x = problem.x().gather(&answer.candidate.columns);
    let activation = problem.settings.activation;
    let (refit, tau) = shrinkage::shrunken(&x, &problem.loss, activation, answer.refit)?;
    Ok((Scored { refit, ..answer }, tau))
}
