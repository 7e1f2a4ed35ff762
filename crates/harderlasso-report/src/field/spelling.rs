//! The one spelling of each number, so that equal values are one level of a text.

use super::mark::Mark;
use super::time;

/// The one spelling of a number, as a level of a text column or as a class.
#[must_use]
pub fn spell(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 {
        "0".to_owned()
    } else if (1e-5..1e16).contains(&size) || !size.is_finite() {
        format!("{number}")
    } else {
        format!("{number:e}")
    }
}

/// The one spelling of a number with a sign, or of a date.
#[must_use]
pub fn spell_marked(value: f64, mark: Mark) -> String {
    match mark {
        Mark::Percent => format!("{}%", spell(value)),
        Mark::Dollar | Mark::Euro | Mark::Pound | Mark::Yen => {
            let sign = mark.sign().unwrap_or_default();
            match value < 0.0 {
                true => format!("-{sign}{}", spell(-value)),
                false => format!("{sign}{}", spell(value)),
            }
        }
        Mark::Clock => time::spell_clock(value),
        Mark::Either => time::spell_slashed(value),
        Mark::Zoned => time::spell(value) + "Z",
        Mark::Date | Mark::DateTime | Mark::Dotted | Mark::DayFirst | Mark::MonthFirst => {
            time::spell(value)
        }
    }
}
