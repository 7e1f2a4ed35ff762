//! The command `harderlasso`.
//!
//! [`run`] is the whole command. Its parts are public only as far as tests from
//! outside need them: [`fuzz`] passes bytes to the readers of tables and models.

mod advice;
mod cli;
mod failure;
mod files;
pub mod fuzz;
mod interrupt;
mod output;
mod prepare;
mod table;
mod task;
mod verbs;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Verb};

/// Runs the command with the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    let done = match Cli::parse().verb {
        Verb::Demo(arguments) => verbs::demo(&arguments),
        Verb::Fit(arguments) => verbs::fit(&arguments),
        Verb::Predict(arguments) => verbs::predict(&arguments),
        Verb::Lambda(arguments) => verbs::lambda(&arguments),
        Verb::Inspect(arguments) => verbs::inspect(&arguments),
        Verb::Report(arguments) => verbs::report(&arguments),
        Verb::Export(arguments) => verbs::export(&arguments),
        Verb::Simulate(arguments) => verbs::simulate(&arguments),
        Verb::Completions(arguments) => verbs::completions(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // A closed stderr does not change the exit code.
            let _ = writeln!(std::io::stderr(), "error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
