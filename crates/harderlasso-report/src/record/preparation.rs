//! How a table became a design matrix.

use super::writing::{Notation, Writing};
use serde::{Deserialize, Serialize};

/// How a table became a design matrix: enough to do the same with another table,
/// and to describe it in the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preparation {
    /// Where the table came from, as the user named it.
    pub source: Option<String>,
    /// Name of the target column.
    pub target: String,
    /// Feature columns in file order; the target and columns that were left
    /// out are not among them.
    pub columns: Vec<SourceColumn>,
    /// Rows of the table.
    pub rows_read: usize,
    /// Rows that were not used, because a value was missing.
    pub rows_dropped: usize,
    /// The column with the weights of the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightColumn>,
    /// How classes were weighted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class_weight: Option<ClassWeight>,
    /// The column that identifies the rows, which is no feature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Columns of the table that were not used as features, and why.
    pub left_out: Vec<LeftOut>,
    /// What was done about missing values.
    pub missing: MissingPolicy,
    /// How the task was chosen, as a sentence; nothing where the user chose it.
    pub task_note: Option<String>,
    /// How numbers and missing values are written in the table.
    #[serde(default, skip_serializing_if = "Notation::is_usual")]
    pub notation: Notation,
    /// What else was done to read the table, as sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// A feature column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceColumn {
    /// Its name in the table.
    pub name: String,
    /// How it enters the design.
    pub kind: ColumnKind,
    /// How many of its values were missing in the rows read.
    pub missing: usize,
    /// How its numbers were written, if not plainly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writing: Option<Writing>,
}

/// How a column of a table enters the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ColumnKind {
    /// As it is: one column.
    Numeric,
    /// One column of zeros and ones for each level, named `name=level`.
    Levels {
        /// The levels, in the order of their columns; [`MISSING_LEVEL`] is that of
        /// missing values, if they have one.
        levels: Vec<String>,
    },
}

/// The level of the rows in which a column of categories has no value. No value of a column is
/// an empty text, so this is different from every other level.
pub const MISSING_LEVEL: &str = "";

/// A level as names of features and sentences show it.
#[must_use]
pub fn shown_level(level: &str) -> &str {
    match level {
        MISSING_LEVEL => "(missing)",
        other => other,
    }
}

/// The column of the weights of the rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightColumn {
    /// Its name in the table.
    pub name: String,
    /// Rows that were not used, because their weight is 0.
    pub zero: usize,
}

/// How classes were weighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassWeight {
    /// All rows of a class together have the same weight as those of any other.
    Balanced,
}

impl ClassWeight {
    /// What was done, in a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Balanced => {
                "Rows are weighted so that every class has the same total weight, as if all were equally frequent."
            }
        }
    }
}

/// A column that is not used as a feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// Its name in the table.
    pub name: String,
    /// Why it was left out, for example "asked by --drop".
    pub reason: String,
}

/// What is done about missing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingPolicy {
    /// They are replaced by the mean of their column.
    Mean,
    /// Rows with a missing value are not used.
    Drop,
    /// A missing value is an error.
    Error,
}

impl Preparation {
    /// Whether rows had weights, of their own or by their classes.
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        self.weights.is_some() || self.class_weight.is_some()
    }

    /// The preparation of a matrix of numbers that is used as it is.
    #[must_use]
    pub fn plain(names: &[String], target: &str) -> Self {
        Self {
            source: None,
            target: target.to_owned(),
            columns: names
                .iter()
                .map(|name| SourceColumn {
                    name: name.clone(),
                    kind: ColumnKind::Numeric,
                    missing: 0,
                    writing: None,
                })
                .collect(),
            rows_read: 0,
            rows_dropped: 0,
            weights: None,
            class_weight: None,
            id: None,
            left_out: Vec::new(),
            missing: MissingPolicy::Mean,
            task_note: None,
            notation: Notation::default(),
            remarks: Vec::new(),
        }
    }

    /// Names of the columns of the design.
    #[must_use]
    pub fn design_names(&self) -> Vec<String> {
        let mut names = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            match &column.kind {
                ColumnKind::Numeric => names.push(column.name.clone()),
                ColumnKind::Levels { levels } => {
                    names.extend(
                        levels
                            .iter()
                            .map(|level| format!("{}={}", column.name, shown_level(level))),
                    );
                }
            }
        }
        names
    }

    /// Rows that were read and not used.
    #[must_use]
    pub fn unused_rows(&self) -> usize {
        let zero = self.weights.as_ref().map_or(0, |weights| weights.zero);
        self.rows_dropped.saturating_add(zero)
    }

    /// For each design column, the position of its source column.
    #[must_use]
    pub fn origins(&self) -> Vec<usize> {
        let widths = self.columns.iter().map(SourceColumn::width).enumerate();
        widths
            .flat_map(|(position, width)| std::iter::repeat_n(position, width))
            .collect()
    }
}

impl SourceColumn {
    /// Whether missing values of this column are a level of their own.
    #[must_use]
    pub fn has_missing_level(&self) -> bool {
        match &self.kind {
            ColumnKind::Numeric => false,
            ColumnKind::Levels { levels } => levels.iter().any(|level| level == MISSING_LEVEL),
        }
    }

    /// How many columns of the design it becomes.
    #[must_use]
    pub fn width(&self) -> usize {
        match &self.kind {
            ColumnKind::Numeric => 1,
            ColumnKind::Levels { levels } => levels.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_become_columns_of_their_own() {
        let mut preparation =
            Preparation::plain(&["age".into(), "town".into(), "size".into()], "y");
        preparation.columns[1].kind = ColumnKind::Levels {
            levels: vec!["Bern".into(), "Genève".into(), MISSING_LEVEL.into()],
        };
        assert_eq!(
            preparation.design_names(),
            ["age", "town=Bern", "town=Genève", "town=(missing)", "size"]
        );
        assert_eq!(preparation.origins(), [0, 1, 1, 1, 2]);
        assert!(preparation.columns[1].has_missing_level());
        assert!(!preparation.columns[0].has_missing_level());
    }
}
