//! A block: some rows of a table, column after column.
//!
//! Every value is a number at first. A column becomes text with the first value
//! that is neither a number nor missing; its values are then positions in a list
//! of levels, and the numbers before it get levels too.

use std::collections::HashMap;

use super::mark::{Marks, spelled};

/// Some rows of the wanted columns.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) rows: usize,
    /// Column after column: numbers, or positions in the levels of the column;
    /// NaN where a value is missing.
    pub(super) values: Vec<f64>,
    /// The columns that hold text in this block.
    pub(super) texts: HashMap<usize, Levels>,
    /// The other columns in which numbers have signs or are dates.
    pub(super) marks: HashMap<usize, Marks>,
    /// How many values of each column are missing.
    pub(super) missing: Vec<usize>,
    /// Columns with an infinite number, and the first row that has it.
    pub(super) infinite: Vec<(usize, usize)>,
}

impl Block {
    pub(super) fn new(
        rows: usize,
        values: Vec<f64>,
        texts: HashMap<usize, Levels>,
        marks: HashMap<usize, Marks>,
        width: usize,
    ) -> Self {
        let mut block = Self {
            rows,
            values,
            texts,
            marks,
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

    /// The memory that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let levels: usize = self.texts.values().map(Levels::bytes).sum();
        let marks: usize = self.marks.values().map(Marks::bytes).sum();
        8 * self.values.len() + levels + marks
    }

    pub(super) fn column(&self, slot: usize) -> &[f64] {
        &self.values[slot * self.rows..][..self.rows]
    }

    pub(super) fn column_mut(&mut self, slot: usize) -> &mut [f64] {
        &mut self.values[slot * self.rows..][..self.rows]
    }
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
    /// Makes each different number a level, and replaces the numbers by the
    /// positions of their levels.
    pub(super) fn of_numbers<'a>(
        numbers: impl Iterator<Item = &'a mut f64>,
        marks: Option<&Marks>,
        most: usize,
    ) -> Self {
        let mut levels = Self::default();
        for (row, value) in numbers.enumerate().filter(|(_, value)| !value.is_nan()) {
            let level = spelled(*value, marks, row);
            *value = levels.code(level.as_bytes(), most);
        }
        levels
    }

    fn bytes(&self) -> usize {
        // An entry of the map, and the memory of its text.
        let texts: usize = self.codes.keys().map(|text| text.len() + 64).sum();
        texts
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

    /// The position of the level of a value that is not a number.
    pub(super) fn text(&mut self, row: usize, text: &str, most: usize) -> f64 {
        self.texts += 1;
        if self.first.is_none() {
            self.first = Some((row, text.to_owned()));
        }
        self.code(text.as_bytes(), most)
    }

    /// The levels, each at its position.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names = vec![String::new(); self.codes.len()];
        for (level, &code) in &self.codes {
            // Only text that was checked is inserted.
            names[code] = String::from_utf8_lossy(level).into_owned();
        }
        names
    }
}
