//! The flags of `report`.

use std::path::PathBuf;

use clap::Args;

const HELP: &str = "\
Examples:
  harderlasso report model.json -o report.html
  harderlasso report model.json > report.html";

/// Write the HTML report of a saved model
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ReportArgs {
    /// A model that `fit --model` saved
    pub(crate) model: PathBuf,

    /// Write the report to this file [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
