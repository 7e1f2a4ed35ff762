//! `harderlasso inspect`: what is in a saved model.

use super::read_model;
use crate::cli::InspectArgs;
use crate::failure::Failure;
use crate::output::{inspect_json, inspect_summary, print};

pub(crate) fn inspect(arguments: &InspectArgs) -> Result<(), Failure> {
    let record = read_model(&arguments.model)?;
    if arguments.json {
        return print(&inspect_json(&record)?);
    }
    print(&inspect_summary(&record))
}
