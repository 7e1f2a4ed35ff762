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

impl Writing {
    /// Whether numbers mean the same that were written like this in the fit and in a new
    /// table; nothing is plain numbers. Where the order of day and month is given, it
    /// may differ.
    #[must_use]
    pub fn agree(fitted: Option<&Self>, found: Option<&Self>, is_order_given: bool) -> bool {
        match (fitted, found) {
            (None, None) | (Some(Self::Clock), Some(Self::Clock)) => true,
            // A currency may be left out, but 12 % is not 12.
            (Some(Self::Signed { sign }), None) | (None, Some(Self::Signed { sign })) => {
                sign != "%"
            }
            (Some(Self::Signed { sign }), Some(Self::Signed { sign: other })) => sign == other,
            (
                Some(Self::Dates { zoned, order }),
                Some(Self::Dates {
                    zoned: other,
                    order: found_order,
                }),
            ) => {
                let is_contrary = order.zip(*found_order).is_some_and(|(a, b)| a != b);
                zoned == other && (!is_contrary || is_order_given)
            }
            (Some(Self::Clock | Self::Dates { .. }), None)
            | (None, Some(Self::Clock | Self::Dates { .. }))
            | (Some(Self::Signed { .. }), Some(Self::Clock | Self::Dates { .. }))
            | (Some(Self::Clock), Some(Self::Signed { .. } | Self::Dates { .. }))
            | (Some(Self::Dates { .. }), Some(Self::Signed { .. } | Self::Clock)) => false,
        }
    }

    /// What such values are, in words; nothing is plain numbers.
    #[must_use]
    pub fn described(writing: Option<&Self>) -> String {
        match writing {
            None => "plain numbers".to_owned(),
            Some(Self::Signed { sign }) => format!("numbers with {sign}"),
            Some(Self::Clock) => "times without a date".to_owned(),
            Some(Self::Dates { order, zoned }) => {
                let order = match order {
                    None => "",
                    Some(DateOrder::DayFirst) => " with the day first",
                    Some(DateOrder::MonthFirst) => " with the month first",
                };
                let zone = if *zoned {
                    " with their distance from UTC"
                } else {
                    ""
                };
                format!("dates{order}{zone}")
            }
        }
    }
}
