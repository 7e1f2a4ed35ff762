//! Errors of the engine as Python exceptions that name the argument.

use harderlasso::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};

/// The exception for what the engine refuses.
pub(crate) fn exception(error: Error) -> PyErr {
    let sentence = error.to_string();
    match argument(&error) {
        Some(argument) => PyValueError::new_err(format!("{argument}: {sentence}")),
        None => match error {
            Error::WrongTask { .. } => PyTypeError::new_err(sentence),
            Error::TooLarge { .. } => PyMemoryError::new_err(format!("hidden_dims: {sentence}")),
            Error::Cancelled | Error::Threads { .. } => PyRuntimeError::new_err(sentence),
            _ => PyValueError::new_err(sentence),
        },
    }
}

/// The exception for what a record refuses.
pub(crate) fn record_exception(error: harderlasso_report::Error) -> PyErr {
    match error {
        harderlasso_report::Error::Engine(error) => exception(error),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// The argument of the Python functions that an error is about.
fn argument(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::EmptyDesign { .. }
        | Error::InfiniteFeature { .. }
        | Error::MissingColumn { .. }
        | Error::DuplicateName { .. }
        | Error::WrongColumns { .. }
        | Error::WrongName { .. }
        | Error::NotFinite { .. } => "X",
        Error::BadTarget { .. }
        | Error::EmptyTarget
        | Error::ConstantTarget { .. }
        | Error::OneClass { .. }
        | Error::UnknownClass { .. } => "y",
        Error::BadWeight { .. } | Error::BadTotalWeight { .. } => "sample_weight",
        Error::SizeMismatch { what, .. } => match *what {
            "the target" => "y",
            "the list of row weights" => "sample_weight",
            _ => "X",
        },
        Error::ZeroWidth { .. } => "hidden_dims",
        Error::BoundedActivation { .. } => "activation",
        Error::UnknownName { what, .. } => what,
        Error::OutOfRange { name, .. } => match *name {
            "lambda" => "lambda_qut",
            "draws" => "n_draws",
            "restarts" => "n_restarts",
            other => other,
        },
        _ => return None,
    })
}
