//! Parsing one piece of text that consists of whole records.

use std::collections::HashMap;

use harderlasso_report::field::{
    Value, has_number_with_comma, is_exact, spell, spell_marked, value,
};

use super::fault::{Fault, Position};
use super::grammar;
use crate::table::Wanted;
use crate::table::block::{Block, Levels};
use crate::table::error::TableProblem;
use crate::table::mark::Marks;

/// Columns and rows moved at a time when rows are turned into columns.
const TILE: usize = 32;

/// Parses whole records, and counts their lines.
pub(super) fn parse(
    text: &[u8],
    delimiter: u8,
    wanted: &Wanted,
) -> Result<(Block, Position), Fault> {
    let mut parser = Parser {
        text,
        delimiter,
        wanted,
        rows: 0,
        values: Vec::with_capacity(wanted.levels.len() * 64),
        texts: wanted.verbatim_levels(),
        marks: HashMap::new(),
    };
    let mut at = 0;
    while at < text.len() {
        if let Some(next) = grammar::empty_line(text, at) {
            at = next;
            continue;
        }
        at = parser.record(at).map_err(|fault| Fault {
            position: Position {
                rows: parser.rows,
                lines: newlines(&text[..at]),
            },
            ..fault
        })?;
    }
    let size = Position {
        rows: parser.rows,
        lines: newlines(text),
    };
    let width = wanted.levels.len();
    let values = by_column(&parser.values, width, size.rows);
    let block = Block::new(size.rows, values, parser.texts, parser.marks, width);
    wanted.budget.take(block.bytes()).map_err(Fault::from)?;
    Ok((block, size))
}

fn newlines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

struct Parser<'a> {
    text: &'a [u8],
    delimiter: u8,
    wanted: &'a Wanted,
    rows: usize,
    /// Row after row.
    values: Vec<f64>,
    texts: HashMap<usize, Levels>,
    marks: HashMap<usize, Marks>,
}

impl Parser<'_> {
    /// Parses the record at `start` and returns where the next one begins.
    fn record(&mut self, start: usize) -> Result<usize, Fault> {
        let fields = self.wanted.slots.len();
        let mut at = start;
        for (position, slot) in self.wanted.slots.iter().enumerate() {
            let last = position + 1 == fields;
            let fast = slot.filter(|slot| self.texts.is_empty() || !self.texts.contains_key(slot));
            if let Some((number, next)) = fast.and_then(|_| self.plain_number(at, last)) {
                self.values.push(number);
                at = next;
                continue;
            }
            let field = grammar::field(self.text, at, self.delimiter)?;
            if field.last != last {
                return Err(Fault::from(TableProblem::Ragged {
                    found: self.fields(start)?,
                    expected: fields,
                    delimiter: self.delimiter,
                }));
            }
            at = field.next;
            let Some(slot) = *slot else { continue };
            let number = if field.doubled {
                self.cell(slot, position, &grammar::undoubled(field.bytes))?
            } else {
                self.cell(slot, position, field.bytes)?
            };
            self.values.push(number);
        }
        self.rows += 1;
        Ok(at)
    }

    /// The number at `start` and where the next field begins, if the field is
    /// nothing but a plainly written number. Most fields are, and this reads
    /// them once only.
    fn plain_number(&self, start: usize, last: bool) -> Option<(f64, usize)> {
        let rest = &self.text[start..];
        let first = *rest.first()?;
        if !(first.is_ascii_digit() || first == b'-' || first == b'.') {
            return None;
        }
        let (number, length): (f64, usize) = fast_float2::parse_partial(rest).ok()?;
        if number.is_nan() || !is_exact(number) {
            return None;
        }
        let end = start + length;
        let grammar = &self.wanted.grammar;
        if !grammar.is_plain() && memchr::memchr(b'.', &self.text[start..end]).is_some() {
            return None;
        }
        let number = match grammar.is_code(number) {
            true => f64::NAN,
            false => number,
        };
        let next = match (self.text.get(end)?, last) {
            (b'\n', true) => end + 1,
            (b'\r', true) if self.text.get(end + 1) == Some(&b'\n') => end + 2,
            (&byte, false) if byte == self.delimiter => end + 1,
            _ => return None,
        };
        Some((number, next))
    }

    /// A value as it is stored.
    fn cell(&mut self, slot: usize, position: usize, field: &[u8]) -> Result<f64, Fault> {
        let most = self.wanted.levels[slot];
        if self.wanted.verbatim[slot] {
            let text = std::str::from_utf8(field)
                .map_err(|_| Fault::in_field(position, TableProblem::NotUtf8))?;
            let levels = self.texts.entry(slot).or_default();
            return Ok(levels.text(self.rows, text, most));
        }
        match value(field, &self.wanted.grammar) {
            Value::Missing => Ok(f64::NAN),
            Value::Number(number) => Ok(match self.texts.get_mut(&slot) {
                Some(levels) => levels.code(spell(number).as_bytes(), most),
                None => number,
            }),
            Value::Marked(number, mark) => Ok(match self.texts.get_mut(&slot) {
                Some(levels) => levels.code(spell_marked(number, mark).as_bytes(), most),
                None => {
                    let text = String::from_utf8_lossy(field.trim_ascii());
                    let marks = self.marks.entry(slot).or_default();
                    marks.add(self.rows, mark, &text);
                    number
                }
            }),
            Value::Text(text) => {
                let text = std::str::from_utf8(text)
                    .map_err(|_| Fault::in_field(position, TableProblem::NotUtf8))?;
                if self.wanted.grammar.is_plain()
                    && self.delimiter != b','
                    && has_number_with_comma(text.as_bytes())
                {
                    let problem = TableProblem::NumberWithComma(text.to_owned());
                    return Err(Fault::in_field(position, problem));
                }
                if !self.texts.contains_key(&slot) {
                    let levels = self.numbers_to_levels(slot);
                    self.texts.insert(slot, levels);
                }
                let levels = self.texts.entry(slot).or_default();
                Ok(levels.text(self.rows, text, most))
            }
        }
    }

    /// Turns what has been read of a column into levels.
    fn numbers_to_levels(&mut self, slot: usize) -> Levels {
        let marks = self.marks.remove(&slot);
        let (width, most) = (self.wanted.levels.len(), self.wanted.levels[slot]);
        // The current row is incomplete: it has the fields before the slot, but
        // not the slot.
        let read = self.values[..self.rows * width].iter_mut();
        Levels::of_numbers(read.skip(slot).step_by(width), marks.as_ref(), most)
    }

    /// How many fields the record at `start` has.
    fn fields(&self, start: usize) -> Result<usize, Fault> {
        let (mut at, mut count) = (start, 0);
        loop {
            let field = grammar::field(self.text, at, self.delimiter)?;
            count += 1;
            at = field.next;
            if field.last {
                return Ok(count);
            }
        }
    }
}

/// Rows to columns, in tiles that stay in the cache.
fn by_column(values: &[f64], width: usize, rows: usize) -> Vec<f64> {
    let mut out = vec![0.0; values.len()];
    for top in (0..rows).step_by(TILE) {
        for left in (0..width).step_by(TILE) {
            for column in left..(left + TILE).min(width) {
                for row in top..(top + TILE).min(rows) {
                    out[column * rows + row] = values[row * width + column];
                }
            }
        }
    }
    out
}
