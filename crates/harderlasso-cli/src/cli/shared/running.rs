//! How the work is done and what is reported meanwhile.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;

/// How much is written to stderr.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct VerbosityArgs {
    /// Write nothing but errors to stderr
    #[arg(long, short, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Report each step in a line on stderr, in place of the progress bar
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

/// How many threads do the work.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads; 0 means one for each processor
    #[arg(
        id = "threads",
        long,
        value_name = "K",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) requested: usize,
}

impl ThreadArgs {
    /// Threads for reading a table. More threads than processors would only
    /// wait for each other.
    pub(crate) fn readers(self) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        match self.requested {
            0 => processors,
            some => some.min(processors),
        }
    }
}
