//! Which of two numbers in a date is the day, and how numbers are written otherwise.

use harderlasso_report::{DateOrder, Writing};

use super::error::PrepareProblem;
use crate::table::{Dates, Located, Table, Written};

/// How the numbers of a column are written, nothing if plainly. Dates whose order is
/// not certain are read in that of the others in their column, or as `usual` says.
pub(super) fn writing(
    table: &mut Table,
    slot: usize,
    usual: Option<DateOrder>,
) -> Result<Option<Writing>, Located<PrepareProblem>> {
    let writing = match &table.columns[slot].written {
        Written::Plain | Written::Mixed(_) => return Ok(None),
        Written::Signed(mark) => Writing::Signed {
            sign: mark.sign().unwrap_or_default().to_owned(),
        },
        Written::Clock { .. } => Writing::Clock,
        Written::Dates(dates) => Writing::Dates {
            order: order(dates, usual).map_err(|(problem, row)| {
                Located::whole(&table.name, problem)
                    .in_row(row)
                    .in_column(&table.columns[slot].name)
            })?,
            zoned: dates.zoned,
        },
    };
    if let Writing::Dates {
        order: Some(DateOrder::MonthFirst),
        ..
    } = writing
    {
        table.put_month_first(slot);
    }
    Ok(Some(writing))
}

/// The order of day and month; nothing where it is certain for each date by itself.
fn order(
    dates: &Dates,
    usual: Option<DateOrder>,
) -> Result<Option<DateOrder>, (PrepareProblem, usize)> {
    match (&dates.day_first, &dates.month_first, &dates.either) {
        (Some(day_first), Some(month_first), _) => {
            let problem = PrepareProblem::DateOrders {
                day_first: day_first.clone(),
                month_first: month_first.clone(),
            };
            Err((problem, dates.row))
        }
        (Some(_), None, _) => Ok(Some(DateOrder::DayFirst)),
        (None, Some(_), _) => Ok(Some(DateOrder::MonthFirst)),
        (None, None, Some((example, row))) => match usual {
            Some(order) => Ok(Some(order)),
            None => Err((PrepareProblem::UnknownDateOrder(example.clone()), *row)),
        },
        // By custom, the day comes first where points separate.
        (None, None, None) if dates.dotted => Ok(Some(usual.unwrap_or(DateOrder::DayFirst))),
        (None, None, None) => Ok(None),
    }
}
