//! The flags of `demo`.

use clap::Args;

use super::shared::{ThreadArgs, VerbosityArgs};

const HELP: &str = "\
Example:
  harderlasso demo";

/// Try it on a real table that comes with the command
///
/// Fits a model to the Wisconsin breast cancer data (569 tumours, 30
/// measurements), prints the result and writes harderlasso-report.html to the
/// current folder.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct DemoArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) verbosity: VerbosityArgs,
}
