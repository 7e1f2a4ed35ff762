//! Sentences about how a table was read.

use super::preparation::{Preparation, SourceColumn};
use super::writing::{DateOrder, Notation, Writing};
use crate::text::{counted, listed};

impl Preparation {
    /// How the table was read, where that needs a word: one sentence for each step.
    #[must_use]
    pub fn reading_notes(&self) -> Vec<String> {
        let mut notes = self.remarks.clone();
        let Notation {
            decimal,
            thousands,
            missing,
        } = &self.notation;
        let between = thousands.map(|mark| match mark {
            ' ' => "a space between thousands".to_owned(),
            mark => format!("`{mark}` between thousands"),
        });
        let comma = (*decimal != '.').then(|| format!("`{decimal}` before decimals"));
        let marks: Vec<String> = comma.into_iter().chain(between).collect();
        if !marks.is_empty() {
            notes.push(format!("Numbers were read with {}.", marks.join(" and ")));
        }
        if !missing.is_empty() {
            notes.push(format!(
                "A value is also missing where the table has {}.",
                listed(missing)
            ));
        }
        for sign in ["%", "$", "€", "£", "¥"] {
            let names = self.written(
                |writing| matches!(writing, Writing::Signed { sign: other } if other == sign),
            );
            if !names.is_empty() {
                notes.push(format!(
                    "The sign {sign} was left out of the numbers in {}: {}.",
                    counted(names.len(), "column", "columns"),
                    listed(&names)
                ));
            }
        }
        for (zoned, zone) in [(false, ""), (true, " in UTC")] {
            let names = self.written(
                |writing| matches!(writing, Writing::Dates { zoned: other, .. } if *other == zoned),
            );
            if !names.is_empty() {
                notes.push(format!(
                    "{} days since 1970-01-01{zone}: {}.",
                    counted(
                        names.len(),
                        "column of dates became",
                        "columns of dates became"
                    ),
                    listed(&names)
                ));
            }
        }
        for (order, words) in [
            (DateOrder::DayFirst, "the day before the month"),
            (DateOrder::MonthFirst, "the month before the day"),
        ] {
            let names = self.written(|writing| {
                matches!(writing, Writing::Dates { order: Some(other), .. } if *other == order)
            });
            if !names.is_empty() {
                notes.push(format!(
                    "Dates were read with {words} in {}.",
                    listed(&names)
                ));
            }
        }
        let names = self.written(|writing| *writing == Writing::Clock);
        if !names.is_empty() {
            notes.push(format!(
                "{} days since midnight (noon is 0.5): {}.",
                counted(
                    names.len(),
                    "column of times became",
                    "columns of times became"
                ),
                listed(&names)
            ));
        }
        notes
    }

    /// Names of the columns that were written in a way.
    fn written(&self, is: impl Fn(&Writing) -> bool) -> Vec<String> {
        let columns: Vec<&SourceColumn> = self.columns.iter().collect();
        columns
            .into_iter()
            .filter(|column| column.writing.as_ref().is_some_and(&is))
            .map(|column| column.name.clone())
            .collect()
    }
}

impl SourceColumn {
    /// What becomes of values of a new table that are none of the levels of the fit.
    #[must_use]
    pub fn new_levels(&self, levels: &[String]) -> String {
        format!(
            "Column `{}` has {} that the fit did not have: {}; {} as none of its levels.",
            self.name,
            counted(levels.len(), "level", "levels"),
            listed(levels),
            they_count(levels.len())
        )
    }

    /// What becomes of missing values of a new table where the fit had none.
    #[must_use]
    pub fn new_missing(&self, values: usize) -> String {
        format!(
            "Column `{}` has {}, and the fit had none there; {} as none of its levels.",
            self.name,
            counted(values, "missing value", "missing values"),
            they_count(values)
        )
    }
}

fn they_count(number: usize) -> &'static str {
    match number {
        1 => "it counts",
        _ => "they count",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_say_how_a_table_was_read() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let mut preparation = Preparation::plain(&names, "y");
        assert!(preparation.reading_notes().is_empty());
        preparation.notation = Notation {
            decimal: ',',
            thousands: Some('.'),
            missing: vec!["-999".to_owned()],
        };
        preparation.columns[0].writing = Some(Writing::Signed {
            sign: "%".to_owned(),
        });
        preparation.columns[1].writing = Some(Writing::Dates {
            order: Some(DateOrder::MonthFirst),
            zoned: true,
        });
        preparation.columns[2].writing = Some(Writing::Clock);
        let notes = preparation.reading_notes();
        for (note, words) in notes.iter().zip([
            "`,` before decimals and `.` between thousands",
            "`-999`",
            "sign % was left out of the numbers in 1 column: `a`",
            "1 column of dates became days since 1970-01-01 in UTC: `b`",
            "the month before the day in `b`",
            "1 column of times became days since midnight",
        ]) {
            assert!(note.contains(words), "{note}");
        }
        assert_eq!(notes.len(), 6);
    }
}
