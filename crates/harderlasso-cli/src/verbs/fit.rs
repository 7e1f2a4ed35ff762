//! `harderlasso fit`: from a table to a model, a report and a summary.

use std::path::Path;

use harderlasso::HarderLasso;
use harderlasso_report::Record;

use super::{print_notes, read_table, remarks};
use crate::cli::{FitArgs, VerbosityArgs};
use crate::failure::Failure;
use crate::output::{Watcher, fit_json, fit_summary, note, prepared_notes, print};
use crate::prepare::FitInput;
use crate::table::Source;
use crate::{files, interrupt};

pub(crate) fn fit(arguments: &FitArgs) -> Result<(), Failure> {
    let settings = arguments.settings();
    settings.check()?;
    check_outputs(arguments)?;
    interrupt::watch(files::remove_partial)?;
    let watcher = Watcher::new(arguments.verbosity);
    let source = Source::open(&arguments.table.data)?;
    let input = read_table(&arguments.table, source, arguments.method.threads.readers())?;
    let job = Job {
        settings: &settings,
        command: Some(arguments.command_line()),
        model: arguments.model.as_deref(),
        report: arguments.report.as_deref(),
        json: arguments.json,
        verbosity: arguments.verbosity,
    };
    job.run(input, watcher)?;
    if !arguments.verbosity.quiet && arguments.model.is_none() {
        note("The model was not saved; --model FILE saves it for `harderlasso predict`.");
    }
    Ok(())
}

/// Checks before the work that its results can be written, and that they would
/// not overwrite the table.
fn check_outputs(arguments: &FitArgs) -> Result<(), Failure> {
    let outputs = [
        ("--model", &arguments.model),
        ("--report", &arguments.report),
    ];
    for (flag, path) in outputs {
        let Some(path) = path else { continue };
        if files::is_same(path, &arguments.table.data) {
            return Err(Failure::new(format!(
                "{flag} {} would overwrite the table; give another file",
                path.display()
            )));
        }
        files::check_writable(path)?;
    }
    match (&arguments.model, &arguments.report) {
        (Some(model), Some(report)) if files::is_same(model, report) => Err(Failure::new(
            "--model and --report are the same file; give two different files",
        )),
        _ => Ok(()),
    }
}

/// A fit of a table that has been read.
pub(super) struct Job<'a> {
    pub(super) settings: &'a HarderLasso,
    /// The command line that repeats the fit.
    pub(super) command: Option<String>,
    pub(super) model: Option<&'a Path>,
    pub(super) report: Option<&'a Path>,
    pub(super) json: bool,
    pub(super) verbosity: VerbosityArgs,
}

impl Job<'_> {
    /// Fits, writes the files and prints the result.
    pub(super) fn run(self, input: FitInput, watcher: Watcher) -> Result<(), Failure> {
        let FitInput {
            design,
            response,
            labels,
            preparation,
            notes,
        } = input;
        watcher.read(preparation.rows_read, preparation.columns.len());
        let model = self.settings.fit_observed(&design, &response, &watcher)?;
        let seconds = watcher.finish();
        let mut record = Record::new(model, &design, &response, preparation, self.command)?;
        if let Some(kind) = labels {
            record = record.with_labels(kind);
        }
        let file = match self.model {
            Some(path) => Some((path, record.to_json()? + "\n")),
            None => None,
        };
        let report = self.report.map(|path| (path, record.html()));
        if interrupt::is_requested() {
            return Err(Failure::interrupted());
        }
        // A file that cannot be written does not take the answer with it.
        let files = file.into_iter().chain(report);
        let written: Vec<_> = files
            .map(|(path, text)| files::replace(path, text.as_bytes()))
            .collect();
        if !self.verbosity.quiet {
            print_notes(&notes);
            if self.json {
                let preparation = record.preparation();
                preparation.task_note.iter().for_each(|text| note(text));
                prepared_notes(preparation)
                    .iter()
                    .for_each(|text| note(text));
            }
        }
        print(&match self.json {
            true => fit_json(&record, remarks(&notes), seconds)?,
            false => fit_summary(&record, Some(seconds)),
        })?;
        match Failure::of_files(written) {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }
}
