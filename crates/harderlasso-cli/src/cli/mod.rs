//! The flags: a file for each verb, and what verbs share. What flags mean is
//! decided in `verbs`.

mod completions;
mod demo;
mod export;
mod fit;
mod inspect;
mod lambda;
mod predict;
mod report;
mod shared;
mod simulate;

use clap::{Parser, Subcommand};

pub(crate) use completions::CompletionsArgs;
pub(crate) use demo::DemoArgs;
pub(crate) use export::{ExportArgs, InputsName};
pub(crate) use fit::{FitArgs, shell_word};
pub(crate) use inspect::InspectArgs;
pub(crate) use lambda::LambdaArgs;
pub(crate) use predict::PredictArgs;
pub(crate) use report::ReportArgs;
pub(crate) use shared::{ClassWeightName, MissingTarget, TableArgs, VerbosityArgs};
pub(crate) use simulate::SimulateArgs;

const HELP: &str = "\
From data.csv to predictions for new.csv:

  harderlasso fit data.csv --target price --model model.json
  harderlasso predict model.json new.csv -o predictions.csv

`price` is the column to explain, given by name or by number. The first command
prints the columns that matter and saves the model; the second writes one
prediction per row. new.csv needs the selected columns, in any order. With
--report report.html, the first command also writes a report for the browser.

Try it on a real table: harderlasso demo
List every flag with its default: harderlasso fit --help";

/// Find the few columns of a table that matter, and predict with them.
///
/// It needs no validation set and no tuning. One threshold is calibrated: if no
/// column is related to the target, nothing is selected with probability 95 %.
#[derive(Debug, Parser)]
#[command(name = "harderlasso", version, after_help = HELP, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// A verb with its flags.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Demo(DemoArgs),
    Fit(Box<FitArgs>),
    Predict(PredictArgs),
    Lambda(LambdaArgs),
    Inspect(InspectArgs),
    Report(ReportArgs),
    Export(ExportArgs),
    Simulate(Box<SimulateArgs>),
    Completions(CompletionsArgs),
}
