//! The format Parquet: numbers and text in columns, a block for each row group.
//!
//! The columns are read by the plain column readers of the `parquet` crate,
//! which do not need Arrow.

use std::collections::HashMap;
use std::fs::File;
use std::panic::{self, AssertUnwindSafe};

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::block::{Block, Levels};
use super::error::{TableError, TableProblem};
use super::value::{Value, spell, value};
use super::{Opened, Rows, Wanted};
use crate::interrupt;

/// The rows of a Parquet file.
struct RowGroups(SerializedFileReader<File>);

/// Reads the names of the columns.
pub(super) fn open(table: &str, file: File) -> Result<Opened, TableError> {
    let refuse = |problem| TableError::whole(table, problem);
    let rows = decoded(|| SerializedFileReader::new(file)).map_err(refuse)?;
    let schema = rows.metadata().file_metadata().schema_descr();
    let fields = schema
        .columns()
        .iter()
        .map(|column| column.path().string().into_bytes())
        .collect();
    Ok((fields, Box::new(RowGroups(rows))))
}

/// Reads from a file that may be damaged. The decoders check little, so a panic
/// of theirs is treated as an error.
fn decoded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, TableProblem> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = panic::catch_unwind(AssertUnwindSafe(read));
    panic::set_hook(hook);
    let reason = match done {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "its pages cannot be decoded".to_owned(),
    };
    Err(TableProblem::ParquetDamaged(reason))
}

impl Rows for RowGroups {
    fn blocks(
        self: Box<Self>,
        table: &str,
        names: &[String],
        wanted: &Wanted,
        _: usize,
    ) -> Result<Vec<Block>, TableError> {
        (0..self.0.num_row_groups())
            .map(|group| self.block(table, names, group, wanted))
            .collect()
    }
}

impl RowGroups {
    fn block(
        &self,
        table: &str,
        names: &[String],
        group: usize,
        wanted: &Wanted,
    ) -> Result<Block, TableError> {
        let refuse = |problem| TableError::whole(table, problem);
        let group = decoded(|| self.0.get_row_group(group)).map_err(refuse)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let (mut values, mut texts) = (Vec::new(), HashMap::new());
        let mut marks = HashMap::new();
        for (position, slot) in wanted.slots.iter().enumerate() {
            let Some(slot) = *slot else { continue };
            if interrupt::is_requested() {
                return Err(refuse(TableProblem::Interrupted));
            }
            let refuse_column =
                |what| refuse(TableProblem::ParquetColumn(what)).in_column(&names[position]);
            let column = group.metadata().column(position);
            let descriptor = column.column_descr();
            if descriptor.max_rep_level() > 0 || descriptor.path().parts().len() > 1 {
                return Err(refuse_column("holds lists or records"));
            }
            let reader = decoded(|| group.get_column_reader(position)).map_err(refuse)?;
            let mut column = GroupColumn::new(wanted.levels[slot]);
            let is_read = decoded(|| column.read(reader, rows)).map_err(refuse)?;
            if !is_read {
                return Err(refuse_column("is of a kind that is not read"));
            }
            if column.values.len() != rows {
                return Err(refuse_column("has fewer values than rows"));
            }
            values.extend(column.values);
            texts.extend(column.levels.map(|levels| (slot, levels)));
        }
        Ok(Block::new(rows, values, texts, marks, wanted.levels.len()))
    }
}

/// A column of a row group that is being read.
struct GroupColumn {
    values: Vec<f64>,
    levels: Option<Levels>,
    most: usize,
}

impl GroupColumn {
    fn new(most: usize) -> Self {
        Self {
            values: Vec::new(),
            levels: None,
            most,
        }
    }

    /// Reads all values; false if they are of a kind that is not read.
    fn read(&mut self, reader: ColumnReader, rows: usize) -> Result<bool, ParquetError> {
        match reader {
            ColumnReader::BoolColumnReader(reader) => {
                self.numbers(reader, rows, |value| f64::from(u8::from(*value)))
            }
            ColumnReader::Int32ColumnReader(reader) => {
                self.numbers(reader, rows, |value| f64::from(*value))
            }
            ColumnReader::Int64ColumnReader(reader) => {
                self.numbers(reader, rows, |value| *value as f64)
            }
            ColumnReader::FloatColumnReader(reader) => {
                self.numbers(reader, rows, |value| f64::from(*value))
            }
            ColumnReader::DoubleColumnReader(reader) => self.numbers(reader, rows, |value| *value),
            ColumnReader::ByteArrayColumnReader(reader) => {
                let (present, values) = all(reader, rows)?;
                let mut values = values.iter();
                for present in present {
                    match if present { values.next() } else { None } {
                        Some(bytes) => self.text(bytes.as_utf8()?),
                        None => self.values.push(f64::NAN),
                    }
                }
                return Ok(true);
            }
            ColumnReader::Int96ColumnReader(_) | ColumnReader::FixedLenByteArrayColumnReader(_) => {
                return Ok(false);
            }
        }?;
        Ok(true)
    }

    fn numbers<T: DataType>(
        &mut self,
        reader: ColumnReaderImpl<T>,
        rows: usize,
        number: impl Fn(&T::T) -> f64,
    ) -> Result<(), ParquetError> {
        let (present, values) = all(reader, rows)?;
        let mut values = values.iter();
        self.values.extend(present.into_iter().map(|present| {
            let value = if present { values.next() } else { None };
            value.map_or(f64::NAN, &number)
        }));
        Ok(())
    }

    /// Reads a value of text as it would be read in CSV.
    fn text(&mut self, text: &str) {
        let row = self.values.len();
        let kept = match value(text.as_bytes()) {
            Value::Missing => f64::NAN,
            Value::Number(number) => match &mut self.levels {
                Some(levels) => levels.code(spell(number).as_bytes(), self.most),
                None => number,
            },
            Value::Text(level) => {
                let (values, most) = (&mut self.values, self.most);
                let levels = self
                    .levels
                    .get_or_insert_with(|| Levels::of_numbers(values.iter_mut(), most));
                levels.text(row, &String::from_utf8_lossy(level), most)
            }
        };
        self.values.push(kept);
    }
}

/// All values of a column, and for each row whether it has one.
fn all<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
) -> Result<(Vec<bool>, Vec<T::T>), ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let mut read = 0;
    while read < rows {
        let (records, _, _) =
            reader.read_records(rows - read, Some(&mut levels), None, &mut values)?;
        if records == 0 {
            break;
        }
        read += records;
    }
    // A column whose values are required has no definition levels.
    let present = match levels.is_empty() {
        true => vec![true; values.len()],
        false => levels.iter().map(|level| *level > 0).collect(),
    };
    Ok((present, values))
}
