//! The format Parquet: numbers and text in columns, a block for each row group.
//!
//! The columns are read by the plain column readers of the `parquet` crate,
//! which do not need Arrow.

use std::collections::HashMap;
use std::fs::File;

use harderlasso_report::field::{Grammar, Mark};
use parquet::basic::{ConvertedType, LogicalType, TimeUnit};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use super::block::Block;
use super::caught::caught;
use super::cells::Cells;
use super::error::{TableError, TableProblem};
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
    Ok(Opened {
        names: fields,
        rows: Box::new(RowGroups(rows)),
        remarks: Vec::new(),
    })
}

/// Reads from a file that may be damaged. The decoders check little, so a panic
/// of theirs is treated as an error.
fn decoded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, TableProblem> {
    let reason = match caught(read) {
        Some(Ok(value)) => return Ok(value),
        Some(Err(error)) => error.to_string(),
        None => "its pages cannot be decoded".to_owned(),
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
            let kind = kind(&descriptor);
            if descriptor.max_rep_level() > 0 || descriptor.path().parts().len() > 1 {
                return Err(refuse_column("holds lists or records"));
            }
            let reader = decoded(|| group.get_column_reader(position)).map_err(refuse)?;
            let mut column = wanted.cells(slot);
            let grammar = &wanted.grammar;
            let is_read =
                decoded(|| read(&mut column, reader, rows, kind, grammar)).map_err(refuse)?;
            if !is_read {
                return Err(refuse_column("is of a kind that is not read"));
            }
            if column.values.len() != rows {
                return Err(refuse_column("has fewer values than rows"));
            }
            values.append(&mut column.values);
            texts.extend(column.levels.take().map(|levels| (slot, levels)));
            marks.extend(column.marks().map(|marks| (slot, marks)));
        }
        let block = Block::new(rows, values, texts, marks, wanted.levels.len());
        wanted.budget.take(block.bytes()).map_err(refuse)?;
        Ok(block)
    }
}

/// Reads all values of a column; false if they are of a kind that is not read.
fn read(
    cells: &mut Cells,
    reader: ColumnReader,
    rows: usize,
    kind: Kind,
    grammar: &Grammar,
) -> Result<bool, ParquetError> {
    match reader {
        ColumnReader::BoolColumnReader(reader) => {
            numbers(cells, reader, rows, Kind::Number, grammar, |value| {
                f64::from(u8::from(*value))
            })
        }
        ColumnReader::Int32ColumnReader(reader) => {
            numbers(cells, reader, rows, kind, grammar, |value| {
                f64::from(*value)
            })
        }
        ColumnReader::Int64ColumnReader(reader) if kind == Kind::Number => {
            let (present, values) = all(reader, rows)?;
            let mut values = values.iter();
            for present in present {
                match if present { values.next() } else { None } {
                    // As in a text, so that long numbers are told apart.
                    Some(value) => cells.text(&value.to_string(), grammar),
                    None => cells.missing(),
                }
            }
            Ok(())
        }
        ColumnReader::Int64ColumnReader(reader) => {
            numbers(cells, reader, rows, kind, grammar, |value| *value as f64)
        }
        ColumnReader::FloatColumnReader(reader) => {
            numbers(cells, reader, rows, kind, grammar, |value| {
                f64::from(*value)
            })
        }
        ColumnReader::DoubleColumnReader(reader) => {
            numbers(cells, reader, rows, kind, grammar, |value| *value)
        }
        ColumnReader::ByteArrayColumnReader(reader) => {
            let (present, values) = all(reader, rows)?;
            let mut values = values.iter();
            for present in present {
                match if present { values.next() } else { None } {
                    Some(bytes) => cells.text(bytes.as_utf8()?, grammar),
                    None => cells.missing(),
                }
            }
            Ok(())
        }
        ColumnReader::Int96ColumnReader(_) | ColumnReader::FixedLenByteArrayColumnReader(_) => {
            return Ok(false);
        }
    }?;
    Ok(true)
}

fn numbers<T: DataType>(
    cells: &mut Cells,
    reader: ColumnReaderImpl<T>,
    rows: usize,
    kind: Kind,
    grammar: &Grammar,
    number: impl Fn(&T::T) -> f64,
) -> Result<(), ParquetError> {
    let (present, values) = all(reader, rows)?;
    let mut values = values.iter();
    for present in present {
        let value = if present { values.next() } else { None };
        match (value.map(&number), kind) {
            (None, _) => cells.missing(),
            (Some(value), Kind::Number) => cells.number(value, grammar),
            (Some(value), Kind::Date { per_day, mark }) => {
                cells.moment(value / per_day, mark);
            }
        }
    }
    Ok(())
}

/// What the numbers of a column mean.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Number,
    /// Time since 1970-01-01 in a unit of which a day has this many.
    Date {
        per_day: f64,
        mark: Mark,
    },
}

fn kind(column: &ColumnDescriptor) -> Kind {
    let moments = |per_second: f64, is_zoned: bool| Kind::Date {
        per_day: 86_400.0 * per_second,
        mark: if is_zoned {
            Mark::Zoned
        } else {
            Mark::DateTime
        },
    };
    match (column.logical_type_ref(), column.converted_type()) {
        (Some(LogicalType::Date), _) | (None, ConvertedType::DATE) => Kind::Date {
            per_day: 1.0,
            mark: Mark::Date,
        },
        (
            Some(LogicalType::Timestamp {
                is_adjusted_to_u_t_c,
                unit,
            }),
            _,
        ) => {
            let per_second = match unit {
                TimeUnit::MILLIS => 1e3,
                TimeUnit::MICROS => 1e6,
                TimeUnit::NANOS => 1e9,
            };
            moments(per_second, *is_adjusted_to_u_t_c)
        }
        (None, ConvertedType::TIMESTAMP_MILLIS) => moments(1e3, true),
        (None, ConvertedType::TIMESTAMP_MICROS) => moments(1e6, true),
        _ => Kind::Number,
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
