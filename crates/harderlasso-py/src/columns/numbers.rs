//! Columns of a new frame that were numbers in the fit, also where the new ones are
//! text.

use super::{ColumnValues, FieldValue, refused};
use harderlasso_report::field::{Grammar, Mark, Value, swapped, value};
use harderlasso_report::{DateOrder, SourceColumn, Writing};
use pyo3::PyResult;

/// The numbers of a column that was one of numbers in the fit.
pub(super) fn numbers(
    source: &SourceColumn,
    column: &ColumnValues<'_>,
    grammar: &Grammar,
) -> PyResult<Vec<f64>> {
    let fitted = source.writing.as_ref();
    let check = |found: Option<&Writing>| {
        if Writing::agree(fitted, found, false) {
            return Ok(());
        }
        Err(refused(&format!(
            "column {:?}: the values are {}, and in the fit they were {}; give them in the same way",
            source.name,
            Writing::described(found),
            Writing::described(fitted)
        )))
    };
    let (codes, values) = match column {
        ColumnValues::Numbers(numbers) => {
            let numbers = numbers.as_array().to_vec();
            if numbers.iter().any(|number| !number.is_nan()) {
                check(None)?;
            }
            return Ok(numbers);
        }
        ColumnValues::Days(days, zoned) => {
            // A date of a frame has no order of day and month.
            let order = match fitted {
                Some(Writing::Dates { order, .. }) => *order,
                Some(Writing::Signed { .. } | Writing::Clock) | None => None,
            };
            let zoned = *zoned;
            check(Some(&Writing::Dates { order, zoned }))?;
            return Ok(days.as_array().to_vec());
        }
        ColumnValues::Coded(codes, values) => (codes, values),
    };
    let number = |found: &FieldValue| -> PyResult<f64> {
        let (number, writing) = match found {
            FieldValue::Truth(truth) => (f64::from(u8::from(*truth)), None),
            FieldValue::Number(number) => (*number, None),
            FieldValue::Text(text) => match value(text.as_bytes(), grammar) {
                Value::Missing => return Ok(f64::NAN),
                Value::Number(number) => (number, None),
                Value::Marked(number, mark) => marked(number, mark, fitted),
                Value::Text(_) => {
                    return Err(refused(&format!(
                        "column {:?}: {text:?} is not a number, and the model needs numbers in this column",
                        source.name
                    )));
                }
            },
        };
        check(writing.as_ref())?;
        Ok(number)
    };
    let codes = codes.as_array();
    let mut known: Vec<Option<f64>> = vec![None; values.len()];
    let mut numbers = Vec::with_capacity(codes.len());
    for code in codes {
        let code = usize::try_from(*code).ok().filter(|at| *at < values.len());
        numbers.push(match code {
            None => f64::NAN,
            Some(at) => match known[at] {
                Some(number) => number,
                None => *known[at].insert(number(&values[at])?),
            },
        });
    }
    Ok(numbers)
}

/// A number with a mark, as the fit read it, and how it is written.
fn marked(number: f64, mark: Mark, fitted: Option<&Writing>) -> (f64, Option<Writing>) {
    let of_fit = match fitted {
        Some(Writing::Dates { order, .. }) => *order,
        Some(Writing::Signed { .. } | Writing::Clock) | None => None,
    };
    let dates = |order, zoned| Some(Writing::Dates { order, zoned });
    match mark {
        Mark::Percent | Mark::Dollar | Mark::Euro | Mark::Pound | Mark::Yen => {
            let sign = mark.sign().unwrap_or_default().to_owned();
            (number, Some(Writing::Signed { sign }))
        }
        Mark::Clock => (number, Some(Writing::Clock)),
        Mark::Date | Mark::DateTime => (number, dates(of_fit, false)),
        Mark::Zoned => (number, dates(of_fit, true)),
        Mark::DayFirst => (number, dates(Some(DateOrder::DayFirst), false)),
        Mark::MonthFirst => (number, dates(Some(DateOrder::MonthFirst), false)),
        Mark::Either | Mark::Dotted => match of_fit {
            Some(DateOrder::MonthFirst) => (swapped(number), dates(of_fit, false)),
            Some(DateOrder::DayFirst) => (number, dates(of_fit, false)),
            // By custom, the day comes first where points separate.
            None if mark == Mark::Dotted => (number, dates(None, false)),
            None => (number, None),
        },
    }
}
