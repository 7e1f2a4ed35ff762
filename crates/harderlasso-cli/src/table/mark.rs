//! How a number was written that is not a plain number: with a sign, or as a date.

use std::fmt;

/// What stands beside the digits of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    Percent,
    Dollar,
    Euro,
    Pound,
    Yen,
    /// A date whose order of year, month and day is certain.
    Date,
    /// Such a date with a time.
    DateTime,
    /// A date and a time with the distance from UTC.
    Zoned,
    /// Numbers with `/` or `-` that may be day and month, or month and day. It is
    /// stored as if the day came first.
    Either,
    /// The same with points, where the day comes first by custom.
    Dotted,
    /// The day is known to come first.
    DayFirst,
    /// The month is known to come first.
    MonthFirst,
    /// A time without a date.
    Clock,
}

/// Signs that may stand beside a number.
pub(super) const SIGNS: [(Mark, &str); 5] = [
    (Mark::Percent, "%"),
    (Mark::Dollar, "$"),
    (Mark::Euro, "€"),
    (Mark::Pound, "£"),
    (Mark::Yen, "¥"),
];

impl Mark {
    /// The sign, if the mark is one.
    pub(crate) fn sign(self) -> Option<&'static str> {
        let sign = SIGNS.iter().find(|(mark, _)| *mark == self);
        sign.map(|(_, text)| *text)
    }

    /// Whether it is a date.
    pub(super) fn is_date(self) -> bool {
        self.sign().is_none() && self != Self::Clock
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sign() {
            Some(sign) => write!(f, "a number with {sign}"),
            None if *self == Self::Clock => f.write_str("a time"),
            None => f.write_str("a date"),
        }
    }
}

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
