//! The order of things: standardize, calibrate, search, refit, report.

use super::linear::LinearSearch;
use super::network::{NetworkSearch, START_WIDTH};
use super::refit::{self, Effort, Refit};
use super::target::{Target, regression_target};
use super::{Candidate, HarderLasso};
use crate::data::{Design, Response, Standardized};
use crate::error::Error;
use crate::linalg;
use crate::loss::{self, CrossEntropy, Loss};
use crate::model::{Model, Output, Parts};
use crate::observer::{Event, Observer};
use crate::qut::{self, Statistic, Threshold};
use crate::rng::Seed;
use crate::schedule::Schedule;
use rayon::prelude::*;
use std::sync::OnceLock;

/// Noise units that a network with one hidden layer is tried in, in standard
/// deviations of the target; deeper ones divide them by `π_L`, as that is what
/// multiplies their λ.
const NETWORK_UNITS: [f64; 4] = [1.0, 1.0 / 3.0, 1.0 / 9.0, 1.0 / 27.0];

/// A candidate must cost this much less than the empty model, relatively.
const MARGIN: f64 = 1e-3;

/// A network cannot have more parameters than this.
const MAX_PARAMETERS: usize = 1 << 31;

/// Streams of random numbers below the seed of a fit.
const DRAWS_STREAM: u64 = 1;
const STARTS_STREAM: u64 = 2;

/// Runs a generic body with the loss that a response calls for.
macro_rules! with_loss {
    ($settings:expr, $design:expr, $response:expr, $target:ident => $body:expr) => {
        match $response {
            Response::Real(values) => {
                let is_linear = $settings.hidden.is_empty();
                let $target = regression_target(values, $design.weights(), is_linear)?;
                $body
            }
            Response::Classes { codes, names } => {
                let (codes, classes) = (codes.clone(), names.len());
                let $target = Target {
                    loss: match $design.weights() {
                        None => CrossEntropy::new(codes, classes),
                        Some(weights) => CrossEntropy::weighted(codes, classes, weights.to_vec()),
                    },
                    output: Output::Classification {
                        classes: names.clone(),
                    },
                };
                $body
            }
        }
    };
}

pub(super) fn fit(
    settings: &HarderLasso,
    design: &Design,
    response: &Response,
    observer: &dyn Observer,
) -> Result<Model, Error> {
    with_loss!(settings, design, response, target => Prepared::new(settings, design, target, observer)?.fit(design, response))
}

pub(super) fn calibrate(
    settings: &HarderLasso,
    design: &Design,
    response: &Response,
    observer: &dyn Observer,
) -> Result<Threshold, Error> {
    with_loss!(settings, design, response, target => Prepared::new(settings, design, target, observer)?.threshold())
}

/// A candidate that was fitted without penalty and compared.
struct Refitted {
    candidate: Candidate,
    refit: Refit,
    score: f64,
}

/// Refuses networks that no memory holds.
fn check_size(settings: &HarderLasso, columns: usize, outputs: usize) -> Result<(), Error> {
    let mut widths = vec![columns];
    widths.extend(&settings.hidden);
    if let Some(first) = widths.get_mut(1) {
        *first = first.saturating_mul(START_WIDTH);
    }
    widths.push(outputs);
    let parameters = widths.windows(2).try_fold(0usize, |sum, pair| {
        let layer = pair[0].checked_add(1)?.checked_mul(pair[1])?;
        sum.checked_add(layer)
    });
    match parameters {
        Some(parameters) if parameters <= MAX_PARAMETERS => Ok(()),
        _ => Err(Error::TooLarge {
            hidden: settings.hidden.clone(),
            columns,
            most: MAX_PARAMETERS,
        }),
    }
}

/// Everything that is known before the search.
struct Prepared<'a, L> {
    settings: &'a HarderLasso,
    standardized: Standardized,
    target: Target<L>,
    gram: OnceLock<Vec<f64>>,
    observer: &'a dyn Observer,
}

impl<'a, L: Loss> Prepared<'a, L> {
    fn new(
        settings: &'a HarderLasso,
        design: &Design,
        target: Target<L>,
        observer: &'a dyn Observer,
    ) -> Result<Self, Error> {
        check_size(settings, design.columns(), target.loss.outputs())?;
        let rows = design.rows();
        let null_gradient = loss::null_gradient(&target.loss);
        let factors = target.loss.row_factors();
        let standardized = Standardized::new(design, factors, |column| {
            null_gradient
                .chunks_exact(rows)
                .map(|output| linalg::dot(column, output).abs())
                .sum()
        })?;
        Ok(Self {
            settings,
            standardized,
            target,
            gram: OnceLock::new(),
            observer,
        })
    }

    fn threshold(&self) -> Result<Threshold, Error> {
        let x = &self.standardized.columns;
        let settings = self.settings;
        let statistic = Statistic::new(&settings.hidden, settings.activation);
        let observed = statistic.observed(x, &loss::null_gradient(&self.target.loss));
        if !observed.is_finite() {
            return Err(Error::NotFinite {
                place: "in the threshold of the data".to_owned(),
            });
        }
        if let Some(lambda) = settings.lambda {
            return Ok(Threshold {
                lambda,
                interval: (lambda, lambda),
                observed,
                draws: Vec::new(),
            });
        }
        let calibrated = qut::calibrate(
            x,
            &self.target.loss.null_law(),
            qut::Plan {
                statistic,
                alpha: settings.alpha,
                draws: settings.draws,
                seed: Seed::new(settings.seed).child(DRAWS_STREAM),
            },
            || self.gram.get_or_init(|| linalg::gram(x)),
            self.observer,
        )?;
        if !calibrated.lambda.is_finite() {
            return Err(Error::NotFinite {
                place: "in λ".to_owned(),
            });
        }
        // Where a class counts for less than an observation, most null targets
        // are of one class, and so without any gradient. The quantile is then
        // zero and says nothing; what is left is to select nothing.
        let lambda = if calibrated.lambda > 0.0 {
            calibrated.lambda
        } else {
            observed
        };
        Ok(Threshold {
            lambda,
            interval: (calibrated.interval.0, calibrated.interval.1.max(lambda)),
            observed,
            draws: calibrated.draws,
        })
    }

    fn fit(self, design: &Design, response: &Response) -> Result<Model, Error> {
        let threshold = self.threshold()?;
        self.observer.event(Event::Calibrated {
            lambda: threshold.lambda,
        });
        let (candidate, refit) = self.search(&threshold)?;
        let parts = Parts {
            settings: self.settings,
            design,
            standardized: &self.standardized,
            output: self.target.output,
            threshold,
            candidate,
            refit,
        };
        Model::assemble(parts, response)
    }

    /// The best penalized fit, and its refit.
    fn search(&self, threshold: &Threshold) -> Result<(Candidate, Refit), Error> {
        let x = &self.standardized.columns;
        let candidate = match self.target.loss.real_target() {
            // Every column is constant, or has nothing to do with the target:
            // there is nothing to search.
            _ if x.count() == 0 || threshold.lambda == 0.0 => {
                Candidate::empty(&self.target.loss, threshold)
            }
            Some(y) if self.settings.hidden.is_empty() => {
                let schedule = self.schedule(Schedule::paper);
                LinearSearch {
                    x,
                    y,
                    total: self.target.loss.total(),
                    gram: self.gram.get().map(Vec::as_slice),
                    penalty: self.settings.penalty,
                    lambda: threshold.lambda,
                    schedule: &schedule,
                    observer: self.observer,
                }
                .run()?
            }
            _ => return self.search_network(threshold),
        };
        self.observer.event(Event::Refit);
        let refit = self.refit(&candidate, Effort::Full)?;
        Ok((candidate, refit))
    }

    fn schedule(&self, default: impl Fn() -> Schedule) -> Schedule {
        self.settings.schedule.clone().unwrap_or_else(default)
    }

    /// All starts in all noise units; in each unit the lowest cost wins, and
    /// among the units the lowest score.
    fn search_network(&self, threshold: &Threshold) -> Result<(Candidate, Refit), Error> {
        let settings = self.settings;
        let is_linear = settings.hidden.is_empty();
        let is_regression = self.target.loss.real_target().is_some();
        let schedule = self.schedule(if is_linear {
            Schedule::paper
        } else {
            Schedule::gentle
        });
        let depth = qut::width_factor(&settings.hidden);
        let units: Vec<f64> = match self.target.loss.real_target() {
            Some(_) if !settings.penalty.is_homogeneous() => &NETWORK_UNITS[..],
            _ => &NETWORK_UNITS[..1],
        }
        .iter()
        .map(|unit| unit / depth)
        .collect();
        let starts = if is_linear { 1 } else { settings.restarts };
        let search = NetworkSearch {
            x: &self.standardized.columns,
            loss: &self.target.loss,
            hidden: &settings.hidden,
            activation: settings.activation,
            penalty: settings.penalty,
            lambda: threshold.lambda,
            observed: threshold.observed,
            schedule: &schedule,
            observer: self.observer,
        };
        let seed = Seed::new(settings.seed).child(STARTS_STREAM);
        let candidates = search.run(&units, starts, seed)?;
        let mut cheapest: Vec<Candidate> = candidates
            .iter()
            .filter_map(|unit| {
                unit.iter()
                    .filter(|found| !self.learns_by_heart(found))
                    .min_by(|a, b| a.certificate.cost.total_cmp(&b.certificate.cost))
            })
            // What costs no less than the empty model explains nothing.
            .filter(|found| found.certificate.cost < (1.0 - MARGIN) * found.certificate.null_cost)
            .cloned()
            .collect();
        let is_noise = threshold.observed <= threshold.lambda;
        if is_linear && cheapest.is_empty() && !is_noise {
            // The annealed minimum is worth nothing, but the null model is no
            // minimum either: descend from it at the final problem.
            let direct = Schedule::new(schedule.phases().last().copied().into_iter().collect())?;
            let search = NetworkSearch {
                schedule: &direct,
                ..search
            };
            let annealed = candidates.iter().flatten();
            let before: Vec<_> = annealed.flat_map(|found| found.phases.clone()).collect();
            for mut found in search.run(&units, 1, seed)?.into_iter().flatten() {
                found.phases.splice(0..0, before.iter().copied());
                cheapest.push(found);
            }
        }
        if cheapest.is_empty() && !is_noise && settings.lambda.is_some() {
            // Whoever hands in a small λ wants what it lets in.
            let all = candidates.iter().flatten();
            cheapest.extend(all.min_by_key(|found| Self::parameters(found)).cloned());
        }
        self.observer.event(Event::Refit);
        let mut refitted: Vec<Refitted> = cheapest
            .into_par_iter()
            .map(|found| self.refitted(found, Effort::Full))
            .collect::<Result<_, _>>()?;
        // A classification has no noise unit that could be too small, so where
        // the null model is no local minimum it is no answer either.
        if is_noise || is_regression || refitted.is_empty() {
            let empty = Candidate::empty(&self.target.loss, threshold);
            refitted.insert(0, self.refitted(empty, Effort::Full)?);
        }
        let mut best = refitted.remove(0);
        for found in refitted {
            if found.score < best.score {
                best = found;
            }
        }
        let best = self.drop_what_does_not_pay(best)?;
        Ok((best.candidate, best.refit))
    }

    /// Drops features of a regression, one at a time, as long as that lowers
    /// the score. A unit smaller than the noise lets in features that explain
    /// some of it; they cost more than they are worth.
    fn drop_what_does_not_pay(&self, mut best: Refitted) -> Result<Refitted, Error> {
        while self.target.loss.real_target().is_some() && best.candidate.columns.len() > 1 {
            let smaller: Vec<Refitted> = (0..best.candidate.columns.len())
                .into_par_iter()
                .map(|input| self.refitted(best.candidate.without(input), Effort::Trial))
                .collect::<Result<_, Error>>()?;
            let smaller = smaller
                .into_iter()
                .min_by(|a, b| a.score.total_cmp(&b.score));
            match smaller {
                Some(smaller) if smaller.score < best.score => {
                    best = self.refitted(smaller.candidate, Effort::Full)?;
                }
                _ => break,
            }
        }
        Ok(best)
    }

    /// Parameters that a refit of a candidate is free to choose.
    fn parameters(candidate: &Candidate) -> usize {
        let shape = &candidate.net.shape;
        shape.size() - shape.penalized() + candidate.net.nonzero_weights()
    }

    /// Whether a candidate has so many parameters that it could fit any target:
    /// its residuals tell nothing. The same bound ends the search of linear
    /// regression.
    fn learns_by_heart(&self, candidate: &Candidate) -> bool {
        self.target.loss.real_target().is_some()
            && 2.0 * Self::parameters(candidate) as f64 > self.target.loss.total()
    }

    /// A candidate with its refit and its score: how well it explains the
    /// target for what it uses. That is the deviance of the refit, plus `log n`
    /// for every parameter, plus `2 log p` for every feature because it was
    /// searched among p. In a linear classification every class has weights of
    /// its own, and each of them was searched among `p m`.
    fn refitted(&self, candidate: Candidate, effort: Effort) -> Result<Refitted, Error> {
        let refit = self.refit(&candidate, effort)?;
        let parameters = Self::parameters(&candidate);
        let total = self.target.loss.total();
        let columns = self.standardized.origin.len() as f64;
        let classes = self.target.loss.outputs();
        let searched = match candidate.net.shape.layers() {
            1 if classes > 2 => {
                candidate.net.nonzero_weights() as f64 * (columns * classes as f64).ln()
            }
            _ => candidate.columns.len() as f64 * columns.ln(),
        };
        let score =
            self.target.loss.deviance(refit.loss) + parameters as f64 * total.ln() + 2.0 * searched;
        Ok(Refitted {
            candidate,
            refit,
            score,
        })
    }

    fn refit(&self, candidate: &Candidate, effort: Effort) -> Result<Refit, Error> {
        let x = self.standardized.columns.gather(&candidate.columns);
        match self.target.loss.real_target() {
            Some(y) if candidate.net.shape.layers() == 1 => {
                refit::linear_regression(&x, y, &candidate.net)
            }
            _ => refit::network(
                &x,
                &self.target.loss,
                self.settings.activation,
                &candidate.net,
                effort,
            ),
        }
    }
}
