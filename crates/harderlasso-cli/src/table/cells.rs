//! Building a column of a block from single values, for formats that are no text.

use harderlasso_report::field::{Grammar, Mark, Value, spell, spell_marked, value};

use super::block::Levels;
use super::mark::Marks;

/// A column of a block that is being read.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) values: Vec<f64>,
    pub(super) levels: Option<Levels>,
    pub(super) marks: Marks,
    most: usize,
    /// Whether values are kept as they are written.
    is_verbatim: bool,
}

impl Cells {
    pub(super) fn new(most: usize) -> Self {
        Self {
            values: Vec::new(),
            levels: None,
            marks: Marks::default(),
            most,
            is_verbatim: false,
        }
    }

    /// A column whose values are kept as they are written, also numbers and missing
    /// values.
    pub(super) fn verbatim() -> Self {
        Self {
            levels: Some(Levels::default()),
            is_verbatim: true,
            ..Self::new(usize::MAX)
        }
    }

    pub(super) fn missing(&mut self) {
        match self.is_verbatim {
            true => self.level(""),
            false => self.values.push(f64::NAN),
        }
    }

    pub(super) fn number(&mut self, number: f64, grammar: &Grammar) {
        if self.is_verbatim && !number.is_nan() {
            return self.level(&spell(number));
        }
        if number.is_nan() || grammar.is_code(number) {
            return self.missing();
        }
        let kept = match &mut self.levels {
            Some(levels) => levels.code(spell(number).as_bytes(), self.most),
            None => number,
        };
        self.values.push(kept);
    }

    pub(super) fn marked(&mut self, number: f64, mark: Mark, shown: &str) {
        if self.is_verbatim {
            return self.level(shown);
        }
        let row = self.values.len();
        let kept = match &mut self.levels {
            Some(levels) => levels.code(spell_marked(number, mark).as_bytes(), self.most),
            None => {
                self.marks.add(row, mark, shown);
                number
            }
        };
        self.values.push(kept);
    }

    /// Adds a date or a time.
    pub(super) fn moment(&mut self, days: f64, mark: Mark) {
        self.marked(days, mark, &spell_marked(days, mark));
    }

    /// Adds a text as it would be read in CSV.
    pub(super) fn text(&mut self, text: &str, grammar: &Grammar) {
        if self.is_verbatim {
            return self.level(text);
        }
        match value(text.as_bytes(), grammar) {
            Value::Missing => self.missing(),
            Value::Number(number) => self.number(number, grammar),
            Value::Marked(number, mark) => self.marked(number, mark, text.trim()),
            Value::Text(level) => {
                let row = self.values.len();
                let (values, most) = (&mut self.values, self.most);
                let marks = &self.marks;
                let levels = self.levels.get_or_insert_with(|| {
                    Levels::of_numbers(values.iter_mut(), Some(marks), most)
                });
                let code = levels.text(row, &String::from_utf8_lossy(level), most);
                self.values.push(code);
            }
        }
    }

    /// Adds a text as it is.
    fn level(&mut self, text: &str) {
        let row = self.values.len();
        let levels = self.levels.get_or_insert_default();
        let code = levels.text(row, text, self.most);
        self.values.push(code);
    }

    /// The marks, if the column is not one of text and has any.
    pub(super) fn marks(self) -> Option<Marks> {
        (self.levels.is_none() && !self.marks.seen.is_empty()).then_some(self.marks)
    }
}
