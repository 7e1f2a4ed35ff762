//! Which table to read, and how.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use harderlasso_report::{ClassWeight, MissingPolicy};

use super::reading::ReadingArgs;
use crate::table::FORMATS;
use crate::task::{TargetColumns, Task};

/// The table of a fit.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    #[arg(help = format!("The table with its header: {FORMATS}; - is stdin"))]
    pub(crate) data: PathBuf,

    /// The column to explain: its name, or its number from 0, negative from the end
    #[arg(
        long,
        short,
        required = true,
        value_name = "COL",
        allow_negative_numbers = true
    )]
    pub(crate) target: Vec<String>,

    /// Whether the target is a number or a class
    #[arg(long, value_enum, default_value_t, hide_possible_values = false)]
    pub(crate) task: Task,

    /// Columns to leave out, by name or number, separated by commas, such as id,name
    #[arg(long, value_name = "COLS", allow_negative_numbers = true)]
    pub(crate) drop: Vec<String>,

    /// Columns to use as features even if they look like row numbers or identifiers [default: none]
    #[arg(long, value_name = "COLS", allow_negative_numbers = true)]
    pub(crate) include: Vec<String>,

    /// Columns of numbers that are codes of categories, such as 1, 2, 3 for three towns [default: none]
    #[arg(long, value_name = "COLS", allow_negative_numbers = true)]
    pub(crate) categorical: Vec<String>,

    /// The column with the weight of each row, of which only the ratios count [default: 1 each]
    #[arg(long, value_name = "COL", allow_negative_numbers = true)]
    pub(crate) weights: Option<String>,

    /// Weight the rows so that every class has the same total weight; with --weights,
    /// both are multiplied [default: no class weights]
    #[arg(long, value_name = "HOW", value_enum)]
    pub(crate) class_weight: Option<ClassWeightName>,

    /// The column that identifies the rows: no feature, and `predict` carries it into
    /// the predictions [default: none]
    #[arg(long, value_name = "COL", allow_negative_numbers = true)]
    pub(crate) id: Option<String>,

    /// What to do with missing values
    #[arg(long, value_enum, default_value_t)]
    pub(crate) missing: Missing,

    /// What to do with rows in which the target is missing
    #[arg(long, value_enum, default_value_t)]
    pub(crate) missing_target: MissingTarget,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl TableArgs {
    /// The columns that hold the target.
    pub(crate) fn target(&self) -> TargetColumns<&str> {
        TargetColumns::Value(self.target.first().map_or("", |name| name))
    }
}

/// The names of `--class-weight`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClassWeightName {
    /// n / (m · n_c) for a row of a class with n_c of the n rows, if there are m classes
    Balanced,
}

impl ClassWeightName {
    pub(crate) fn class_weight(self) -> ClassWeight {
        match self {
            Self::Balanced => ClassWeight::Balanced,
        }
    }
}

/// The names of `--missing`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Missing {
    /// Replace numbers by the mean of their column; in text, a level of its own
    #[default]
    Mean,
    /// Leave out rows that have one
    Drop,
    /// Refuse the table
    Error,
}

/// The names of `--missing-target`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MissingTarget {
    /// Refuse the table, unless all rows with a missing value are left out
    #[default]
    Error,
    /// Leave out these rows
    Drop,
}

impl Missing {
    pub(crate) fn policy(self) -> MissingPolicy {
        match self {
            Self::Mean => MissingPolicy::Mean,
            Self::Drop => MissingPolicy::Drop,
            Self::Error => MissingPolicy::Error,
        }
    }
}
