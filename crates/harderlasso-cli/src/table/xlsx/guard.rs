//! What a workbook unpacks to, before it is read.
//!
//! The crate that reads workbooks keeps all shared texts, and each element of a sheet
//! while it is read. A few kilobytes can unpack to more of them than any memory holds,
//! so all parts are unpacked once without being kept.

use std::io::Read;

use zip::ZipArchive;

use super::damaged;
use crate::interrupt;
use crate::table::archive::Seekable;
use crate::table::budget::Budget;
use crate::table::error::TableProblem;

/// An element or a cell that is longer is not read.
const LONGEST: usize = 64 << 20;

/// The memory of a shared text, as a multiple of its length, and beside it.
const COPIES: usize = 4;
const TEXT: usize = 24;

/// The beginning of an element that is kept, which holds its attributes.
const KEPT: usize = 4096;

/// Refuses a workbook that cannot be read within the budget.
pub(super) fn check(
    bytes: Box<dyn Seekable>,
    budget: &Budget,
) -> Result<Box<dyn Seekable>, TableProblem> {
    let mut archive = ZipArchive::new(bytes).map_err(damaged)?;
    let mut buffer = vec![0; 1 << 16];
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(damaged)?;
        let name = String::from_utf8_lossy(part.name_raw()).to_lowercase();
        if !(name.ends_with(".xml") || name.ends_with(".rels")) {
            continue;
        }
        let is_sheet = name.contains("worksheets/");
        let mut scan = Scan::default();
        loop {
            if interrupt::is_requested() {
                return Err(TableProblem::Interrupted);
            }
            let count = part.read(&mut buffer).map_err(damaged)?;
            if count == 0 {
                break;
            }
            scan.read(&buffer[..count])?;
            if !is_sheet {
                budget.check(scan.bytes.saturating_mul(COPIES))?;
            }
        }
        if scan.texts > scan.bytes {
            return Err(damaged("the number of its texts is wrong"));
        }
        if name.ends_with("sharedstrings.xml") {
            let texts = scan.texts.saturating_mul(TEXT);
            budget.take(scan.bytes.saturating_mul(COPIES).saturating_add(texts))?;
        }
    }
    Ok(archive.into_inner())
}

/// A reader of XML that only measures.
#[derive(Debug, Default)]
struct Scan {
    /// Bytes so far.
    bytes: usize,
    /// Where the current element or text began, and the last cell.
    token: usize,
    cell: usize,
    is_element: bool,
    quote: Option<u8>,
    /// The beginning of the current element.
    element: Vec<u8>,
    /// How many shared texts are announced.
    texts: usize,
}

impl Scan {
    fn read(&mut self, piece: &[u8]) -> Result<(), TableProblem> {
        let mut at = 0;
        while at < piece.len() {
            let rest = &piece[at..];
            let skip = if !self.is_element {
                memchr::memchr(b'<', rest)
            } else if let Some(quote) = self.quote {
                memchr::memchr(quote, rest)
            } else {
                memchr::memchr3(b'>', b'"', b'\'', rest)
            };
            let length = skip.unwrap_or(rest.len());
            if self.is_element {
                let room = KEPT.saturating_sub(self.element.len());
                let end = (length + 1).min(rest.len()).min(room);
                self.element.extend_from_slice(&rest[..end]);
            }
            self.bytes += length;
            if self.bytes - self.token > LONGEST || self.bytes - self.cell > LONGEST {
                return Err(TableProblem::Endless);
            }
            at += length;
            if skip.is_some() {
                self.mark(piece[at])?;
                self.bytes += 1;
                at += 1;
            }
        }
        Ok(())
    }

    /// Reads a byte at which something begins or ends.
    fn mark(&mut self, byte: u8) -> Result<(), TableProblem> {
        if !self.is_element {
            self.is_element = true;
            self.token = self.bytes;
            self.element.clear();
        } else if self.quote == Some(byte) {
            self.quote = None;
        } else if byte != b'>' {
            self.quote = Some(byte);
        } else {
            self.is_element = false;
            self.token = self.bytes;
            self.element()?;
        }
        Ok(())
    }

    /// An element has ended.
    fn element(&mut self) -> Result<(), TableProblem> {
        // In comments and the like, other rules hold; no program writes them here.
        if self.element.starts_with(b"!") {
            return Err(damaged("it has comments in its parts"));
        }
        let name = self
            .element
            .split(|byte| b" \t\r\n/>".contains(byte))
            .next();
        let name = name.unwrap_or_default();
        match name.rsplit(|byte| *byte == b':').next() {
            Some(b"c" | b"row" | b"si" | b"sheetData") => self.cell = self.bytes,
            // Cells are in no other place, and these parts of a sheet are skipped.
            Some(b"sst") => {
                let text = String::from_utf8_lossy(&self.element);
                let count = text.split_once("uniqueCount").map(|(_, rest)| {
                    let digits = rest.trim_start_matches(['=', ' ', '"', '\'']);
                    let end = digits.find(|c: char| !c.is_ascii_digit());
                    digits[..end.unwrap_or(digits.len())]
                        .parse()
                        .unwrap_or(usize::MAX)
                });
                self.texts = self.texts.max(count.unwrap_or(0));
                if self.element.len() >= KEPT {
                    return Err(damaged("an element is too long"));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Scan};

    fn scan(pieces: &[&[u8]]) -> Result<Scan, String> {
        let mut scan = Scan::default();
        for piece in pieces {
            scan.read(piece).map_err(|problem| problem.to_string())?;
        }
        Ok(scan)
    }

    #[test]
    fn elements_and_texts_are_measured() {
        let xml: &[u8] =
            b"<?xml version='1.0'?><sst a=\">\" uniqueCount=\"12\"><si><t>x</t></si></sst>";
        for cut in 0..xml.len() {
            let scan = scan(&[&xml[..cut], &xml[cut..]]).unwrap();
            assert_eq!((scan.texts, scan.bytes), (12, xml.len()));
        }
        let long = vec![b'x'; LONGEST / 2 + 2];
        for (front, between) in [("<c><t>", ""), ("<c a='", ""), ("<c>", "<t></t>")] {
            let pieces = [front.as_bytes(), &long, between.as_bytes(), &long];
            assert!(scan(&pieces).is_err(), "{front}");
        }
        assert!(scan(&[b"<c>", &long, b"</c><c>", &long, b"</c>"]).is_ok());
        assert!(scan(&[b"<a><!-- x --></a>"]).is_err());
    }
}
