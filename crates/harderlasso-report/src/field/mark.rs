//! How a number was written that is not a plain number: with a sign, or as a date.

use std::fmt;

/// What stands beside the digits of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `%` behind it.
    Percent,
    /// `$`.
    Dollar,
    /// `€`.
    Euro,
    /// `£`.
    Pound,
    /// `¥`.
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
    #[must_use]
    pub fn sign(self) -> Option<&'static str> {
        let sign = SIGNS.iter().find(|(mark, _)| *mark == self);
        sign.map(|(_, text)| *text)
    }

    /// Whether it is a date.
    #[must_use]
    pub fn is_date(self) -> bool {
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
