//! Which design: its size and the sparsities that it has.

use crate::Error;

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

/// The sign in front of a bump. The paper has only positive ones, which a
/// network with positive output weights finds more easily than the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signs {
    /// Every bump points up, as in the paper.
    #[default]
    Positive,
    /// Every bump points down.
    Negative,
    /// A fair coin for each bump of each run.
    Random,
}

impl Scenario {
    /// The number of columns `p`.
    #[must_use]
    pub fn columns(self) -> usize {
        match self {
            Self::Linear => 250,
            Self::Nonlinear(_) | Self::Architecture(_) => 50,
        }
    }

    /// The sample size of the paper, for the scenarios that have a single one.
    #[must_use]
    pub fn rows(self) -> Option<usize> {
        match self {
            Self::Linear => Some(70),
            Self::Nonlinear(_) => Some(500),
            Self::Architecture(_) => None,
        }
    }

    /// Whether a run with `s` columns that matter exists.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] with what `s` may be.
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

    /// Names the scenario's random streams. Signs have no part in it: the same
    /// seed gives the same columns and noise whichever way the bumps point.
    pub(super) fn label(self) -> u64 {
        match self {
            Self::Linear => 1,
            Self::Nonlinear(_) => 2,
            Self::Architecture(_) => 3,
        }
    }
}
