//! Tabu search over subsets of columns, for least squares.
//!
//! From a subset, every step adds the best column or removes the worst one,
//! whichever gives the lower score, even where it is higher than that of the subset
//! before; a column that changed places has to wait before it does so again
//! (Glover 1989). So the search climbs out of local minima, and it ends when
//! nothing better was found for a while.
//!
//! With `XᵀX` swept on the subset S (Goodnight 1979), what a step needs is at hand:
//! for a column outside, its product with the residual and what S leaves of its
//! length; for one inside, its coefficient and the diagonal of the inverse. Only the
//! rows of S are kept, so a step takes `O(p |S|)`.

use rand::RngExt;

/// Steps that a column has to wait: at least this many, and fewer than so many more.
const WAIT: usize = 2;
const MORE: usize = 20;

/// A share of a column's length below which the subset explains it.
const COLLINEAR: f64 = 1e-8;

/// Rounding adds up: after so many steps the best subset is swept afresh.
const FRESH: usize = 1000;

/// Least squares on any subset of some columns.
pub(crate) struct Subsets<'a> {
    /// `XᵀX` and `Xᵀy`.
    pub(crate) gram: &'a [f64],
    pub(crate) xty: Vec<f64>,
    /// `yᵀy`.
    pub(crate) total: f64,
    /// Subsets have at most so many columns.
    pub(crate) most: usize,
}

/// A subset with its score.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Subset {
    /// Its columns, in increasing order.
    pub(crate) columns: Vec<usize>,
    pub(crate) score: f64,
}

impl Subsets<'_> {
    /// The best subset on the way from `start`. `score` is that of a residual sum of
    /// squares and a number of columns; it must not decrease with the former. The
    /// search ends after `patience` steps without success.
    pub(crate) fn search(
        &self,
        start: &[usize],
        score: impl Fn(f64, usize) -> f64,
        patience: usize,
        rng: &mut impl rand::Rng,
    ) -> Subset {
        let mut state = self.swept(start);
        let mut best = state.subset(&score);
        let mut waits = vec![0; self.xty.len()];
        let mut since = 0;
        let mut step = 0;
        while since < patience {
            step += 1;
            since += 1;
            if step % FRESH == 0 {
                state = self.swept(&state.members.clone());
            }
            let Some(flip) = state.best_flip(&score, (&waits, step), self.most, best.score) else {
                continue;
            };
            state.flip(flip);
            waits[flip] = step + WAIT + rng.random_range(0..MORE);
            let here = state.score(&score);
            if here < best.score - 1e-9 * best.score.abs().max(1.0) {
                best = state.subset(&score);
                since = 0;
            }
        }
        best
    }

    fn swept(&self, columns: &[usize]) -> Swept<'_> {
        let size = self.xty.len();
        let diagonal: Vec<f64> = (0..size).map(|j| self.gram[j * size + j]).collect();
        let mut state = Swept {
            gram: self.gram,
            members: Vec::with_capacity(self.most + 1),
            position: vec![usize::MAX; size],
            rows: Vec::with_capacity(self.most + 1),
            floor: diagonal.iter().map(|d| COLLINEAR * d).collect(),
            diagonal,
            right: self.xty.clone(),
            rss: self.total,
            pivot: vec![0.0; size],
        };
        for &column in columns {
            if state.is_independent(column) {
                state.flip(column);
            }
        }
        state
    }
}

/// `XᵀX` and `Xᵀy` swept on a subset.
struct Swept<'a> {
    gram: &'a [f64],
    members: Vec<usize>,
    /// Where a column is among the members.
    position: Vec<usize>,
    /// The swept matrix, its rows of the members.
    rows: Vec<Vec<f64>>,
    /// The swept matrix, its diagonal.
    diagonal: Vec<f64>,
    /// Below this a column is explained by the members.
    floor: Vec<f64>,
    /// Coefficients of the members, `x_jᵀ r` of the others.
    right: Vec<f64>,
    rss: f64,
    pivot: Vec<f64>,
}

impl Swept<'_> {
    fn is_member(&self, column: usize) -> bool {
        self.position[column] != usize::MAX
    }

    fn is_independent(&self, column: usize) -> bool {
        self.diagonal[column] > self.floor[column]
    }

    fn score(&self, score: &impl Fn(f64, usize) -> f64) -> f64 {
        score(self.rss.max(0.0), self.members.len())
    }

    fn subset(&self, score: &impl Fn(f64, usize) -> f64) -> Subset {
        let mut columns = self.members.clone();
        columns.sort_unstable();
        Subset {
            columns,
            score: self.score(score),
        }
    }

    /// The flip with the lowest score among those that need not wait at this step, or
    /// that lead below `goal`.
    fn best_flip(
        &self,
        score: &impl Fn(f64, usize) -> f64,
        (waits, step): (&[usize], usize),
        most: usize,
        goal: f64,
    ) -> Option<usize> {
        // The score rises with the residuals, so only the best column of each kind
        // matters: outside and inside, any or one that need not wait.
        let none = (f64::INFINITY, usize::MAX);
        let mut any = [none; 2];
        let mut free = [none; 2];
        for (j, &diagonal) in self.diagonal.iter().enumerate() {
            let is_inside = self.position[j] != usize::MAX;
            let size = self.right[j] * self.right[j] / diagonal;
            let change = if is_inside { size } else { -size };
            let kind = usize::from(is_inside);
            if change < free[kind].0 && (is_inside || diagonal > self.floor[j]) {
                if change < any[kind].0 {
                    any[kind] = (change, j);
                }
                if waits[j] < step {
                    free[kind] = (change, j);
                }
            }
        }
        let count = self.members.len();
        let value = |kind: usize, change: f64| match kind {
            0 if count < most => score((self.rss + change).max(0.0), count + 1),
            1 if count > 0 => score(self.rss + change, count - 1),
            _ => f64::INFINITY,
        };
        let mut best = (f64::INFINITY, usize::MAX);
        for kind in [0, 1] {
            for ((change, column), bound) in [(free[kind], f64::INFINITY), (any[kind], goal)] {
                if column != usize::MAX {
                    let value = value(kind, change);
                    if value < best.0 && value < bound {
                        best = (value, column);
                    }
                }
            }
        }
        (best.1 != usize::MAX).then_some(best.1)
    }

    /// Adds a column, or removes it.
    fn flip(&mut self, column: usize) {
        if self.is_member(column) {
            self.remove(column);
        } else {
            self.add(column);
        }
    }

    fn add(&mut self, column: usize) {
        let size = self.right.len();
        let pivot = &mut self.pivot;
        pivot.copy_from_slice(&self.gram[column * size..][..size]);
        for (&member, row) in self.members.iter().zip(&self.rows) {
            let factor = self.gram[column * size + member];
            crate::linalg::add_scaled(pivot, -factor, row);
        }
        for (&member, row) in self.members.iter().zip(&self.rows) {
            pivot[member] = -row[column];
        }
        let scale = 1.0 / pivot[column];
        let right = self.right[column];
        for (j, value) in self.right.iter_mut().enumerate() {
            *value -= pivot[j] * right * scale;
        }
        for (value, entry) in self.diagonal.iter_mut().zip(&*pivot) {
            *value -= entry * entry * scale;
        }
        for &member in &self.members {
            // Rows of members have the other sign.
            self.right[member] += 2.0 * pivot[member] * right * scale;
            self.diagonal[member] += 2.0 * pivot[member] * pivot[member] * scale;
        }
        for row in &mut self.rows {
            let factor = row[column] * scale;
            crate::linalg::add_scaled(row, -factor, pivot);
            row[column] = -factor;
        }
        let mut row: Vec<f64> = pivot.iter().map(|v| v * scale).collect();
        row[column] = scale;
        self.rss -= right * right * scale;
        self.right[column] = right * scale;
        self.diagonal[column] = scale;
        self.position[column] = self.members.len();
        self.members.push(column);
        self.rows.push(row);
    }

    fn remove(&mut self, column: usize) {
        let at = self.position[column];
        let row = self.rows.swap_remove(at);
        self.members.swap_remove(at);
        if let Some(&moved) = self.members.get(at) {
            self.position[moved] = at;
        }
        self.position[column] = usize::MAX;
        let scale = 1.0 / row[column];
        let right = self.right[column];
        for (&member, other) in self.members.iter().zip(&mut self.rows) {
            let factor = other[column] * scale;
            crate::linalg::add_scaled(other, -factor, &row);
            other[column] = -factor;
            self.right[member] -= factor * right;
            self.diagonal[member] = other[member];
        }
        for (j, value) in row.iter().enumerate() {
            if self.position[j] == usize::MAX && j != column {
                self.right[j] += value * right * scale;
                self.diagonal[j] += value * value * scale;
            }
        }
        self.rss += right * right * scale;
        self.right[column] = right * scale;
        self.diagonal[column] = scale;
    }
}
