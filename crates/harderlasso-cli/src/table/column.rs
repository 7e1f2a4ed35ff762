//! What each column of a table is, once all of it is known.

use std::collections::HashMap;

use super::block::{Block, Levels};
use super::value::{Value, spell, value};
use super::{Reader, Want};
use crate::sentence::Sentence;

/// The wanted columns of a table.
pub(crate) struct Table {
    pub(crate) source: String,
    pub(crate) rows: usize,
    /// In the order of the file.
    pub(crate) columns: Vec<Column>,
    blocks: Vec<Block>,
}

/// A column of a table; its place in [`Table::columns`] is its slot.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) missing: usize,
    pub(crate) kind: Kind,
}

/// What a column holds.
#[derive(Debug, PartialEq)]
pub(crate) enum Kind {
    Numbers,
    /// Text; the values are positions in this list, which is sorted.
    Levels(Vec<String>),
    /// Text with more different values than allowed, which are not kept.
    TooMany(TooMany),
}

/// A column that is neither numbers nor categories.
#[derive(Debug, PartialEq)]
pub(crate) struct TooMany {
    /// How many of its values are not numbers.
    pub(crate) texts: usize,
    /// The first of them, and its row from 0.
    pub(crate) example: String,
    pub(crate) row: usize,
}

/// A column of a matrix that is made of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    /// The numbers of a slot.
    Number(usize),
    /// 1 where the slot has this level, 0 elsewhere; a level that the table
    /// does not have is nowhere.
    Indicator(usize, Option<usize>),
    /// Values that nobody will look at.
    Unused,
}

impl Reader {
    /// For every column of the file that is wanted, its position there.
    pub(crate) fn wanted(wants: &[Want]) -> impl Iterator<Item = usize> {
        let is_wanted =
            |(position, want): (usize, &Want)| (*want != Want::Nothing).then_some(position);
        wants.iter().enumerate().filter_map(is_wanted)
    }
}

impl Table {
    pub(super) fn new(
        source: String,
        names: &[String],
        wants: &[Want],
        blocks: Vec<Block>,
    ) -> Result<Self, Sentence> {
        let rows = blocks.iter().map(|block| block.size.rows).sum();
        let mut table = Self {
            source,
            rows,
            columns: Vec::new(),
            blocks,
        };
        for (slot, position) in Reader::wanted(wants).enumerate() {
            let Want::Values { levels } = wants[position] else {
                continue;
            };
            let name = names[position].clone();
            let missing = table.blocks.iter().map(|block| block.missing[slot]).sum();
            let is_text = table
                .blocks
                .iter()
                .any(|block| block.texts.contains_key(&slot));
            let kind = if is_text {
                table.settle(slot, levels)
            } else {
                table.refuse_infinity(slot, &name)?;
                Kind::Numbers
            };
            table.columns.push(Column {
                name,
                missing,
                kind,
            });
        }
        Ok(table)
    }

    /// An infinite number has no mean and no scale.
    fn refuse_infinity(&self, slot: usize, name: &str) -> Result<(), Sentence> {
        let mut before = 0;
        for block in &self.blocks {
            if let Some((_, row)) = block.infinite.iter().find(|(at, _)| *at == slot) {
                let value = block.column(slot)[*row];
                return Err(Sentence::new(format!(
                    "{}: row {}, column `{name}` has the value {value}; replace it by a finite number, or by NA if it is not known",
                    self.source,
                    before + row + 1,
                )));
            }
            before += block.size.rows;
        }
        Ok(())
    }

    /// One list of levels for all blocks of a text column.
    fn settle(&mut self, slot: usize, most: usize) -> Kind {
        let mut all = Levels::default();
        let (mut first, mut texts, mut before) = (None, 0, 0);
        for block in &mut self.blocks {
            let local = block.texts.remove(&slot);
            if let Some(local) = &local {
                all.too_many |= local.too_many;
                texts += local.texts;
                if first.is_none() {
                    first = local.first.clone().map(|(row, text)| (before + row, text));
                }
            }
            before += block.size.rows;
            let translate: Vec<f64> = match &local {
                Some(local) => local
                    .names()
                    .iter()
                    .map(|name| all.code(name.as_bytes(), most))
                    .collect(),
                None => Vec::new(),
            };
            let mut spelled: HashMap<u64, f64> = HashMap::new();
            for value in block.column_mut(slot) {
                if value.is_nan() || all.too_many {
                    continue;
                }
                *value = match &local {
                    Some(_) => translate.get(*value as usize).copied().unwrap_or(0.0),
                    None => *spelled
                        .entry(value.to_bits())
                        .or_insert_with(|| all.code(spell(*value).as_bytes(), most)),
                };
            }
        }
        if all.too_many {
            let (row, example) = first.unwrap_or_default();
            return Kind::TooMany(TooMany {
                texts,
                example,
                row,
            });
        }
        let names = all.names();
        let (sorted, places) = sorted(&names);
        self.recode(slot, &places);
        Kind::Levels(sorted)
    }

    fn recode(&mut self, slot: usize, places: &[f64]) {
        for block in &mut self.blocks {
            for value in block.column_mut(slot) {
                if let Some(place) = places.get(*value as usize).filter(|_| !value.is_nan()) {
                    *value = *place;
                }
            }
        }
    }

    /// Makes a column of numbers one of levels, one for each different number.
    pub(crate) fn number_levels(&mut self, slot: usize) {
        if self.columns[slot].kind == Kind::Numbers {
            self.columns[slot].kind = self.settle(slot, usize::MAX);
        }
    }

    /// The values of one column.
    pub(crate) fn values(&self, slot: usize) -> Vec<f64> {
        let mut values = Vec::with_capacity(self.rows);
        for block in &self.blocks {
            values.extend_from_slice(block.column(slot));
        }
        values
    }

    /// The first row, from 0, in which a column has no value.
    pub(crate) fn first_missing(&self, slot: usize) -> Option<usize> {
        let mut before = 0;
        for block in &self.blocks {
            if let Some(row) = block.column(slot).iter().position(|value| value.is_nan()) {
                return Some(before + row);
            }
            before += block.size.rows;
        }
        None
    }

    /// For each row, whether all of these columns have a value.
    pub(crate) fn complete(&self, slots: &[usize]) -> Vec<bool> {
        let mut complete = vec![true; self.rows];
        let mut before = 0;
        for block in &self.blocks {
            for &slot in slots.iter().filter(|&&slot| block.missing[slot] > 0) {
                let rows = &mut complete[before..before + block.size.rows];
                for (complete, value) in rows.iter_mut().zip(block.column(slot)) {
                    *complete &= !value.is_nan();
                }
            }
            before += block.size.rows;
        }
        complete
    }

    /// The matrix of these pieces, column after column, of the rows that are
    /// kept. Each block is dropped when it has been copied: the matrix grows
    /// into memory while the blocks leave it.
    pub(crate) fn into_matrix(self, pieces: &[Piece], keep: Option<&[bool]>) -> Vec<f64> {
        let rows = keep.map_or(self.rows, |keep| keep.iter().filter(|keep| **keep).count());
        let mut matrix = vec![0.0; rows * pieces.len()];
        let (mut read, mut written) = (0, 0);
        for block in self.blocks {
            let kept = keep.map(|keep| &keep[read..read + block.size.rows]);
            let count = kept.map_or(block.size.rows, |kept| kept.iter().filter(|k| **k).count());
            for (column, piece) in pieces.iter().enumerate() {
                let out = &mut matrix[column * rows + written..][..count];
                fill(out, &block, *piece, kept);
            }
            read += block.size.rows;
            written += count;
        }
        matrix
    }
}

fn fill(out: &mut [f64], block: &Block, piece: Piece, kept: Option<&[bool]>) {
    let (slot, level) = match piece {
        Piece::Unused => return,
        Piece::Number(slot) => (slot, None),
        Piece::Indicator(slot, level) => (slot, Some(level)),
    };
    let column = block.column(slot);
    match kept {
        None => out.copy_from_slice(column),
        Some(kept) => {
            let chosen = column.iter().zip(kept).filter(|(_, kept)| **kept);
            for (out, (value, _)) in out.iter_mut().zip(chosen) {
                *out = *value;
            }
        }
    }
    if let Some(level) = level {
        for out in out.iter_mut().filter(|value| !value.is_nan()) {
            *out = f64::from(u8::from(level.is_some_and(|level| *out == level as f64)));
        }
    }
}

/// Levels in the order of a person, numbers by size before text by letters,
/// and the new position of each old one.
fn sorted(names: &[String]) -> (Vec<String>, Vec<f64>) {
    let number = |name: &String| match value(name.as_bytes()) {
        Value::Number(number) => number,
        Value::Missing | Value::Text(_) => f64::INFINITY,
    };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&names[a], &names[b]);
        number(a).total_cmp(&number(b)).then_with(|| a.cmp(b))
    });
    let mut places = vec![0.0; names.len()];
    for (place, &old) in order.iter().enumerate() {
        places[old] = place as f64;
    }
    (
        order.into_iter().map(|old| names[old].clone()).collect(),
        places,
    )
}
