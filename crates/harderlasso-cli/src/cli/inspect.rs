//! The flags of `inspect`.

use std::path::PathBuf;

use clap::Args;

const HELP: &str = "\
Examples:
  harderlasso inspect model.json
  harderlasso inspect model.json --json";

/// Show the contents of a saved model
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct InspectArgs {
    /// A model that `fit --model` saved
    pub(crate) model: PathBuf,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
