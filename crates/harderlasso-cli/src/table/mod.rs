//! Reading a table: from bytes to columns.
//!
//! [`source`] provides the bytes: a file or stdin, decompressed by content.
//! A file format is one file here ([`text`], `parquet`): it finds the names of
//! the columns and delivers the rows in [`block`]s. [`names`] checks the names,
//! [`value`] decides what a single field means, and [`column`] decides what each
//! column holds once all blocks are there.
//!
//! The meaning of a value never depends on where the blocks were cut: a field
//! that reads as a number is that number, also in a column of text, where `1`
//! and `1.0` are one level.

mod block;
mod column;
mod error;
mod mark;
mod names;
mod notation;
#[cfg(feature = "parquet")]
mod parquet;
mod source;
mod text;
mod time;
mod value;
mod written;

pub(crate) use column::{Contents, MatrixColumn, Table, TableColumn, Texts};
pub(crate) use error::{Located, TableError, TableProblem};
pub(crate) use notation::is_long_number;
pub(crate) use source::Source;
pub(crate) use time::is_unclear_date;
pub(crate) use value::{is_number, is_plain_number, spell};
pub(crate) use written::{Dates, Mixture, Written};

use block::Block;
use harderlasso_report::Notation;
use notation::Grammar;

/// What a table may be, for help and messages.
#[cfg(not(feature = "parquet"))]
pub(crate) const FORMATS: &str = "CSV or TSV, plain or compressed with gzip or zstd";
#[cfg(feature = "parquet")]
pub(crate) const FORMATS: &str =
    "CSV or TSV, plain or compressed with gzip or zstd, or a Parquet file";

/// Text columns with more different values than this are not categories.
pub(crate) const LEVELS: usize = 100;

/// What to read of a column of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Nothing; its fields are skipped.
    Nothing,
    /// Its values, with at most this many different ones if they are text.
    Values { levels: usize },
}

/// The columns that are wanted; the position of a column among them is its slot.
struct Wanted {
    /// For each column of the file, its slot.
    slots: Vec<Option<usize>>,
    /// For each slot, how many different texts the column may have.
    levels: Vec<usize>,
    grammar: Grammar,
}

impl Wanted {
    fn new(wants: &[Want], grammar: Grammar) -> Self {
        let mut levels = Vec::new();
        let slots = wants
            .iter()
            .map(|want| match *want {
                Want::Nothing => None,
                Want::Values { levels: most } => {
                    levels.push(most);
                    Some(levels.len() - 1)
                }
            })
            .collect();
        Self {
            slots,
            levels,
            grammar,
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

/// The names of the columns, unchecked, and the rows.
type Opened = (Vec<Vec<u8>>, Box<dyn Rows>);

/// Opens a table in the format of its bytes. A new format gets its line here.
fn open(source: Source, delimiter: Option<u8>) -> Result<Opened, TableError> {
    #[cfg(feature = "parquet")]
    let table = source.name().to_owned();
    #[cfg(feature = "parquet")]
    let source = match source.parquet() {
        Ok(file) => return parquet::open(&table, file),
        Err(source) => source,
    };
    text::open(source, delimiter)
}

/// How to read a table, where its bytes do not say it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadOptions {
    /// What separates the fields of a text; found from its header unless given.
    pub(crate) delimiter: Option<u8>,
    pub(crate) notation: Notation,
}

/// A table whose header has been read, but not its rows.
pub(crate) struct Reader {
    options: ReadOptions,
    table: String,
    names: Vec<String>,
    unnamed: Vec<String>,
    rows: Box<dyn Rows>,
}

impl Reader {
    /// Reads the header.
    pub(crate) fn new(source: Source, options: ReadOptions) -> Result<Self, TableError> {
        let table = source.name().to_owned();
        let (fields, rows) = open(source, options.delimiter)?;
        let (names, unnamed) =
            names::checked(fields).map_err(|problem| TableError::whole(&table, problem))?;
        Ok(Self {
            options,
            table,
            names,
            unnamed,
            rows,
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
        let wanted = Wanted::new(wants, Grammar::new(&self.options.notation));
        let blocks = self
            .rows
            .blocks(&self.table, &self.names, &wanted, threads)?;
        Table::new(self.table, &self.names, wants, blocks)
    }
}
