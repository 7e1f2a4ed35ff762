//! Flags that several verbs share.

mod method;
mod running;
mod table;

pub(crate) use method::MethodArgs;
pub(crate) use running::{ThreadArgs, VerbosityArgs};
pub(crate) use table::{MissingTarget, TableArgs, delimiter};
