//! Find the few columns of a table that matter.
//!
//! Give it a table and a target; it answers with a short list of features and
//! a small model on them. There is no validation set, no fold and no knob to
//! turn.
//!
//! ```
//! use harderlasso::rng::Seed;
//! use harderlasso_simulate::{Experiment, ResponseScale, Scenario};
//! use harderlasso::HarderLasso;
//!
//! // 70 rows and 250 columns, of which 5 matter.
//! let experiment = Experiment::new(Scenario::Linear, 70, Seed::new(1))?;
//! let run = experiment.run(5, 0, ResponseScale::default())?;
//!
//! let model = HarderLasso::new()
//!     .hidden([]) // no hidden layer: the linear model
//!     .fit(experiment.design(), run.response())?;
//!
//! assert_eq!(model.selected(), run.truth().support());
//! # Ok::<(), harderlasso::Error>(())
//! ```
//!
//! # The idea in one page
//!
//! **Model.** A linear model, or a network whose first layer `W_1` sees the
//! columns. A feature is selected when its column of `W_1` has a non-zero
//! entry. Rows of the layers above are kept at length one, so that weights
//! shrunk in the first layer cannot be bought back higher up.
//!
//! **Penalty.** The fit minimizes `L(θ) + λ Σ ρ(W_1)`, where L is the *root* of
//! the residual sum of squares, or the cross-entropy, and ρ lies between a
//! count and the absolute value. By default `ρ(t) = |t| / (1 + |t|^0.9)`, the
//! [harder](penalty::Harder) penalty: near zero it acts like the lasso, far
//! away it hardly shrinks.
//!
//! **Threshold.** λ is not tuned. It is the smallest value at which pure noise
//! is declared noise with probability `1 − α`: the `(1 − α)`-quantile, over
//! simulated targets without signal, of the smallest λ that keeps the model
//! empty. This *quantile universal threshold* depends on the columns alone
//! (and on the class frequencies), because the root loss does not know the
//! noise level. See [`Threshold`].
//!
//! **Annealing.** The problem is not convex. The fit walks there through easier
//! ones, [`Schedule`] being the table of the walk: coordinate descent for
//! linear regression, proximal Adam for networks, and a tight finish whose
//! [`Certificate`] says how far the answer is from a local minimum.
//!
//! **Units.** A concave penalty would give another answer for y in millimetres
//! than in metres. Fits are made in several noise units and an information
//! criterion chooses among them, which makes the answer for `a + c·y` the same
//! for all a and c ≠ 0.
//!
//! **Refit.** What was not selected is dropped, and the small model that is
//! left is fitted without penalty.
//!
//! # What it does not promise
//!
//! With high probability the right columns, all of them and only them, *up to a
//! point*: when the signal is too weak or too many columns matter for the
//! number of rows, recovery breaks down, and it does so abruptly. Of columns
//! that are copies or mirror images of each other one takes part. α bounds the
//! chance of finding anything in pure noise, not the share of false features
//! elsewhere.

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadMe;

mod activation;
mod certificate;
mod data;
mod error;
mod fit;
mod law;
mod linalg;
mod model;
mod network;
mod null;
mod observer;
pub mod penalty;
mod qut;
pub mod rng;
mod schedule;
mod settings;
mod solver;
#[cfg(test)]
mod testing;
mod trace;

pub use activation::Activation;
pub use certificate::Certificate;
pub use data::{Design, Layout, Response, Target};
pub use error::Error;
pub use law::{Classification, Law, Metrics, Regression};
pub use model::Model;
pub use observer::{Event, Observer, Silent};
pub use penalty::Penalty;
pub use qut::Threshold;
pub use schedule::{Phase, Schedule};
pub use settings::HarderLasso;
pub use trace::{End, PhaseReport};
