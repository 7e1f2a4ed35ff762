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
    /// search ends after `patience` steps without success. `visit` is told of every
    /// subset on the way, with its score.
    pub(crate) fn search(
        &self,
        start: &[usize],
        score: impl Fn(f64, usize) -> f64,
        patience: usize,
        rng: &mut impl rand::Rng,
        mut visit: impl FnMut(&[usize], f64),
    ) -> Subset {
        let mut state = self.swept(start);
        let mut best = state.subset(&score);
        visit(&best.columns, best.score);
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
            visit(&state.members, here);
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

#[cfg(test)]
mod tests {
    use super::{Subsets, Swept};
    use crate::linalg::{self, Columns};
    use crate::rng::Seed;
    use crate::testing::{design, target};
    use proptest::prelude::*;

    const ROWS: usize = 30;

    struct Table {
        x: Columns<f64>,
        y: Vec<f64>,
        gram: Vec<f64>,
    }

    impl Table {
        fn new(count: usize, seed: u64) -> Self {
            let x = design(ROWS, count, seed);
            let beta = [1.0, -0.7, 0.5, 0.3];
            let y = target(&x, &beta[..count.min(4)], seed + 1);
            let gram = linalg::gram(&x);
            Self { x, y, gram }
        }

        fn subsets(&self, most: usize) -> Subsets<'_> {
            let mut xty = vec![0.0; self.x.count()];
            linalg::transposed_product(&self.x, &self.y, &mut xty);
            Subsets {
                gram: &self.gram,
                xty,
                total: linalg::dot(&self.y, &self.y),
                most,
            }
        }

        /// What least squares on some columns leaves of a column, or of the target.
        fn left(&self, columns: &[usize], of: &[f64]) -> Vec<f64> {
            let part: Columns<f64> = self.x.gather(columns);
            let beta = linalg::least_squares(&part, of).expect("finite numbers");
            let mut left = of.to_vec();
            for (j, beta) in beta.into_iter().enumerate() {
                linalg::add_scaled(&mut left, -beta, part.column(j));
            }
            left
        }

        fn rss(&self, columns: &[usize]) -> f64 {
            let left = self.left(columns, &self.y);
            linalg::dot(&left, &left)
        }
    }

    fn bic(rss: f64, count: usize) -> f64 {
        ROWS as f64 * rss.ln() + 5.0 * count as f64
    }

    /// Everything that a swept state knows, from least squares.
    fn check(table: &Table, state: &Swept<'_>) -> Result<(), TestCaseError> {
        let members = &state.members;
        let part: Columns<f64> = table.x.gather(members);
        let left = table.left(members, &table.y);
        prop_assert!((state.rss - linalg::dot(&left, &left)).abs() < 1e-8);
        let beta = linalg::least_squares(&part, &table.y).expect("finite numbers");
        let inverse = linalg::inverse_diagonal(&linalg::gram(&part), members.len());
        let inverse = inverse.expect("independent columns");
        for (position, &member) in members.iter().enumerate() {
            prop_assert_eq!(state.position[member], position);
            prop_assert!((state.right[member] - beta[position]).abs() < 1e-9);
            prop_assert!((state.diagonal[member] - inverse[position]).abs() < 1e-9);
        }
        for other in (0..table.x.count()).filter(|&j| !state.is_member(j)) {
            let column = table.x.column(other);
            prop_assert!((state.right[other] - linalg::dot(column, &left)).abs() < 1e-8);
            let own = table.left(members, column);
            prop_assert!((state.diagonal[other] - linalg::dot(&own, &own)).abs() < 1e-8);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

        #[test]
        fn columns_come_and_go(
            count in 2..14usize, flips in prop::collection::vec(any::<prop::sample::Index>(), 1..60), seed in 0..1u64 << 40,
        ) {
            let table = Table::new(count, seed);
            let subsets = table.subsets(count);
            let mut state = subsets.swept(&[]);
            for flip in flips {
                state.flip(flip.index(count));
                if !state.members.is_empty() {
                    check(&table, &state)?;
                }
            }
        }

        /// A search is never worse than its start, has no more columns than allowed,
        /// and its score is that of its columns.
        #[test]
        fn a_search_does_not_lose_its_start(
            count in 4..40usize, most in 1..12usize, start in prop::collection::vec(0..40usize, 0..8), seed in 0..1u64 << 40,
        ) {
            let table = Table::new(count, seed);
            let mut start: Vec<usize> = start.into_iter().filter(|&j| j < count).collect();
            start.sort_unstable();
            start.dedup();
            start.truncate(most);
            let subsets = table.subsets(most);
            let search = |seed| subsets.search(&start, bic, 100, &mut Seed::new(seed).rng(), |_, _| ());
            let found = search(1);
            prop_assert!(found.score <= bic(table.rss(&start), start.len()) + 1e-9);
            prop_assert!(found.columns.len() <= most && found.columns.is_sorted());
            let score = bic(table.rss(&found.columns), found.columns.len());
            prop_assert!((found.score - score).abs() < 1e-6, "{} and {score}", found.score);
            prop_assert_eq!(&found, &search(1));
        }
    }

    /// Of few columns all subsets can be compared.
    #[test]
    fn it_finds_the_best_subset_of_few_columns() {
        for seed in 0..10 {
            let count = 8;
            let table = Table::new(count, seed);
            let members = |bits: usize| -> Vec<usize> {
                (0..count).filter(|&j| bits >> j & 1 == 1).collect()
            };
            let score = |bits: &usize| {
                let columns = members(*bits);
                bic(table.rss(&columns), columns.len())
            };
            let best = (0..1usize << count).min_by(|a, b| score(a).total_cmp(&score(b)));
            let rng = &mut Seed::new(seed).rng();
            let found = table.subsets(count).search(&[], bic, 200, rng, |_, _| ());
            assert_eq!(
                found.columns,
                members(best.expect("subsets")),
                "seed {seed}"
            );
        }
    }

    /// A column that the others explain does not come in.
    #[test]
    fn collinear_columns_stay_outside() {
        let mut values = design(ROWS, 4, 1).values().to_vec();
        for row in 0..ROWS {
            values[3 * ROWS + row] = values[row] + values[ROWS + row];
        }
        let x = Columns::new(values, ROWS);
        let y = target(&x, &[1.0, 1.0, 0.5], 2);
        let gram = linalg::gram(&x);
        let table = Table { x, y, gram };
        let subsets = table.subsets(4);
        assert_eq!(subsets.swept(&[0, 1, 3]).members, [0, 1]);
        let none = |rss: f64, _: usize| rss;
        let found = subsets.search(&[], none, 100, &mut Seed::new(1).rng(), |_, _| ());
        assert_eq!(found.columns.len(), 3);
    }
}
