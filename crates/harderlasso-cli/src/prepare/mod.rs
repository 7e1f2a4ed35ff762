//! From a table to what the engine takes, and back again for new tables.

mod features;
mod find;
mod new_table;
mod target;
mod training;
mod weights;

pub(crate) use harderlasso_report::text::{counted as count, listed};
pub(crate) use new_table::new_table;
pub(crate) use target::Task;
pub(crate) use training::{Asked, Training, training};
