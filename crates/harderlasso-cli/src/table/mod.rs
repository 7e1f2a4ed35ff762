//! Reading a table: from bytes to columns.
//!
//! [`source`] provides the bytes: a file or stdin, decompressed by content.
//! A file format is one file here ([`text`], `parquet`): it finds the names of
//! the columns and delivers the rows in [`block`]s. [`names`] checks the names,
//! [`field`](harderlasso_report::field) says what a single field means, and [`column`] decides what each
//! column holds once all blocks are there.
//!
//! The meaning of a value never depends on where the blocks were cut: a field
//! that reads as a number is that number, also in a column of text, where `1`
//! and `1.0` are one level.

mod archive;
mod block;
mod budget;
mod caught;
mod cells;
mod column;
mod error;
mod mark;
mod names;
#[cfg(feature = "parquet")]
mod parquet;
mod source;
mod text;
mod written;
mod xlsx;

pub(crate) use budget::usual_limit;
pub(crate) use column::{Contents, MatrixColumn, Table, TableColumn, Texts};
pub(crate) use error::{Located, TableError, TableProblem};
pub(crate) use source::Source;
pub(crate) use written::{Dates, Mixture, Written};

use std::collections::HashMap;
use std::fs::File;

use archive::Archive;
use block::{Block, Levels};
use budget::Budget;
use cells::Cells;
use harderlasso_report::Notation;
use harderlasso_report::field::Grammar;
use source::Container;

/// What a table may be, for help and messages.
#[cfg(not(feature = "parquet"))]
pub(crate) const FORMATS: &str =
    "CSV or TSV, plain or compressed with gzip, zstd, xz, bzip2 or zip, or an Excel file (.xlsx)";
#[cfg(feature = "parquet")]
pub(crate) const FORMATS: &str = "CSV or TSV, plain or compressed with gzip, zstd, xz, bzip2 or zip, an Excel file (.xlsx), or a Parquet file";

/// What to read of a column of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Nothing; its fields are skipped.
    Nothing,
    /// Its values, with at most this many different ones if they are text.
    Values { levels: usize },
    /// Its fields as they are written, also numbers and missing values.
    Verbatim,
}

/// The columns that are wanted; the position of a column among them is its slot.
struct Wanted {
    /// For each column of the file, its slot.
    slots: Vec<Option<usize>>,
    /// For each slot, how many different texts the column may have.
    levels: Vec<usize>,
    /// For each slot, whether its fields are kept as they are written.
    verbatim: Vec<bool>,
    grammar: Grammar,
    budget: Budget,
}

impl Wanted {
    fn new(wants: &[Want], grammar: Grammar, budget: Budget) -> Self {
        let (mut levels, mut verbatim) = (Vec::new(), Vec::new());
        let mut slot = |most: usize, is_verbatim: bool| {
            levels.push(most);
            verbatim.push(is_verbatim);
            Some(levels.len() - 1)
        };
        let slots = wants
            .iter()
            .map(|want| match *want {
                Want::Nothing => None,
                Want::Values { levels: most } => slot(most, false),
                Want::Verbatim => slot(usize::MAX, true),
            })
            .collect();
        Self {
            slots,
            levels,
            verbatim,
            grammar,
            budget,
        }
    }

    /// Empty lists of levels for the columns whose fields are kept as they are
    /// written: with them, no field is taken for a number.
    fn verbatim_levels(&self) -> HashMap<usize, Levels> {
        let slots = (0..self.verbatim.len()).filter(|&slot| self.verbatim[slot]);
        slots.map(|slot| (slot, Levels::default())).collect()
    }

    /// An empty column for the values of a slot.
    fn cells(&self, slot: usize) -> Cells {
        match self.verbatim[slot] {
            true => Cells::verbatim(),
            false => Cells::new(self.levels[slot]),
        }
    }
}

/// The rows of a table in some file format.
trait Rows {
    /// Reads the wanted columns; the names and the table are for messages.
    fn blocks(
        self: Box<Self>,
        table: &str,
        names: &[String],
        wanted: &Wanted,
        threads: usize,
    ) -> Result<Vec<Block>, TableError>;
}

/// A table whose header has been found.
struct Opened {
    /// The names of the columns, unchecked.
    names: Vec<Vec<u8>>,
    rows: Box<dyn Rows>,
    /// What was done to find the header, as sentences.
    remarks: Vec<String>,
}

/// Opens a table in the format of its bytes. A new format gets its line here.
fn open(mut source: Source, options: &ReadOptions, budget: &Budget) -> Result<Opened, TableError> {
    let table = source.name().to_owned();
    let refuse = |problem| TableError::whole(&table, problem);
    let mut is_member = false;
    loop {
        match source.container() {
            None => break,
            Some(Container::Parquet(file)) => return open_parquet(&table, file),
            Some(Container::Zip(file)) => {
                let bytes = source.seekable(file, budget).map_err(refuse)?;
                source = match archive::open(bytes).map_err(refuse)? {
                    Archive::Workbook(bytes) => return xlsx::open(&table, bytes, options, budget),
                    Archive::Member(_) if is_member => return Err(refuse(TableProblem::ZipInZip)),
                    Archive::Member(bytes) => Source::member(&table, bytes)?,
                };
                is_member = true;
            }
        }
    }
    if let Some(sheet) = &options.sheet {
        return Err(refuse(TableProblem::SheetOfText(sheet.clone())));
    }
    text::open(source, options.delimiter, budget)
}

#[cfg(feature = "parquet")]
fn open_parquet(table: &str, file: Option<File>) -> Result<Opened, TableError> {
    match file {
        Some(file) => parquet::open(table, file),
        None => Err(TableError::whole(table, TableProblem::ParquetStream)),
    }
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(table: &str, _: Option<File>) -> Result<Opened, TableError> {
    Err(TableError::whole(table, TableProblem::ParquetUnsupported))
}

/// How to read a table, where its bytes do not say it.
#[derive(Clone, Debug)]
pub(crate) struct ReadOptions {
    /// What separates the fields of a text; found from its header unless given.
    pub(crate) delimiter: Option<u8>,
    pub(crate) notation: Notation,
    /// The sheet of a workbook; the first one unless given.
    pub(crate) sheet: Option<String>,
    /// Bytes of memory that reading may use.
    pub(crate) memory: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            delimiter: None,
            notation: Notation::default(),
            sheet: None,
            memory: usual_limit(),
        }
    }
}

/// A table whose header has been read, but not its rows.
pub(crate) struct Reader {
    options: ReadOptions,
    table: String,
    names: Vec<String>,
    unnamed: Vec<String>,
    rows: Box<dyn Rows>,
    remarks: Vec<String>,
    budget: Budget,
}

impl Reader {
    /// Reads the header.
    pub(crate) fn new(source: Source, options: ReadOptions) -> Result<Self, TableError> {
        let table = source.name().to_owned();
        let budget = Budget::new(options.memory);
        let Opened {
            names: fields,
            rows,
            remarks,
        } = open(source, &options, &budget)?;
        let (names, unnamed) =
            names::checked(fields).map_err(|problem| TableError::whole(&table, problem))?;
        Ok(Self {
            options,
            table,
            names,
            unnamed,
            rows,
            remarks,
            budget,
        })
    }

    /// The names of all columns of the file, in order.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The names that were made up for columns without one.
    pub(crate) fn unnamed(&self) -> &[String] {
        &self.unnamed
    }

    /// What was done to find the header, as sentences.
    pub(crate) fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// How numbers and missing values are written.
    pub(crate) fn notation(&self) -> &Notation {
        &self.options.notation
    }

    /// The name of the table: that of its file, or `stdin`.
    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// Reads the rows of the columns that are wanted; `wants` has an entry for
    /// each column of the file.
    pub(crate) fn read(self, wants: &[Want], threads: usize) -> Result<Table, TableError> {
        let grammar = Grammar::new(&self.options.notation);
        let wanted = Wanted::new(wants, grammar, self.budget);
        let blocks = self
            .rows
            .blocks(&self.table, &self.names, &wanted, threads)?;
        Table::new(self.table, &self.names, wants, blocks, wanted.budget)
    }
}
