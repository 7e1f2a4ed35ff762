//! What each column of a table holds, once all of its blocks are there.

use std::collections::HashMap;

use harderlasso_report::field::{Mark, sorted, swapped};

use super::Want;
use super::block::{Block, Levels};
use super::budget::Budget;
use super::error::{TableError, TableProblem};
use super::mark::{Marks, spelled};
use super::written::{Mixture, Written, written};

/// The wanted columns of a table.
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) rows: usize,
    /// In the order of the file.
    pub(crate) columns: Vec<TableColumn>,
    blocks: Vec<Block>,
    budget: Budget,
}

/// A column of a table; its position in [`Table::columns`] is its slot.
#[derive(Debug)]
pub(crate) struct TableColumn {
    pub(crate) name: String,
    pub(crate) missing: usize,
    pub(crate) contents: Contents,
    /// The values of a column of text that are not numbers.
    pub(crate) texts: Option<Texts>,
    /// How its numbers are written; plainly in a column of text.
    pub(crate) written: Written,
}

/// What a column holds.
#[derive(Debug, PartialEq)]
pub(crate) enum Contents {
    Numbers,
    /// Text; the values are positions in this list, which is sorted.
    Levels(Vec<String>),
    /// Text with more different values than allowed, which are not kept.
    TooMany,
}

/// The values of a column that are not numbers.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Texts {
    pub(crate) count: usize,
    /// The first of them, and its row from 0.
    pub(crate) example: String,
    pub(crate) row: usize,
}

/// Where a column of a matrix comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MatrixColumn {
    /// The numbers of a slot.
    Number(usize),
    /// 1 where the slot has this level, 0 elsewhere, also where the value is missing;
    /// 0 in every row for a level that the table does not have.
    Indicator(usize, Option<usize>),
    /// No column of the table: 0 in every row.
    Unused,
}

impl Table {
    pub(super) fn new(
        name: String,
        names: &[String],
        wants: &[Want],
        blocks: Vec<Block>,
        budget: Budget,
    ) -> Result<Self, TableError> {
        let rows = blocks.iter().map(|block| block.rows).sum();
        let mut table = Self {
            name,
            rows,
            columns: Vec::new(),
            blocks,
            budget,
        };
        for (name, want) in names.iter().zip(wants) {
            let levels = match *want {
                Want::Nothing => continue,
                Want::Values { levels } => levels,
                Want::Verbatim => usize::MAX,
            };
            let slot = table.columns.len();
            let missing = table.blocks.iter().map(|block| block.missing[slot]).sum();
            let is_text = table
                .blocks
                .iter()
                .any(|block| block.texts.contains_key(&slot));
            let written = match is_text {
                true => Written::Plain,
                false => table.written(slot, rows - missing),
            };
            let (contents, texts) = if is_text {
                let (contents, texts) = table.unify_levels(slot, levels);
                (contents, Some(texts))
            } else if let Written::Mixed(Mixture { example, row, .. }) = &written {
                let texts = Texts {
                    count: 0,
                    example: example.clone(),
                    row: *row,
                };
                (table.unify_levels(slot, levels).0, Some(texts))
            } else {
                table.refuse_infinity(slot, name)?;
                (Contents::Numbers, None)
            };
            table.columns.push(TableColumn {
                name: name.clone(),
                missing,
                contents,
                texts,
                written,
            });
        }
        Ok(table)
    }

    /// How the numbers of a column are written, of which there are this many.
    fn written(&self, slot: usize, numbers: usize) -> Written {
        let (mut seen, mut before) = (Vec::new(), 0);
        for block in &self.blocks {
            if let Some(marks) = block.marks.get(&slot) {
                Marks::gather(&mut seen, marks, before);
            }
            before += block.rows;
        }
        let marked: usize = seen.iter().map(|seen| seen.count).sum();
        written(&seen, numbers - marked)
    }

    /// Reads the dates of a column whose order is not certain with the month first;
    /// until then the day is first.
    pub(crate) fn put_month_first(&mut self, slot: usize) {
        for block in &mut self.blocks {
            let Some(marks) = block.marks.remove(&slot) else {
                continue;
            };
            for (row, value) in block.column_mut(slot).iter_mut().enumerate() {
                if matches!(marks.at(row), Some(Mark::Either | Mark::Dotted)) {
                    *value = swapped(*value);
                }
            }
        }
    }

    /// A column with an infinite number has no mean and no scale.
    fn refuse_infinity(&self, slot: usize, name: &str) -> Result<(), TableError> {
        let mut before = 0;
        for block in &self.blocks {
            if let Some((_, row)) = block.infinite.iter().find(|(at, _)| *at == slot) {
                let problem = TableProblem::Infinite(block.column(slot)[*row]);
                return Err(TableError::whole(&self.name, problem)
                    .in_row(before + row)
                    .in_column(name));
            }
            before += block.rows;
        }
        Ok(())
    }

    /// One list of levels for all blocks of a text column.
    fn unify_levels(&mut self, slot: usize, most: usize) -> (Contents, Texts) {
        let mut all = Levels::default();
        let (mut first, mut count, mut before) = (None, 0, 0);
        for block in &mut self.blocks {
            let local = block.texts.remove(&slot);
            if let Some(local) = &local {
                all.too_many |= local.too_many;
                count += local.texts;
                if first.is_none() {
                    first = local.first.clone().map(|(row, text)| (before + row, text));
                }
            }
            before += block.rows;
            let translate: Vec<f64> = match &local {
                Some(local) => local
                    .names()
                    .iter()
                    .map(|name| all.code(name.as_bytes(), most))
                    .collect(),
                None => Vec::new(),
            };
            let mut known: HashMap<(u64, Option<Mark>), f64> = HashMap::new();
            let marks = block.marks.remove(&slot);
            let marks = marks.as_ref();
            for (row, value) in block.column_mut(slot).iter_mut().enumerate() {
                if value.is_nan() || all.too_many {
                    continue;
                }
                *value = match &local {
                    Some(_) => translate.get(*value as usize).copied().unwrap_or(0.0),
                    None => *known
                        .entry((value.to_bits(), marks.and_then(|marks| marks.at(row))))
                        .or_insert_with(|| all.code(spelled(*value, marks, row).as_bytes(), most)),
                };
            }
        }
        let (row, example) = first.unwrap_or_default();
        let texts = Texts {
            count,
            example,
            row,
        };
        if all.too_many {
            return (Contents::TooMany, texts);
        }
        let names = all.names();
        let (sorted, places) = sorted(&names);
        self.recode(slot, &places);
        (Contents::Levels(sorted), texts)
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

    /// The levels of a column. A column of numbers becomes one of levels, one
    /// for each different number; a column with too many levels has none.
    pub(crate) fn number_levels(&mut self, slot: usize) -> &[String] {
        if self.columns[slot].contents == Contents::Numbers {
            self.columns[slot].contents = self.unify_levels(slot, usize::MAX).0;
            self.columns[slot].written = Written::Plain;
        }
        match &self.columns[slot].contents {
            Contents::Levels(levels) => levels,
            Contents::Numbers | Contents::TooMany => &[],
        }
    }

    /// The text of each row of a column of levels.
    pub(crate) fn texts(&self, slot: usize) -> Vec<String> {
        let levels = match &self.columns[slot].contents {
            Contents::Levels(levels) => &levels[..],
            Contents::Numbers | Contents::TooMany => &[],
        };
        let text = |value: f64| levels.get(value as usize).cloned().unwrap_or_default();
        self.values(slot, None).into_iter().map(text).collect()
    }

    /// Makes the missing values of a column of levels a level of their own, the last
    /// one, with this name.
    pub(crate) fn add_missing_level(&mut self, slot: usize, name: &str) {
        let Contents::Levels(levels) = &mut self.columns[slot].contents else {
            return;
        };
        let place = levels.len() as f64;
        levels.push(name.to_owned());
        for block in &mut self.blocks {
            for value in block.column_mut(slot) {
                if value.is_nan() {
                    *value = place;
                }
            }
        }
    }

    /// The values of one column in the rows that are kept.
    pub(crate) fn values(&self, slot: usize, keep: Option<&[bool]>) -> Vec<f64> {
        let values = self.blocks.iter().flat_map(|block| block.column(slot));
        let rows = 0..self.rows;
        let kept = values
            .zip(rows)
            .filter(|(_, row)| keep.is_none_or(|keep| keep[*row]));
        kept.map(|(value, _)| *value).collect()
    }

    /// Whether the numbers of a column count the rows of the file, from 0 or from 1.
    pub(crate) fn counts_rows(&self, slot: usize) -> bool {
        let column = &self.columns[slot];
        if column.contents != Contents::Numbers
            || column.written != Written::Plain
            || column.missing > 0
        {
            return false;
        }
        let mut values = self.blocks.iter().flat_map(|block| block.column(slot));
        let Some(&first) = values.next() else {
            return false;
        };
        (first == 0.0 || first == 1.0)
            && (1..)
                .zip(values)
                .all(|(row, &value): (u64, _)| value == first + row as f64)
    }

    /// The first row, from 0, in which a column has no value.
    pub(crate) fn first_missing(&self, slot: usize) -> Option<usize> {
        let mut before = 0;
        for block in &self.blocks {
            if let Some(row) = block.column(slot).iter().position(|value| value.is_nan()) {
                return Some(before + row);
            }
            before += block.rows;
        }
        None
    }

    /// For each row, whether all of these columns have a value.
    pub(crate) fn complete(&self, slots: &[usize]) -> Vec<bool> {
        let mut complete = vec![true; self.rows];
        let mut before = 0;
        for block in &self.blocks {
            for &slot in slots.iter().filter(|&&slot| block.missing[slot] > 0) {
                let rows = &mut complete[before..before + block.rows];
                for (complete, value) in rows.iter_mut().zip(block.column(slot)) {
                    *complete &= !value.is_nan();
                }
            }
            before += block.rows;
        }
        complete
    }

    /// The matrix of these columns, column after column, of the rows that are
    /// kept. A block is dropped once it has been copied: the matrix grows in
    /// memory while the blocks shrink.
    pub(crate) fn into_matrix(
        self,
        columns: &[MatrixColumn],
        keep: Option<&[bool]>,
    ) -> Result<Vec<f64>, TableError> {
        let rows = keep.map_or(self.rows, |keep| keep.iter().filter(|keep| **keep).count());
        let bytes = rows.saturating_mul(columns.len()).saturating_mul(8);
        self.budget
            .check(bytes)
            .map_err(|problem| TableError::whole(&self.name, problem))?;
        let mut matrix = vec![0.0; rows * columns.len()];
        let (mut read, mut written) = (0, 0);
        for block in self.blocks {
            let kept = keep.map(|keep| &keep[read..read + block.rows]);
            let count = kept.map_or(block.rows, |kept| kept.iter().filter(|k| **k).count());
            for (column, from) in columns.iter().enumerate() {
                let out = &mut matrix[column * rows + written..][..count];
                fill(out, &block, *from, kept);
            }
            read += block.rows;
            written += count;
        }
        Ok(matrix)
    }
}

fn fill(out: &mut [f64], block: &Block, from: MatrixColumn, kept: Option<&[bool]>) {
    let (slot, level) = match from {
        MatrixColumn::Unused => return,
        MatrixColumn::Number(slot) => (slot, None),
        MatrixColumn::Indicator(slot, level) => (slot, Some(level)),
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
        for out in out {
            *out = f64::from(u8::from(level.is_some_and(|level| *out == level as f64)));
        }
    }
}
