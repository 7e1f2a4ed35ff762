//! Networks, and linear classification: annealed starts and the choice among
//! them.
//!
//! A network goes through the schedule by proximal Adam in single precision,
//! which is where it finds its features, and is then settled in double
//! precision at the final problem, which is what the certificate speaks about.
//! A model without hidden layers starts at the null fit and is settled in every
//! phase.

use super::path::{Path, State};
use super::{Candidate, PhaseReport};
use crate::activation::Activation;
use crate::error::Error;
use crate::linalg::{Columns, Real};
use crate::loss::Loss;
use crate::network::{Net, NetworkLoss, Shape};
use crate::observer::{Event, Observer};
use crate::penalty::Penalty;
use crate::rng::Seed;
use crate::schedule::{Phase, Schedule};
use crate::solver::adam::{Adam, Pace};
use crate::solver::{End, Outcome, Penalized};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rates of Adam at the beginning and the end of a phase.
const RATES: (f64, f64) = (0.04, 0.001);

/// Steps after which columns and neurons that fell out are no longer multiplied.
const CHUNK: usize = 50;

/// A network starts this many times as wide as asked in its first layer, half
/// of the neurons for either sign, and loses what it does not need.
pub(super) const START_WIDTH: usize = 2;

/// Up to this fraction of λ the penalty hardly matters, and the unit in which
/// it is taken even less: a start goes through these phases once for all units.
const SHARED_UP_TO: f64 = 0.02;

/// Above this fraction of λ a network must have come down to its width.
const NARROW_FROM: f64 = 0.5;

/// Violations, in units of λ, at which the final problem counts as solved.
const TOLERANCE: f64 = 1e-4;

/// The same for the phases before the last.
const ROUGH_TOLERANCE: f64 = 1e-2;

/// What every start shares.
pub(crate) struct NetworkSearch<'a, L> {
    pub(crate) x: &'a Columns<f64>,
    pub(crate) loss: &'a L,
    pub(crate) hidden: &'a [usize],
    pub(crate) activation: Activation,
    pub(crate) penalty: Penalty,
    pub(crate) lambda: f64,
    /// `λ_0` of the data.
    pub(crate) observed: f64,
    pub(crate) schedule: &'a Schedule,
    pub(crate) observer: &'a dyn Observer,
}

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
    /// Nothing once every feature was lost.
    path: Option<Path<f32>>,
    phases: Vec<PhaseReport>,
}

impl Annealed {
    fn new(path: Path<f32>) -> Self {
        Self {
            path: Some(path),
            phases: Vec::new(),
        }
    }
}

impl<L: Loss> NetworkSearch<'_, L> {
    /// For each noise unit, all starts annealed in it.
    pub(crate) fn run(
        &self,
        units: &[f64],
        starts: usize,
        seed: Seed,
    ) -> Result<Vec<Vec<Candidate>>, Error> {
        let phases = self.schedule.phases();
        if self.hidden.is_empty() {
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
    fn start(&self, seed: Seed) -> Path<f32> {
        let mut wide = self.hidden.to_vec();
        wide[0] *= START_WIDTH;
        let shape = Shape::new(self.x.count(), &wide, self.loss.outputs());
        Path {
            net: Net::random(shape, &self.loss.null_fit(), seed),
            columns: (0..self.x.count()).collect(),
        }
    }

    /// Settles what the annealing found and certifies it.
    fn finish(&self, unit: f64, annealed: Annealed) -> Result<Candidate, Error> {
        let mut phases = annealed.phases;
        let mut state = self.null_state();
        if let Some(path) = annealed.path {
            state = State {
                net: path.net.cast(),
                columns: path.columns,
            };
            let penalized = self.penalized(unit, 1.0, self.last_nu());
            let outcome = self.settle(&mut state, &penalized, TOLERANCE)?;
            phases.push(report(
                &penalized,
                self.last_nu(),
                state.columns.len(),
                outcome,
            ));
        }
        Ok(self.candidate(unit, state, phases))
    }

    fn candidate(&self, unit: f64, state: State, phases: Vec<PhaseReport>) -> Candidate {
        Candidate {
            certificate: self.certify(&state, unit),
            net: state.net,
            columns: state.columns,
            phases,
            unit,
        }
    }

    pub(super) fn last_nu(&self) -> f64 {
        let nu = self.schedule.phases().last().map_or(0.5, |phase| phase.nu);
        self.penalty.concavity(nu, true)
    }

    /// The penalty of a phase; how many parameters it covers is set where a
    /// network is at hand.
    pub(super) fn penalized(&self, unit: f64, fraction: f64, nu: f64) -> Penalized {
        let knee = self.lambda / self.loss.total().sqrt();
        Penalized {
            count: 0,
            lambda: fraction * self.lambda,
            shape: self.penalty.shape(nu, unit, knee),
        }
    }

    /// The model without features: constant outputs.
    pub(super) fn null_state(&self) -> State {
        let shape = Shape::new(0, &[], self.loss.outputs());
        State {
            net: Net::null(shape, &self.loss.null_fit()),
            columns: Vec::new(),
        }
    }

    /// Announces the end of a phase; an error if the caller wants to stop.
    fn tick(&self, progress: &Progress, features: usize) -> Result<(), Error> {
        if self.observer.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let done = progress.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.observer.event(Event::Phase {
            done,
            total: progress.total,
            features,
        });
        Ok(())
    }

    /// A linear classification, annealed from the model without features.
    fn linear(&self, unit: f64, progress: &Progress) -> Result<Candidate, Error> {
        let mut state = self.null_state();
        let mut phases = Vec::with_capacity(self.schedule.phases().len());
        let last = self.schedule.phases().len() - 1;
        for (number, phase) in self.schedule.phases().iter().enumerate() {
            let nu = self.penalty.concavity(phase.nu, number == last);
            let penalized = self.penalized(unit, phase.fraction, nu);
            let tolerance = if number == last {
                TOLERANCE
            } else {
                ROUGH_TOLERANCE
            };
            let outcome = self.settle(&mut state, &penalized, tolerance)?;
            phases.push(report(&penalized, nu, state.columns.len(), outcome));
            self.tick(progress, state.columns.len())?;
        }
        Ok(self.candidate(unit, state, phases))
    }

    /// Takes a network through phases by proximal Adam. Its path ends if every
    /// feature is lost.
    fn anneal(
        &self,
        unit: f64,
        phases: &[Phase],
        annealed: &mut Annealed,
        progress: &Progress,
    ) -> Result<(), Error> {
        let Some(mut path) = annealed.path.take() else {
            return Ok(());
        };
        let mut smooth = self.smooth(&path.net, &path.columns);
        for phase in phases {
            // Settling follows the last phase at the problem that was asked.
            let nu = self.penalty.concavity(phase.nu, false);
            let base = self.penalized(unit, phase.fraction, nu);
            let mut adam = Adam::new(path.net.theta.len());
            let mut pace = Pace::new(RATES.0, RATES.1, phase.steps);
            let mut left = phase.steps;
            let mut value = 0.0;
            while left > 0 {
                let count = left.min(CHUNK);
                value = adam.advance(
                    &mut path.net.theta,
                    |theta, gradient| smooth.evaluate(theta, gradient),
                    &base.over(path.net.shape.penalized()),
                    &mut pace,
                    count,
                    || self.observer.is_cancelled(),
                );
                left -= count;
                if !value.is_finite() {
                    return Err(Error::NotFinite {
                        place: format!("at {} of the threshold", phase.fraction),
                    });
                }
                let (inputs, neurons) = (path.net.active_inputs(), path.net.active_neurons());
                let is_worth_it = |kept: usize, all: usize| kept < all - all / 8;
                if !inputs.is_empty()
                    && (is_worth_it(inputs.len(), path.columns.len())
                        || is_worth_it(neurons.len(), path.net.shape.first()))
                {
                    path.keep(&inputs, &neurons, Some(&mut adam));
                    smooth = self.smooth(&path.net, &path.columns);
                }
            }
            let inputs = path.net.active_inputs();
            let mut neurons = path.net.active_neurons();
            if phase.fraction >= NARROW_FROM {
                neurons = path.strongest(neurons, self.hidden[0]);
            }
            let theta: Vec<f64> = path.net.theta.iter().map(|&t| f64::from(t)).collect();
            let outcome = Outcome {
                value: value + base.over(path.net.shape.penalized()).value(&theta),
                steps: phase.steps,
                end: End::IterationLimit,
            };
            annealed
                .phases
                .push(report(&base, nu, inputs.len(), outcome));
            self.tick(progress, inputs.len())?;
            if inputs.is_empty() || neurons.is_empty() {
                return Ok(());
            }
            if inputs.len() < path.columns.len() || neurons.len() < path.net.shape.first() {
                path.keep(&inputs, &neurons, None);
                smooth = self.smooth(&path.net, &path.columns);
            }
            path.net.normalize_rows();
        }
        annealed.path = Some(path);
        Ok(())
    }

    pub(super) fn smooth<T: Real>(&self, net: &Net<T>, columns: &[usize]) -> NetworkLoss<'_, T, L> {
        NetworkLoss::new(
            &net.shape,
            self.activation,
            self.loss,
            self.x.gather(columns),
        )
    }
}

fn report(penalized: &Penalized, nu: f64, features: usize, outcome: Outcome) -> PhaseReport {
    PhaseReport {
        lambda: penalized.lambda,
        nu,
        steps: outcome.steps,
        features,
        cost: outcome.value,
        end: outcome.end,
    }
}
