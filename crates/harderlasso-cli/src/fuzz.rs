//! Ways in for tests that throw bytes at the readers. Whatever the bytes, the
//! answer is a value or a sentence, never a panic.

use harderlasso_report::{MissingPolicy, Record};

use crate::prepare::{self, Asked, Task};
use crate::sentence::Sentence;
use crate::table::{Reader, Source};

/// What a table came to: rows, names of the design, and the bits of its values.
#[derive(Debug, PartialEq, Eq)]
pub struct Prepared {
    /// Rows used.
    pub rows: usize,
    /// Names of the columns of the design.
    pub names: Vec<String>,
    /// The values of the design, column after column.
    pub bits: Vec<u64>,
}

/// Reads a table from memory as `fit` does, with its last column as the target.
///
/// # Errors
/// The sentence that a person would read.
pub fn table(bytes: &[u8], missing: MissingPolicy, threads: usize) -> Result<Prepared, String> {
    let read = || -> Result<_, Sentence> {
        let reader = Reader::new(Source::bytes("table", bytes.to_vec())?, None)?;
        let asked = Asked {
            target: "-1",
            weights: None,
            drop: &[],
            task: Task::Auto,
            missing,
            threads,
        };
        prepare::training(reader, &asked)
    };
    let prepared = read().map_err(|sentence| sentence.to_string())?;
    let design = &prepared.design;
    let columns = (0..design.columns()).flat_map(|column| design.column(column));
    Ok(Prepared {
        rows: design.rows(),
        names: design.names().to_vec(),
        bits: columns.map(|value| value.to_bits()).collect(),
    })
}

/// Reads a table from memory as `predict` does and predicts its rows; gives the
/// number of rows.
///
/// # Errors
/// The sentence that a person would read.
pub fn predict(record: &Record, bytes: &[u8]) -> Result<usize, String> {
    let read = || -> Result<_, Sentence> {
        let reader = Reader::new(Source::bytes("table", bytes.to_vec())?, None)?;
        let (design, _) = prepare::new_table(reader, record, 1)?;
        record.model().decision_function(&design)?;
        Ok(design.rows())
    };
    read().map_err(|sentence| sentence.to_string())
}
