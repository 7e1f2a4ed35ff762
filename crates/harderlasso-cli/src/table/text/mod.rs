//! The format CSV: text with a delimiter, of which TSV is one case.
//!
//! [`sniff`] looks at the beginning (encoding, delimiter), [`grammar`] finds
//! where records and fields end, [`stream`] cuts the text into pieces at the ends
//! of records, and [`parse`] parses a piece, several at the same time.

mod fault;
mod grammar;
mod parse;
mod sniff;
mod stream;

use super::block::Block;
use super::budget::Budget;
use super::error::{Located, Spot, TableError, TableProblem};
use super::source::Source;
use super::{Opened, Rows, Wanted};
use fault::Position;

/// The memory of a column beside its numbers, about.
const NAME: usize = 200;

/// The rows of a text whose header has been read.
struct TextRows {
    source: Source,
    delimiter: u8,
    /// Where `ahead` begins.
    position: Position,
    /// What was read beyond the header.
    ahead: Vec<u8>,
}

impl Rows for TextRows {
    fn blocks(
        mut self: Box<Self>,
        table: &str,
        names: &[String],
        wanted: &Wanted,
        threads: usize,
    ) -> Result<Vec<Block>, TableError> {
        stream::blocks(
            &mut self.source,
            self.ahead,
            self.position,
            self.delimiter,
            wanted,
            threads,
        )
        .map_err(|fault| fault.in_table(table, names))
    }
}

/// Reads the header, which is the first record behind titles. The delimiter is found
/// from it unless it is given.
pub(super) fn open(
    mut source: Source,
    delimiter: Option<u8>,
    budget: &Budget,
) -> Result<Opened, TableError> {
    let table = source.name().to_owned();
    let refuse = |problem| TableError::whole(&table, problem);
    let mut head = sniff::head(&mut source).map_err(refuse)?;
    let preface = sniff::preface(&head, delimiter);
    let (delimiter, remarks) = (preface.delimiter, preface.remarks);
    let mut is_more = true;
    loop {
        let mut position = Position {
            rows: 0,
            lines: newlines(&head[..preface.bytes]),
        };
        let mut at = preface.bytes;
        while let Some(next) = grammar::empty_line(&head, at) {
            at = next;
            position.lines += 1;
        }
        let refuse_header = |problem| Located {
            spot: Spot::Header {
                line: position.lines + 1,
            },
            ..refuse(problem)
        };
        // Only a complete record can be judged.
        let end = grammar::record_end(&head, at, delimiter);
        match end {
            Ok(end) if is_more && end == head.len() => {}
            Err(TableProblem::OpenQuote) if is_more => {}
            Err(problem) => return Err(refuse_header(problem)),
            Ok(end) => {
                // A name takes far more memory than an empty field.
                let fields_at_most = memchr::memchr_iter(delimiter, &head[at..end]).count() + 1;
                budget
                    .check(fields_at_most.saturating_mul(NAME))
                    .map_err(refuse)?;
                let (names, _) = fields(&head, at, delimiter).map_err(refuse_header)?;
                position.lines += newlines(&head[at..end]);
                head.drain(..end);
                let rows = TextRows {
                    source,
                    delimiter,
                    position,
                    ahead: head,
                };
                return Ok(Opened {
                    names,
                    rows: Box::new(rows),
                    remarks,
                });
            }
        }
        if head.len() > stream::LONGEST {
            return Err(refuse_header(TableProblem::Endless));
        }
        is_more = source.read_more(&mut head, stream::PIECE).map_err(refuse)? > 0;
    }
}

fn newlines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// The fields of the record at `start`, and where it ends.
fn fields(text: &[u8], start: usize, delimiter: u8) -> Result<(Vec<Vec<u8>>, usize), TableProblem> {
    let (mut fields, mut at) = (Vec::new(), start);
    loop {
        let field = grammar::field(text, at, delimiter)?;
        fields.push(if field.doubled {
            grammar::undoubled(field.bytes)
        } else {
            field.bytes.to_vec()
        });
        at = field.next;
        if field.last {
            return Ok((fields, at));
        }
    }
}
