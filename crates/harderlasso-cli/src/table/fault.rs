//! What can be wrong with the text of a table, and where.

use std::io;

use crate::sentence::Sentence;

/// A place in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Rows before it, the header not counted.
    pub(super) rows: usize,
    /// Newlines before it.
    pub(super) lines: usize,
}

impl Place {
    pub(super) fn after(self, other: Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            lines: self.lines + other.lines,
        }
    }
}

/// What is wrong.
#[derive(Debug)]
pub(super) enum What {
    /// A record with this many fields, where there are other numbers of names.
    Ragged(usize),
    /// A quote that never closes.
    OpenQuote,
    /// A letter between a closing quote and the delimiter.
    TextAfterQuote,
    /// Text that is not UTF-8, in this field of the record.
    NotUtf8(usize),
    /// A number with a decimal comma, in this field of the record.
    CommaNumber(usize, String),
    /// A record that goes on and on.
    Endless,
    /// The bytes could not be had.
    Reading(io::Error),
    /// Ctrl-C.
    Interrupted,
}

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) what: What,
}

impl Fault {
    /// The same fault in a text that begins at `start`.
    pub(super) fn from(self, start: Place) -> Self {
        Self {
            place: start.after(self.place),
            what: self.what,
        }
    }

    /// The sentence about the table `source` with the columns `names`.
    pub(super) fn sentence(self, source: &str, names: &[String], delimiter: u8) -> Sentence {
        let row = format!(
            "row {} (line {})",
            self.place.rows + 1,
            self.place.lines + 1
        );
        let column = |field: usize| names.get(field).map_or("?", String::as_str);
        let text = match self.what {
            What::Ragged(found) => format!(
                "{source}: {row} has {found} {} where the header has {}; every row needs one for each column. Look for a delimiter inside a value that is not quoted, or set --delimiter (it is {} now)",
                if found == 1 { "field" } else { "fields" },
                names.len(),
                delimiter_name(delimiter),
            ),
            What::OpenQuote => format!(
                "{source}: {row} opens a quote that is never closed; close it, or write a quote inside a quoted value twice"
            ),
            What::TextAfterQuote => format!(
                "{source}: {row} has text between a closing quote and the next delimiter; a quote inside a quoted value is written twice"
            ),
            What::NotUtf8(field) => format!(
                "{source}: {row}, column `{}` is not UTF-8 text; save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`",
                column(field)
            ),
            What::CommaNumber(field, value) => format!(
                "{source}: {row}, column `{}` has `{value}`: numbers with a comma are not read, since a comma may mean decimals or thousands; write them with a point, for example with `tr , .`",
                column(field)
            ),
            What::Endless => format!(
                "{source}: {row} is longer than any row should be; look for a quote that is never closed"
            ),
            What::Reading(error) => return reading(source, &error),
            What::Interrupted => return Sentence::interrupted(),
        };
        Sentence::new(text)
    }
}

/// The sentence about bytes that could not be had.
pub(super) fn reading(source: &str, error: &io::Error) -> Sentence {
    Sentence::new(format!("{source}: reading failed: {error}"))
}

fn delimiter_name(delimiter: u8) -> String {
    match delimiter {
        b'\t' => "a tab".to_owned(),
        other => format!("`{}`", char::from(other)),
    }
}
