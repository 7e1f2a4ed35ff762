//! The flags of `completions`.

use clap::Args;
use clap_complete::Shell;

const HELP: &str = "\
Examples:
  harderlasso completions bash > harderlasso.bash
  harderlasso completions zsh > _harderlasso
  harderlasso completions fish > harderlasso.fish";

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
