//! Which model to fit, and how λ is calibrated.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use harderlasso::{Activation, HarderLasso, Penalty};

use super::ThreadArgs;

/// Settings of the engine that `fit` and `lambda` share.
#[derive(Debug, Args)]
pub(crate) struct MethodArgs {
    /// `auto` fits a linear model and a network with one hidden layer of 20 and keeps
    /// the better one; `none` is the linear model; 20 or 20,10 are hidden layers
    #[arg(
        long,
        value_name = "WIDTHS",
        default_value_t = Hidden::Auto,
        allow_negative_numbers = true
    )]
    pub(crate) hidden: Hidden,

    #[arg(
        long,
        help = format!("The penalty: {}", Penalty::ALL.map(|penalty| penalty.name()).join(", ")),
        value_name = "NAME",
        default_value = HarderLasso::default().penalty.name(),
        value_parser = penalty
    )]
    pub(crate) penalty: Penalty,

    /// The probability of selecting any feature in pure noise, between 0 and 1
    #[arg(
        long,
        value_name = "A",
        default_value_t = HarderLasso::default().alpha,
        allow_negative_numbers = true
    )]
    pub(crate) alpha: f64,

    /// Number of null draws that λ is computed from
    #[arg(
        long,
        value_name = "N",
        default_value_t = HarderLasso::default().draws,
        allow_negative_numbers = true
    )]
    pub(crate) draws: usize,

    #[arg(
        long,
        help = format!("The activation: {}", Activation::ALL.map(Activation::name).join(", ")),
        value_name = "NAME",
        default_value = HarderLasso::default().activation.name(),
        value_parser = activation
    )]
    pub(crate) activation: Activation,

    /// The seed of all random numbers
    #[arg(
        long,
        value_name = "K",
        default_value_t = HarderLasso::default().seed,
        allow_negative_numbers = true
    )]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

impl MethodArgs {
    /// The engine's settings.
    pub(crate) fn settings(&self) -> HarderLasso {
        let settings = match &self.hidden {
            Hidden::Auto => HarderLasso::new().auto(),
            Hidden::Widths(widths) => HarderLasso::new().hidden(widths.clone()),
        };
        settings
            .penalty(self.penalty)
            .alpha(self.alpha)
            .draws(self.draws)
            .activation(self.activation)
            .seed(self.seed)
            .threads(self.threads.requested)
    }
}

/// The hidden layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// None, or one of the usual width: whichever is better.
    Auto,
    /// Those of these widths, of which there may be none.
    Widths(Vec<usize>),
}

impl FromStr for Hidden {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            word if word.eq_ignore_ascii_case("auto") => return Ok(Self::Auto),
            word if word.eq_ignore_ascii_case("none") => return Ok(Self::Widths(Vec::new())),
            _ => {}
        }
        let widths = text.split(',').map(|width| width.trim().parse());
        match widths.collect::<Result<Vec<usize>, _>>() {
            Ok(widths) => Ok(Self::Widths(widths)),
            Err(_) => Err("expected `auto`, `none`, or widths such as 20 or 20,10".to_owned()),
        }
    }
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Widths(widths) if widths.is_empty() => f.write_str("none"),
            Self::Widths(widths) => {
                let widths: Vec<String> = widths.iter().map(usize::to_string).collect();
                f.write_str(&widths.join(","))
            }
        }
    }
}

fn penalty(name: &str) -> Result<Penalty, String> {
    Penalty::from_name(name).map_err(|error| error.to_string())
}

fn activation(name: &str) -> Result<Activation, String> {
    Activation::from_name(name).map_err(|error| error.to_string())
}
