//! Which columns of a table are features.

use harderlasso_report::{LeftOut, MissingPolicy};

use super::training::Roles;
use crate::sentence::Sentence;
use crate::table::{Column, Kind, LEVELS, Table, Texts, is_plain_number};

/// The slots that are features; the others are added to what is left out.
pub(super) fn features(
    table: &Table,
    roles: Roles,
    missing: MissingPolicy,
    nameless: &[String],
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<usize>, Sentence> {
    let source = &table.source;
    let mut features = Vec::new();
    for (slot, column) in table.columns.iter().enumerate() {
        let name = &column.name;
        if slot == roles.target || Some(slot) == roles.weights {
            continue;
        }
        if column.missing == table.rows && nameless.contains(name) {
            // What a comma at the end of every line makes.
            left_out.push(LeftOut {
                name: name.clone(),
                reason: "it has neither a name nor a value".to_owned(),
            });
            continue;
        }
        if column.missing == table.rows {
            return Err(Sentence::new(format!(
                "{source}: column `{name}` has no value in any row; fill it in, or leave it out with --drop"
            )));
        }
        if let Some(reason) = no_category(table, column)? {
            left_out.push(LeftOut {
                name: name.clone(),
                reason,
            });
            continue;
        }
        match table.first_missing(slot) {
            Some(row) if missing == MissingPolicy::Error => {
                return Err(Sentence::new(format!(
                    "{source}: row {}, column `{name}` has no value, and --missing error was asked for; fill it in, or choose --missing mean or drop",
                    row + 1
                )));
            }
            _ => features.push(slot),
        }
    }
    if features.is_empty() {
        let also = match left_out.len() {
            0 => "",
            _ => " and those that are left out",
        };
        return Err(Sentence::new(format!(
            "{source} has no feature columns beside the target `{}`{also}; at least one is needed. If all names stand in one column, set --delimiter",
            table.columns[roles.target].name,
        )));
    }
    Ok(features)
}

/// Why a text column is no feature, if it is none. A column of numbers with a
/// few slips is refused, as leaving it out would hide them.
fn no_category(table: &Table, column: &Column) -> Result<Option<String>, Sentence> {
    if let Some(slip) = slip(table, column) {
        return Err(slip);
    }
    let present = table.rows - column.missing;
    Ok(match (&column.kind, &column.texts) {
        (Kind::Numbers, _) => None,
        (Kind::Levels(levels), _) if levels.len() <= 2 || levels.len() * 2 <= present => None,
        (Kind::Levels(levels), _) => Some(format!(
            "text with {} different values in {present} rows, more like an id than a category",
            levels.len()
        )),
        (Kind::TooMany, texts) => {
            let example = texts.as_ref().map_or("", |texts| &texts.example);
            Some(format!(
                "text with more than {LEVELS} different values, such as `{example}`; a category has at most {LEVELS}"
            ))
        }
    })
}

/// More different numbers than this are measurements, not names of categories.
const CODES: usize = 10;

/// What is wrong with a column that was meant to hold numbers, if it was: most
/// of its values are plain numbers, or they are numbers written another way.
pub(super) fn slip(table: &Table, column: &Column) -> Option<Sentence> {
    let Texts {
        count,
        example,
        row,
    } = column.texts.as_ref()?;
    let present = table.rows - column.missing;
    let place = format!(
        "{}: row {}, column `{}` has `{example}`",
        table.source,
        row + 1,
        column.name
    );
    let (different, numbers) = match &column.kind {
        Kind::Numbers => return None,
        Kind::Levels(levels) => {
            let is_number = |level: &&String| is_plain_number(level);
            (levels.len(), levels.iter().filter(is_number).count())
        }
        Kind::TooMany => (usize::MAX, usize::MAX),
    };
    if 2 * count < present && numbers > CODES {
        return Some(Sentence::new(format!(
            "{place}, where {} of {present} values are numbers; mend it, write NA for what is not known, or leave the column out with --drop",
            present - count,
        )));
    }
    let bare: String = example.chars().filter(|c| !"%$€£,'".contains(*c)).collect();
    (different > CODES && is_plain_number(bare.trim())).then(|| {
        Sentence::new(format!(
            "{place}, a number that is not written plainly; write it with a decimal point and nothing else, such as 1234.5, or leave the column out with --drop"
        ))
    })
}
