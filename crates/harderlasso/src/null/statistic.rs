use crate::activation::Activation;
use crate::linalg::{self, Columns};
use rayon::prelude::*;

/// `π_L = sqrt(p_3 · … · p_L)`, from the widths of the hidden layers.
pub(crate) fn width_factor(hidden: &[usize]) -> f64 {
    let product: f64 = hidden.iter().skip(1).map(|&width| width as f64).product();
    product.sqrt()
}

/// How the gradient at the null model becomes `λ_0`. With `D = −∂L/∂μ` at the
/// null fit and `G = Xᵀ D` (`p × m`),
///
/// - one layer: `λ_0 = max_{j,t} |G_jt|`;
/// - L layers: `λ_0 = κ^(L−1) π_L · max_j Σ_t |G_jt|`.
///
/// The paper uses the row sum for one layer too; but there no layer above `W_1`
/// adds the outputs up, and the condition is on single entries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Statistic {
    /// `κ^(L−1) π_L`.
    pub(crate) factor: f64,
    /// Whether layers above `W_1` add up the outputs.
    row_sum: bool,
}

impl Statistic {
    pub(crate) fn new(hidden: &[usize], activation: Activation) -> Self {
        let layers_above = i32::try_from(hidden.len()).unwrap_or(i32::MAX);
        Self {
            factor: activation.max_slope().powi(layers_above) * width_factor(hidden),
            row_sum: !hidden.is_empty(),
        }
    }

    /// Combines the entries of one row of G, unscaled.
    pub(crate) fn combine(self, row: impl Iterator<Item = f64>) -> f64 {
        if self.row_sum {
            row.map(f64::abs).sum()
        } else {
            row.map(f64::abs).fold(0.0, f64::max)
        }
    }

    /// `λ_0` from `−∂L/∂μ` at the null fit, one column for each output.
    pub(crate) fn observed(self, x: &Columns<f64>, null_gradient: &[f64]) -> f64 {
        let rows = x.rows();
        (0..x.count())
            .into_par_iter()
            .map(|j| {
                let column = x.column(j);
                self.combine(
                    null_gradient
                        .chunks_exact(rows)
                        .map(|d| linalg::dot(column, d)),
                )
            })
            .reduce(|| 0.0, f64::max)
            * self.factor
    }
}
