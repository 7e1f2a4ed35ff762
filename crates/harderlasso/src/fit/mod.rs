//! From data and settings to a model: the only place that knows everything.

mod candidate;
mod linear;
mod network;
mod path;
mod refit;
mod run;
mod settings;
mod settle;
mod target;

pub use candidate::{Certificate, PhaseReport};
pub use settings::HarderLasso;

pub(crate) use candidate::Candidate;
pub(crate) use refit::Refit;
