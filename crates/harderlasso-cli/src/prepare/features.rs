//! Which columns of a table are features.

use harderlasso_report::field::{
    self, is_long_number, is_number, is_plain_number, is_unclear_date,
};
use harderlasso_report::{LeftOut, MissingPolicy};

use super::error::PrepareProblem;
use crate::table::{Contents, Located, Table, TableColumn, Texts, Written};

/// What decides which columns are features.
pub(super) struct FeatureRules<'a> {
    pub(super) missing: MissingPolicy,
    /// Names of the columns that are features whatever they look like.
    pub(super) included: &'a [String],
    /// Names of the columns that are categories, also if they hold numbers.
    pub(super) categorical: &'a [String],
    /// What the model file gives as the reason for leaving out row numbers.
    pub(super) counter_reason: &'a str,
    /// The names that were made up for columns without one.
    pub(super) unnamed: &'a [String],
}

/// The slots of the features among those that have no other role. Columns that
/// are not used are added to `left_out`.
pub(super) fn features(
    table: &Table,
    is_free: impl Fn(usize) -> bool,
    rules: &FeatureRules,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<usize>, Located<PrepareProblem>> {
    let mut features = Vec::new();
    for (slot, column) in table.columns.iter().enumerate() {
        let name = &column.name;
        if !is_free(slot) {
            continue;
        }
        let refuse = |problem| Located::whole(&table.name, problem).in_column(name);
        let is_empty = column.missing == table.rows;
        let reason = if is_empty && rules.unnamed.contains(name) {
            // A delimiter at the end of every line makes such a column.
            Some("it has neither a name nor a value".to_owned())
        } else if is_empty {
            return Err(refuse(PrepareProblem::EmptyFeature));
        } else if rules.categorical.contains(name) {
            None
        } else if rules.included.contains(name) {
            check_numbers(table, column)?;
            None
        } else if table.counts_rows(slot) {
            Some(rules.counter_reason.to_owned())
        } else {
            no_category(table, column)?
        };
        if let Some(reason) = reason {
            left_out.push(LeftOut {
                name: name.clone(),
                reason,
            });
            continue;
        }
        match table.first_missing(slot) {
            Some(row) if rules.missing == MissingPolicy::Error => {
                return Err(refuse(PrepareProblem::MissingFeature).in_row(row));
            }
            _ => features.push(slot),
        }
    }
    Ok(features)
}

/// Why a text column is not a feature, if it is not. A column of numbers with a
/// few typing errors is refused, since leaving it out would hide them.
fn no_category(
    table: &Table,
    column: &TableColumn,
) -> Result<Option<String>, Located<PrepareProblem>> {
    check_numbers(table, column)?;
    let different = match &column.contents {
        Contents::Numbers => return Ok(None),
        Contents::Levels(levels) => Some(levels.len()),
        Contents::TooMany => None,
    };
    Ok(field::no_category(different, table.rows - column.missing))
}

/// Refuses a text column that was meant to hold numbers: most of its values are
/// plain numbers, or they are numbers that are written in another way.
pub(super) fn check_numbers(
    table: &Table,
    column: &TableColumn,
) -> Result<(), Located<PrepareProblem>> {
    let Some(Texts {
        count,
        example,
        row,
    }) = &column.texts
    else {
        return Ok(());
    };
    let present = table.rows - column.missing;
    let (different, numbers) = match &column.contents {
        Contents::Numbers => return Ok(()),
        Contents::Levels(levels) => {
            let numbers = levels.iter().filter(|level| is_number(level));
            (levels.len(), numbers.count())
        }
        Contents::TooMany => (usize::MAX, usize::MAX),
    };
    let bare: String = example.chars().filter(|c| !"%$€£,'".contains(*c)).collect();
    let many = different > field::CODES;
    let problem = if let (Written::Mixed(mixture), true) = (&column.written, many) {
        PrepareProblem::MixedWriting(mixture.clone())
    } else if many && is_long_number(example) {
        PrepareProblem::LongNumber(example.clone())
    } else if many && is_unclear_date(example) {
        PrepareProblem::UnclearDate(example.clone())
    } else if matches!(column.written, Written::Mixed(_)) {
        return Ok(());
    } else if field::are_numbers(*count, numbers, present) {
        PrepareProblem::TextAmongNumbers {
            text: example.clone(),
            numbers: present - count,
            values: present,
        }
    } else if many && is_plain_number(bare.trim()) {
        PrepareProblem::DecoratedNumber(example.clone())
    } else {
        return Ok(());
    };
    Err(Located::whole(&table.name, problem)
        .in_row(*row)
        .in_column(&column.name))
}
