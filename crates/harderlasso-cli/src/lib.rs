//! The command `harderlasso`.
//!
//! [`run`] is the whole command. What it is made of is public only as far as
//! tests from outside need it: [`fuzz`] feeds the readers of tables and models.

mod cli;
mod files;
pub mod fuzz;
mod interrupt;
mod output;
mod prepare;
mod sentence;
mod table;
mod verbs;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

/// Does what the arguments of the process ask for.
#[must_use]
pub fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Demo(arguments) => verbs::demo(&arguments),
        Command::Fit(arguments) => verbs::fit(&arguments),
        Command::Predict(arguments) => verbs::predict(&arguments),
        Command::Lambda(arguments) => verbs::lambda(&arguments),
        Command::Inspect(arguments) => verbs::inspect(&arguments),
        Command::Report(arguments) => verbs::report(&arguments),
        Command::Export(arguments) => verbs::export(&arguments),
        Command::Simulate(arguments) => verbs::simulate(&arguments),
        Command::Completions { shell } => verbs::completions(shell),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            // A closed stderr leaves nobody to tell.
            let _ = writeln!(std::io::stderr(), "error: {sentence}");
            ExitCode::from(sentence.exit_code())
        }
    }
}
