//! What can be wrong with a table, and where.

use std::fmt;
use std::io;

use super::FORMATS;

/// A problem, and where it is.
#[derive(Debug)]
pub(crate) struct Located<P> {
    pub(crate) table: String,
    pub(crate) spot: Spot,
    pub(crate) column: Option<String>,
    pub(crate) problem: Box<P>,
}

/// A table that cannot be read.
pub(crate) type TableError = Located<TableProblem>;

/// A part of a table; rows and lines count from 1, and rows leave the header out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Whole,
    Header { line: usize },
    Row(usize),
    Record { row: usize, line: usize },
}

impl<P> Located<P> {
    /// A problem of the table as a whole.
    pub(crate) fn whole(table: &str, problem: P) -> Self {
        Self {
            table: table.to_owned(),
            spot: Spot::Whole,
            column: None,
            problem: Box::new(problem),
        }
    }

    /// The same problem in a row, counted from 0.
    pub(crate) fn in_row(self, row: usize) -> Self {
        Self {
            spot: Spot::Row(row + 1),
            ..self
        }
    }

    /// The same problem in a column.
    pub(crate) fn in_column(self, name: &str) -> Self {
        Self {
            column: Some(name.to_owned()),
            ..self
        }
    }
}

impl<P: fmt::Display> fmt::Display for Located<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.table)?;
        match self.spot {
            Spot::Whole => {}
            Spot::Header { line } => write!(f, "header (line {line})")?,
            Spot::Row(row) => write!(f, "row {row}")?,
            Spot::Record { row, line } => write!(f, "row {row} (line {line})")?,
        }
        if let Some(column) = &self.column {
            let comma = if self.spot == Spot::Whole { "" } else { ", " };
            write!(f, "{comma}column `{column}`")?;
        }
        if self.spot != Spot::Whole || self.column.is_some() {
            f.write_str(": ")?;
        }
        self.problem.fmt(f)
    }
}

impl<P: fmt::Debug + fmt::Display> std::error::Error for Located<P> {}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableProblem {
    #[error("there is no such file; check the spelling and the folder")]
    NotFound,

    #[error("this is a folder; a file with a table is expected")]
    Folder,

    #[error("the file cannot be opened: {0}")]
    Opening(io::Error),

    #[error("reading failed: {0}")]
    Reading(io::Error),

    #[error("this is {0}")]
    Unsupported(&'static str),

    #[cfg(not(feature = "parquet"))]
    #[error("this is a Parquet file, which this build does not read; save the table as CSV")]
    ParquetUnsupported,

    #[error("this is {0}; save the sheet as .xlsx or as CSV UTF-8")]
    Workbook(&'static str),

    #[error(
        "the workbook is damaged or of an unknown kind ({0}); save it again, or save the sheet as CSV UTF-8"
    )]
    WorkbookDamaged(String),

    #[error("{others} {} beside the {expected} columns of the header; give every column a name, or clear cells that are no part of the table", if *.others == 1 { "cell has a value" } else { "cells have values" })]
    CellsOutside { others: usize, expected: usize },

    #[error("the workbook has no sheet `{requested}`; its sheets are {}", quoted(.sheets))]
    NoSheet {
        requested: String,
        sheets: Vec<String>,
    },

    #[error("only a workbook has sheets, and this is none; leave out the name `{0}` of a sheet")]
    SheetOfText(String),

    #[error("the zip archive is damaged ({0}); download or pack the file again")]
    ZipDamaged(String),

    #[error("the file in the zip archive has a password; unpack it first")]
    ZipLocked,

    #[error(
        "the file in the zip archive is compressed by the method {0}, which is not read; unpack it, or pack it again with Deflate"
    )]
    ZipMethod(String),

    #[error("the zip archive holds another zip archive; unpack it first")]
    ZipInZip,

    #[error("{}", members(.0))]
    ZipMembers(Vec<String>),

    #[error(
        "the table needs more memory than the limit of {}",
        size(*.limit)
    )]
    Memory { limit: usize },

    #[cfg(feature = "parquet")]
    #[error(
        "this is a Parquet file within a pipe or an archive, which cannot be read; give the file by name"
    )]
    ParquetStream,

    #[error(
        "this is {0} text; save it as UTF-8 (in Excel: CSV UTF-8), for example with `iconv -f {0} -t UTF-8`"
    )]
    Encoding(&'static str),

    #[error("this is not text; a table is expected as {FORMATS}")]
    Binary,

    #[error(
        "the lines end in a carriage return alone; save the file with newlines, for example with `tr '\\r' '\\n'`"
    )]
    CarriageReturns,

    #[error("the file is empty; a header and rows are expected")]
    Empty,

    #[error(
        "the first line holds nothing but numbers; a header with the names of the columns is expected there"
    )]
    NumericHeader,

    #[error(
        "the name of column {column} (counted from 1) is not UTF-8 text; save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`"
    )]
    NameNotUtf8 { column: usize },

    #[error(
        "the header has the name `{name}` twice, in columns {first} and {second} (counted from 1); rename one of them"
    )]
    DuplicateName {
        name: String,
        first: usize,
        second: usize,
    },

    #[error("{found} {} where the header has {expected}; every row needs one field per column, so look for a delimiter inside a value that is not quoted", if *.found == 1 { "field" } else { "fields" })]
    Ragged {
        found: usize,
        expected: usize,
        delimiter: u8,
    },

    #[error(
        "a quote is opened and never closed; close it, or write a quote inside a quoted value twice"
    )]
    OpenQuote,

    #[error(
        "there is text between a closing quote and the next delimiter; write a quote inside a quoted value twice"
    )]
    TextAfterQuote,

    #[error(
        "the value is not UTF-8 text; save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`"
    )]
    NotUtf8,

    #[error(
        "`{0}` is a number with a comma, which could mean decimals or thousands; write numbers with a decimal point, for example with `tr , .`"
    )]
    NumberWithComma(String),

    #[error("the row is longer than any row should be; look for a quote that is never closed")]
    Endless,

    #[error("the value is {0}; replace it by a finite number, or by NA if it is unknown")]
    Infinite(f64),

    #[cfg(feature = "parquet")]
    #[error(
        "the Parquet data are damaged or of an unknown kind ({0}); write the file again, or save the table as CSV"
    )]
    ParquetDamaged(String),

    #[cfg(feature = "parquet")]
    #[error(
        "the column {0}; numbers, truth values and text can be read, so write it as one of these"
    )]
    ParquetColumn(&'static str),

    #[error("reading was interrupted")]
    Interrupted,
}

/// Names in quotes, the first few of them.
fn quoted(names: &[String]) -> String {
    const SHOWN: usize = 12;
    let quoted: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = match names.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    quoted.join(", ") + &more
}

/// An archive that does not have exactly one file.
fn members(names: &[String]) -> String {
    if names.is_empty() {
        return "the zip archive has no file; a table is expected in it".to_owned();
    }
    format!(
        "the zip archive has {} files ({}); unpack it and give one of them, or pack the table alone",
        names.len(),
        quoted(names)
    )
}

/// Bytes as people write them.
fn size(bytes: usize) -> String {
    let units = [(30, "GB"), (20, "MB"), (10, "kB")];
    match units.iter().find(|(power, _)| bytes >= 1 << power) {
        Some((power, unit)) => {
            let value = bytes as f64 / (1u64 << power) as f64;
            format!("{} {unit}", (value * 10.0).round() / 10.0)
        }
        None => format!("{bytes} bytes"),
    }
}
