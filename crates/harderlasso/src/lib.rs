//! Find the few columns of a table that matter.
//!
//! Give it a table and a target; it answers with a short list of features and
//! a small model on them. There is no validation set, no cross-validation and no
//! parameter to tune.
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
//! **Threshold.** λ is not tuned. It is the `(1 − α)`-quantile, over random orders
//! of the target, of the smallest λ that keeps the model empty. If the target has
//! nothing to do with the columns, all its orders are equally likely, so the model
//! then stays empty with probability `1 − α`, whatever the law of the target is.
//! This *quantile universal threshold* does not depend on the unit of the target,
//! because the root loss is free of the noise level. See [`Threshold`].
//!
//! **Annealing.** The problem is not convex. The fit solves a sequence of
//! problems, from easy to final, that a [`Schedule`] lists: by coordinate descent
//! for linear regression, by accelerated proximal steps for linear classification,
//! by proximal Adam for networks. It then converges tightly; the [`Certificate`]
//! reports how far the answer is from a local minimum.
//!
//! **Units.** The answer of a concave penalty depends on the unit of y: it would
//! change from metres to millimetres. So fits are made in several noise units and
//! a score, such as the evidence of a linear regression, chooses among them. The
//! answer for `a + c·y` is then the same for all a and c ≠ 0. Log odds have several
//! units as well.
//!
//! **Search.** From the annealed list of features, a search looks for lists with a
//! better score, and features that noise could be as strong as are removed.
//!
//! **Views.** Where a numeric target or its residuals have heavy tails, the ranks of
//! the target are searched too; see [`View`].
//!
//! **Choice.** By default a linear model and a network are fitted, and the network
//! is kept only if the evidence for it is strong; see [`Comparison`].
//!
//! **Refit.** Features that were not selected are dropped. A linear regression is
//! then fitted by least squares. Classes and networks are fitted with as much
//! shrinkage of their weights as has the largest evidence.
//!
//! The page `docs/method.md` of the repository has all formulas.
//!
//! # What it does not promise
//!
//! The list is exactly right with high probability, but only *up to a point*.
//! When the signal is too weak, or too many columns matter for the number of rows,
//! recovery breaks down, and it does so abruptly. If columns are copies or mirror
//! images of each other, only the first of them can be selected. α bounds the
//! probability of selecting anything in pure noise, not the share of false
//! features in other data.

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadMe;

mod activation;
mod certificate;
mod data;
mod departure;
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
pub use data::{ClassLabels, Design, Layout, Response, Target};
pub use departure::Departure;
pub use error::Error;
pub use law::{Classification, Law, Metrics, Prediction, Regression};
pub use model::Model;
pub use observer::{Event, Observer, Silent};
pub use penalty::Penalty;
pub use qut::Threshold;
pub use schedule::{Phase, Schedule};
pub use settings::HarderLasso;
pub use trace::{Alternative, Comparison, End, PhaseReport, Scores, View};
