//! How the values of a table were written.

use serde::{Deserialize, Serialize};

/// How numbers and missing values are written in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notation {
    /// What stands before decimals.
    pub decimal: char,
    /// What stands between thousands, if anything.
    pub thousands: Option<char>,
    /// Codes of a missing value, beside the usual ones.
    pub missing: Vec<String>,
}

impl Default for Notation {
    fn default() -> Self {
        Self {
            decimal: '.',
            thousands: None,
            missing: Vec::new(),
        }
    }
}

impl Notation {
    /// Whether nothing about it is unusual.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Which of two numbers is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DateOrder {
    /// The first one, as in 31/12/2024.
    DayFirst,
    /// The second one, as in 12/31/2024.
    MonthFirst,
}

/// How the values of a column of numbers were written, if not as plain numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Writing {
    /// With a sign, such as % or $, which is not part of the number.
    Signed {
        /// The sign.
        sign: String,
    },
    /// As dates, with or without a time; they became days since 1970-01-01.
    Dates {
        /// The order of day and month, where it is needed.
        order: Option<DateOrder>,
        /// Whether the times had a distance from UTC; they became times in UTC.
        zoned: bool,
    },
    /// As times without a date; they became days since midnight.
    Clock,
}
