//! Errors of the engine as Python exceptions that name the argument.

use harderlasso::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};

/// The exception for what the engine refuses.
pub(crate) fn exception(error: Error) -> PyErr {
    weight_exception(error, "sample_weight")
}

/// The exception for what the engine refuses where the weights of the rows have
/// the name `weights`.
pub(crate) fn weight_exception(error: Error, weights: &str) -> PyErr {
    let sentence = error.to_string();
    if let Some(argument) = argument(&error, weights) {
        return PyValueError::new_err(format!("{argument}: {sentence}"));
    }
    match error {
        Error::OutOfRange { name, value, range } => {
            let name = match name {
                "lambda" => "lambda_qut",
                "draws" => "n_draws",
                "restarts" => "n_restarts",
                other => other,
            };
            PyValueError::new_err(format!("{name} is {value}; it must be {range}"))
        }
        Error::WrongTask { .. } => PyTypeError::new_err(sentence),
        Error::Cancelled | Error::Threads { .. } => PyRuntimeError::new_err(sentence),
        _ => PyValueError::new_err(sentence),
    }
}

/// The exception for what a record refuses.
pub(crate) fn record_exception(error: harderlasso_report::Error) -> PyErr {
    match error {
        harderlasso_report::Error::Engine(error) => exception(error),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// The argument of the Python functions that an error is about, where its
/// sentence does not name it.
fn argument<'a>(error: &Error, weights: &'a str) -> Option<&'a str> {
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
        Error::BadWeight { .. } | Error::BadTotalWeight { .. } | Error::TooFewWeights { .. } => {
            weights
        }
        Error::SizeMismatch { what, .. } => match *what {
            "the target" => "y",
            "the list of row weights" => weights,
            _ => "X",
        },
        Error::ZeroWidth { .. } | Error::TooLarge { .. } => "hidden_dims",
        _ => return None,
    })
}
