//! The numbers of a column that are not written plainly.

use harderlasso_report::field::{Mark, spell, spell_marked};

/// The marks of a column of a block.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// For each row up to the last one with a mark.
    rows: Vec<Option<Mark>>,
    /// Each mark, how often it occurs, and its first row and field.
    pub(super) seen: Vec<Seen>,
}

/// A mark that occurs in a column.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) mark: Mark,
    pub(super) count: usize,
    pub(super) row: usize,
    pub(super) example: String,
}

impl Marks {
    pub(super) fn add(&mut self, row: usize, mark: Mark, field: &str) {
        self.rows.resize(row, None);
        self.rows.push(Some(mark));
        match self.seen.iter_mut().find(|seen| seen.mark == mark) {
            Some(seen) => seen.count += 1,
            None => self.seen.push(Seen {
                mark,
                count: 1,
                row,
                example: field.to_owned(),
            }),
        }
    }

    /// The memory that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn at(&self, row: usize) -> Option<Mark> {
        self.rows.get(row).copied().flatten()
    }

    /// Adds those of the next block, whose first row is `before`.
    pub(super) fn gather(all: &mut Vec<Seen>, more: &Self, before: usize) {
        for seen in &more.seen {
            match all.iter_mut().find(|other| other.mark == seen.mark) {
                Some(other) => other.count += seen.count,
                None => all.push(Seen {
                    row: before + seen.row,
                    ..seen.clone()
                }),
            }
        }
    }
}

/// The level of a number in a column with these marks.
pub(super) fn spelled(value: f64, marks: Option<&Marks>, row: usize) -> String {
    match marks.and_then(|marks| marks.at(row)) {
        Some(mark) => spell_marked(value, mark),
        None => spell(value),
    }
}
