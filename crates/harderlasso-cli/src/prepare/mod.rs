//! From a table to what the engine takes, for a fit and for predictions.

mod error;
mod features;
mod find;
mod fit_table;
mod new_table;
mod times;
mod weights;

pub(crate) use error::{PrepareError, PrepareNote, PrepareProblem, Role};
pub(crate) use fit_table::{FitInput, TableRequest, fit_table};
pub(crate) use new_table::{NewRequest, NewTable, new_table};
