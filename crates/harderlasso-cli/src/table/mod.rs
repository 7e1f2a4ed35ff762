//! From a file to columns.
//!
//! [`open`] finds the bytes (a file, stdin, unpacked by content), [`sniff`]
//! looks at their beginning (encoding, delimiter), [`header`] names the
//! columns, [`stream`] cuts the rest into pieces at the ends of records,
//! [`block`] parses a piece, several at the same time, and [`column`] settles
//! what each column is once all pieces are known.
//!
//! What a value means never depends on where the pieces were cut: a field that
//! reads as a number is that number, in a column of text too, where `1` and
//! `1.0` are one level.

mod block;
mod column;
mod fault;
mod header;
mod open;
#[cfg(feature = "parquet")]
mod parquet;
mod record;
mod sniff;
mod stream;
mod value;

pub(crate) use column::{Column, Kind, Piece, Table, TooMany};
pub(crate) use header::near;
pub(crate) use open::Source;
pub(crate) use value::spell;

use crate::sentence::Sentence;
use fault::Place;
use record::Shape;

/// Text columns with more different values than this are no categories.
pub(crate) const LEVELS: usize = 100;

/// What to do with a column of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Nothing; its fields are not even looked at.
    Nothing,
    /// Its values, with at most this many different ones if they are text.
    Values { levels: usize },
}

/// A table whose header has been read and whose rows have not.
pub(crate) struct Reader {
    source: String,
    names: Vec<String>,
    unnamed: Vec<String>,
    rest: Rest,
}

/// Where the rows come from.
enum Rest {
    Text {
        source: Source,
        delimiter: u8,
        place: Place,
        /// What was read beyond the header.
        ahead: Vec<u8>,
    },
    #[cfg(feature = "parquet")]
    Parquet(parquet::Rows),
}

impl Reader {
    /// Reads the header, with the delimiter that is given or else the one that
    /// the text looks like.
    pub(crate) fn new(mut source: Source, delimiter: Option<u8>) -> Result<Self, Sentence> {
        #[cfg(feature = "parquet")]
        if let Some(file) = source.take_parquet() {
            return parquet::header(source.name(), file);
        }
        let head = sniff::head(&mut source)?;
        let delimiter = delimiter.unwrap_or_else(|| sniff::delimiter(&head));
        header::read(source, head, delimiter)
    }

    /// The names of all columns of the file, in order.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The names that were made up for columns without one.
    pub(crate) fn unnamed(&self) -> &[String] {
        &self.unnamed
    }

    /// Where the table comes from, as a person would say it.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Reads the rows of the columns that are wanted; `wants` has an entry for
    /// each column of the file.
    pub(crate) fn read(self, wants: &[Want], threads: usize) -> Result<Table, Sentence> {
        let blocks = match self.rest {
            Rest::Text {
                mut source,
                delimiter,
                place,
                ahead,
            } => stream::blocks(
                &mut source,
                ahead,
                &Shape::new(delimiter, wants),
                place,
                threads,
            )
            .map_err(|fault| fault.sentence(&self.source, &self.names, delimiter))?,
            #[cfg(feature = "parquet")]
            Rest::Parquet(rows) => rows.blocks(&self.source, &self.names, wants)?,
        };
        Table::new(self.source, &self.names, wants, blocks)
    }
}
