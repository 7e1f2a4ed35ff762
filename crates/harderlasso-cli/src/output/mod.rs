//! What a person or a program reads: results on stdout, the rest on stderr.

mod json;
mod lines;
mod progress;
mod summary;

pub(crate) use json::{fit_json, inspect_json, lambda_json};
pub(crate) use progress::{Seconds, Watcher};
pub(crate) use summary::{fit_summary, lambda_summary, prepared_notes};

use std::io::{self, Write};

use crate::failure::Failure;
use crate::words::printable;

/// A remark for the person at the terminal; a closed stderr has none.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(text));
}

/// Text to stdout, where a reader that stopped reading is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("writing to stdout failed: {error}")))
        }
        _ => Ok(()),
    }
}
