//! What each verb does, from flags to output.

mod command;
mod completions;
mod demo;
mod export;
mod fit;
mod inspect;
mod lambda;
mod predict;
mod report;
mod saved;
mod simulate;

pub(crate) use completions::completions;
pub(crate) use demo::demo;
pub(crate) use export::export;
pub(crate) use fit::fit;
pub(crate) use inspect::inspect;
pub(crate) use lambda::lambda;
pub(crate) use predict::predict;
pub(crate) use report::report;
pub(crate) use simulate::simulate;

use crate::cli::TableArgs;
use crate::prepare::{Asked, Training, training};
use crate::sentence::Sentence;
use crate::table::{Reader, Source};

/// Reads and prepares the table of `fit` and `lambda`.
fn prepared(table: &TableArgs, source: Source, threads: usize) -> Result<Training, Sentence> {
    let reader = Reader::new(source, table.delimiter)?;
    let asked = Asked {
        target: &table.target,
        weights: table.weights.as_deref(),
        drop: &table.drop,
        task: table.task,
        missing: table.missing.policy(),
        threads,
    };
    training(reader, &asked)
}
