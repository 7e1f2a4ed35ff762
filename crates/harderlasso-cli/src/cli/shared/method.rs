//! Which model to fit, and how λ is calibrated.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use harderlasso::{Activation, HarderLasso, Penalty};

use super::ThreadArgs;

/// Settings of the engine that `fit` and `lambda` share.
#[derive(Debug, Args)]
pub(crate) struct MethodArgs {
    /// Widths of the hidden layers, such as 20 or 20,10; `none` means a linear model
    #[arg(
        long,
        value_name = "WIDTHS",
        default_value_t = Hidden(HarderLasso::default().hidden),
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
        HarderLasso::new()
            .hidden(self.hidden.0.clone())
            .penalty(self.penalty)
            .alpha(self.alpha)
            .draws(self.draws)
            .activation(self.activation)
            .seed(self.seed)
            .threads(self.threads.requested)
    }
}

/// The widths of the hidden layers, of which there may be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hidden(pub(crate) Vec<usize>);

impl FromStr for Hidden {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim().eq_ignore_ascii_case("none") {
            return Ok(Self(Vec::new()));
        }
        let widths = text.split(',').map(|width| width.trim().parse());
        match widths.collect::<Result<Vec<usize>, _>>() {
            Ok(widths) => Ok(Self(widths)),
            Err(_) => Err("expected `none`, or widths such as 20 or 20,10".to_owned()),
        }
    }
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<String> = self.0.iter().map(usize::to_string).collect();
        match widths.len() {
            0 => f.write_str("none"),
            _ => f.write_str(&widths.join(",")),
        }
    }
}

fn penalty(name: &str) -> Result<Penalty, String> {
    Penalty::from_name(name).map_err(|error| error.to_string())
}

fn activation(name: &str) -> Result<Activation, String> {
    Activation::from_name(name).map_err(|error| error.to_string())
}
