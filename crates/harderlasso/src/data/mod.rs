//! What comes in: a checked table of features, a checked target, and the
//! standardized columns that every computation works on.

mod design;
mod response;
mod standardized;

pub use design::{Design, Layout};
pub use response::{ClassLabels, Response, Target};
pub(crate) use standardized::Standardized;
