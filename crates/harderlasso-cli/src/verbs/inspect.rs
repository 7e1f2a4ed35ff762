//! `harderlasso inspect`: what is in a saved model.

use super::saved;
use crate::cli::InspectArgs;
use crate::output::{inspect_json, inspect_summary, print};
use crate::sentence::Sentence;

pub(crate) fn inspect(arguments: &InspectArgs) -> Result<(), Sentence> {
    let record = saved::read(&arguments.model)?;
    if arguments.json {
        return print(&inspect_json(&record)?);
    }
    print(&inspect_summary(&record))
}
