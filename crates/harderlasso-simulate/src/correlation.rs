//! The dependence of the columns of a design.

use harderlasso::Error;
use harderlasso::rng::Seed;
use rand_distr::{Distribution, StandardNormal};

/// The correlation between columns of the raw design, each of which is standard
/// normal. The columns of the paper's designs are independent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Correlation {
    /// All columns are independent.
    #[default]
    Independent,
    /// `ρ^|j − k|` between columns j and k.
    Toeplitz(f64),
    /// ρ within blocks of neighbouring columns, 0 between blocks.
    Blocks {
        /// The number of columns per block; the last block may have fewer.
        size: usize,
        /// ρ.
        within: f64,
    },
}

impl Correlation {
    /// Checks the parameters against their documented ranges.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless `0 ≤ ρ < 1` and a block has at least one
    /// column.
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
                range: "at least 0 and below 1",
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

    /// `rows` draws of `p` columns, column after column.
    pub(crate) fn draw(self, seed: Seed, rows: usize, p: usize) -> Vec<f64> {
        let mut columns = Vec::with_capacity(rows * p);
        let mut rng = seed.rng();
        let normals = |_: usize, column: &mut [f64]| {
            column.fill_with(|| StandardNormal.sample(&mut rng));
        };
        let all = |_: usize| true;
        self.combine(seed, rows, p, normals, all, |_, column| {
            columns.extend_from_slice(column);
        });
        columns
    }

    /// `rows` draws of `p` columns of which only some are wanted, one by one. Every
    /// column has a stream of its own, so that independent columns cost nothing where
    /// nobody wants them.
    pub(crate) fn draw_some(
        self,
        seed: Seed,
        rows: usize,
        p: usize,
        is_wanted: impl Fn(usize) -> bool,
        take: impl FnMut(usize, &mut [f64]),
    ) {
        let normals = |j: usize, column: &mut [f64]| {
            let mut rng = seed.child(1 + j as u64).rng();
            column.fill_with(|| StandardNormal.sample(&mut rng));
        };
        self.combine(seed, rows, p, normals, is_wanted, take);
    }

    /// Hands over columns one by one. All correlations start from the same independent
    /// draws, which `Independent` hands over as they are.
    fn combine(
        self,
        seed: Seed,
        rows: usize,
        p: usize,
        mut normals: impl FnMut(usize, &mut [f64]),
        is_wanted: impl Fn(usize) -> bool,
        mut take: impl FnMut(usize, &mut [f64]),
    ) {
        let mut shared_rng = seed.child(0).rng();
        let mut previous = vec![0.0; rows];
        let mut factor = vec![0.0; rows];
        let mut column = vec![0.0; rows];
        for j in 0..p {
            if self == Self::Independent && !is_wanted(j) {
                continue;
            }
            normals(j, &mut column);
            match self {
                Self::Independent => {}
                Self::Toeplitz(rho) => {
                    // x_j = ρ x_{j−1} + sqrt(1 − ρ²) z_j has variance 1 and
                    // correlation ρ^k at distance k.
                    let fresh = (1.0 - rho * rho).sqrt();
                    for (x, before) in column.iter_mut().zip(&mut previous) {
                        *before = if j == 0 {
                            *x
                        } else {
                            rho * *before + fresh * *x
                        };
                        *x = *before;
                    }
                }
                Self::Blocks { size, within } => {
                    // x_j = sqrt(ρ) f + sqrt(1 − ρ) z_j with one f per block.
                    if j % size == 0 {
                        factor.fill_with(|| StandardNormal.sample(&mut shared_rng));
                    }
                    let (shared, own) = (within.sqrt(), (1.0 - within).sqrt());
                    for (x, f) in column.iter_mut().zip(&factor) {
                        *x = shared * f + own * *x;
                    }
                }
            }
            if is_wanted(j) {
                take(j, &mut column);
            }
        }
    }
}
