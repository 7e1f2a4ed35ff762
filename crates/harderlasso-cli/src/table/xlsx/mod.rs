//! The format of Excel: a sheet of a workbook, read cell by cell.

mod guard;

use std::collections::HashMap;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx, XlsxCellReader};
use harderlasso_report::field::{Mark, spell, spell_marked};
use harderlasso_report::text::listed;

use super::archive::Seekable;
use super::block::Block;
use super::budget::Budget;
use super::caught::caught;
use super::cells::Cells;
use super::error::{TableError, TableProblem};
use super::{Opened, ReadOptions, Rows, Wanted};
use crate::interrupt;

/// Rows of a block.
const ROWS: usize = 4096;

/// Rows that are looked at for the header.
const HEAD: usize = 12;

/// Days from the first day of the calendar of Excel to 1970-01-01.
const EPOCH: f64 = 25_569.0;

/// Days from that day to the first one of the calendar of old Macs.
const MAC: f64 = 1462.0;

type Workbook = Xlsx<Box<dyn Seekable>>;

/// The rows of a sheet whose header has been found.
struct Sheet {
    workbook: Workbook,
    name: String,
    /// The row of the header, and its first and last column.
    header: u32,
    left: u32,
    right: u32,
}

/// A row of a sheet: its number, and the cells that have a value, with their columns.
type Row<'a> = (u32, Vec<(u32, DataRef<'a>)>);

fn damaged(reason: impl ToString) -> TableProblem {
    TableProblem::WorkbookDamaged(reason.to_string())
}

/// Runs the decoder, which may panic on a damaged workbook.
fn decoded<T, E: ToString>(decode: impl FnOnce() -> Result<T, E>) -> Result<T, TableProblem> {
    match caught(decode) {
        Some(done) => done.map_err(damaged),
        None => Err(damaged("it cannot be decoded")),
    }
}

/// Finds the sheet and its header.
pub(super) fn open(
    table: &str,
    bytes: Box<dyn Seekable>,
    options: &ReadOptions,
    budget: &Budget,
) -> Result<Opened, TableError> {
    let refuse = |problem| TableError::whole(table, problem);
    let bytes = guard::check(bytes, budget).map_err(refuse)?;
    let mut workbook: Workbook = decoded(|| Xlsx::new(bytes)).map_err(refuse)?;
    let (name, remark) = sheet(&workbook, options.sheet.as_deref()).map_err(refuse)?;
    let rows = decoded(|| head(&mut workbook, &name)).map_err(refuse)?;
    let place = header(&rows);
    let Some(row) = rows.get(place) else {
        return Err(refuse(TableProblem::Empty));
    };
    let mut remarks = Vec::from_iter(remark);
    if place > 0 {
        // A remark is part of the model file, which holds no row of a table.
        remarks.push(match place {
            1 => "The first row was taken for a title and left out.".to_owned(),
            _ => format!("The first {place} rows were taken for titles and left out."),
        });
    }
    // A column of row numbers often has no name.
    let below = rows[place..].iter().flat_map(|row| &row.texts);
    let left = below.map(|(column, _)| *column).min().unwrap_or(0);
    let right = row
        .texts
        .iter()
        .map(|(column, _)| *column)
        .max()
        .unwrap_or(left);
    let mut names = vec![Vec::new(); (right - left + 1) as usize];
    for (column, text) in &row.texts {
        names[(column - left) as usize] = text.clone().into_bytes();
    }
    let header = row.number;
    let sheet = Sheet {
        workbook,
        name,
        header,
        left,
        right,
    };
    Ok(Opened {
        names,
        rows: Box::new(sheet),
        remarks,
    })
}

/// The name of the sheet to read, and a remark if there are others.
fn sheet(
    workbook: &Workbook,
    requested: Option<&str>,
) -> Result<(String, Option<String>), TableProblem> {
    let sheets: Vec<_> = workbook
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet)
        .collect();
    let names: Vec<String> = sheets.iter().map(|sheet| sheet.name.clone()).collect();
    if let Some(requested) = requested {
        return match names.iter().find(|name| *name == requested) {
            Some(name) => Ok((name.clone(), None)),
            None => Err(TableProblem::NoSheet {
                requested: requested.to_owned(),
                sheets: names,
            }),
        };
    }
    let visible = sheets
        .iter()
        .find(|sheet| sheet.visible == SheetVisible::Visible);
    let Some(first) = visible.or(sheets.first()) else {
        return Err(TableProblem::Empty);
    };
    let remark = (names.len() > 1).then(|| {
        format!(
            "The sheet `{}` was read, one of {}.",
            first.name,
            listed(&names)
        )
    });
    Ok((first.name.clone(), remark))
}

/// A row that may be the header.
struct HeadRow {
    number: u32,
    /// The cells with a value, as text.
    texts: Vec<(u32, String)>,
    has_number: bool,
}

/// The first rows that are not empty.
fn head(workbook: &mut Workbook, sheet: &str) -> Result<Vec<HeadRow>, calamine::XlsxError> {
    let mut rows = RowReader::new(workbook.worksheet_cells_reader(sheet)?);
    let mut head = Vec::new();
    while head.len() < HEAD {
        let Some((number, cells)) = rows.next()? else {
            break;
        };
        let has_number = cells.iter().any(|(_, cell)| {
            matches!(
                cell,
                DataRef::Int(_) | DataRef::Float(_) | DataRef::DateTime(_)
            )
        });
        let texts = cells.iter().map(|(column, cell)| (*column, text(cell)));
        head.push(HeadRow {
            number,
            texts: texts.collect(),
            has_number,
        });
    }
    Ok(head)
}

/// The place of the header: the first row, or, below rows with fewer cells, the first
/// one without a number that is no shorter than the next one.
fn header(rows: &[HeadRow]) -> usize {
    let length = |place: usize| rows[place].texts.len();
    if rows.len() < 2 || length(0) >= length(1) && length(0) > 1 {
        return 0;
    }
    let found = (1..rows.len().saturating_sub(1)).find(|&place| {
        length(place) > 1 && !rows[place].has_number && length(place) >= length(place + 1)
    });
    match found {
        Some(place) if (0..place).all(|above| length(above) < length(place)) => {
            // A header with one name too few is that of a table with row numbers.
            let is_short = place == 1 && length(0) > 1 && length(0) + 1 == length(1);
            if is_short { 0 } else { place }
        }
        _ => 0,
    }
}

/// The text of a cell, for names.
fn text(cell: &DataRef) -> String {
    match cell {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => spell(*number),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(value) => spelled(*value).to_owned(),
        DataRef::DateTime(moment) => {
            let (days, mark) = days(moment, false);
            spell_marked(days, mark)
        }
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => String::new(),
    }
}

/// A truth value as Excel writes it in CSV.
fn spelled(value: bool) -> &'static str {
    if value { "TRUE" } else { "FALSE" }
}

/// A date or a time in days, and which of both it is.
fn days(moment: &ExcelDateTime, is_mac: bool) -> (f64, Mark) {
    let value = moment.as_f64();
    if moment.is_duration() || (0.0..1.0).contains(&value) {
        return (value, Mark::Clock);
    }
    // Excel has a 29 February 1900, which did not exist.
    let shift = if is_mac {
        MAC
    } else if value < 60.0 {
        1.0
    } else {
        0.0
    };
    let days = value + shift - EPOCH;
    match days.fract() == 0.0 {
        true => (days, Mark::Date),
        false => (days, Mark::DateTime),
    }
}

/// The cells of a sheet, row by row.
struct RowReader<'a> {
    cells: XlsxCellReader<'a, Box<dyn Seekable>>,
    /// The first cell of the next row.
    ahead: Option<(u32, u32, DataRef<'a>)>,
    /// The cells may not be asked for more after their end.
    is_done: bool,
}

impl<'a> RowReader<'a> {
    fn new(cells: XlsxCellReader<'a, Box<dyn Seekable>>) -> Self {
        Self {
            cells,
            ahead: None,
            is_done: false,
        }
    }

    /// The next row with a value.
    fn next(&mut self) -> Result<Option<Row<'a>>, calamine::XlsxError> {
        let mut row: Option<Row<'a>> = self
            .ahead
            .take()
            .map(|(number, column, cell)| (number, vec![(column, cell)]));
        while !self.is_done {
            let Some(cell) = self.cells.next_cell()? else {
                self.is_done = true;
                break;
            };
            let (number, column) = cell.get_position();
            let value = cell.get_value().clone();
            let is_empty = match &value {
                DataRef::Empty => true,
                DataRef::String(text) => text.trim().is_empty(),
                DataRef::SharedString(text) => text.trim().is_empty(),
                _ => false,
            };
            if is_empty {
                continue;
            }
            match &mut row {
                None => row = Some((number, vec![(column, value)])),
                Some((current, cells)) if *current == number => cells.push((column, value)),
                Some(_) => {
                    self.ahead = Some((number, column, value));
                    break;
                }
            }
        }
        Ok(row)
    }
}

impl Rows for Sheet {
    fn blocks(
        mut self: Box<Self>,
        table: &str,
        _: &[String],
        wanted: &Wanted,
        _: usize,
    ) -> Result<Vec<Block>, TableError> {
        let is_mac = self.workbook.has_1904_epoch();
        let (left, right, header) = (self.left, self.right, self.header);
        let (workbook, name) = (&mut self.workbook, &self.name);
        caught(|| -> Result<_, TableError> {
            let refuse = |problem| TableError::whole(table, problem);
            let cells = workbook
                .worksheet_cells_reader(name)
                .map_err(|error| refuse(damaged(error)))?;
            let mut rows = RowReader::new(cells);
            let mut builder = Builder::new(wanted);
            let (mut blocks, mut count, mut last) = (Vec::new(), 0, header);
            while let Some((number, cells)) = rows.next().map_err(|error| refuse(damaged(error)))? {
                if blocks.is_empty() && builder.rows == 0 && number <= header {
                    continue;
                }
                if number <= last {
                    return Err(refuse(damaged("its rows are not in order")));
                }
                last = number;
                let outside = |(column, _): &&(u32, DataRef)| *column < left || *column > right;
                let others = cells.iter().filter(outside).count();
                if others > 0 {
                    let expected = (right - left + 1) as usize;
                    let problem = TableProblem::CellsOutside { others, expected };
                    return Err(refuse(problem).in_row(count));
                }
                builder.row(&cells, left, is_mac);
                count += 1;
                if builder.rows == ROWS {
                    if interrupt::is_requested() {
                        return Err(refuse(TableProblem::Interrupted));
                    }
                    let full = std::mem::replace(&mut builder, Builder::new(wanted));
                    blocks.push(full.block().map_err(refuse)?);
                }
            }
            blocks.push(builder.block().map_err(refuse)?);
            Ok(blocks)
        })
        .unwrap_or_else(|| Err(TableError::whole(table, damaged("it cannot be decoded"))))
    }
}

/// A block that is being read.
struct Builder<'a> {
    wanted: &'a Wanted,
    columns: Vec<Cells>,
    rows: usize,
}

impl<'a> Builder<'a> {
    fn new(wanted: &'a Wanted) -> Self {
        Self {
            wanted,
            columns: (0..wanted.levels.len())
                .map(|slot| wanted.cells(slot))
                .collect(),
            rows: 0,
        }
    }

    fn row(&mut self, cells: &[(u32, DataRef)], left: u32, is_mac: bool) {
        let grammar = &self.wanted.grammar;
        for (column, cell) in cells {
            let slot = self.wanted.slots.get((column - left) as usize);
            let Some(slot) = slot.copied().flatten() else {
                continue;
            };
            let target = &mut self.columns[slot];
            // A damaged workbook may have a cell twice.
            if target.values.len() > self.rows {
                continue;
            }
            match cell {
                DataRef::Float(number) => target.number(*number, grammar),
                DataRef::Int(_)
                | DataRef::String(_)
                | DataRef::SharedString(_)
                | DataRef::Bool(_)
                | DataRef::DateTimeIso(_)
                | DataRef::DurationIso(_) => target.text(&text(cell), grammar),
                DataRef::DateTime(moment) => {
                    let (days, mark) = days(moment, is_mac);
                    target.moment(days, mark);
                }
                DataRef::Error(_) | DataRef::Empty => target.missing(),
            }
        }
        self.rows += 1;
        for column in &mut self.columns {
            if column.values.len() < self.rows {
                column.missing();
            }
        }
    }

    fn block(self) -> Result<Block, TableProblem> {
        let width = self.columns.len();
        let mut values = Vec::with_capacity(self.rows * width);
        let (mut texts, mut marks) = (HashMap::new(), HashMap::new());
        for (slot, mut column) in self.columns.into_iter().enumerate() {
            values.append(&mut column.values);
            texts.extend(column.levels.take().map(|levels| (slot, levels)));
            marks.extend(column.marks().map(|marks| (slot, marks)));
        }
        let block = Block::new(self.rows, values, texts, marks, width);
        self.wanted.budget.take(block.bytes())?;
        Ok(block)
    }
}
