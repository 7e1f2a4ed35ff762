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
mod names;
#[cfg(feature = "parquet")]
mod parquet;
mod source;
mod text;
mod value;

pub(crate) use column::{Contents, MatrixColumn, Table, TableColumn, Texts};
pub(crate) use error::{Located, TableError, TableProblem};
pub(crate) use source::Source;
pub(crate) use value::{is_plain_number, spell};

use std::collections::HashMap;

use block::{Block, Levels};

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
}

impl Wanted {
    fn new(wants: &[Want]) -> Self {
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
        }
    }

    /// Empty lists of levels for the columns whose fields are kept as they are
    /// written: with them, no field is taken for a number.
    fn verbatim_levels(&self) -> HashMap<usize, Levels> {
        let slots = (0..self.verbatim.len()).filter(|&slot| self.verbatim[slot]);
        slots.map(|slot| (slot, Levels::default())).collect()
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

/// A table whose header has been read, but not its rows.
pub(crate) struct Reader {
    table: String,
    names: Vec<String>,
    unnamed: Vec<String>,
    rows: Box<dyn Rows>,
}

impl Reader {
    /// Reads the header. The delimiter of a text is found from its header
    /// unless it is given.
    pub(crate) fn new(source: Source, delimiter: Option<u8>) -> Result<Self, TableError> {
        let table = source.name().to_owned();
        let (fields, rows) = open(source, delimiter)?;
        let (names, unnamed) =
            names::checked(fields).map_err(|problem| TableError::whole(&table, problem))?;
        Ok(Self {
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

    /// The name of the table: that of its file, or `stdin`.
    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// Reads the rows of the columns that are wanted; `wants` has an entry for
    /// each column of the file.
    pub(crate) fn read(self, wants: &[Want], threads: usize) -> Result<Table, TableError> {
        let wanted = Wanted::new(wants);
        let blocks = self
            .rows
            .blocks(&self.table, &self.names, &wanted, threads)?;
        Table::new(self.table, &self.names, wants, blocks)
    }
}
