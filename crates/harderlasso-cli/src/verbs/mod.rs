//! What each verb does, from flags to output.

mod command;
mod completions;
mod demo;
mod fit;
mod inspect;
mod lambda;
mod predict;
mod report;
mod saved;

pub(crate) use completions::completions;
pub(crate) use demo::demo;
pub(crate) use fit::fit;
pub(crate) use inspect::inspect;
pub(crate) use lambda::lambda;
pub(crate) use predict::predict;
pub(crate) use report::report;

use std::num::NonZeroUsize;
use std::thread;

use crate::cli::TableArgs;
use crate::prepare::{Asked, Training, training};
use crate::sentence::Sentence;
use crate::table::{Reader, Source};

/// The threads that `--threads` means; 0 is one for each processor.
fn threads(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        some => some,
    }
}

/// Reads and prepares the table of `fit` and `lambda`.
fn prepared(table: &TableArgs, source: Source, asked_threads: usize) -> Result<Training, Sentence> {
    let reader = Reader::new(source, table.delimiter)?;
    let asked = Asked {
        target: &table.target,
        drop: &table.drop,
        task: table.task,
        missing: table.missing.policy(),
        threads: threads(asked_threads),
    };
    training(reader, &asked)
}
