//! What can be wrong with a table for a fit or a prediction.

use std::fmt;

use harderlasso::Error;

use crate::table::{Located, Mixture, TableError};
use crate::task::TargetProblem;
use harderlasso_report::field::LEVELS;
use harderlasso_report::text::{counted, listed};

/// A table that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PrepareError {
    #[error(transparent)]
    Table(#[from] TableError),

    #[error(transparent)]
    Use(#[from] Located<PrepareProblem>),

    #[error(transparent)]
    Engine(#[from] Error),
}

/// What a column is for, beside features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Target,
    Weights,
    Id,
}

impl Role {
    const fn text(self) -> &'static str {
        match self {
            Self::Target => "is the target",
            Self::Weights => "holds the weights of the rows",
            Self::Id => "identifies the rows",
        }
    }
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PrepareProblem {
    #[error("there is no column `{requested}`; {near}")]
    UnknownName { requested: String, near: String },

    #[error(
        "there is no column `{requested}`: the header is one field, `{only}`; remove the line if it is a comment"
    )]
    OneName { requested: String, only: String },

    #[error("there is no column {number}; the {columns} columns are numbered from 0 to {}, or from -1 (the last) to -{columns}", .columns.saturating_sub(1))]
    UnknownNumber { number: i64, columns: usize },

    #[error("this column {} and cannot hold the weights of the rows", Role::Target.text())]
    TargetAsWeights,

    #[error("this column {} and cannot identify the rows as well", .0.text())]
    AsId(Role),

    #[error(
        "the model predicts from this column, so it cannot identify the rows as well; add a copy of it under another name"
    )]
    FeatureAsId,

    #[error("one fit explains one target, and {} are named: {}", .0.len(), all(.0))]
    SeveralTargets(Vec<String>),

    #[error("class weights need classes, and this target is a number")]
    ClassWeightOfNumbers,

    #[error("this column {} and cannot be left out", .0.text())]
    Dropped(Role),

    #[error("this column {} and cannot be a feature as well", .0.text())]
    Included(Role),

    #[error("this column {} and cannot be a category as well", .0.text())]
    Category(Role),

    #[error("this column is to be left out and to be used as a category; choose one of both")]
    CategoryDropped,

    #[error("this column is to be left out and to be used as a feature; choose one of both")]
    IncludedAndDropped,

    #[error("the table has a header but no rows; at least two rows are needed")]
    NoRows,

    #[error(
        "the table has only one row; at least two are needed, and a few dozen to find anything"
    )]
    OneRow,

    #[error("the table has a header but no rows, so there is nothing to predict")]
    NothingToPredict,

    #[error("there are no feature columns beside the target `{target}`{}; at least one is needed", if *.others_left_out { " and the columns that are left out" } else { "" })]
    NoFeatures {
        target: String,
        others_left_out: bool,
    },

    #[error("the column has no value in any row; fill it in")]
    EmptyFeature,

    #[error("the target has no value in any row; choose another target")]
    EmptyTarget,

    #[error("the target has no value here{}; fill it in", other_rows(*.others))]
    MissingTarget { others: usize },

    #[error("the value is missing; fill it in")]
    MissingFeature,

    #[error("the weight is missing; fill it in")]
    MissingWeight,

    #[error("the value is missing, and the model was fitted without missing values; fill it in")]
    MissingForModel,

    #[error("only {} complete, and rows with a missing value are left out; at least two rows are needed", counted(*.0, "row is", "rows are"))]
    FewComplete(usize),

    #[error("only {} a target, and rows without one are left out; at least two rows are needed", counted(*.0, "row has", "rows have"))]
    FewTargets(usize),

    #[error("the column has no value in any row that has a target; fill it in")]
    EmptyWithTarget,

    #[error(
        "`{text}` is not a number, but {numbers} of {values} values are numbers; correct it, or write NA for an unknown value"
    )]
    TextAmongNumbers {
        text: String,
        numbers: usize,
        values: usize,
    },

    #[error(
        "`{0}` is a number that is not written plainly; write it with a decimal point and nothing else, such as 1234.5"
    )]
    DecoratedNumber(String),

    #[error("`{}` is {}, and {}; write all values of the column in the same way", .0.example, .0.mark, others(.0))]
    MixedWriting(Mixture),

    #[error(
        "`{0}` is a whole number of so many digits that others could be mistaken for it; if it is an identifier, it is no feature, else write it with at most 15 digits"
    )]
    LongNumber(String),

    #[error(
        "`{0}` looks like a date, but is not a clear one; write dates with four digits for the year, such as 2024-12-31"
    )]
    UnclearDate(String),

    #[error(
        "`{0}` may be written with the day or the month first, and no other date of the column shows which"
    )]
    UnknownDateOrder(String),

    #[error(
        "`{day_first}` has the day before the month, and `{month_first}` in the same column the month before the day; write all dates in one order, such as 2024-12-31"
    )]
    DateOrders {
        day_first: String,
        month_first: String,
    },

    #[error(
        "the target is a date or a time (here `{0}`), which cannot be predicted; write it as a number, such as the days since some date, or choose another target"
    )]
    DateTarget(String),

    #[error("{found}, and in the fit they were {fitted}; write them in the same way")]
    OtherWriting { found: String, fitted: String },

    #[error(
        "the target is text (here `{0}`) with more than {LEVELS} different values; a classification takes at most {LEVELS} classes, and a regression needs numbers"
    )]
    TooManyLabels(String),

    #[error("`{0}` is the name of a column and of a level of a text column; rename one of them")]
    NameOfLevel(String),

    #[error(
        "the weight is `{0}`, which is not a number; weights are numbers, such as how often the row was observed"
    )]
    TextWeight(String),

    #[error("the weight is {0}; weights must be finite and not negative")]
    BadWeight(f64),

    #[error(
        "the weights sum to {0}, which is too large to be computed with; divide them by their mean"
    )]
    BadTotalWeight(f64),

    #[error("the weight is above zero in only {}; at least two rows must count", counted(*.0, "row", "rows"))]
    FewWeights(usize),

    #[error("{} that the model needs {} missing: {}; columns may be in any order, but must have the names of the fit", counted(.0.len(), "column", "columns"), if .0.len() == 1 { "is" } else { "are" }, all(.0))]
    LackingColumns(Vec<String>),

    #[error(
        "`{0}` is not a number, and the model needs numbers in this column; write NA for an unknown value"
    )]
    TextForNumber(String),

    #[error(transparent)]
    Target(#[from] TargetProblem),
}

/// The other half of a mixture.
fn others(mixture: &Mixture) -> String {
    match &mixture.other {
        Some((example, mark)) => format!("`{example}` in the same column is {mark}"),
        None => "other values of the column are plain numbers".to_owned(),
    }
}

fn other_rows(others: usize) -> String {
    match others {
        0 => String::new(),
        more => format!(" and in {}", counted(more, "other row", "other rows")),
    }
}

fn all(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// A remark on what was done with a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PrepareNote {
    /// How the table was read.
    Read(String),
    /// A column without a name was given one.
    Unnamed(String),
    /// Columns never change.
    Constant(Vec<String>),
    /// The table lacks columns of the fit that the model does not use.
    Lacking { table: String, names: Vec<String> },
    /// Missing values were replaced by the means of the fit.
    Imputed(usize),
    /// The table lacks the column that identified the rows of the fit.
    LackingId { table: String, id: String },
}

impl fmt::Display for PrepareNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(text) => f.write_str(text),
            Self::Unnamed(name) => write!(f, "A column without a name is called `{name}`."),
            Self::Constant(names) => write!(
                f,
                "{} the same value in every row and cannot be selected: {}.",
                counted(names.len(), "column has", "columns have"),
                listed(names)
            ),
            Self::Lacking { table, names } => write!(
                f,
                "{table} lacks {} of the fit that the model does not use: {}.",
                counted(names.len(), "column", "columns"),
                listed(names)
            ),
            Self::Imputed(values) => write!(
                f,
                "{} missing in the columns that the model uses; the means of the fit are used instead.",
                counted(*values, "value is", "values are")
            ),
            Self::LackingId { table, id } => write!(
                f,
                "{table} lacks the column `{id}`, which identified the rows of the fit, so the predictions are written without it."
            ),
        }
    }
}
