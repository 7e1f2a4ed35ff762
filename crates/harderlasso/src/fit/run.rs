//! The order of things: standardize, calibrate, search, refit, report.

use super::linear::LinearSearch;
use super::network::NetworkSearch;
use super::refit::{self, Refit};
use super::{Candidate, HarderLasso};
use crate::data::{Design, Response, Standardized};
use crate::error::Error;
use crate::linalg;
use crate::loss::{self, CrossEntropy, Loss, RootSquare};
use crate::model::{Model, Output, Parts};
use crate::observer::{Event, Observer};
use crate::qut::{self, Statistic, Threshold};
use crate::rng::Seed;
use crate::schedule::Schedule;
use rayon::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;

/// Noise units that a network with one hidden layer is tried in, in standard
/// deviations of the target; deeper ones divide them by `π_L`, as that is what
/// multiplies their λ.
const NETWORK_UNITS: [f64; 4] = [1.0, 1.0 / 3.0, 1.0 / 9.0, 1.0 / 27.0];

/// A candidate must cost this much less than the empty model, relatively.
const MARGIN: f64 = 1e-3;

/// Streams of random numbers below the seed of a fit.
const DRAWS_STREAM: u64 = 1;
const STARTS_STREAM: u64 = 2;

/// The target as it enters the optimization, and the way back.
struct Target<L> {
    loss: L,
    output: Output,
}

/// Centred and with standard deviation 1, turned so that its skewness is not
/// negative: a fit of `a + c·y` sees the same numbers for every a and c.
fn regression_target(values: &[f64]) -> Result<Target<RootSquare>, Error> {
    let n = values.len() as f64;
    let largest = values.iter().fold(0.0f64, |most, v| most.max(v.abs()));
    let mean = values.iter().map(|v| v / largest).sum::<f64>() / n * largest;
    let mut y: Vec<f64> = values.iter().map(|v| v - mean).collect();
    let spread = y.iter().fold(0.0f64, |most, v| most.max(v.abs()));
    let deviation =
        (y.iter().map(|v| (v / spread) * (v / spread)).sum::<f64>() / n).sqrt() * spread;
    if !(deviation > 0.0 && deviation.is_finite()) {
        return Err(Error::NotFinite {
            place: "in the spread of the target".to_owned(),
        });
    }
    let skewness: f64 = y.iter().map(|v| (v / deviation).powi(3)).sum();
    let scale = if skewness < 0.0 {
        -deviation
    } else {
        deviation
    };
    y.iter_mut().for_each(|v| *v /= scale);
    Ok(Target {
        loss: RootSquare::new(y),
        output: Output::Regression { mean, scale },
    })
}

/// Runs a generic body with the loss that a response calls for.
macro_rules! with_loss {
    ($response:expr, $target:ident => $body:expr) => {
        match $response {
            Response::Real(values) => {
                let $target = regression_target(values)?;
                $body
            }
            Response::Classes { codes, names } => {
                let $target = Target {
                    loss: CrossEntropy::new(codes.clone(), names.len()),
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
    with_loss!(response, target => Prepared::new(settings, design, target, observer)?.fit(design, response))
}

pub(super) fn calibrate(
    settings: &HarderLasso,
    design: &Design,
    response: &Response,
    observer: &dyn Observer,
) -> Result<Threshold, Error> {
    with_loss!(response, target => Prepared::new(settings, design, target, observer)?.threshold())
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
        let rows = design.rows();
        let null_gradient = loss::null_gradient(&target.loss);
        let standardized = Standardized::new(design, |column| {
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
        Ok(Threshold {
            observed,
            ..calibrated
        })
    }

    fn fit(self, design: &Design, response: &Response) -> Result<Model, Error> {
        let threshold = self.threshold()?;
        self.observer.event(Event::Calibrated {
            lambda: threshold.lambda,
        });
        let candidate = self.search(&threshold)?;
        self.observer.event(Event::Refit);
        let refit = self.refit(&candidate)?;
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

    /// The best penalized fit.
    fn search(&self, threshold: &Threshold) -> Result<Candidate, Error> {
        let x = &self.standardized.columns;
        if x.count() == 0 {
            // Every column is constant: there is nothing to search.
            return Ok(Candidate::empty(&self.target.loss, threshold));
        }
        match self.target.loss.real_target() {
            Some(y) if self.settings.hidden.is_empty() => {
                let schedule = self.schedule(Schedule::paper);
                LinearSearch {
                    x,
                    y,
                    gram: self.gram.get().map(Vec::as_slice),
                    penalty: self.settings.penalty,
                    lambda: threshold.lambda,
                    schedule: &schedule,
                    observer: self.observer,
                }
                .run()
            }
            _ => self.search_network(threshold),
        }
    }

    fn schedule(&self, default: impl Fn() -> Schedule) -> Schedule {
        self.settings.schedule.clone().unwrap_or_else(default)
    }

    /// All starts in all noise units; in each unit the lowest cost wins, and
    /// among the units the lowest score.
    fn search_network(&self, threshold: &Threshold) -> Result<Candidate, Error> {
        let settings = self.settings;
        let is_linear = settings.hidden.is_empty();
        let schedule = self.schedule(if is_linear {
            Schedule::paper
        } else {
            Schedule::gentle
        });
        let units = match self.target.loss.real_target() {
            Some(_) if !settings.penalty.is_homogeneous() => &NETWORK_UNITS[..],
            _ => &NETWORK_UNITS[..1],
        };
        let depth = qut::width_factor(&settings.hidden);
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
            done: &AtomicUsize::new(0),
            total: units.len() * starts * schedule.phases().len(),
        };
        let seed = Seed::new(settings.seed).child(STARTS_STREAM);
        let candidates: Vec<Candidate> = (0..units.len() * starts)
            .into_par_iter()
            .map(|job| search.run(units[job / starts] / depth, seed.child(job as u64)))
            .collect::<Result<_, _>>()?;
        let empty = Candidate::empty(&self.target.loss, threshold);
        let mut cheapest: Vec<Candidate> = candidates
            .chunks(starts)
            .filter_map(|unit| {
                unit.iter()
                    .min_by(|a, b| a.certificate.cost.total_cmp(&b.certificate.cost))
            })
            // What costs no less than the empty model explains nothing.
            .filter(|found| found.certificate.cost < (1.0 - MARGIN) * found.certificate.null_cost)
            .filter(|found| !self.learns_by_heart(found))
            .cloned()
            .collect();
        if is_linear && cheapest.is_empty() && threshold.observed > threshold.lambda {
            // The annealed minimum is worth nothing, but the null model is no
            // minimum either: descend from it at the final problem.
            let direct = Schedule::new(schedule.phases().last().copied().into_iter().collect())?;
            let search = NetworkSearch {
                schedule: &direct,
                ..search
            };
            let mut found = search.run(1.0, seed)?;
            let annealed = candidates.iter().flat_map(|dropped| dropped.phases.clone());
            found.phases = annealed.chain(found.phases).collect();
            cheapest.push(found);
        }
        let scores: Vec<f64> = cheapest
            .par_iter()
            .map(|found| self.score(found))
            .collect::<Result<_, _>>()?;
        let null_score = self.score(&empty)?;
        let best = (0..cheapest.len()).min_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        Ok(match best {
            Some(best) if scores[best] < null_score => {
                self.drop_what_does_not_pay(cheapest[best].clone(), scores[best])?
            }
            _ => empty,
        })
    }

    /// Drops features of a regression, one at a time, as long as that lowers
    /// the score. A unit smaller than the noise lets in features that explain
    /// some of it; they cost more than they are worth.
    fn drop_what_does_not_pay(
        &self,
        mut best: Candidate,
        mut best_score: f64,
    ) -> Result<Candidate, Error> {
        while self.target.loss.real_target().is_some() && best.columns.len() > 1 {
            let smaller: Vec<(f64, Candidate)> = (0..best.columns.len())
                .into_par_iter()
                .map(|input| {
                    let smaller = best.without(input);
                    Ok((self.score(&smaller)?, smaller))
                })
                .collect::<Result<_, Error>>()?;
            match smaller.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((score, smaller)) if score < best_score => {
                    (best, best_score) = (smaller, score);
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
            && 2 * Self::parameters(candidate) > self.target.loss.rows()
    }

    /// How well a candidate explains the target for what it uses: the deviance
    /// of its unpenalized refit, plus `log n` for every parameter, plus
    /// `2 log p` for every feature because it was searched among p.
    fn score(&self, candidate: &Candidate) -> Result<f64, Error> {
        let refit = self.refit(candidate)?;
        let parameters = Self::parameters(candidate);
        let rows = self.target.loss.rows() as f64;
        let columns = self.standardized.origin.len() as f64;
        Ok(self.target.loss.deviance(refit.loss)
            + parameters as f64 * rows.ln()
            + candidate.columns.len() as f64 * 2.0 * columns.ln())
    }

    fn refit(&self, candidate: &Candidate) -> Result<Refit, Error> {
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
            ),
        }
    }
}
