//! `harderlasso lambda`: the threshold alone.

use harderlasso_report::choice;

use super::{print_notes, read_table};
use crate::cli::LambdaArgs;
use crate::failure::Failure;
use crate::output::{Watcher, lambda_json, lambda_summary, note, prepared_notes, print};
use crate::table::Source;
use crate::{files, interrupt};

pub(crate) fn lambda(arguments: &LambdaArgs) -> Result<(), Failure> {
    let settings = arguments.method.settings();
    settings.check()?;
    interrupt::watch(files::remove_partial)?;
    let watcher = Watcher::new(arguments.verbosity);
    let source = Source::open(&arguments.table.data)?;
    let input = read_table(&arguments.table, source, arguments.method.threads.readers())?;
    let (design, preparation) = (&input.design, &input.preparation);
    watcher.read(design.rows(), preparation.columns.len());
    let threshold = settings.calibrate(design, &input.response, &watcher)?;
    let seconds = watcher.finish();
    if !arguments.verbosity.quiet {
        print_notes(&input.notes);
    }
    if !arguments.json {
        return print(&lambda_summary(
            &threshold,
            preparation,
            &settings,
            &input.response,
            seconds,
        ));
    }
    if !arguments.verbosity.quiet {
        prepared_notes(preparation)
            .iter()
            .for_each(|text| note(text));
        if let Some(words) = choice::of_which_model(&settings, &input.response) {
            note(&words);
        }
    }
    let size = (design.rows(), design.columns());
    print(&lambda_json(
        &threshold,
        &settings,
        size,
        &input.response,
        seconds,
    )?)
}
