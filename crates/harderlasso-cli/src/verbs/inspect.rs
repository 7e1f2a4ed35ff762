//! `harderlasso inspect`: what is in a saved model.

use super::saved;
use crate::cli::InspectArgs;
use crate::output::{fit_summary, inspect_json, print};
use crate::sentence::{Sentence, printable};

pub(crate) fn inspect(arguments: &InspectArgs) -> Result<(), Sentence> {
    let record = saved::read(&arguments.model)?;
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
