//! Lists that the search came across beside the one that it chose.

/// The largest difference of scores at which the data hardly tell two lists apart:
/// beyond it the evidence is positive (Kass and Raftery 1995).
pub(super) const HARDLY: f64 = 2.0;

/// Lists that are kept at most.
const MOST: usize = 5;

/// The best lists among those that were looked at, by columns in rising order.
#[derive(Clone, Debug, Default)]
pub(super) struct Nearby {
    lists: Vec<(Vec<usize>, f64)>,
}

impl Nearby {
    /// Takes note of a list with its score.
    pub(super) fn add(&mut self, columns: &[usize], score: f64) {
        // Searches look at thousands of lists.
        let is_full = self.lists.len() > MOST;
        if is_full && self.lists.last().is_some_and(|(_, worst)| score >= *worst) {
            return;
        }
        let mut columns = columns.to_vec();
        columns.sort_unstable();
        match self.lists.iter_mut().find(|(known, _)| *known == columns) {
            Some((_, least)) => *least = least.min(score),
            None => self.lists.push((columns, score)),
        }
        self.lists.sort_by(|a, b| a.1.total_cmp(&b.1));
        // The chosen list itself may be among them.
        self.lists.truncate(MOST + 1);
    }

    /// Lists other than the chosen one whose scores are hardly worse than `score`,
    /// with the difference; the best one first. A list that a later step refused may
    /// have a better score, which counts as none worse.
    pub(super) fn other_than(&self, chosen: &[usize], score: f64) -> Vec<(Vec<usize>, f64)> {
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        self.lists
            .iter()
            .filter(|(columns, _)| *columns != chosen)
            .map(|(columns, other)| (columns.clone(), (other - score).max(0.0)))
            .filter(|(_, difference)| *difference < HARDLY)
            .take(MOST)
            .collect()
    }

    /// All lists with their scores, in the numbers that `origin` gives the columns.
    pub(super) fn in_order_of(&self, origin: &[usize]) -> Vec<(Vec<usize>, f64)> {
        let renumbered = |columns: &[usize]| {
            let mut columns: Vec<usize> = columns.iter().map(|&column| origin[column]).collect();
            columns.sort_unstable();
            columns
        };
        let lists = self.lists.iter();
        lists
            .map(|(list, score)| (renumbered(list), *score))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Nearby;

    #[test]
    fn the_best_lists_are_kept_once_and_without_the_chosen_one() {
        let mut nearby = Nearby::default();
        nearby.add(&[3, 1], 10.0);
        nearby.add(&[1, 3], 9.0);
        nearby.add(&[1], 10.5);
        nearby.add(&[2], 11.5);
        for column in 10..30 {
            nearby.add(&[column], 50.0);
        }
        assert_eq!(nearby.other_than(&[3, 1], 9.0), [(vec![1], 1.5)]);
        let origin = [7, 6, 5, 4];
        let mut found = Nearby::default();
        found.add(&[0, 2], 1.0);
        assert_eq!(found.in_order_of(&origin), [(vec![5, 7], 1.0)]);
        assert_eq!(
            nearby.other_than(&[1], 10.5),
            [(vec![1, 3], 0.0), (vec![2], 1.0)]
        );
    }
}
