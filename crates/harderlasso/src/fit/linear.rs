//! Linear regression: an annealed coordinate descent in each of several noise
//! units, and the choice among the answers.

use super::annealing::Annealing;
use super::candidate::Candidate;
use super::elimination;
use super::nearby::Nearby;
use super::problem::Problem;
use super::score::Score;
use super::units::noise_units;
use crate::certificate::Certificate;
use crate::departure::Departure;
use crate::error::Error;
use crate::law::Loss;
use crate::linalg;
use crate::network::{Architecture, Net};
use crate::observer::Event;
use crate::rng::Seed;
use crate::solver::coordinate::{Point, Quadratic, SweepLimits};
use crate::solver::message_passing;
use crate::trace::{End, PhaseReport};

/// Changes of a coefficient, in noise units, that end a phase and the last one.
const TOLERANCE: f64 = 1e-4;
const FINAL_TOLERANCE: f64 = 1e-9;

/// Stream of random numbers below the seed of a fit.
const SUBSETS_STREAM: u64 = 3;

/// Steps without success that end the search among lists.
const PATIENCE: usize = 1000;

/// Message passing needs the eigenvectors of as many dimensions.
const MOST_ROWS: usize = 500;

/// Sweeps over all coordinates in one phase at most.
const MAX_SWEEPS: usize = 1000;

/// What every noise unit shares.
pub(super) struct LinearSearch<'a> {
    pub(super) problem: &'a Problem<'a>,
    /// The target, centred and with standard deviation 1.
    pub(super) y: &'a [f64],
    pub(super) annealing: &'a Annealing,
}

/// What was found in one noise unit.
struct InUnit {
    point: Point,
    support: Vec<usize>,
    phases: Vec<PhaseReport>,
    unit: f64,
}

impl LinearSearch<'_> {
    /// The best candidate over all noise units.
    ///
    /// Among the units the lowest score of the least-squares refit wins; the
    /// empty model takes part. Then every feature must still pass the noise
    /// test given the others.
    pub(super) fn run(&self) -> Result<(Candidate, Nearby), Error> {
        let mut problem = Quadratic::new(
            self.problem.x(),
            self.y,
            self.total(),
            self.problem.known_gram(),
        );
        let units = noise_units(self.problem);
        let total = units.len() * self.annealing.phases().len();
        let mut nearby = Nearby::default();
        let mut best = self.empty(&problem);
        let mut best_score = self.score(&problem, &[]);
        for (number, &unit) in units.iter().enumerate() {
            let done = number * self.annealing.phases().len();
            let Some(found) = self.anneal(&mut problem, unit, done, total)? else {
                // Smaller units only admit more features.
                break;
            };
            let score = self.score(&problem, &found.support);
            if score < best_score || self.annealing.penalty.is_homogeneous() {
                (best, best_score) = (found, score);
            }
        }
        let kept = if self.annealing.penalty.is_homogeneous() {
            best.support.clone()
        } else {
            let support = self.searched(&problem, &best.support, &mut nearby);
            self.beyond_noise(&problem, &support)
        };
        if kept.is_empty() {
            best = self.empty(&problem);
        }
        let nearby = self.alternatives(&problem, &kept, &nearby);
        Ok((self.candidate(&problem, best, &kept), nearby))
    }

    /// The features of a list that noise would not be as strong as.
    fn beyond_noise(&self, problem: &Quadratic<'_>, support: &[usize]) -> Vec<usize> {
        if !self.problem.settings.takes(Departure::Elimination) {
            return support.to_vec();
        }
        elimination::by_noise_test(problem, support, self.total(), self.annealing.lambda)
    }

    /// The lists that might have been chosen in place of `kept`: nearly as good, and
    /// without features that noise would be as strong as.
    fn alternatives(&self, problem: &Quadratic<'_>, kept: &[usize], nearby: &Nearby) -> Nearby {
        let mut passed = Nearby::default();
        if kept.is_empty() {
            return passed;
        }
        let score = self.score(problem, kept);
        let columns =
            |list: &[usize]| -> Vec<usize> { list.iter().map(|&k| problem.members()[k]).collect() };
        for (list, difference) in nearby.other_than(kept, score) {
            if self.beyond_noise(problem, &list).len() == list.len() {
                passed.add(&columns(&list), difference);
            }
        }
        passed
    }

    fn empty(&self, problem: &Quadratic<'_>) -> InUnit {
        InUnit {
            point: problem.null_point(),
            support: Vec::new(),
            phases: Vec::new(),
            unit: 1.0,
        }
    }

    /// Observations that the rows stand for.
    fn total(&self) -> f64 {
        self.problem.loss.total()
    }

    /// One pass through the schedule; `None` if the model became saturated.
    fn anneal(
        &self,
        problem: &mut Quadratic<'_>,
        unit: f64,
        done: usize,
        total: usize,
    ) -> Result<Option<InUnit>, Error> {
        let mut point = problem.null_point();
        let mut phases = Vec::with_capacity(self.annealing.phases().len());
        let last = self.annealing.phases().len() - 1;
        for (number, phase) in self.annealing.phases().iter().enumerate() {
            if self.problem.observer.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let (penalized, nu) = self.annealing.phase(unit, phase, number == last);
            let tolerance = if number == last {
                FINAL_TOLERANCE
            } else {
                TOLERANCE
            };
            let limits = SweepLimits {
                tolerance: tolerance * unit,
                max_sweeps: MAX_SWEEPS,
                // The fit in the widest unit always gives an answer.
                max_features: if number == last && done == 0 {
                    usize::MAX
                } else {
                    (self.problem.loss.policy().max_parameters as usize).max(1)
                },
            };
            let (steps, end) = problem.descend(&mut point, &penalized, limits);
            let features = Quadratic::support(&point).len();
            phases.push(PhaseReport {
                lambda: penalized.lambda,
                nu,
                steps,
                features,
                cost: point.cost(&penalized),
                end,
            });
            self.problem.observer.event(Event::Phase {
                done: done + number + 1,
                total,
                features,
            });
            if number == last && end == End::Saturated {
                return Ok(None);
            }
        }
        let support = Quadratic::support(&point);
        Ok(Some(InUnit {
            point,
            support,
            phases,
            unit,
        }))
    }

    fn score(&self, problem: &Quadratic<'_>, support: &[usize]) -> f64 {
        match problem.refit_rss(support) {
            Some(rss) => self.score_of(support.len(), rss / linalg::dot(self.y, self.y)),
            None => f64::INFINITY,
        }
    }

    /// The score of some features that leave this share of the variance.
    fn score_of(&self, features: usize, share: f64) -> f64 {
        let score = Score::new(&self.problem.loss, self.problem.x().count());
        match self.problem.settings.takes(Departure::Evidence) {
            true => score.evidence(features, share),
            false => score.extended_bic(features, share),
        }
    }

    /// The best list next to an annealed one or next to what message passing finds.
    /// Takes note of the lists on the way.
    fn searched(
        &self,
        problem: &Quadratic<'_>,
        annealed: &[usize],
        nearby: &mut Nearby,
    ) -> Vec<usize> {
        let takes = |departure| self.problem.settings.takes(departure);
        if !takes(Departure::Neighbours) {
            return annealed.to_vec();
        }
        let subsets = problem.subsets(self.problem.loss.policy().max_parameters as usize);
        let total = subsets.total;
        let evidence = |rss: f64, count: usize| self.score_of(count, rss / total);
        let mut rng = Seed::new(self.problem.settings.seed)
            .child(SUBSETS_STREAM)
            .rng();
        let mut visit = |list: &[usize], score: f64| nearby.add(list, score);
        let mut best = subsets.search(annealed, evidence, PATIENCE, &mut rng, &mut visit);
        let rows = self.problem.x().rows();
        let is_wide = rows <= MOST_ROWS && problem.members().len() > rows;
        if is_wide && takes(Departure::MessagePassing) {
            let start = message_passing::support(&problem.member_columns(), self.y);
            if let Some(start) = start.filter(|start| *start != best.columns) {
                let other = subsets.search(&start, evidence, PATIENCE, &mut rng, &mut visit);
                if other.score < best.score {
                    best = other;
                }
            }
        }
        best.columns
    }

    /// The features of an answer that are kept, with the certificate of the
    /// penalized fit that they come from.
    fn candidate(&self, problem: &Quadratic<'_>, found: InUnit, kept: &[usize]) -> Candidate {
        let columns: Vec<usize> = kept.iter().map(|&k| problem.members()[k]).collect();
        let mut net = Net::null(Architecture::new(columns.len(), &[], 1), &[0.0]);
        for (weight, &k) in net.theta.iter_mut().zip(kept) {
            *weight = found.point.beta[k];
        }
        Candidate {
            certificate: self.certify(problem, &found),
            net,
            columns,
            phases: found.phases,
            unit: found.unit,
        }
    }

    /// Checks the KKT conditions on the columns themselves.
    fn certify(&self, problem: &Quadratic<'_>, found: &InUnit) -> Certificate {
        let x = self.problem.x();
        let (penalized, _) = self.annealing.last(found.unit);
        let residual = problem.residual(&found.point);
        let norm = linalg::norm(&residual);
        let mut gradient = vec![0.0; x.count()];
        linalg::transposed_product(x, &residual, &mut gradient);
        let inverse = if norm > 0.0 { -1.0 / norm } else { 0.0 };
        gradient.iter_mut().for_each(|g| *g *= inverse);
        let mut beta = vec![0.0; x.count()];
        for &k in &found.support {
            beta[problem.members()[k]] = found.point.beta[k];
        }
        penalized.over(beta.len()).certify(
            &beta,
            &gradient,
            std::iter::empty(),
            norm,
            linalg::norm(self.y),
        )
    }
}
