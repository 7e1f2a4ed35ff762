//! How well a list of selected columns matches the true one.

/// The paper's criteria for one run. Their means over runs are PESR, FDR and
/// TPR.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recovery {
    /// `Ŝ = S*`.
    pub exact: bool,
    /// `|Ŝ ∖ S*| / max(|Ŝ|, 1)`.
    pub fdr: f64,
    /// `|Ŝ ∩ S*| / max(|S*|, 1)`: 0 where no column matters, as in the numbers
    /// that the authors of the paper published.
    pub tpr: f64,
}

impl Recovery {
    /// Compares two lists of distinct columns, in any order.
    #[must_use]
    pub fn of(selected: &[usize], support: &[usize]) -> Self {
        let hits = selected.iter().filter(|j| support.contains(j)).count();
        let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        Self {
            exact: hits == selected.len() && hits == support.len(),
            fdr: share(selected.len() - hits, selected.len()),
            tpr: share(hits, support.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Recovery;

    #[test]
    fn criteria_follow_their_definitions() {
        let check = |selected: &[usize], support: &[usize], exact, fdr, tpr| {
            let expected = Recovery { exact, fdr, tpr };
            let found = Recovery::of(selected, support);
            assert_eq!(found, expected, "{selected:?} for {support:?}");
        };
        check(&[], &[], true, 0.0, 0.0);
        check(&[3], &[], false, 1.0, 0.0);
        check(&[], &[1, 2], false, 0.0, 0.0);
        check(&[2, 1], &[1, 2], true, 0.0, 1.0);
        check(&[1, 2, 5, 7], &[1, 2], false, 0.5, 1.0);
        check(&[1, 9], &[1, 2, 3, 4], false, 0.5, 0.25);
    }
}
