//! How the values of a column are written, once all of its marks are known.

use harderlasso_report::field::Mark;

use super::mark::Seen;

/// How the values of a column of numbers are written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Written {
    Plain,
    /// With this sign, at least in part.
    Signed(Mark),
    Dates(Dates),
    /// Times without a date; the first one and its row from 0.
    Clock {
        example: String,
        row: usize,
    },
    /// In ways that do not go together, so the column is one of text.
    Mixed(Mixture),
}

/// A column of dates.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Dates {
    /// The first one, and its row from 0.
    pub(crate) example: String,
    pub(crate) row: usize,
    /// A date that shows that the day comes first.
    pub(crate) day_first: Option<String>,
    /// A date that shows that the month comes first.
    pub(crate) month_first: Option<String>,
    /// A date with `/` or `-` that shows neither, and its row.
    pub(crate) either: Option<(String, usize)>,
    /// Whether there is such a date with points.
    pub(crate) dotted: bool,
    /// Whether there are times with and without the distance from UTC.
    pub(crate) zoned: bool,
    pub(crate) local: bool,
}

/// Values that are written in different ways.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mixture {
    /// A value with a mark, what it is, and its row from 0.
    pub(crate) example: String,
    pub(crate) mark: Mark,
    pub(crate) row: usize,
    /// Another one; nothing if that is a plain number.
    pub(crate) other: Option<(String, Mark)>,
}

/// How a column is written that has these marks, and this many plain numbers.
pub(super) fn written(seen: &[Seen], plain: usize) -> Written {
    let Some(first) = seen.first() else {
        return Written::Plain;
    };
    let is_one = seen.len() == 1;
    match first.mark {
        Mark::Percent if is_one && plain == 0 => Written::Signed(first.mark),
        Mark::Percent => mixed(seen),
        mark if mark.sign().is_some() && is_one => Written::Signed(mark),
        Mark::Clock if is_one && plain == 0 => Written::Clock {
            example: first.example.clone(),
            row: first.row,
        },
        _ if plain == 0 && seen.iter().all(|seen| seen.mark.is_date()) => {
            let dates = dates(seen);
            match dates.zoned && dates.local {
                true => mixed(seen),
                false => Written::Dates(dates),
            }
        }
        _ => mixed(seen),
    }
}

fn mixed(seen: &[Seen]) -> Written {
    let first = &seen[0];
    Written::Mixed(Mixture {
        example: first.example.clone(),
        mark: first.mark,
        row: first.row,
        other: seen.get(1).map(|other| (other.example.clone(), other.mark)),
    })
}

fn dates(seen: &[Seen]) -> Dates {
    let mut dates = Dates::default();
    for (position, seen) in seen.iter().enumerate() {
        let example = seen.example.clone();
        if position == 0 || seen.row < dates.row {
            (dates.example, dates.row) = (example.clone(), seen.row);
        }
        match seen.mark {
            Mark::DayFirst => dates.day_first = Some(example),
            Mark::MonthFirst => dates.month_first = Some(example),
            Mark::Either => dates.either = Some((example, seen.row)),
            Mark::Dotted => dates.dotted = true,
            Mark::DateTime => dates.local = true,
            Mark::Zoned => dates.zoned = true,
            Mark::Date
            | Mark::Clock
            | Mark::Percent
            | Mark::Dollar
            | Mark::Euro
            | Mark::Pound
            | Mark::Yen => {}
        }
    }
    dates
}
