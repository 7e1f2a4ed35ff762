//! Columns of dataframes, by the rules of the command: a column of categories becomes
//! one column of zeros and ones for each level.

use std::collections::{HashMap, HashSet};

use crate::errors::exception;
use harderlasso::Design;
use harderlasso_report::field::{
    self, CODES, Grammar, LEVELS, Mark, Value, is_number, spell, spell_marked, swapped, value,
};
use harderlasso_report::{
    ColumnKind, DateOrder, LeftOut, MISSING_LEVEL, Preparation, SourceColumn, Writing,
};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::{FromPyObject, PyErr, PyResult, pyclass, pymethods};

/// A value of a column that is not one of numbers.
#[derive(FromPyObject)]
pub(crate) enum FieldValue {
    /// True or False.
    Truth(bool),
    /// A number among others.
    Number(f64),
    /// A text.
    Text(String),
}

/// A column, as Python gives it.
#[derive(FromPyObject)]
pub(crate) enum ColumnValues<'py> {
    /// Numbers; NaN is a missing value.
    Numbers(PyReadonlyArray1<'py, f64>),
    /// Days since 1970-01-01, and whether they are in UTC.
    Days(PyReadonlyArray1<'py, f64>, bool),
    /// For each row the position of its value in a list, or -1 for a missing value.
    Coded(PyReadonlyArray1<'py, i64>, Vec<FieldValue>),
}

/// A column of categories: for each row the position of its level, if it has one.
struct Categories {
    codes: Vec<Option<usize>>,
    levels: Vec<String>,
}

/// The columns of a frame, encoded as the engine takes them.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct Encoded {
    pub(crate) design: Design,
    columns: Vec<SourceColumn>,
    left_out: Vec<LeftOut>,
    /// Sentences about values that are treated in a special way.
    notes: Vec<String>,
}

#[pymethods]
impl Encoded {
    /// Encodes the columns of a fit. Those in `categorical` are categories whatever
    /// they hold.
    #[new]
    #[allow(clippy::needless_pass_by_value)]
    fn new(
        names: Vec<String>,
        columns: Vec<ColumnValues<'_>>,
        rows: usize,
        categorical: HashSet<usize>,
    ) -> PyResult<Self> {
        let (mut described, mut left_out, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (position, (name, column)) in names.iter().zip(&columns).enumerate() {
            let is_asked = categorical.contains(&position);
            let (numbers, writing) = match (column, is_asked) {
                (ColumnValues::Numbers(numbers), false) => (numbers, None),
                (ColumnValues::Days(days, zoned), false) => {
                    let (order, zoned) = (None, *zoned);
                    (days, Some(Writing::Dates { order, zoned }))
                }
                (column, _) => {
                    let categories = categories(column, &Grammar::default());
                    match category(name, &categories, is_asked)? {
                        Ok(column) => {
                            indicators(&categories, &column.kind, rows, &mut values);
                            described.push(column);
                        }
                        Err(reason) => left_out.push(LeftOut {
                            name: name.clone(),
                            reason,
                        }),
                    }
                    continue;
                }
            };
            let numbers = numbers.as_array();
            described.push(SourceColumn {
                name: name.clone(),
                kind: ColumnKind::Numeric,
                missing: numbers.iter().filter(|number| number.is_nan()).count(),
                writing,
            });
            values.extend(numbers);
        }
        if described.is_empty() {
            let reasons: Vec<String> = left_out
                .iter()
                .map(|column| format!("`{}` is {}", column.name, column.reason))
                .collect();
            return Err(refused(&format!(
                "no column can be a feature: {}; name a column in categorical to use it all the same",
                reasons.join("; ")
            )));
        }
        let mut preparation = Preparation::plain(&[], "y");
        preparation.columns = described;
        let names = preparation.design_names();
        let design = Design::from_columns(values, rows, names.len())
            .and_then(|design| design.with_names(names))
            .map_err(exception)?;
        Ok(Self {
            design,
            columns: preparation.columns,
            left_out,
            notes: Vec::new(),
        })
    }

    /// Sentences about the columns that were left out, or about values that the fit did
    /// not have.
    #[getter]
    fn notes(&self) -> Vec<String> {
        let mut preparation = Preparation::plain(&[], "y");
        preparation.left_out.clone_from(&self.left_out);
        let mut notes = harderlasso_report::notes::left_out(&preparation);
        notes.extend(self.notes.iter().cloned());
        notes
    }
}

impl Encoded {
    /// The description of the table of a fit.
    pub(crate) fn preparation(&self) -> Preparation {
        let mut preparation = Preparation::plain(&[], "y");
        preparation.columns.clone_from(&self.columns);
        preparation.left_out.clone_from(&self.left_out);
        preparation
    }

    /// Encodes columns of a new frame as those of the fit; the others are zero.
    pub(crate) fn of_new(
        preparation: &Preparation,
        columns: &HashMap<usize, ColumnValues<'_>>,
        rows: usize,
    ) -> PyResult<Self> {
        let grammar = Grammar::new(&preparation.notation);
        let (mut values, mut notes) = (Vec::new(), Vec::new());
        for (position, source) in preparation.columns.iter().enumerate() {
            let Some(column) = columns.get(&position) else {
                values.resize(values.len() + rows * source.width(), 0.0);
                continue;
            };
            match &source.kind {
                ColumnKind::Numeric => values.extend(numbers(source, column, &grammar)?),
                ColumnKind::Levels { levels } => {
                    let found = categories(column, &grammar);
                    let known = known(source, levels, found, &mut notes);
                    indicators(&known, &source.kind, rows, &mut values);
                }
            }
        }
        let columns = preparation.columns.iter().map(SourceColumn::width).sum();
        Ok(Self {
            design: Design::from_columns(values, rows, columns).map_err(exception)?,
            columns: Vec::new(),
            left_out: Vec::new(),
            notes,
        })
    }
}

/// The different values of a column as levels, in the usual order.
fn categories(column: &ColumnValues<'_>, grammar: &Grammar) -> Categories {
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
fn category(
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
fn indicators(categories: &Categories, kind: &ColumnKind, rows: usize, values: &mut Vec<f64>) {
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
fn known(
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

/// The numbers of a column that was one of numbers in the fit.
fn numbers(
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

fn refused(sentence: &str) -> PyErr {
    PyValueError::new_err(format!("X: {sentence}"))
}
