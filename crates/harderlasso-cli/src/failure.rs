//! Why the command ends without a result: a message and an exit code.

use std::fmt;

use harderlasso_report::text::visible;

use crate::advice;
use crate::files::FileError;
use crate::interrupt;
use crate::prepare::PrepareError;
use crate::table::{TableError, TableProblem};

/// A failure, as the message that is printed for it. The errors of the modules of
/// this crate are types and become text here, where only the exit code still
/// depends on their kind.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    is_interrupted: bool,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_interrupted: false,
        }
    }

    /// Files that could not be written, if there are any.
    pub(crate) fn of_files(written: Vec<Result<(), FileError>>) -> Option<Self> {
        let messages: Vec<String> = written
            .into_iter()
            .filter_map(|written| Some(written.err()?.to_string()))
            .collect();
        (!messages.is_empty()).then(|| Self::new(messages.join("; ")))
    }

    /// Ctrl-C was pressed.
    pub(crate) fn interrupted() -> Self {
        Self {
            message: interrupt::MESSAGE.to_owned(),
            is_interrupted: true,
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        if self.is_interrupted {
            interrupt::EXIT_CODE
        } else {
            2
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.message))
    }
}

/// An error, and what to do about it.
fn advised(error: &impl fmt::Display, advice: Option<String>) -> Failure {
    Failure::new(match advice {
        // A second way out beside the one in the error.
        Some(advice) if advice.starts_with("or ") => format!("{error}, {advice}"),
        Some(advice) => format!("{error}; {advice}"),
        None => error.to_string(),
    })
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match &*error.problem {
            TableProblem::Interrupted => Self::interrupted(),
            problem => advised(&error, advice::for_table(problem)),
        }
    }
}

impl From<PrepareError> for Failure {
    fn from(error: PrepareError) -> Self {
        match error {
            PrepareError::Table(error) => error.into(),
            PrepareError::Use(error) => advised(&error, advice::for_use(&error.problem)),
            PrepareError::Engine(error) => error.into(),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<harderlasso::Error> for Failure {
    fn from(error: harderlasso::Error) -> Self {
        match error {
            harderlasso::Error::Cancelled => Self::interrupted(),
            error => Self::new(error.to_string()),
        }
    }
}

impl From<harderlasso_report::Error> for Failure {
    fn from(error: harderlasso_report::Error) -> Self {
        Self::new(error.to_string())
    }
}

impl From<ctrlc::Error> for Failure {
    fn from(error: ctrlc::Error) -> Self {
        Self::new(format!("Ctrl-C cannot be handled: {error}"))
    }
}
