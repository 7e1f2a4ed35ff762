//! The true mean `μ*` of a run.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::scenario::{Scenario, Signs};
use crate::Design;

/// The values of a true coefficient.
const COEFFICIENTS: [f64; 6] = [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0];

/// The height of every bump.
const HEIGHT: f64 = 10.0;

/// `μ*`, with the columns that it uses.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    /// `Σ β_k x_k`, as pairs of column and coefficient.
    Linear(Vec<(usize, f64)>),
    /// `Σ h_i |x_a(i) − x_b(i)|`.
    Bumps(Vec<Bump>),
    /// `h ||x_b − x_a| − |x_d − x_c||`.
    Nested {
        /// `a`, `b`, `c` and `d`.
        columns: [usize; 4],
        /// `h`, 10 or −10.
        height: f64,
    },
}

/// One term `height · |x_a − x_b|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bump {
    /// The two columns.
    pub columns: [usize; 2],
    /// 10 or −10.
    pub height: f64,
}

impl Truth {
    /// Draws the columns first and everything else after, so that the columns
    /// do not depend on the signs.
    pub(super) fn draw(scenario: Scenario, s: usize, rng: &mut ChaCha8Rng) -> Self {
        let columns = distinct(scenario.columns(), s, rng);
        match scenario {
            Scenario::Linear => Self::Linear(
                columns
                    .into_iter()
                    .map(|j| (j, COEFFICIENTS[rng.random_range(0..COEFFICIENTS.len())]))
                    .collect(),
            ),
            Scenario::Nonlinear(signs) => Self::Bumps(
                columns
                    .chunks_exact(2)
                    .map(|pair| Bump {
                        columns: [pair[0], pair[1]],
                        height: height(signs, rng),
                    })
                    .collect(),
            ),
            Scenario::Architecture(signs) => Self::Nested {
                columns: [columns[0], columns[1], columns[2], columns[3]],
                height: height(signs, rng),
            },
        }
    }

    /// The columns that matter, in increasing order.
    #[must_use]
    pub fn support(&self) -> Vec<usize> {
        let mut support: Vec<usize> = match self {
            Self::Linear(terms) => terms.iter().map(|&(j, _)| j).collect(),
            Self::Bumps(bumps) => bumps.iter().flat_map(|bump| bump.columns).collect(),
            Self::Nested { columns, .. } => columns.to_vec(),
        };
        support.sort_unstable();
        support
    }

    /// `μ*` at each row of `design`.
    ///
    /// # Panics
    ///
    /// If `design` lacks one of the columns of this truth.
    #[must_use]
    pub fn means(&self, design: &Design) -> Vec<f64> {
        (0..design.rows())
            .map(|i| self.mean(|j| design.column(j)[i]))
            .collect()
    }

    fn mean(&self, x: impl Fn(usize) -> f64) -> f64 {
        match self {
            Self::Linear(terms) => terms.iter().map(|&(j, beta)| beta * x(j)).sum(),
            Self::Bumps(bumps) => bumps
                .iter()
                .map(
                    |&Bump {
                         columns: [a, b],
                         height,
                     }| height * (x(b) - x(a)).abs(),
                )
                .sum(),
            &Self::Nested {
                columns: [a, b, c, d],
                height,
            } => height * ((x(b) - x(a)).abs() - (x(d) - x(c)).abs()).abs(),
        }
    }
}

fn height(signs: Signs, rng: &mut ChaCha8Rng) -> f64 {
    match signs {
        Signs::Positive => HEIGHT,
        Signs::Negative => -HEIGHT,
        Signs::Random if rng.random_bool(0.5) => HEIGHT,
        Signs::Random => -HEIGHT,
    }
}

/// The first `count` places of a shuffle of `0..p`: distinct columns, in
/// random order, so that neighbours in the list are random pairs.
fn distinct(p: usize, count: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut all: Vec<usize> = (0..p).collect();
    for k in 0..count {
        all.swap(k, rng.random_range(k..p));
    }
    all.truncate(count);
    all
}
