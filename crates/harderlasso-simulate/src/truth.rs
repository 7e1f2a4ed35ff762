//! The true mean `μ*` of a run.

use harderlasso::Design;
use rand::RngExt;

use crate::{Scenario, Signs};

/// The values of a true coefficient.
const COEFFICIENTS: [f64; 6] = [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0];

/// The height of every bump.
const HEIGHT: f64 = 10.0;

/// `μ*` and the columns that it uses.
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
    /// Draws the columns first, so that they do not depend on the signs.
    pub(crate) fn draw(scenario: Scenario, s: usize, rng: &mut impl RngExt) -> Self {
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
        self.means_of(design.rows(), |j| design.column(j))
    }

    /// `μ*` at each of `rows` rows, whose columns `column` looks up.
    pub(crate) fn means_of<'a>(
        &self,
        rows: usize,
        column: impl Fn(usize) -> &'a [f64],
    ) -> Vec<f64> {
        (0..rows).map(|i| self.mean(|j| column(j)[i])).collect()
    }

    /// `μ*` as an expression over the columns `x0`, `x1`, … with `abs`, such as
    /// `2*x3 - 3*x17` or `10*abs(x4 - x1)`.
    #[must_use]
    pub fn formula(&self) -> String {
        let difference = |a: usize, b: usize| format!("abs(x{b} - x{a})");
        let terms: Vec<(f64, String)> = match self {
            Self::Linear(terms) => terms
                .iter()
                .map(|&(j, beta)| (beta, format!("x{j}")))
                .collect(),
            Self::Bumps(bumps) => bumps
                .iter()
                .map(|bump| (bump.height, difference(bump.columns[0], bump.columns[1])))
                .collect(),
            &Self::Nested {
                columns: [a, b, c, d],
                height,
            } => {
                let inner = format!("abs({} - {})", difference(a, b), difference(c, d));
                vec![(height, inner)]
            }
        };
        let mut text = String::new();
        for (factor, term) in terms {
            text += match (text.is_empty(), factor < 0.0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += &format!("{}*{term}", factor.abs());
        }
        if text.is_empty() {
            text.push('0');
        }
        text
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

fn height(signs: Signs, rng: &mut impl RngExt) -> f64 {
    match signs {
        Signs::Positive => HEIGHT,
        Signs::Negative => -HEIGHT,
        Signs::Random if rng.random_bool(0.5) => HEIGHT,
        Signs::Random => -HEIGHT,
    }
}

/// The first `count` entries of a shuffle of `0..p`: distinct columns in random
/// order, so that neighbours in the list form random pairs.
fn distinct(p: usize, count: usize, rng: &mut impl RngExt) -> Vec<usize> {
    let mut all: Vec<usize> = (0..p).collect();
    for k in 0..count {
        all.swap(k, rng.random_range(k..p));
    }
    all.truncate(count);
    all
}
