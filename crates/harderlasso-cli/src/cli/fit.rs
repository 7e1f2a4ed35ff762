//! The flags of `fit` and `lambda`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use harderlasso::{Activation, HarderLasso, Penalty};
use harderlasso_report::MissingPolicy;

use super::{TalkArgs, ThreadArgs};
use crate::prepare::Task;

/// Which table, and how to read it.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// The table: CSV or TSV with a header, also packed with gzip or zstd; - is stdin
    pub(crate) data: PathBuf,

    /// The column to explain: its name, or its number from 0, negative from the end
    #[arg(long, short, value_name = "COL", allow_negative_numbers = true)]
    pub(crate) target: String,

    /// What the target is
    #[arg(long, value_enum, default_value_t, hide_possible_values = false)]
    pub(crate) task: Task,

    /// Columns to leave out, by name or number: id,name
    #[arg(long, value_name = "COLS", allow_negative_numbers = true)]
    pub(crate) drop: Vec<String>,

    /// A column that says how many observations each row stands for [default: one each]
    #[arg(long, value_name = "COL", allow_negative_numbers = true)]
    pub(crate) weights: Option<String>,

    /// What to do about missing values
    #[arg(long, value_enum, default_value_t)]
    pub(crate) missing: Missing,

    /// What parts the fields: one character, or `tab` [default: what the header has most of]
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    pub(crate) delimiter: Option<u8>,
}

/// Which model, and how to look for it.
#[derive(Debug, Args)]
pub(crate) struct MethodArgs {
    /// Widths of the hidden layers: 20 or 20,10; `none` is the linear model
    #[arg(
        long,
        value_name = "WIDTHS",
        default_value = "20",
        allow_negative_numbers = true
    )]
    pub(crate) hidden: Hidden,

    /// The penalty: harder, l1, scad or mcp
    #[arg(long, value_name = "NAME", default_value = Penalty::harder().name(), value_parser = penalty)]
    pub(crate) penalty: Penalty,

    /// The chance of finding anything in pure noise, between 0 and 1
    #[arg(
        long,
        value_name = "A",
        default_value_t = 0.05,
        allow_negative_numbers = true
    )]
    pub(crate) alpha: f64,

    /// Null draws behind λ
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5000,
        allow_negative_numbers = true
    )]
    pub(crate) draws: usize,

    /// The activation: relu, leaky_relu, elu, softplus, gelu or silu
    #[arg(long, value_name = "NAME", default_value = Activation::Relu.name(), value_parser = activation)]
    pub(crate) activation: Activation,

    /// The seed of all random numbers
    #[arg(
        long,
        value_name = "K",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FitArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    #[command(flatten)]
    pub(crate) method: MethodArgs,

    /// A λ of your own [default: calibrated]
    #[arg(long, value_name = "L", allow_negative_numbers = true)]
    pub(crate) lambda: Option<f64>,

    /// Random starts of a network in each noise unit
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        allow_negative_numbers = true
    )]
    pub(crate) restarts: usize,

    /// Keep the model in this file [default: not kept]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,

    /// Write an HTML report to this file [default: none]
    #[arg(long, short, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) talk: TalkArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LambdaArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    #[command(flatten)]
    pub(crate) method: MethodArgs,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) talk: TalkArgs,
}

impl MethodArgs {
    /// The engine's settings.
    pub(crate) fn settings(&self) -> HarderLasso {
        HarderLasso::new()
            .hidden(self.hidden.0.clone())
            .penalty(self.penalty)
            .alpha(self.alpha)
            .draws(self.draws)
            .activation(self.activation)
            .seed(self.seed)
            .threads(self.threads.asked)
    }
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

/// The hidden layers: widths, or none at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hidden(pub(crate) Vec<usize>);

impl FromStr for Hidden {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim().eq_ignore_ascii_case("none") {
            return Ok(Self(Vec::new()));
        }
        let width = |part: &str| match part.trim().parse() {
            Ok(0) => Err("a hidden layer needs at least one neuron".to_owned()),
            Ok(width) => Ok(width),
            Err(_) => Err(format!("`{}` is not a whole number", part.trim())),
        };
        let widths: Result<_, String> = text.split(',').map(width).collect();
        widths
            .map(Self)
            .map_err(|reason| format!("{reason}; expected `none`, or widths such as 20 or 20,10"))
    }
}

impl std::fmt::Display for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let widths: Vec<String> = self.0.iter().map(usize::to_string).collect();
        match widths.len() {
            0 => f.write_str("none"),
            _ => f.write_str(&widths.join(",")),
        }
    }
}

/// What to do about missing values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Missing {
    /// The mean of the column stands in for them
    #[default]
    Mean,
    /// Rows that have one are left out
    Drop,
    /// They are refused
    Error,
}

impl Missing {
    pub(crate) fn policy(self) -> MissingPolicy {
        match self {
            Self::Mean => MissingPolicy::Mean,
            Self::Drop => MissingPolicy::Drop,
            Self::Error => MissingPolicy::Error,
        }
    }
}

fn penalty(name: &str) -> Result<Penalty, String> {
    Penalty::from_name(name).map_err(|error| error.to_string())
}

fn activation(name: &str) -> Result<Activation, String> {
    Activation::from_name(name).map_err(|error| error.to_string())
}

/// A delimiter is one byte that has no other meaning in a table.
pub(super) fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        &[byte] if !matches!(byte, b'"' | b'\n' | b'\r' | b'.' | b'-' | b'+')
            && !byte.is_ascii_alphanumeric() => Ok(byte),
        _ => Err(
            "expected one character that is no letter, digit, sign or quote, such as , or ;, or the word tab"
                .to_owned(),
        ),
    }
}
