//! `harderlasso predict`: the rows of a new table with a saved model.

use harderlasso::Prediction;

use super::{print_notes, read_model};
use crate::cli::PredictArgs;
use crate::failure::Failure;
use crate::output::print;
use crate::prepare::{NewRequest, NewTable, new_table};
use crate::table::{Reader, Source};
use crate::{files, interrupt, task};

pub(crate) fn predict(arguments: &PredictArgs) -> Result<(), Failure> {
    if let Some(path) = &arguments.output {
        for input in [&arguments.model, &arguments.data] {
            if files::is_same(path, input) {
                return Err(Failure::new(format!(
                    "the predictions would overwrite {}; give -o another file",
                    input.display()
                )));
            }
        }
        files::check_writable(path)?;
    }
    let record = read_model(&arguments.model)?;
    let model = record.model();
    if arguments.proba && model.law().prediction() != Prediction::Probabilities {
        return Err(Failure::new(format!(
            "--proba needs a model with classes, and {} is a {} model; leave --proba out",
            arguments.model.display(),
            model.law().name()
        )));
    }
    interrupt::watch(files::remove_partial)?;
    let reading = &arguments.reading;
    let options = reading.options(&record.preparation().notation);
    let source = Source::open(&arguments.data)?;
    let reader = Reader::new(source, options.map_err(Failure::new)?)?;
    let request = NewRequest {
        id: arguments.id.as_deref(),
        date_order: reading.date_order(),
        threads: arguments.threads.readers(),
    };
    let NewTable { design, ids, notes } = new_table(reader, &record, &request)?;
    if !arguments.quiet {
        print_notes(&notes);
    }
    let table = match arguments.proba {
        true => task::probabilities(model, &design)?,
        false => task::predictions(model, &design)?,
    };
    let table = match ids {
        Some(ids) => table.with_ids(ids.name, ids.values),
        None => table,
    };
    let (header, rows) = table.written(!arguments.raw_text);
    let text = files::csv(header, rows)
        .map_err(|error| Failure::new(format!("writing CSV failed: {error}")))?;
    if interrupt::is_requested() {
        return Err(Failure::interrupted());
    }
    match &arguments.output {
        Some(path) => Ok(files::replace(path, &text)?),
        None => print(&String::from_utf8_lossy(&text)),
    }
}
