//! Which table to read, and how.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::reading::ReadingArgs;
use harderlasso_report::MissingPolicy;

use crate::table::FORMATS;
use crate::task::{TargetColumns, Task};

/// The table of a fit.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    #[arg(help = format!("The table with its header: {FORMATS}; - is stdin"))]
    pub(crate) data: PathBuf,

    /// The column to explain: its name, or its number from 0, negative from the end
    #[arg(long, short, value_name = "COL", allow_negative_numbers = true)]
    pub(crate) target: String,

    /// Whether the target is a number or a class
    #[arg(long, value_enum, default_value_t, hide_possible_values = false)]
    pub(crate) task: Task,

    /// Columns to leave out, by name or number, separated by commas, such as id,name
    #[arg(long, value_name = "COLS", allow_negative_numbers = true)]
    pub(crate) drop: Vec<String>,

    /// Columns to use as features even if they look like row numbers or identifiers [default: none]
    #[arg(long, value_name = "COLS", allow_negative_numbers = true)]
    pub(crate) include: Vec<String>,

    /// The column with the weight of each row; whole numbers count repeated rows [default: 1 each]
    #[arg(long, value_name = "COL", allow_negative_numbers = true)]
    pub(crate) weights: Option<String>,

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
        TargetColumns::Value(&self.target)
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
