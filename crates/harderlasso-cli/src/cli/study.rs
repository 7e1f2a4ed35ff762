//! The flags of `study`; what they mean is settled in `study::plan`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::study::{List, Methods, Widths};

const HELP: &str = "\
Examples:
  harderlasso study linear --runs 4 --s 0,5,10
  harderlasso study linear --runs 4 --s 0,5,10 --y-scale 1000 --out in-other-units
  harderlasso study nonlinear --runs 1 --s 4 --methods HarderLASSO_QUT

Without --runs and --s it is the whole study of the paper: minutes for linear,
an hour or more for the others on two cores.";

/// Run one of the paper's simulation studies
///
/// Writes runs.csv (one row a run and method), summary.csv and SVG figures,
/// and prints the summary. Each row depends on nothing but the seed, s, n,
/// the run and the method: a study can be stopped, resumed and extended.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct StudyArgs {
    /// Which study
    pub(crate) name: StudyName,

    /// Runs for each point and method [default: 200, architecture 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) runs: Option<u64>,

    /// How many columns matter: 0,5,10 or 0..25 or 0..20..2, ends included
    /// [default: linear 0..25, nonlinear 0..20..2]
    #[arg(long, value_name = "LIST")]
    pub(crate) s: Option<List>,

    /// Sample sizes of the architecture study [default: 100..4000..100]
    #[arg(long, value_name = "LIST")]
    pub(crate) n: Option<List>,

    /// Widths of the hidden layers, such as 20 or 20,10; give it once for each
    /// architecture [default: nonlinear 20; architecture 20 and 20,10 and 20,10,5]
    #[arg(long, value_name = "WIDTHS")]
    pub(crate) hidden: Vec<Widths>,

    /// Some of HarderLASSO_QUT, LASSO_QUT, SCAD_QUT, MCP_QUT, each also with
    /// its own widths, as in "LASSO_QUT (20, 10)" [default: linear all,
    /// nonlinear the first two, architecture the first]
    #[arg(long, value_name = "LIST")]
    pub(crate) methods: Option<Methods>,

    /// Fit to C·y + A in place of y; the L2 error stays in the unit of y
    #[arg(
        long,
        value_name = "C",
        default_value_t = 1.0,
        allow_negative_numbers = true
    )]
    pub(crate) y_scale: f64,

    /// See --y-scale
    #[arg(
        long,
        value_name = "A",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    pub(crate) y_shift: f64,

    /// The sign of each bump of the nonlinear truths [default: positive]
    #[arg(long)]
    pub(crate) signs: Option<SignsName>,

    /// Where the files go [default: study-NAME]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Fits at the same time [default: one for each core]
    #[arg(long, value_name = "K")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// The seed of the whole study
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Keep the finished rows of --out and add those that are missing
    #[arg(long)]
    pub(crate) resume: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StudyName {
    /// n 70, p 250; sums of s columns
    Linear,
    /// n 500, p 50; sums of s/2 bumps 10·|x2 − x1|
    Nonlinear,
    /// p 50, s 4, growing n; 10·||x2 − x1| − |x4 − x3||
    Architecture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SignsName {
    Positive,
    Negative,
    Random,
}
