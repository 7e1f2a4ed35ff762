//! The paper's simulation designs (section "Phase transition analysis").
//!
//! `X` is standard normal, drawn once for a study and standardized. Every run
//! then draws which columns carry the signal, the [`Truth`] over them, the
//! noise, and a thousand fresh test points. All of it comes from streams that
//! are named by the study's seed, the scenario, `n`, `s` and the run, so a run
//! is the same whether it is made alone, last, or on another thread. Other
//! [`Conditions`] than the paper's correlate the columns or give the noise
//! heavy tails.
//!
//! ```
//! use harderlasso::rng::Seed;
//! use harderlasso::simulate::{Experiment, ResponseScale, Scenario};
//!
//! let experiment = Experiment::new(Scenario::Linear, 70, Seed::new(1))?;
//! let run = experiment.run(5, 0, ResponseScale::default())?;
//! assert_eq!(run.truth().support().len(), 5);
//! # Ok::<(), harderlasso::Error>(())
//! ```

mod correlation;
mod criteria;
mod noise;
mod scale;
mod scenario;
mod truth;

pub use correlation::Correlation;
pub use criteria::Recovery;
pub use noise::Noise;
pub use scale::ResponseScale;
pub use scenario::{Scenario, Signs};
pub use truth::{Bump, Truth};

use crate::rng::Seed;
use crate::{Design, Error, Response};

/// How many fresh points the L2 error is averaged over.
pub const TEST_POINTS: usize = 1000;

/// The largest sample that is simulated; beyond it a slip of the hand would
/// fill the memory.
pub const MOST_ROWS: usize = 1_000_000;

/// What a stream of random numbers is for. The numbers are part of a study's
/// identity: changing one changes every study of that seed.
#[derive(Clone, Copy)]
enum Stream {
    Design = 0,
    Runs = 1,
    Truth = 2,
    Noise = 3,
    Test = 4,
    Fit = 5,
}

/// In what a study differs from those of the paper, whose conditions are the
/// default ones. They have no part in the names of the random streams: the same
/// seed gives the same columns that matter under all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Conditions {
    /// How the columns of the design depend on each other.
    pub correlation: Correlation,
    /// The law of the noise.
    pub noise: Noise,
}

/// One scenario at one sample size: the design matrix that all of its runs
/// share.
#[derive(Clone, Debug)]
pub struct Experiment {
    scenario: Scenario,
    conditions: Conditions,
    runs: Seed,
    standardizer: Standardizer,
    design: Design,
}

impl Experiment {
    /// Draws and standardizes the design of `scenario` with `rows` rows.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] for fewer than two rows, which have no spread to
    /// divide by, or more than [`MOST_ROWS`].
    pub fn new(scenario: Scenario, rows: usize, seed: Seed) -> Result<Self, Error> {
        Self::under(Conditions::default(), scenario, rows, seed)
    }

    /// The same under other conditions than those of the paper.
    ///
    /// # Errors
    ///
    /// As [`Experiment::new`], and those of [`Correlation::check`] and
    /// [`Noise::check`].
    pub fn under(
        conditions: Conditions,
        scenario: Scenario,
        rows: usize,
        seed: Seed,
    ) -> Result<Self, Error> {
        conditions.correlation.check()?;
        conditions.noise.check()?;
        if !(2..=MOST_ROWS).contains(&rows) {
            return Err(Error::OutOfRange {
                name: "n",
                value: rows as f64,
                range: "from 2 to 1000000",
            });
        }
        let p = scenario.columns();
        let size = seed.child(scenario.label()).child(rows as u64);
        let mut columns = conditions
            .correlation
            .draw(stream(size, Stream::Design), rows, p);
        let standardizer = Standardizer::of(&columns, rows);
        standardizer.apply(&mut columns, rows);
        Ok(Self {
            scenario,
            conditions,
            runs: stream(size, Stream::Runs),
            design: Design::from_columns(columns, rows, p)?,
            standardizer,
        })
    }

    /// The standardized design, the same in every run.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Run number `run` with `s` columns that matter.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] where the scenario has no such `s`, and those of
    /// [`Response::real`] for a scale that leaves no digits of the response.
    pub fn run(&self, s: usize, run: u64, scale: ResponseScale) -> Result<Run, Error> {
        self.scenario.check_sparsity(s)?;
        let seed = self.runs.child(s as u64).child(run);
        let truth = Truth::draw(self.scenario, s, &mut stream(seed, Stream::Truth).rng());
        let noise = self.conditions.noise;
        let response = truth
            .means(&self.design)
            .into_iter()
            .zip(noise.draw(stream(seed, Stream::Noise), self.design.rows())?)
            .map(|(mean, noise)| scale.apply(mean + noise))
            .collect();
        Ok(Run {
            truth,
            response: Response::real(response)?,
            scale,
            seed,
        })
    }

    /// Fresh points for `run`, passed through the standardization of the
    /// training design, with the true mean at each.
    ///
    /// # Errors
    ///
    /// Those of [`Design::from_columns`].
    pub fn test_set(&self, run: &Run) -> Result<TestSet, Error> {
        let p = self.scenario.columns();
        let test = stream(run.seed, Stream::Test);
        let mut columns = self.conditions.correlation.draw(test, TEST_POINTS, p);
        self.standardizer.apply(&mut columns, TEST_POINTS);
        let design = Design::from_columns(columns, TEST_POINTS, p)?;
        Ok(TestSet {
            means: run.truth.means(&design),
            design,
            scale: run.scale,
        })
    }
}

/// One simulated data set over the design of its [`Experiment`].
#[derive(Clone, Debug)]
pub struct Run {
    truth: Truth,
    response: Response,
    scale: ResponseScale,
    seed: Seed,
}

impl Run {
    /// What the response was made from.
    #[must_use]
    pub fn truth(&self) -> &Truth {
        &self.truth
    }

    /// The response, in the unit that was asked for.
    #[must_use]
    pub fn response(&self) -> &Response {
        &self.response
    }

    /// The seed for a fit to this run. All methods get the same one, so that
    /// they are compared on the same null draws.
    ///
    /// It stays below 2^53: programs that hold every number as a double can
    /// read it back.
    #[must_use]
    pub fn fit_seed(&self) -> u64 {
        stream(self.seed, Stream::Fit).value() >> 11
    }
}

/// Points that no fit has seen.
#[derive(Clone, Debug)]
pub struct TestSet {
    design: Design,
    means: Vec<f64>,
    scale: ResponseScale,
}

impl TestSet {
    /// Where to predict.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The true means `μ*(x)`, in the unit of the noise.
    #[must_use]
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// `mean (μ̂(x) − μ*(x))²`, in the unit of the noise: predictions in
    /// another unit are taken back to it first.
    ///
    /// # Errors
    ///
    /// [`Error::SizeMismatch`] unless there is one prediction a point.
    pub fn l2_error(&self, predictions: &[f64]) -> Result<f64, Error> {
        if predictions.len() != self.means.len() {
            return Err(Error::SizeMismatch {
                what: "the list of predictions",
                found: predictions.len(),
                expected: self.means.len(),
            });
        }
        let sum: f64 = predictions
            .iter()
            .zip(&self.means)
            .map(|(&prediction, mean)| (self.scale.undo(prediction) - mean).powi(2))
            .sum();
        Ok(sum / self.means.len() as f64)
    }
}

/// Centre and spread (divisor n) of each column of the raw design.
#[derive(Clone, Debug)]
struct Standardizer(Vec<(f64, f64)>);

impl Standardizer {
    fn of(columns: &[f64], rows: usize) -> Self {
        let n = rows as f64;
        let moments = columns.chunks_exact(rows).map(|column| {
            let centre = column.iter().sum::<f64>() / n;
            let variance = column.iter().map(|x| (x - centre).powi(2)).sum::<f64>() / n;
            (centre, variance.sqrt())
        });
        Self(moments.collect())
    }

    fn apply(&self, columns: &mut [f64], rows: usize) {
        for (column, (centre, spread)) in columns.chunks_exact_mut(rows).zip(&self.0) {
            for x in column {
                *x = (*x - centre) / spread;
            }
        }
    }
}

fn stream(seed: Seed, stream: Stream) -> Seed {
    seed.child(stream as u64)
}

#[cfg(test)]
mod tests;
