//! Coordinate descent for `‖b − Xβ‖₂ + λ Σ ρ(β_j)`, standardized columns.
//!
//! The root is handled by its tangent parabola: with `s = ‖r‖` at the last
//! iterate, `‖r‖ ≤ ‖r‖²/(2s) + s/2` with equality there, so minimizing the
//! right side one coordinate at a time can only lower the objective. Each
//! coordinate then has an exact solution, the prox of ρ with weight
//! `λ s / n`, the same for all coordinates because `‖x_j‖² = n`.
//!
//! Residuals are never formed inside a sweep: correlations `x_jᵀ r` are kept
//! for a working set of columns and updated through their Gram matrix, so a
//! sweep costs nothing in n. Columns outside the working set are checked
//! against the optimality condition after each convergence and let in when
//! they violate it.

use super::Penalized;
use super::subsets::Subsets;
use crate::linalg::{self, Columns, MatrixView};
use crate::penalty::Rho;
use crate::trace::End;

/// Up to this many columns the whole Gram matrix is made at once and every
/// column is in the working set.
const FULL_GRAM: usize = 2048;

/// Share of the variance below which a residual is rounding error.
const EXACT: f64 = 1e-14;

/// How many columns a working set starts with, and the most that one check
/// lets in.
const BATCH: usize = 256;

/// A regression problem prepared for many solutions: different noise units,
/// phases and starts share the Gram matrix.
pub(crate) struct Quadratic<'a> {
    x: &'a Columns<f64>,
    /// Centred target with standard deviation 1.
    y: &'a [f64],
    /// `‖x_j‖²`: the number of rows, or of the observations that they stand
    /// for.
    total: f64,
    /// `Xᵀ y` for all columns.
    xty: Vec<f64>,
    /// Columns in the working set.
    members: Vec<usize>,
    is_member: Vec<bool>,
    /// Gram matrix of the members, row stride `members.len()`.
    gram: Vec<f64>,
}

/// A point on the path, over the working set.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Coefficients of the members.
    pub(crate) beta: Vec<f64>,
    /// `x_jᵀ r` of the members.
    correlation: Vec<f64>,
    /// `‖r‖²`.
    pub(crate) rss: f64,
}

impl Point {
    /// `‖y − Xβ‖ + λ Σ ρ(β_j)`.
    pub(crate) fn cost(&self, penalized: &Penalized) -> f64 {
        let penalty: f64 = self
            .beta
            .iter()
            .filter(|&&b| b != 0.0)
            .map(|b| penalized.rho.value(b.abs()))
            .sum();
        self.rss.max(0.0).sqrt() + penalized.lambda * penalty
    }
}

/// When a descent ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepLimits {
    /// Largest change of a coefficient in a sweep that counts as converged.
    pub(crate) tolerance: f64,
    pub(crate) max_sweeps: usize,
    /// More features than this end the descent as saturated.
    pub(crate) max_features: usize,
}

impl<'a> Quadratic<'a> {
    /// Prepares a problem; `gram` is `XᵀX` where the caller has it already.
    pub(crate) fn new(x: &'a Columns<f64>, y: &'a [f64], total: f64, gram: Option<&[f64]>) -> Self {
        let count = x.count();
        let mut xty = vec![0.0; count];
        linalg::transposed_product(x, y, &mut xty);
        let mut problem = Self {
            x,
            y,
            total,
            xty,
            members: Vec::new(),
            is_member: vec![false; count],
            gram: Vec::new(),
        };
        if gram.is_some() || count <= FULL_GRAM {
            problem.members = (0..count).collect();
            problem.is_member = vec![true; count];
            problem.gram = gram.map_or_else(|| linalg::gram(x), <[f64]>::to_vec);
        } else {
            // Columns come sorted by their answer to the target.
            problem.admit(&(0..BATCH.min(count)).collect::<Vec<_>>());
        }
        problem
    }

    pub(crate) fn members(&self) -> &[usize] {
        &self.members
    }

    /// The empty model.
    pub(crate) fn null_point(&self) -> Point {
        Point {
            beta: vec![0.0; self.members.len()],
            correlation: self.members.iter().map(|&j| self.xty[j]).collect(),
            rss: linalg::dot(self.y, self.y),
        }
    }

    /// Takes columns into the working set.
    fn admit(&mut self, columns: &[usize]) {
        let (old, new) = (self.members.len(), self.members.len() + columns.len());
        self.members.extend_from_slice(columns);
        columns.iter().for_each(|&j| self.is_member[j] = true);
        let all: Columns<f64> = self.x.gather(&self.members);
        let rows = all.rows();
        let added = MatrixView::column_major(all.range(old, new), rows, new - old);
        let mut cross = vec![0.0; new * (new - old)];
        linalg::multiply(
            &mut cross,
            MatrixView::column_major(all.values(), rows, new).transposed(),
            added,
        );
        let mut gram = vec![0.0; new * new];
        for column in 0..old {
            gram[column * new..][..old].copy_from_slice(&self.gram[column * old..][..old]);
            for row in old..new {
                gram[column * new + row] = cross[(row - old) * new + column];
            }
        }
        gram[old * new..].copy_from_slice(&cross);
        self.gram = gram;
    }

    /// Brings a point to the current working set.
    fn extend(&self, point: &mut Point) {
        let known = point.beta.len();
        point.beta.resize(self.members.len(), 0.0);
        for (position, &j) in self.members.iter().enumerate().skip(known) {
            let explained: f64 = (0..known)
                .filter(|&k| point.beta[k] != 0.0)
                .map(|k| self.gram[k * self.members.len() + position] * point.beta[k])
                .sum();
            point.correlation.push(self.xty[j] - explained);
        }
    }

    /// Descends to a local minimum from `point`; returns the sweeps taken and
    /// why it ended.
    pub(crate) fn descend(
        &mut self,
        point: &mut Point,
        penalized: &Penalized,
        limits: SweepLimits,
    ) -> (usize, End) {
        let mut sweeps = 0;
        loop {
            self.extend(point);
            let (taken, end) = self.sweep(point, penalized, limits);
            sweeps += taken;
            if end != End::Converged || self.members.len() == self.x.count() {
                return (sweeps, end);
            }
            let newcomers = self.violators(point, penalized);
            if newcomers.is_empty() {
                return (sweeps, end);
            }
            self.admit(&newcomers);
        }
    }

    /// Columns outside the working set that a sweep would let in, the worst
    /// first.
    fn violators(&self, point: &Point, penalized: &Penalized) -> Vec<usize> {
        let residual = self.residual(point);
        let mut correlation = vec![0.0; self.x.count()];
        linalg::transposed_product(self.x, &residual, &mut correlation);
        let total = self.total;
        let weight = penalized.lambda * linalg::norm(&residual) / total;
        let bound = total * penalized.rho.threshold(weight);
        let mut found: Vec<usize> = (0..self.x.count())
            .filter(|&j| !self.is_member[j] && correlation[j].abs() > bound)
            .collect();
        found.sort_by(|&a, &b| correlation[b].abs().total_cmp(&correlation[a].abs()));
        found.truncate(BATCH);
        found
    }

    /// `b − Xβ`, from the columns themselves.
    pub(crate) fn residual(&self, point: &Point) -> Vec<f64> {
        let mut residual = self.y.to_vec();
        for (&beta, &j) in point.beta.iter().zip(&self.members) {
            if beta != 0.0 {
                linalg::add_scaled(&mut residual, -beta, self.x.column(j));
            }
        }
        residual
    }

    fn sweep(&self, point: &mut Point, penalized: &Penalized, limits: SweepLimits) -> (usize, End) {
        let total = self.total;
        let rho = &penalized.rho;
        for sweep in 1..=limits.max_sweeps {
            // An exact fit has no residual left to weigh the penalty with.
            let s = point.rss.max(EXACT * total).sqrt();
            let weight = penalized.lambda * s / total;
            let threshold = rho.threshold(weight);
            let mut largest = 0.0f64;
            let mut features = 0;
            for j in 0..self.members.len() {
                let old = point.beta[j];
                let z = old + point.correlation[j] / total;
                let new = if z.abs() <= threshold {
                    0.0
                } else {
                    features += 1;
                    rho.prox_beyond(z, weight)
                };
                if new != old {
                    self.change(point, j, new);
                    largest = largest.max((new - old).abs());
                }
            }
            if features > limits.max_features {
                return (sweep, End::Saturated);
            }
            if largest <= limits.tolerance {
                return (sweep, End::Converged);
            }
        }
        (limits.max_sweeps, End::IterationLimit)
    }

    /// Sets one coefficient and brings correlations and residual norm along.
    fn change(&self, point: &mut Point, position: usize, value: f64) {
        let size = self.members.len();
        let change = value - point.beta[position];
        point.rss += change * (self.total * change - 2.0 * point.correlation[position]);
        point.beta[position] = value;
        linalg::add_scaled(
            &mut point.correlation,
            -change,
            &self.gram[position * size..][..size],
        );
    }

    /// Positions (in the working set) of the non-zero coefficients.
    pub(crate) fn support(point: &Point) -> Vec<usize> {
        (0..point.beta.len())
            .filter(|&j| point.beta[j] != 0.0)
            .collect()
    }

    /// Subsets of the members with at most so many columns.
    pub(crate) fn subsets(&self, most: usize) -> Subsets<'_> {
        Subsets {
            gram: &self.gram,
            xty: self.members.iter().map(|&j| self.xty[j]).collect(),
            total: linalg::dot(self.y, self.y),
            most,
        }
    }

    /// The columns of the working set.
    pub(crate) fn member_columns(&self) -> Columns<f64> {
        self.x.gather(&self.members)
    }

    /// Gram matrix and right side of the normal equations on some members.
    fn normal_equations(&self, support: &[usize]) -> (Vec<f64>, Vec<f64>) {
        let size = self.members.len();
        let matrix = support
            .iter()
            .flat_map(|&i| support.iter().map(move |&j| self.gram[i * size + j]))
            .collect();
        let right = support.iter().map(|&i| self.xty[self.members[i]]).collect();
        (matrix, right)
    }

    /// Residual sum of squares after least squares on some members; nothing if
    /// they are collinear.
    pub(crate) fn refit_rss(&self, support: &[usize]) -> Option<f64> {
        let total = linalg::dot(self.y, self.y);
        if support.is_empty() {
            return Some(total);
        }
        let (matrix, right) = self.normal_equations(support);
        let beta = linalg::solve_positive(&matrix, support.len(), &right)?;
        Some((total - linalg::dot(&beta, &right)).max(EXACT * total))
    }

    /// For each member of a support, the squared partial correlation with the
    /// target given the others: the share of what the others leave open that
    /// it explains. Nothing if the members are collinear.
    pub(crate) fn partial_shares(&self, support: &[usize]) -> Option<Vec<f64>> {
        if support.is_empty() {
            return Some(Vec::new());
        }
        let rss = self.refit_rss(support)?;
        let (matrix, right) = self.normal_equations(support);
        let size = support.len();
        let beta = linalg::solve_positive(&matrix, size, &right)?;
        (0..size)
            .map(|j| {
                // Dropping a feature costs β_j² / (XᵀX)⁻¹_jj.
                let mut unit = vec![0.0; size];
                unit[j] = 1.0;
                let column = linalg::solve_positive(&matrix, size, &unit)?;
                let gain = beta[j] * beta[j] / column[j];
                Some(gain / (gain + rss))
            })
            .collect()
    }
}
