//! `harderlasso predict`: a saved model meets a new table.

use harderlasso::{Design, Law};
use harderlasso_report::Record;

use super::saved;
use crate::cli::PredictArgs;
use crate::output::{note, print};
use crate::prepare::new_table;
use crate::sentence::Sentence;
use crate::table::{Reader, Source};
use crate::{files, interrupt};

pub(crate) fn predict(arguments: &PredictArgs) -> Result<(), Sentence> {
    if let Some(path) = &arguments.output {
        for input in [&arguments.model, &arguments.data] {
            if files::is_same(path, input) {
                return Err(Sentence::new(format!(
                    "the predictions would take the place of {}; give another -o",
                    input.display()
                )));
            }
        }
        files::check_writable(path)?;
    }
    let record = saved::read(&arguments.model)?;
    match record.model().law() {
        Law::Classification(_) => {}
        Law::Regression(_) if !arguments.proba => {}
        Law::Regression(_) => {
            return Err(Sentence::new(format!(
                "--proba needs a classification, and {} is a regression; leave --proba out",
                arguments.model.display()
            )));
        }
    }
    interrupt::watch()?;
    let reader = Reader::new(Source::open(&arguments.data)?, arguments.delimiter)?;
    let (design, notes) = new_table(reader, &record, arguments.threads.readers())?;
    if !arguments.quiet {
        notes.iter().for_each(|text| note(text));
    }
    let text = predictions(&record, &design, arguments.proba)?;
    if interrupt::is_asked() {
        return Err(Sentence::interrupted());
    }
    match &arguments.output {
        Some(path) => files::replace(path, &text),
        None => print(&String::from_utf8_lossy(&text)),
    }
}

/// CSV with a header and one line a row.
fn predictions(record: &Record, design: &Design, proba: bool) -> Result<Vec<u8>, Sentence> {
    let model = record.model();
    let classes = model.classes();
    let refuse = |error: csv::Error| Sentence::new(format!("writing CSV failed: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    if proba {
        writer.write_record(classes).map_err(refuse)?;
        for row in model
            .predict_proba(design)?
            .chunks_exact(classes.len().max(1))
        {
            writer
                .write_record(row.iter().map(f64::to_string))
                .map_err(refuse)?;
        }
    } else {
        writer.write_record(["prediction"]).map_err(refuse)?;
        match model.law() {
            Law::Regression(_) => {
                for value in model.predict(design)? {
                    writer.write_record([value.to_string()]).map_err(refuse)?;
                }
            }
            Law::Classification(_) => {
                for class in model.predict_classes(design)? {
                    writer.write_record([&classes[class]]).map_err(refuse)?;
                }
            }
        }
    }
    writer
        .into_inner()
        .map_err(|error| Sentence::new(format!("writing CSV failed: {error}")))
}
