//! The flags, as typed. What they mean is settled by the verbs.

mod fit;
mod simulate;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use fit::{FitArgs, LambdaArgs, Missing, TableArgs};
pub(crate) use simulate::SimulateArgs;

const TOUR: &str = "\
From data.csv to predictions for new.csv:

  harderlasso fit data.csv --target price --model model.json
  harderlasso predict model.json new.csv -o predictions.csv

`price` is the column to be explained, by name or by number. The first command
prints the columns that matter and keeps the model; the second one writes one
prediction a row. new.csv needs the columns that were selected, in any order.
Add --report report.html to the first for a report to look at in a browser.

To see it all on a real table at once: harderlasso demo
Every verb has more to tell: harderlasso fit --help";

/// Find the few columns of a table that matter, and predict with them.
///
/// There is no validation set and nothing to tune: the one threshold is
/// calibrated so that pure noise is called noise with probability 95 %.
#[derive(Debug, Parser)]
#[command(name = "harderlasso", version, after_help = TOUR, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const DEMO: &str = "\
Example:
  harderlasso demo";

const FIT: &str = "\
Examples:
  harderlasso fit data.csv --target price
  harderlasso fit data.csv --target price --hidden none --model model.json
  harderlasso fit data.csv --target -1 --drop id,name --report report.html
  gzip -c data.csv | harderlasso fit - --target price --json

The table: CSV or TSV with a header, also packed with gzip or zstd. Missing
values are written as nothing, NA, N/A, NaN, null or ?. A column that is not all
numbers is text, and becomes one column of zeros and ones for each of its levels,
named column=level. A text column with more than 100 levels, or with more levels
than half the rows, is left out, and the result says so.

The result goes to stdout, everything else to stderr. The same seed gives the
same result with any number of threads.";

const PREDICT: &str = "\
Examples:
  harderlasso predict model.json new.csv
  harderlasso predict model.json new.csv -o predictions.csv
  harderlasso predict model.json new.csv --proba

Writes CSV: a header and one line for each row of the table, in its order. The
header is `prediction`, or the names of the classes with --proba. A level that
the fit did not see counts as none of the levels; a missing value as the mean of
the fit.";

const LAMBDA: &str = "\
Examples:
  harderlasso lambda data.csv --target price
  harderlasso lambda data.csv --target price --hidden none --json";

const INSPECT: &str = "\
Examples:
  harderlasso inspect model.json
  harderlasso inspect model.json --json";

const REPORT: &str = "\
Examples:
  harderlasso report model.json -o report.html
  harderlasso report model.json > report.html";

const EXPORT: &str = "\
Examples:
  harderlasso export model.json --onnx model.onnx
  harderlasso export model.json --onnx model.onnx --inputs selected

The ONNX file takes one float column of shape (rows, 1) for each feature, called
as the feature, with NaN for a missing value; a level of a text column is a
feature of zeros and ones, called column=level. Means for missing values and
scaling are inside. A regression answers with `prediction`, a classification
with `label` and `probabilities`.";

const SIMULATE: &str = "\
Examples:
  harderlasso simulate linear -o simulated.csv
  harderlasso simulate nonlinear -n 1000 -s 6 --run 3 -o bumps.csv --truth bumps.json
  harderlasso simulate linear --toeplitz 0.9 --student 3 | gzip > simulated.csv.gz

The table has the columns x0, x1, … and the target y. The JSON file of the truth
holds the columns that matter (`support`, from 0), the true mean as a formula and
term by term, the noise, the seed and the run: y = y_scale * (mean + noise) +
y_shift. The same options give the same bytes. `python -m studies` repeats the
studies of the paper over many such tables.";

const COMPLETIONS: &str = "\
Examples:
  harderlasso completions bash > harderlasso.bash
  harderlasso completions zsh > _harderlasso
  harderlasso completions fish > harderlasso.fish";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Try it on a real table that comes with the command
    ///
    /// Fits a network to the Wisconsin breast cancer data (569 tumours, 30
    /// measurements), prints what was found and writes harderlasso-report.html
    /// to the current folder.
    #[command(after_help = DEMO)]
    Demo(DemoArgs),

    /// Find the columns that matter and fit a small model on them
    ///
    /// Prints which columns explain the target, with their weights; keeps the
    /// model with --model and writes a report with --report.
    #[command(after_help = FIT)]
    Fit(Box<FitArgs>),

    /// Predict the rows of a new table with a saved model
    #[command(after_help = PREDICT)]
    Predict(PredictArgs),

    /// Compute the threshold λ alone, with its uncertainty
    ///
    /// λ is the level that a table without any signal stays below with
    /// probability 1 − α. If the data stand above it, there is something to
    /// find.
    #[command(after_help = LAMBDA)]
    Lambda(LambdaArgs),

    /// Show what is in a saved model
    #[command(after_help = INSPECT)]
    Inspect(InspectArgs),

    /// Write the HTML report of a saved model
    #[command(after_help = REPORT)]
    Report(ReportArgs),

    /// Write a saved model as a file for other programs
    #[command(after_help = EXPORT)]
    Export(ExportArgs),

    /// Write one simulated table of a design of the paper, with its truth
    #[command(after_help = SIMULATE)]
    Simulate(Box<SimulateArgs>),

    /// Print completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// Which shell
        shell: Shell,
    },
}

/// How much is said on stderr.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TalkArgs {
    /// Say nothing on stderr but errors
    #[arg(long, short, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Say on stderr what is done, in lines instead of a progress bar
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

/// On how many processors the work is done.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Threads to use; 0 is one for each processor
    #[arg(
        id = "threads",
        long,
        value_name = "K",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) asked: usize,
}

impl ThreadArgs {
    /// Threads for reading a table. More than processors would only wait for
    /// each other.
    pub(crate) fn readers(self) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        match self.asked {
            0 => processors,
            some => some.min(processors),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) talk: TalkArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PredictArgs {
    /// A model that `fit --model` wrote
    pub(crate) model: PathBuf,

    /// The table to predict: CSV or TSV, also packed with gzip or zstd; - is stdin
    pub(crate) data: PathBuf,

    /// Where the predictions go [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write the probability of every class
    #[arg(long)]
    pub(crate) proba: bool,

    /// What parts the fields: one character, or `tab` [default: what the header has most of]
    #[arg(long, value_name = "CHAR", value_parser = fit::delimiter)]
    pub(crate) delimiter: Option<u8>,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Say nothing on stderr but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// A model that `fit --model` wrote
    pub(crate) model: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// A model that `fit --model` wrote
    pub(crate) model: PathBuf,

    /// Where the report goes [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// A model that `fit --model` wrote
    pub(crate) model: PathBuf,

    /// The ONNX file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) onnx: PathBuf,

    /// Which features the file asks for
    #[arg(long, value_enum, default_value_t)]
    pub(crate) inputs: InputsName,

    /// Say nothing on stderr but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputsName {
    /// Every feature of the fit
    #[default]
    All,
    /// Those that were selected
    Selected,
}
