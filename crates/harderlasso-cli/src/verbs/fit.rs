//! `harderlasso fit`: the main job.

use std::path::Path;

use harderlasso::HarderLasso;
use harderlasso_report::Record;

use super::{command, prepared};
use crate::cli::{FitArgs, TalkArgs};
use crate::output::{Watcher, fit_json, fit_summary, note, prepared_notes, print};
use crate::prepare::Training;
use crate::sentence::Sentence;
use crate::table::Source;
use crate::{files, interrupt};

pub(crate) fn fit(arguments: &FitArgs) -> Result<(), Sentence> {
    let settings = arguments.settings();
    settings.check()?;
    check_outputs(arguments)?;
    interrupt::watch()?;
    let watcher = Watcher::new(arguments.talk);
    let source = Source::open(&arguments.table.data)?;
    let training = prepared(&arguments.table, source, arguments.method.threads.readers())?;
    let command = Some(command::fit(arguments));
    let job = Job {
        settings: &settings,
        command,
        model: arguments.model.as_deref(),
        report: arguments.report.as_deref(),
        json: arguments.json,
        talk: arguments.talk,
    };
    job.run(training, watcher)?;
    if !arguments.talk.quiet && arguments.model.is_none() {
        note("The model was not kept; --model FILE keeps it for `harderlasso predict`.");
    }
    Ok(())
}

/// Finds out before the work whether its results could be written, and whether
/// they would cost the table.
fn check_outputs(arguments: &FitArgs) -> Result<(), Sentence> {
    let outputs = [
        ("--model", &arguments.model),
        ("--report", &arguments.report),
    ];
    for (flag, path) in outputs {
        let Some(path) = path else { continue };
        if files::is_same(path, &arguments.table.data) {
            return Err(Sentence::new(format!(
                "{flag} {} would take the place of the table; give another file",
                path.display()
            )));
        }
        files::check_writable(path)?;
    }
    match (&arguments.model, &arguments.report) {
        (Some(model), Some(report)) if files::is_same(model, report) => Err(Sentence::new(
            "--model and --report are the same file; give two",
        )),
        _ => Ok(()),
    }
}

/// A fit of a table that has been read.
pub(super) struct Job<'a> {
    pub(super) settings: &'a HarderLasso,
    /// What repeats the fit.
    pub(super) command: Option<String>,
    pub(super) model: Option<&'a Path>,
    pub(super) report: Option<&'a Path>,
    pub(super) json: bool,
    pub(super) talk: TalkArgs,
}

impl Job<'_> {
    /// Fits, writes the files and prints the result.
    pub(super) fn run(self, training: Training, watcher: Watcher) -> Result<(), Sentence> {
        let Training {
            design,
            response,
            labels,
            preparation,
            notes,
        } = training;
        watcher.read(preparation.rows_read, preparation.columns.len());
        let model = self.settings.fit_observed(&design, &response, &watcher)?;
        let seconds = watcher.finish();
        let mut record = Record::new(model, &design, &response, preparation, self.command)
            .map_err(|error| Sentence::new(error.to_string()))?;
        if let Some(kind) = labels {
            record = record.with_labels(kind);
        }
        let file = match self.model {
            Some(path) => Some((path, saved(&record)?)),
            None => None,
        };
        let report = self.report.map(|path| (path, record.html()));
        if interrupt::is_asked() {
            return Err(Sentence::interrupted());
        }
        for (path, text) in file.into_iter().chain(report) {
            files::replace(path, text.as_bytes())?;
        }
        if !self.talk.quiet {
            notes.iter().for_each(|text| note(text));
            if self.json {
                let preparation = record.preparation();
                preparation.task_note.iter().for_each(|text| note(text));
                prepared_notes(preparation)
                    .iter()
                    .for_each(|text| note(text));
            }
        }
        print(&match self.json {
            true => fit_json(&record, seconds)?,
            false => fit_summary(&record, Some(seconds)),
        })
    }
}

fn saved(record: &Record) -> Result<String, Sentence> {
    let mut text = record
        .to_json()
        .map_err(|error| Sentence::new(error.to_string()))?;
    text.push('\n');
    Ok(text)
}
