//! `harderlasso inspect`: what is in a saved model.

use super::read_model;
use crate::cli::InspectArgs;
use crate::failure::Failure;
use crate::output::{fit_summary, inspect_json, print};
use crate::words::printable;

pub(crate) fn inspect(arguments: &InspectArgs) -> Result<(), Failure> {
    let record = read_model(&arguments.model)?;
    if arguments.json {
        return print(&inspect_json(&record)?);
    }
    let mut text = fit_summary(&record, None);
    text += &format!("Made by    harderlasso {}\n", printable(record.version()));
    if let Some(command) = record.command() {
        text += &format!("Again      {}\n", printable(command));
    }
    print(&text)
}
