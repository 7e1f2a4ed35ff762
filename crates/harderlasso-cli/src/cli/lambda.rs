//! The flags of `lambda`.

use clap::Args;

use super::shared::{MethodArgs, TableArgs, VerbosityArgs};

const HELP: &str = "\
Examples:
  harderlasso lambda data.csv --target price
  harderlasso lambda data.csv --target price --hidden none --json";

/// Compute only the threshold λ, with its uncertainty
///
/// λ is the level that a table without any signal stays below with probability
/// 1 − α. If the signal in the data is above it, some feature matters. With
/// --hidden auto it is that of the network; `fit` uses that of each model.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct LambdaArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    #[command(flatten)]
    pub(crate) method: MethodArgs,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) verbosity: VerbosityArgs,
}
