//! The command `harderlasso`.

mod cli;
mod files;
mod sentence;
mod study;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Study(arguments) => study::study(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            // A closed stderr leaves nobody to tell.
            let _ = writeln!(std::io::stderr(), "error: {sentence}");
            ExitCode::from(2)
        }
    }
}
