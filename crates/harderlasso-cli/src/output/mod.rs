//! Output for people and programs: results on stdout, everything else on stderr.

mod json;
mod lines;
mod progress;
mod summary;

pub(crate) use json::{fit_json, inspect_json, lambda_json};
pub(crate) use progress::{Seconds, Watcher};
pub(crate) use summary::{fit_notes, fit_summary, inspect_summary, lambda_summary, prepared_notes};

use std::io::{self, Write};

use harderlasso_report::text::visible;

use crate::failure::Failure;

/// Writes a remark to stderr. It is not an error if stderr is closed.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(text));
}

/// Writes text to stdout. It is not an error if the program that reads it has
/// ended, as in `harderlasso fit … | head`.
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
