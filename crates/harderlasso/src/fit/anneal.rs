//! Annealed starts of networks and of linear classification.
//!
//! A network goes through the schedule by proximal Adam in single precision,
//! where it finds its features. It is then polished in double precision at the
//! final problem, to which the certificate refers. A model without hidden layers
//! starts at the null fit and is polished in every phase.

use super::annealing::report;
use super::candidate::Candidate;
use super::objective::Objective;
use super::polish::polish;
use super::problem::START_WIDTH;
use super::pruning::Pruned;
use crate::departure::Departure;
use crate::error::Error;
use crate::law::Loss;
use crate::network::{Architecture, Net};
use crate::observer::Event;
use crate::rng::Seed;
use crate::schedule::Phase;
use crate::solver::Outcome;
use crate::solver::adam::{Adam, Pace};
use crate::trace::{End, PhaseReport};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rates of Adam at the beginning and the end of a phase.
const RATES: (f64, f64) = (0.04, 0.001);

/// Steps after which columns and neurons that fell out are no longer multiplied.
const CHUNK: usize = 50;

/// Up to this fraction of λ the penalty hardly matters, and the unit in which
/// it is taken even less: a start goes through these phases once for all units.
const SHARED_UP_TO: f64 = 0.02;

/// From this fraction of λ on, a network has no more neurons than asked for.
const NARROW_FROM: f64 = 0.5;

/// Violations, in units of λ, at which the final problem counts as solved.
const TOLERANCE: f64 = 1e-4;

/// The same for the phases before the last.
const ROUGH_TOLERANCE: f64 = 1e-2;

/// Phases done so far, over all starts and units, and in all.
struct Progress {
    done: AtomicUsize,
    total: usize,
}

impl Progress {
    fn new(total: usize) -> Self {
        Self {
            done: AtomicUsize::new(0),
            total,
        }
    }
}

/// A network on its way through the annealing.
#[derive(Clone)]
struct Annealed {
    /// `None` once every feature was lost.
    pruned: Option<Pruned<f32>>,
    phases: Vec<PhaseReport>,
}

impl Annealed {
    fn new(start: Pruned<f32>) -> Self {
        Self {
            pruned: Some(start),
            phases: Vec::new(),
        }
    }
}

impl Objective<'_> {
    /// For each noise unit, all starts annealed in it.
    pub(super) fn candidates(
        &self,
        units: &[f64],
        starts: usize,
        seed: Seed,
    ) -> Result<Vec<Vec<Candidate>>, Error> {
        let phases = self.annealing.phases();
        if self.problem.requests_linear() {
            let progress = Progress::new(units.len() * phases.len());
            return units
                .iter()
                .map(|&unit| Ok(vec![self.linear(unit, &progress)?]))
                .collect();
        }
        let shared = phases
            .iter()
            .take_while(|phase| phase.fraction <= SHARED_UP_TO);
        let (shared, own) = phases.split_at(shared.count());
        let progress = Progress::new(starts * (shared.len() + units.len() * own.len()));
        let trunks: Vec<Annealed> = (0..starts)
            .into_par_iter()
            .map(|start| {
                let mut trunk = Annealed::new(self.start(seed.child(start as u64)));
                self.anneal(units[0], shared, &mut trunk, &progress)?;
                Ok(trunk)
            })
            .collect::<Result<_, Error>>()?;
        let branches: Vec<Candidate> = (0..units.len() * starts)
            .into_par_iter()
            .map(|job| {
                let (unit, mut branch) = (units[job / starts], trunks[job % starts].clone());
                self.anneal(unit, own, &mut branch, &progress)?;
                self.finish(unit, branch)
            })
            .collect::<Result<_, Error>>()?;
        Ok(branches.chunks(starts).map(<[_]>::to_vec).collect())
    }

    /// A random network on all columns.
    fn start(&self, seed: Seed) -> Pruned<f32> {
        let (loss, columns) = (&self.problem.loss, self.problem.x().count());
        let mut wide = self.problem.settings.hidden.clone();
        if self.problem.settings.takes(Departure::WideStart) {
            wide[0] *= START_WIDTH;
        }
        let architecture = Architecture::new(columns, &wide, loss.outputs());
        Pruned {
            net: Net::random(architecture, &loss.null_fit(), seed),
            columns: (0..columns).collect(),
        }
    }

    /// Polishes what the annealing found and certifies it.
    fn finish(&self, unit: f64, annealed: Annealed) -> Result<Candidate, Error> {
        let mut phases = annealed.phases;
        let mut state = self.null_state();
        if let Some(found) = annealed.pruned {
            state = Pruned {
                net: found.net.cast(),
                columns: found.columns,
            };
            let (penalized, nu) = self.annealing.last(unit);
            let outcome = polish(self, &mut state, &penalized, TOLERANCE)?;
            phases.push(report((&penalized, nu), state.columns.len(), outcome));
        }
        Ok(self.candidate(unit, state, phases))
    }

    /// Announces the end of a phase; an error if the caller wants to stop.
    fn tick(&self, progress: &Progress, features: usize) -> Result<(), Error> {
        if self.problem.observer.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let done = progress.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.problem.observer.event(Event::Phase {
            done,
            total: progress.total,
            features,
        });
        Ok(())
    }

    /// A linear model, annealed from the model without features.
    fn linear(&self, unit: f64, progress: &Progress) -> Result<Candidate, Error> {
        let mut state = self.null_state();
        let mut reports = Vec::with_capacity(self.annealing.phases().len());
        let last = self.annealing.phases().len() - 1;
        for (number, phase) in self.annealing.phases().iter().enumerate() {
            let (penalized, nu) = self.annealing.phase(unit, phase, number == last);
            let tolerance = if number == last {
                TOLERANCE
            } else {
                ROUGH_TOLERANCE
            };
            let outcome = polish(self, &mut state, &penalized, tolerance)?;
            reports.push(report((&penalized, nu), state.columns.len(), outcome));
            self.tick(progress, state.columns.len())?;
        }
        Ok(self.candidate(unit, state, reports))
    }

    /// Takes a network through phases by proximal Adam. `annealed.pruned` is
    /// `None` afterwards if every feature was lost.
    fn anneal(
        &self,
        unit: f64,
        phases: &[Phase],
        annealed: &mut Annealed,
        progress: &Progress,
    ) -> Result<(), Error> {
        let Some(mut pruned) = annealed.pruned.take() else {
            return Ok(());
        };
        let mut smooth = self.smooth(&pruned.net, &pruned.columns);
        for phase in phases {
            // Polishing follows the last phase at the problem that was asked.
            let (base, nu) = self.annealing.phase(unit, phase, false);
            let mut adam = Adam::new(pruned.net.theta.len());
            let mut pace = Pace::new(RATES.0, RATES.1, phase.steps);
            let mut left = phase.steps;
            let mut value = 0.0;
            while left > 0 {
                let count = left.min(CHUNK);
                value = adam.advance(
                    &mut pruned.net.theta,
                    |theta, gradient| smooth.evaluate(theta, gradient),
                    &base.over(pruned.net.architecture.penalized()),
                    &mut pace,
                    count,
                    || self.problem.observer.is_cancelled(),
                );
                left -= count;
                if !value.is_finite() {
                    return Err(Error::NotFinite {
                        place: format!("at {} of the threshold", phase.fraction),
                    });
                }
                let (inputs, neurons) = (pruned.net.active_inputs(), pruned.net.active_neurons());
                let is_worth_it = |kept: usize, all: usize| kept < all - all / 8;
                if !inputs.is_empty()
                    && (is_worth_it(inputs.len(), pruned.columns.len())
                        || is_worth_it(neurons.len(), pruned.net.architecture.first()))
                {
                    pruned.keep(&inputs, &neurons, Some(&mut adam));
                    smooth = self.smooth(&pruned.net, &pruned.columns);
                }
            }
            let inputs = pruned.net.active_inputs();
            let mut neurons = pruned.net.active_neurons();
            if phase.fraction >= NARROW_FROM {
                neurons = pruned.strongest(neurons, self.problem.settings.hidden[0]);
            }
            let theta: Vec<f64> = pruned.net.theta.iter().map(|&t| f64::from(t)).collect();
            let outcome = Outcome {
                value: value + base.over(pruned.net.architecture.penalized()).value(&theta),
                steps: phase.steps,
                end: End::IterationLimit,
            };
            annealed
                .phases
                .push(report((&base, nu), inputs.len(), outcome));
            self.tick(progress, inputs.len())?;
            if inputs.is_empty() || neurons.is_empty() {
                return Ok(());
            }
            if inputs.len() < pruned.columns.len()
                || neurons.len() < pruned.net.architecture.first()
            {
                pruned.keep(&inputs, &neurons, None);
                smooth = self.smooth(&pruned.net, &pruned.columns);
            }
            pruned.net.normalize_rows();
        }
        annealed.pruned = Some(pruned);
        Ok(())
    }
}
