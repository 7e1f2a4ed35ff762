//! `harderlasso lambda`: the threshold alone.

use super::prepared;
use crate::cli::LambdaArgs;
use crate::interrupt;
use crate::output::{Watcher, lambda_json, lambda_summary, note, prepared_notes, print};
use crate::sentence::Sentence;
use crate::table::Source;

pub(crate) fn lambda(arguments: &LambdaArgs) -> Result<(), Sentence> {
    let settings = arguments.method.settings();
    settings.check()?;
    interrupt::watch()?;
    let watcher = Watcher::new(arguments.talk);
    let source = Source::open(&arguments.table.data)?;
    let training = prepared(&arguments.table, source, arguments.method.threads.readers())?;
    let (design, preparation) = (&training.design, &training.preparation);
    watcher.read(design.rows(), preparation.columns.len());
    let threshold = settings.calibrate(design, &training.response, &watcher)?;
    let seconds = watcher.finish();
    if !arguments.talk.quiet {
        training.notes.iter().for_each(|text| note(text));
    }
    if !arguments.json {
        return print(&lambda_summary(&threshold, preparation, &settings, seconds));
    }
    if !arguments.talk.quiet {
        prepared_notes(preparation)
            .iter()
            .for_each(|text| note(text));
    }
    let size = (design.rows(), design.columns());
    print(&lambda_json(
        &threshold,
        &settings,
        size,
        &training.response,
        seconds,
    )?)
}
