//! The paper's designs: their sizes, and how many columns can matter.

use harderlasso::Error;

/// One of the paper's three simulations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// `μ*(x) = Σ β_k x_k`, β uniform on {−3, −2, −1, 1, 2, 3}; p = 250.
    Linear,
    /// `μ*(x) = Σ ±10 |x_2i − x_2i−1|`; p = 50, s even.
    Nonlinear(Signs),
    /// `μ*(x) = ±10 ||x_2 − x_1| − |x_4 − x_3||`; p = 50, s = 4.
    Architecture(Signs),
}

/// The sign of a bump. The paper has only positive bumps, which a network with
/// positive output weights finds more easily.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signs {
    /// Every bump is positive, as in the paper.
    #[default]
    Positive,
    /// Every bump is negative.
    Negative,
    /// Each bump of each run has a random sign.
    Random,
}

impl Scenario {
    /// The name: `linear`, `nonlinear` or `architecture`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Nonlinear(_) => "nonlinear",
            Self::Architecture(_) => "architecture",
        }
    }

    /// The number of columns `p`.
    #[must_use]
    pub fn columns(self) -> usize {
        match self {
            Self::Linear => 250,
            Self::Nonlinear(_) | Self::Architecture(_) => 50,
        }
    }

    /// The sample size unless another one is asked for: that of the paper, and
    /// 400 for the architecture scenario, for which the paper has many.
    #[must_use]
    pub fn default_rows(self) -> usize {
        match self {
            Self::Linear => 70,
            Self::Nonlinear(_) => 500,
            Self::Architecture(_) => 400,
        }
    }

    /// The number of columns that matter unless another one is asked for.
    #[must_use]
    pub fn default_sparsity(self) -> usize {
        match self {
            Self::Linear => 5,
            Self::Nonlinear(_) | Self::Architecture(_) => 4,
        }
    }

    /// Checks that the scenario has runs with `s` columns that matter.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] with the range of `s`.
    pub fn check_sparsity(self, s: usize) -> Result<(), Error> {
        let (legal, range) = match self {
            Self::Linear => (s <= 250, "from 0 to 250"),
            Self::Nonlinear(_) => (
                s <= 50 && s.is_multiple_of(2),
                "an even number from 0 to 50 (its columns come in pairs)",
            ),
            Self::Architecture(_) => (s == 4, "4"),
        };
        if legal {
            Ok(())
        } else {
            Err(Error::OutOfRange {
                name: "s",
                value: s as f64,
                range,
            })
        }
    }

    /// The number that names the scenario's random streams. Signs are not part of
    /// it: the same seed gives the same columns and noise with any signs.
    pub(crate) fn label(self) -> u64 {
        match self {
            Self::Linear => 1,
            Self::Nonlinear(_) => 2,
            Self::Architecture(_) => 3,
        }
    }
}
