//! One piece of a table: whole records, parsed.
//!
//! Every value is a number at first. A column becomes text with the first field
//! of this piece that is neither a number nor missing; its values are then
//! positions in a list of levels, and the numbers before it get levels too.

use std::collections::HashMap;

use super::fault::{Fault, Place, What};
use super::record::{self, Shape};
use super::value::{Value, has_number_with_comma, spell, value};

/// Columns and rows moved at a time when rows are turned into columns.
const TILE: usize = 32;

/// A parsed piece.
#[derive(Debug)]
pub(super) struct Block {
    /// Its rows, and its newlines.
    pub(super) size: Place,
    /// Column after column: numbers, or positions in the levels of the column;
    /// NaN where nothing was there.
    pub(super) values: Vec<f64>,
    /// The columns that hold text in this piece.
    pub(super) texts: HashMap<usize, Levels>,
    /// How many values of each column are missing.
    pub(super) missing: Vec<usize>,
    /// Columns with an infinite number, and the first row that has it.
    pub(super) infinite: Vec<(usize, usize)>,
}

/// The different values of a text column.
#[derive(Debug, Default)]
pub(super) struct Levels {
    codes: HashMap<Vec<u8>, usize>,
    /// Whether there were more of them than allowed; the list is then cut off.
    pub(super) too_many: bool,
    /// The row of the first value that is not a number, and the value.
    pub(super) first: Option<(usize, String)>,
    /// How many values are not numbers.
    pub(super) texts: usize,
}

impl Levels {
    /// Makes levels of numbers, and of the numbers their positions.
    pub(super) fn of_numbers<'a>(numbers: impl Iterator<Item = &'a mut f64>, most: usize) -> Self {
        let mut levels = Self::default();
        for value in numbers.filter(|value| !value.is_nan()) {
            *value = levels.code(spell(*value).as_bytes(), most);
        }
        levels
    }

    /// The position of a level, which is added if it is new and there is room.
    pub(super) fn code(&mut self, level: &[u8], most: usize) -> f64 {
        if let Some(&code) = self.codes.get(level) {
            return code as f64;
        }
        let code = self.codes.len();
        if code >= most {
            self.too_many = true;
            return 0.0;
        }
        self.codes.insert(level.to_vec(), code);
        code as f64
    }

    /// The levels, each at its position.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names = vec![String::new(); self.codes.len()];
        for (level, &code) in &self.codes {
            // Only text that was checked comes in.
            names[code] = String::from_utf8_lossy(level).into_owned();
        }
        names
    }
}

impl Block {
    pub(super) fn new(
        size: Place,
        values: Vec<f64>,
        texts: HashMap<usize, Levels>,
        width: usize,
    ) -> Self {
        let mut block = Self {
            size,
            values,
            texts,
            missing: vec![0; width],
            infinite: Vec::new(),
        };
        for slot in 0..width {
            let column = block.column(slot);
            let missing = column.iter().filter(|value| value.is_nan()).count();
            let infinite = column.iter().position(|value| value.is_infinite());
            block.missing[slot] = missing;
            block.infinite.extend(infinite.map(|row| (slot, row)));
        }
        block
    }

    pub(super) fn column(&self, slot: usize) -> &[f64] {
        &self.values[slot * self.size.rows..][..self.size.rows]
    }

    pub(super) fn column_mut(&mut self, slot: usize) -> &mut [f64] {
        &mut self.values[slot * self.size.rows..][..self.size.rows]
    }
}

/// Parses whole records.
pub(super) fn parse(text: &[u8], shape: &Shape) -> Result<Block, Fault> {
    let mut parser = Parser {
        text,
        shape,
        rows: 0,
        values: Vec::with_capacity(shape.levels.len() * 64),
        texts: HashMap::new(),
    };
    let mut at = 0;
    while at < text.len() {
        if let Some(next) = record::empty_line(text, at) {
            at = next;
            continue;
        }
        at = parser.record(at).map_err(|what| Fault {
            place: Place {
                rows: parser.rows,
                lines: newlines(&text[..at]),
            },
            what,
        })?;
    }
    let size = Place {
        rows: parser.rows,
        lines: newlines(text),
    };
    let width = shape.levels.len();
    let values = by_column(&parser.values, width, size.rows);
    Ok(Block::new(size, values, parser.texts, width))
}

fn newlines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

struct Parser<'a> {
    text: &'a [u8],
    shape: &'a Shape,
    rows: usize,
    /// Row after row.
    values: Vec<f64>,
    texts: HashMap<usize, Levels>,
}

impl Parser<'_> {
    /// Parses the record at `start` and says where the next one begins.
    fn record(&mut self, start: usize) -> Result<usize, What> {
        let fields = self.shape.slots.len();
        let mut at = start;
        for (position, slot) in self.shape.slots.iter().enumerate() {
            let last = position + 1 == fields;
            let fast = slot.filter(|slot| self.texts.is_empty() || !self.texts.contains_key(slot));
            if let Some((number, next)) = fast.and_then(|_| self.plain_number(at, last)) {
                self.values.push(number);
                at = next;
                continue;
            }
            let field = record::field(self.text, at, self.shape.delimiter)?;
            if field.last != last {
                return Err(What::Ragged(self.fields(start)?));
            }
            at = field.next;
            let Some(slot) = *slot else { continue };
            let number = if field.doubled {
                self.cell(slot, position, &record::undoubled(field.bytes))?
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
        if number.is_nan() {
            return None;
        }
        let end = start + length;
        let next = match (self.text.get(end)?, last) {
            (b'\n', true) => end + 1,
            (b'\r', true) if self.text.get(end + 1) == Some(&b'\n') => end + 2,
            (&byte, false) if byte == self.shape.delimiter => end + 1,
            _ => return None,
        };
        Some((number, next))
    }

    /// A value, as it is kept.
    fn cell(&mut self, slot: usize, position: usize, field: &[u8]) -> Result<f64, What> {
        let most = self.shape.levels[slot];
        match value(field) {
            Value::Missing => Ok(f64::NAN),
            Value::Number(number) => Ok(match self.texts.get_mut(&slot) {
                Some(levels) => levels.code(spell(number).as_bytes(), most),
                None => number,
            }),
            Value::Text(text) => {
                let known = std::str::from_utf8(text).map_err(|_| What::NotUtf8(position))?;
                if self.shape.delimiter != b',' && has_number_with_comma(text) {
                    return Err(What::CommaNumber(position, known.to_owned()));
                }
                if !self.texts.contains_key(&slot) {
                    let levels = self.numbers_to_levels(slot);
                    self.texts.insert(slot, levels);
                }
                let levels = self.texts.entry(slot).or_default();
                levels.texts += 1;
                if levels.first.is_none() {
                    levels.first = Some((self.rows, known.to_owned()));
                }
                Ok(levels.code(text, most))
            }
        }
    }

    /// Turns what has been read of a column into levels.
    fn numbers_to_levels(&mut self, slot: usize) -> Levels {
        let (width, most) = (self.shape.levels.len(), self.shape.levels[slot]);
        // The row at hand is not complete: its fields before the slot are
        // there, the slot is not.
        let read = self.values[..self.rows * width].iter_mut();
        Levels::of_numbers(read.skip(slot).step_by(width), most)
    }

    /// How many fields the record at `start` has.
    fn fields(&self, start: usize) -> Result<usize, What> {
        let (mut at, mut count) = (start, 0);
        loop {
            let field = record::field(self.text, at, self.shape.delimiter)?;
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
