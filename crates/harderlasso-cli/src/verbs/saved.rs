//! Models in files.

use std::fs;
use std::io;
use std::path::Path;

use harderlasso_report::Record;

use crate::sentence::Sentence;

/// Reads a model file.
pub(super) fn read(path: &Path) -> Result<Record, Sentence> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Sentence::new(format!(
            "there is no file {name}; a model is written by `harderlasso fit … --model FILE`"
        )),
        io::ErrorKind::IsADirectory => {
            Sentence::new(format!("{name} is a folder; a model file is expected"))
        }
        _ => Sentence::io("reading", path, &error),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Sentence::new(format!(
            "{name} is no model: it is not text; a model is written by `harderlasso fit … --model FILE`"
        ))
    })?;
    Record::from_json(&text).map_err(|error| {
        Sentence::new(format!(
            "{name}: {error}; write it again with `harderlasso fit … --model FILE`"
        ))
    })
}
