//! How the columns of a design depend on each other.

use rand_distr::{Distribution, StandardNormal};

use crate::Error;
use crate::rng::Seed;

/// The correlation of two columns of the raw design, each of them standard
/// normal. The paper's designs have none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Correlation {
    /// All columns are independent.
    #[default]
    Independent,
    /// `ρ^|j − k|` between columns j and k.
    Toeplitz(f64),
    /// ρ within blocks of neighbouring columns, 0 between blocks.
    Blocks {
        /// The number of columns of a block; the last one may have fewer.
        size: usize,
        /// ρ.
        within: f64,
    },
}

impl Correlation {
    /// Whether the parameters are legal.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless ρ is from 0 up to, not including, 1 and
    /// blocks have a column.
    pub fn check(self) -> Result<(), Error> {
        let (rho, size) = match self {
            Self::Independent => return Ok(()),
            Self::Toeplitz(rho) => (rho, 1),
            Self::Blocks { size, within } => (within, size),
        };
        if !(0.0..1.0).contains(&rho) {
            return Err(Error::OutOfRange {
                name: "the correlation",
                value: rho,
                range: "from 0 up to, not including, 1",
            });
        }
        if size == 0 {
            return Err(Error::OutOfRange {
                name: "the size of a block",
                value: 0.0,
                range: "at least 1",
            });
        }
        Ok(())
    }

    /// `rows` draws of `p` columns, column after column. All correlations
    /// start from the same independent draws, and `Independent` is those.
    pub(super) fn draw(self, seed: Seed, rows: usize, p: usize) -> Vec<f64> {
        let mut columns = normals(seed, rows * p);
        match self {
            Self::Independent => {}
            Self::Toeplitz(rho) => {
                // x_j = ρ x_{j−1} + sqrt(1 − ρ²) z_j has variance 1 and
                // correlation ρ^k at distance k.
                let fresh = (1.0 - rho * rho).sqrt();
                for place in rows..columns.len() {
                    columns[place] = rho * columns[place - rows] + fresh * columns[place];
                }
            }
            Self::Blocks { size, within } => {
                // x_j = sqrt(ρ) f + sqrt(1 − ρ) z_j with one f a block.
                let (shared, own) = (within.sqrt(), (1.0 - within).sqrt());
                let factors = normals(seed.child(0), rows * p.div_ceil(size));
                for (j, column) in columns.chunks_exact_mut(rows).enumerate() {
                    let factor = &factors[j / size * rows..];
                    for (x, f) in column.iter_mut().zip(factor) {
                        *x = shared * f + own * *x;
                    }
                }
            }
        }
        columns
    }
}

fn normals(seed: Seed, count: usize) -> Vec<f64> {
    StandardNormal.sample_iter(seed.rng()).take(count).collect()
}
