//! What is wrong with a text, and where in it.

use crate::table::error::{Located, Spot, TableError, TableProblem};

/// A position in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    /// Rows before it, without the header.
    pub(super) rows: usize,
    /// Newlines before it.
    pub(super) lines: usize,
}

impl Position {
    pub(super) fn after(self, other: Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            lines: self.lines + other.lines,
        }
    }
}

/// A problem in a text that may be a piece of a longer one.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) position: Position,
    /// The field of the record, from 0.
    pub(super) field: Option<usize>,
    pub(super) problem: TableProblem,
}

impl From<TableProblem> for Fault {
    fn from(problem: TableProblem) -> Self {
        Self {
            position: Position::default(),
            field: None,
            problem,
        }
    }
}

impl Fault {
    pub(super) fn in_field(field: usize, problem: TableProblem) -> Self {
        Self {
            field: Some(field),
            ..Self::from(problem)
        }
    }

    /// The same fault, seen from the text whose piece begins at `start`.
    pub(super) fn after(self, start: Position) -> Self {
        Self {
            position: start.after(self.position),
            ..self
        }
    }

    /// The error about `table`, whose columns have these names.
    pub(super) fn in_table(self, table: &str, names: &[String]) -> TableError {
        let spot = match self.problem {
            TableProblem::Reading(_) | TableProblem::Interrupted | TableProblem::Memory { .. } => {
                Spot::Whole
            }
            _ => Spot::Record {
                row: self.position.rows + 1,
                line: self.position.lines + 1,
            },
        };
        Located {
            table: table.to_owned(),
            spot,
            column: self.field.and_then(|field| names.get(field).cloned()),
            problem: Box::new(self.problem),
        }
    }
}
