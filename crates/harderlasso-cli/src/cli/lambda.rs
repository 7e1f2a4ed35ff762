//! The flags of `lambda`.

use clap::Args;

use super::shared::{MethodArgs, TableArgs, VerbosityArgs};

const HELP: &str = "\
Examples:
  harderlasso lambda data.csv --target price
  harderlasso lambda data.csv --target price --hidden none --json";

/// Compute only the threshold λ, with its uncertainty
///
/// If no column is related to the target, the strongest signal is below λ with
/// probability 1 − α. A signal above λ is evidence that some feature matters. With
/// --hidden auto λ is that of the network; `fit` uses that of each model.
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
