//! Flags that several verbs share.

mod method;
mod reading;
mod running;
mod table;

pub(crate) use method::MethodArgs;
pub(crate) use reading::{DateOrderFlag, ReadingArgs};
pub(crate) use running::{ThreadArgs, VerbosityArgs};
pub(crate) use table::{ClassWeightName, MissingTarget, TableArgs};
