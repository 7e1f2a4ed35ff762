//! The flags of `simulate`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use harderlasso::Error;
use harderlasso_simulate::{Conditions, Correlation, Noise, ResponseScale, Scenario, Signs};

const HELP: &str = "\
Examples:
  harderlasso simulate linear -o simulated.csv
  harderlasso simulate nonlinear -n 1000 -s 6 --run 3 -o bumps.csv --truth bumps.json
  harderlasso simulate linear --toeplitz 0.9 --student 3 | gzip > simulated.csv.gz

The table has the columns x0, x1, … and the target y. The JSON file of the truth
holds the columns that matter (`support`, from 0), the true mean as a formula and
term by term, the noise, the seed and the run: y = y_scale * (mean + noise) +
y_shift. The same options give the same bytes. `python -m studies` repeats the
studies of the paper over many such tables.";

/// Write one simulated table of a design of the paper, with its truth
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct SimulateArgs {
    /// Which design
    pub(crate) name: ScenarioName,

    /// Rows [default: linear 70, nonlinear 500, architecture 400]
    #[arg(short, value_name = "N")]
    pub(crate) n: Option<usize>,

    /// Columns that matter [default: linear 5, nonlinear and architecture 4]
    #[arg(short, value_name = "S")]
    pub(crate) s: Option<usize>,

    /// The seed; the columns x0, x1, … are the same in all runs of a seed
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) seed: u64,

    /// The run number. Runs with the same seed share the columns, but differ in which of
    /// them matter and in the noise
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) run: u64,

    /// The sign of each bump of a nonlinear or architecture design [default: positive]
    #[arg(long)]
    pub(crate) signs: Option<SignsName>,

    /// The correlation RHO^|j - k| between columns j and k [default: none]
    #[arg(long, value_name = "RHO", allow_negative_numbers = true)]
    pub(crate) toeplitz: Option<f64>,

    /// The correlation RHO within blocks of SIZE neighbouring columns [default: none]
    #[arg(long, value_name = "SIZE,RHO", conflicts_with = "toeplitz")]
    pub(crate) blocks: Option<Blocks>,

    /// Noise of Student's t with NU degrees of freedom [default: standard normal noise]
    #[arg(long, value_name = "NU", allow_negative_numbers = true)]
    pub(crate) student: Option<f64>,

    /// Write C·y + A in place of y
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

    /// The CSV file to write; - is stdout [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The JSON file for the truth [default: data.truth.json beside data.csv; none for stdout]
    #[arg(long, value_name = "FILE")]
    pub(crate) truth: Option<PathBuf>,

    /// Write nothing but errors to stderr
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl SimulateArgs {
    /// The scenario, or a sentence where it has no bumps to give a sign to.
    pub(crate) fn scenario(&self) -> Result<Scenario, String> {
        let signs = match self.signs {
            None | Some(SignsName::Positive) => Signs::Positive,
            Some(SignsName::Negative) => Signs::Negative,
            Some(SignsName::Random) => Signs::Random,
        };
        match self.name {
            ScenarioName::Linear if self.signs.is_some() => Err(
                "--signs is for the bumps of the nonlinear and architecture designs; the \
                 coefficients of the linear design always have random signs, so leave --signs out"
                    .to_owned(),
            ),
            ScenarioName::Linear => Ok(Scenario::Linear),
            ScenarioName::Nonlinear => Ok(Scenario::Nonlinear(signs)),
            ScenarioName::Architecture => Ok(Scenario::Architecture(signs)),
        }
    }

    /// The dependence of the columns and the law of the noise.
    pub(crate) fn conditions(&self) -> Conditions {
        Conditions {
            correlation: match (self.toeplitz, self.blocks) {
                (None, None) => Correlation::Independent,
                (Some(rho), _) => Correlation::Toeplitz(rho),
                (None, Some(Blocks { size, within })) => Correlation::Blocks { size, within },
            },
            noise: self.student.map_or(Noise::Normal, Noise::Student),
        }
    }

    /// The unit of y.
    pub(crate) fn scale(&self) -> Result<ResponseScale, Error> {
        ResponseScale::new(self.y_scale, self.y_shift)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScenarioName {
    /// 250 columns; y is a sum of S of them with coefficients from -3 to 3
    Linear,
    /// 50 columns; y is a sum of S/2 bumps 10·|x2 - x1|
    Nonlinear,
    /// 50 columns; y is 10·||x2 - x1| - |x4 - x3||
    Architecture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SignsName {
    Positive,
    Negative,
    Random,
}

/// `SIZE,RHO`, as in `10,0.7`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blocks {
    size: usize,
    within: f64,
}

impl FromStr for Blocks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once(',').and_then(|(size, within)| {
            Some((size.trim().parse().ok()?, within.trim().parse().ok()?))
        });
        let (size, within) = parts.ok_or("expected a size and a correlation, such as 10,0.7")?;
        Ok(Self { size, within })
    }
}
