//! Tables in Parquet: numbers and text in columns, a block for each row group.
//!
//! The columns are read by the plain column readers of the `parquet` crate,
//! which need none of Arrow.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek};
use std::panic::{self, AssertUnwindSafe};

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::block::{Block, Levels};
use super::fault::Place;
use super::record::Shape;
use super::value::{Value, spell, value};
use super::{Reader, Rest, Want, header};
use crate::interrupt;
use crate::sentence::Sentence;

/// The rows of a Parquet file.
pub(super) struct Rows(SerializedFileReader<File>);

/// Whether the file begins as Parquet does; leaves it at its beginning. A pipe
/// could not go back, and is not looked at.
pub(super) fn is_parquet(mut file: &File) -> bool {
    let mut mark = [0; 4];
    file.metadata().is_ok_and(|about| about.is_file())
        && file.read_exact(&mut mark).is_ok() & file.rewind().is_ok()
        && mark == *b"PAR1"
}

/// Reads the names of the columns.
pub(super) fn header(source: &str, file: File) -> Result<Reader, Sentence> {
    let rows = unharmed(source, || SerializedFileReader::new(file))?;
    let schema = rows.metadata().file_metadata().schema_descr();
    let fields: Vec<Vec<u8>> = schema
        .columns()
        .iter()
        .map(|column| column.path().string().into_bytes())
        .collect();
    let (names, unnamed) = header::names(fields, source)?;
    Ok(Reader {
        source: source.to_owned(),
        names,
        unnamed,
        rest: Rest::Parquet(Rows(rows)),
    })
}

/// Runs what reads a file that may be damaged. The decoders check little, so a
/// panic of theirs is one more way of saying that it is.
fn unharmed<T>(
    source: &str,
    read: impl FnOnce() -> Result<T, ParquetError>,
) -> Result<T, Sentence> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = panic::catch_unwind(AssertUnwindSafe(read));
    panic::set_hook(hook);
    let reason = match done {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "its pages cannot be decoded".to_owned(),
    };
    Err(Sentence::new(format!(
        "{source}: the Parquet data are damaged or of an unknown kind ({reason}); write the file again, or save the table as CSV"
    )))
}

impl Rows {
    /// Reads the wanted columns of every row group.
    pub(super) fn blocks(
        &self,
        source: &str,
        names: &[String],
        wants: &[Want],
    ) -> Result<Vec<Block>, Sentence> {
        // Of the shape only the limits matter here, not the delimiter.
        let shape = Shape::new(b',', wants);
        let mut blocks = Vec::new();
        for group in 0..self.0.num_row_groups() {
            blocks.push(self.block(source, names, group, &shape)?);
        }
        Ok(blocks)
    }

    fn block(
        &self,
        source: &str,
        names: &[String],
        group: usize,
        shape: &Shape,
    ) -> Result<Block, Sentence> {
        let group = unharmed(source, || self.0.get_row_group(group))?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let (mut values, mut texts) = (Vec::new(), HashMap::new());
        for (position, slot) in shape.slots.iter().enumerate() {
            let Some(slot) = *slot else { continue };
            if interrupt::is_asked() {
                return Err(Sentence::interrupted());
            }
            let name = names.get(position).map_or("?", String::as_str);
            let column = group.metadata().column(position);
            let descriptor = column.column_descr();
            if descriptor.max_rep_level() > 0 || descriptor.path().parts().len() > 1 {
                return Err(no_column(source, name, "holds lists or records"));
            }
            let reader = unharmed(source, || group.get_column_reader(position))?;
            let mut column = Column::new(shape.levels[slot]);
            let read = unharmed(source, || column.read(reader, rows))?;
            if !read {
                return Err(no_column(source, name, "is of a kind that is not read"));
            }
            if column.values.len() != rows {
                return Err(no_column(source, name, "has fewer values than rows"));
            }
            values.extend(column.values);
            texts.extend(column.levels.map(|levels| (slot, levels)));
        }
        let size = Place { rows, lines: rows };
        Ok(Block::new(size, values, texts, shape.levels.len()))
    }
}

fn no_column(source: &str, name: &str, what: &str) -> Sentence {
    Sentence::new(format!(
        "{source}: column `{name}` {what}; numbers, truth values and text are expected, so leave it out with --drop or write it as one of these"
    ))
}

/// A column of a row group on its way.
struct Column {
    values: Vec<f64>,
    levels: Option<Levels>,
    most: usize,
}

impl Column {
    fn new(most: usize) -> Self {
        Self {
            values: Vec::new(),
            levels: None,
            most,
        }
    }

    /// Reads all values; false if they are of a kind that has no meaning here.
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

    /// A field of text means what it would mean in CSV.
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
                levels.texts += 1;
                levels
                    .first
                    .get_or_insert_with(|| (row, text.trim().to_owned()));
                levels.code(level, most)
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
    // A column that must have values tells no levels.
    let present = match levels.is_empty() {
        true => vec![true; values.len()],
        false => levels.iter().map(|level| *level > 0).collect(),
    };
    Ok((present, values))
}
