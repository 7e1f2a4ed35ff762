//! One line of `runs.csv`.

use harderlasso::simulate::Recovery;
use serde::{Deserialize, Serialize};

use super::plan::Key;
use crate::failure::Failure;
use crate::files;

/// What one fit gave.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) key: Key,
    pub(super) seed: u64,
    pub(super) selected: Vec<usize>,
    pub(super) recovery: Recovery,
    pub(super) l2_error: f64,
    pub(super) seconds: f64,
}

/// The row as its columns stand in the file.
#[derive(Serialize, Deserialize)]
struct Record {
    run: u64,
    s: usize,
    n: usize,
    method: String,
    seed: u64,
    /// Columns from 0, with spaces between them.
    selected: String,
    /// 1 or 0, so that its mean is PESR.
    exact: u8,
    fdr: f64,
    tpr: f64,
    l2_error: f64,
    seconds: f64,
}

impl Row {
    /// The first line of the file.
    pub(super) const HEADER: &str = "run,s,n,method,seed,selected,exact,fdr,tpr,l2_error,seconds\n";

    /// The line of this row, with its newline.
    pub(super) fn line(&self) -> Result<Vec<u8>, Failure> {
        let selected: Vec<_> = self.selected.iter().map(usize::to_string).collect();
        let record = Record {
            run: self.key.run,
            s: self.key.s,
            n: self.key.n,
            method: self.key.method.to_string(),
            seed: self.seed,
            selected: selected.join(" "),
            exact: self.recovery.exact.into(),
            fdr: self.recovery.fdr,
            tpr: self.recovery.tpr,
            l2_error: self.l2_error,
            seconds: self.seconds,
        };
        files::csv(false, [record]).map_err(|error| Failure::new(error.to_string()))
    }

    /// Reads a line back; the error says what is wrong with it.
    pub(super) fn parse(line: &[u8]) -> Result<Self, String> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(line);
        let record: Record = match reader.deserialize().next() {
            None => return Err("it is empty".to_owned()),
            Some(read) => read.map_err(|error| error.to_string())?,
        };
        let selected = record.selected.split_whitespace().map(|column| {
            let read = column.parse();
            read.map_err(|_| format!("`{column}` is not a column number"))
        });
        let exact = match record.exact {
            0 => false,
            1 => true,
            other => return Err(format!("exact is {other}, not 0 or 1")),
        };
        Ok(Self {
            key: Key {
                s: record.s,
                n: record.n,
                method: record.method.parse()?,
                run: record.run,
            },
            seed: record.seed,
            selected: selected.collect::<Result<_, _>>()?,
            recovery: Recovery {
                exact,
                fdr: record.fdr,
                tpr: record.tpr,
            },
            l2_error: record.l2_error,
            seconds: record.seconds,
        })
    }
}
