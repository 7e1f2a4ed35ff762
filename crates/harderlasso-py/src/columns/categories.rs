//! Columns of categories: their levels, and the columns of zeros and ones.

use std::collections::HashMap;

use super::{ColumnValues, FieldValue, refused};
use harderlasso_report::field::{
    self, CODES, Grammar, LEVELS, Mark, Value, is_number, spell, spell_marked, value,
};
use harderlasso_report::{ColumnKind, MISSING_LEVEL, SourceColumn};
use pyo3::PyResult;

/// A column of categories: for each row the position of its level, if it has one.
pub(super) struct Categories {
    codes: Vec<Option<usize>>,
    levels: Vec<String>,
}

/// The different values of a column as levels, in the usual order.
pub(super) fn categories(column: &ColumnValues<'_>, grammar: &Grammar) -> Categories {
    let (codes, found): (Vec<Option<usize>>, Vec<Option<String>>) = match column {
        ColumnValues::Numbers(numbers) => coded(numbers.as_array().iter(), spell),
        ColumnValues::Days(days, zoned) => {
            let mark = if *zoned { Mark::Zoned } else { Mark::DateTime };
            coded(days.as_array().iter(), |day| spell_marked(day, mark))
        }
        ColumnValues::Coded(codes, values) => {
            let codes = codes.as_array();
            let codes = codes.iter().map(|&code| usize::try_from(code).ok());
            let names = values.iter().map(|value| value.level(grammar)).collect();
            (codes.collect(), names)
        }
    };
    // Only levels that occur, and each spelling of a value once.
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    let mut to: Vec<Option<usize>> = vec![None; found.len()];
    let mut is_seen = vec![false; found.len()];
    let mut rows: Vec<Option<usize>> = Vec::with_capacity(codes.len());
    for code in codes {
        let code = code.filter(|code| *code < found.len());
        if let Some(code) = code.filter(|code| !is_seen[*code]) {
            is_seen[code] = true;
            to[code] = found[code].as_ref().map(|name| {
                *places.entry(name.clone()).or_insert_with(|| {
                    names.push(name.clone());
                    names.len() - 1
                })
            });
        }
        rows.push(code.and_then(|code| to[code]));
    }
    let (levels, order) = field::sorted(&names);
    Categories {
        codes: rows
            .into_iter()
            .map(|row| row.map(|at| order[at] as usize))
            .collect(),
        levels,
    }
}

/// A position for each number in the list of different ones, and their spellings.
fn coded<'a>(
    numbers: impl Iterator<Item = &'a f64>,
    spelled: impl Fn(f64) -> String,
) -> (Vec<Option<usize>>, Vec<Option<String>>) {
    let (mut places, mut names) = (HashMap::new(), Vec::new());
    let codes = numbers
        .map(|&number| {
            (!number.is_nan()).then(|| {
                *places.entry(number.to_bits()).or_insert_with(|| {
                    names.push(Some(spelled(number)));
                    names.len() - 1
                })
            })
        })
        .collect();
    (codes, names)
}

impl FieldValue {
    /// The level that it is; nothing for a missing value.
    fn level(&self, grammar: &Grammar) -> Option<String> {
        match self {
            Self::Truth(true) => Some("True".to_owned()),
            Self::Truth(false) => Some("False".to_owned()),
            Self::Number(number) => (!number.is_nan()).then(|| spell(*number)),
            Self::Text(text) => match value(text.as_bytes(), grammar) {
                Value::Missing => None,
                Value::Number(number) => Some(spell(number)),
                Value::Marked(number, mark) => Some(spell_marked(number, mark)),
                Value::Text(_) => Some(text.trim_ascii().to_owned()),
            },
        }
    }
}

/// The column of a fit, or why it is no feature.
pub(super) fn category(
    name: &str,
    categories: &Categories,
    is_asked: bool,
) -> PyResult<Result<SourceColumn, String>> {
    let Categories { codes, levels } = categories;
    let missing = codes.iter().filter(|code| code.is_none()).count();
    let present = codes.len() - missing;
    if present == 0 {
        return Err(refused(&format!(
            "the column {name:?} has no value in any row; leave it out"
        )));
    }
    if !is_asked {
        let is_text: Vec<bool> = levels.iter().map(|level| !is_number(level)).collect();
        let texts = codes.iter().flatten().filter(|&&at| is_text[at]).count();
        let numbers = is_text.iter().filter(|is_text| !**is_text).count();
        if field::are_numbers(texts, numbers, present) {
            let example = codes.iter().flatten().find(|&&at| is_text[at]);
            let example = example.map_or(String::new(), |&at| {
                format!("{:?} is not a number, but ", levels[at])
            });
            return Err(refused(&format!(
                "column {name:?}: {example}{} of {present} values are numbers, of which more than {CODES} are different; convert the column to numbers, or name it in categorical",
                present - texts
            )));
        }
        let different = Some(levels.len()).filter(|different| *different <= LEVELS);
        if let Some(reason) = field::no_category(different, present) {
            return Ok(Err(reason));
        }
    }
    let mut levels = levels.clone();
    if missing > 0 {
        levels.push(MISSING_LEVEL.to_owned());
    }
    Ok(Ok(SourceColumn {
        name: name.to_owned(),
        kind: ColumnKind::Levels { levels },
        missing,
        writing: None,
    }))
}

/// Adds the zeros and ones of a column of categories.
pub(super) fn indicators(
    categories: &Categories,
    kind: &ColumnKind,
    rows: usize,
    values: &mut Vec<f64>,
) {
    let ColumnKind::Levels { levels } = kind else {
        return;
    };
    let start = values.len();
    values.resize(start + rows * levels.len(), 0.0);
    let missing = levels.iter().position(|level| level == MISSING_LEVEL);
    for (row, code) in categories.codes.iter().enumerate() {
        if let Some(at) = code.or(missing).filter(|at| *at < levels.len()) {
            values[start + at * rows + row] = 1.0;
        }
    }
}

/// The values of a new column at their places among the levels of the fit.
pub(super) fn known(
    source: &SourceColumn,
    levels: &[String],
    found: Categories,
    notes: &mut Vec<String>,
) -> Categories {
    let places: Vec<Option<usize>> = found
        .levels
        .iter()
        .map(|level| field::place(levels, level))
        .collect();
    let is_new = |at: &usize| places[*at].is_none();
    let new: Vec<String> = (0..places.len())
        .filter(is_new)
        .map(|at| found.levels[at].clone())
        .collect();
    if !new.is_empty() {
        notes.push(source.new_levels(&new));
    }
    let missing = found.codes.iter().filter(|code| code.is_none()).count();
    if missing > 0 && !source.has_missing_level() {
        notes.push(source.new_missing(missing));
    }
    // A new level is no missing value: it has a place that no level has.
    let codes = found.codes.into_iter();
    Categories {
        codes: codes
            .map(|code| code.map(|at| places[at].unwrap_or(levels.len())))
            .collect(),
        levels: levels.to_vec(),
    }
}
