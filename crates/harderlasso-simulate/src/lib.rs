//! The simulated designs of the paper (section "Phase transition analysis").
//!
//! An [`Experiment`] is a [`Scenario`] at one sample size. Its design matrix is
//! standard normal, standardized, and shared by all of its runs. Each run draws
//! the columns that matter, the [`Truth`] over them, the noise, and a thousand
//! fresh test points. [`Conditions`] other than the paper's correlate the columns
//! or give the noise heavy tails.
//!
//! All random numbers come from streams that are named by the seed, the scenario,
//! `n`, `s` and the run. A run is therefore the same whether it is made alone,
//! last, or on another thread.
//!
//! ```
//! use harderlasso::rng::Seed;
//! use harderlasso_simulate::{Experiment, ResponseScale, Scenario};
//!
//! let experiment = Experiment::new(Scenario::Linear, 70, Seed::new(1))?;
//! let run = experiment.run(5, 0, ResponseScale::default())?;
//! assert_eq!(run.truth().support().len(), 5);
//! # Ok::<(), harderlasso::Error>(())
//! ```

mod conditions;
mod correlation;
mod experiment;
mod noise;
mod recovery;
mod run;
mod scale;
mod scenario;
mod standardizer;
mod streams;
mod test_set;
mod truth;

pub use conditions::Conditions;
pub use correlation::Correlation;
pub use experiment::{Experiment, MOST_ROWS};
pub use noise::Noise;
pub use recovery::Recovery;
pub use run::Run;
pub use scale::ResponseScale;
pub use scenario::{Scenario, Signs};
pub use test_set::{TEST_POINTS, TestColumns, TestSet};
pub use truth::{Bump, Truth};
