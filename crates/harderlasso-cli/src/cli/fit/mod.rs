//! The flags of `fit`.

mod repeat;

pub(crate) use repeat::quoted as shell_word;

use std::path::PathBuf;

use clap::Args;
use harderlasso::HarderLasso;

use super::shared::{MethodArgs, TableArgs, VerbosityArgs};

const HELP: &str = "\
Examples:
  harderlasso fit data.csv --target price
  harderlasso fit data.csv --target price --hidden none --model model.json
  harderlasso fit data.csv --target -1 --drop id,name --report report.html
  gzip -c data.csv | harderlasso fit - --target price --json

In a CSV or TSV file, the first line is a header with the names of the columns.
Missing values are empty fields, NA, N/A, NaN, null, ., ? and errors of Excel;
--na adds others. A column that holds anything but numbers is text: each of its
levels, also that of missing values, becomes a feature of zeros and ones with the
name column=level. A text column with more than 100 levels, or with more levels
than half the number of rows, is left out, as is a column that numbers the rows,
and the result says so. Dates become days; signs such as % and $ are left out.

The result is written to stdout, everything else to stderr. The same seed gives
the same result with any number of threads.";

/// Select the columns that matter and fit a small model on them
///
/// Prints which columns explain the target, the most important first: how much worse
/// the model fits without the feature, as a share of the total. --model saves the
/// model, and --report writes a report.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct FitArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    #[command(flatten)]
    pub(crate) method: MethodArgs,

    /// A value of λ to use in place of the calibrated one [default: calibrated]
    #[arg(long, value_name = "L", allow_negative_numbers = true)]
    pub(crate) lambda: Option<f64>,

    /// Random starts of a network for each noise unit
    #[arg(
        long,
        value_name = "N",
        default_value_t = HarderLasso::default().restarts,
        allow_negative_numbers = true
    )]
    pub(crate) restarts: usize,

    /// Save the model to this file [default: not saved]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,

    /// Write an HTML report to this file [default: none]
    #[arg(long, short, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) verbosity: VerbosityArgs,
}

impl FitArgs {
    /// The engine's settings.
    pub(crate) fn settings(&self) -> HarderLasso {
        let settings = self.method.settings().restarts(self.restarts);
        match self.lambda {
            Some(lambda) => settings.lambda(lambda),
            None => settings,
        }
    }
}
