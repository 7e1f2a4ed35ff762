//! The flags of `predict`.

use std::path::PathBuf;

use clap::Args;

use super::shared::{ReadingArgs, ThreadArgs};
use crate::table::FORMATS;

const HELP: &str = "\
Examples:
  harderlasso predict model.json new.csv
  harderlasso predict model.json new.csv -o predictions.csv
  harderlasso predict model.json new.csv --proba

Writes CSV: a header and one line for each row of the table, in the same order.
The header is `prediction`, or the names of the classes with --proba; before it
comes the column of ids, if `fit --id` or --id named one. A level that was not in
the table of the fit counts as none of the levels. A missing number is replaced by
the mean of the fit. A missing text is a level of its own, or none of the levels
if the fit had no missing value in its column.

A spreadsheet runs text that begins with =, +, - or @ as a formula. Where an id or
a class begins so, an apostrophe is written before it, which spreadsheets take as
a sign of text. Numbers are never changed.";

/// Predict the rows of a new table with a saved model
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct PredictArgs {
    /// A model that `fit --model` saved
    pub(crate) model: PathBuf,

    #[arg(help = format!("The table to predict: {FORMATS}; - is stdin"))]
    pub(crate) data: PathBuf,

    /// Write the predictions to this file [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write the probability of each class
    #[arg(long)]
    pub(crate) proba: bool,

    /// The column that identifies the rows, which is written before the predictions [default: that of `fit --id`]
    #[arg(long, value_name = "COL", allow_negative_numbers = true)]
    pub(crate) id: Option<String>,

    /// Write ids and classes without an apostrophe, also where a spreadsheet would run them
    #[arg(long)]
    pub(crate) raw_text: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Write nothing but errors to stderr
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
