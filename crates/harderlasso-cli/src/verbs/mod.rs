//! What each verb does, from its flags to its output: a file for each verb, and
//! here what they share.

mod completions;
mod demo;
mod export;
mod fit;
mod inspect;
mod lambda;
mod predict;
mod report;
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

use std::fs;
use std::io;
use std::path::Path;

use harderlasso_report::{Notation, Record};

use crate::advice;
use crate::cli::{ClassWeightName, MissingTarget, TableArgs};
use crate::failure::Failure;
use crate::files::FileError;
use crate::output::note;
use crate::prepare::{
    FitInput, PrepareError, PrepareNote, PrepareProblem, TableRequest, fit_table,
};
use crate::table::{Located, Reader, Source};

/// Why columns of `--drop` are left out. Part of the model file.
const DROP_REASON: &str = "asked by --drop";

/// Why columns that number the rows are left out. Part of the model file.
const COUNTER_REASON: &str = "it numbers the rows; --include keeps it as a feature";

/// Reads and prepares the table of `fit` and `lambda`.
fn read_table(table: &TableArgs, source: Source, threads: usize) -> Result<FitInput, Failure> {
    if table.target.len() > 1 {
        let problem = PrepareProblem::SeveralTargets(table.target.clone());
        return Err(PrepareError::Use(Located::whole(source.name(), problem)).into());
    }
    let options = table.reading.options(&Notation::default());
    let reader = Reader::new(source, options.map_err(Failure::new)?)?;
    let request = TableRequest {
        target: table.target(),
        weights: table.weights.as_deref(),
        class_weight: table.class_weight.map(ClassWeightName::class_weight),
        id: table.id.as_deref(),
        drop: &table.drop,
        drop_reason: DROP_REASON,
        include: &table.include,
        categorical: &table.categorical,
        counter_reason: COUNTER_REASON,
        task: table.task,
        missing: table.missing.policy(),
        drop_targetless: table.missing_target == MissingTarget::Drop,
        date_order: table.reading.date_order(),
        threads,
    };
    Ok(fit_table(reader, &request)?)
}

/// Reads a model file.
fn read_model(path: &Path) -> Result<Record, Failure> {
    const SOURCE: &str = "a model is saved by `harderlasso fit … --model FILE`";
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::new(format!("there is no file {name}; {SOURCE}")),
        io::ErrorKind::IsADirectory => {
            Failure::new(format!("{name} is a folder; a model file is expected"))
        }
        _ => FileError {
            action: "reading",
            path: path.to_owned(),
            error,
        }
        .into(),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::new(format!(
            "{name} is not a model, since it is not text; {SOURCE}"
        ))
    })?;
    Record::from_json(&text).map_err(|error| {
        Failure::new(format!(
            "{name}: {error}; save it again with `harderlasso fit … --model FILE`"
        ))
    })
}

/// Writes remarks on a table to stderr.
fn print_notes(notes: &[PrepareNote]) {
    remarks(notes).iter().for_each(|remark| note(remark));
}

/// Remarks on a table, each with its advice.
fn remarks(notes: &[PrepareNote]) -> Vec<String> {
    notes.iter().map(advice::with_advice).collect()
}
