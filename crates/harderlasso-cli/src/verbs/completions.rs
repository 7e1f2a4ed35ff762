//! `harderlasso completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::output::print;
use crate::sentence::Sentence;

pub(crate) fn completions(shell: Shell) -> Result<(), Sentence> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "harderlasso", &mut script);
    print(&String::from_utf8_lossy(&script))
}
