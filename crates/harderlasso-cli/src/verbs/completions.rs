//! `harderlasso completions`.

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::failure::Failure;
use crate::output::print;

pub(crate) fn completions(arguments: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    let shell = arguments.shell;
    clap_complete::generate(shell, &mut Cli::command(), "harderlasso", &mut script);
    print(&String::from_utf8_lossy(&script))
}
