//! The command `harderlasso`; see the library of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    harderlasso_cli::run()
}
