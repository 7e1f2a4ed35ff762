//! From bytes to blocks: one thread cuts the text, the others parse.
//!
//! The text is read once, in pieces, and a piece is dropped as soon as it is
//! parsed: memory holds the numbers and a few pieces of text.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use super::fault::{Fault, Position};
use super::{grammar, parse};
use crate::interrupt;
use crate::table::Wanted;
use crate::table::block::Block;
use crate::table::error::TableProblem;
use crate::table::source::Source;

/// Bytes read at a time.
pub(super) const PIECE: usize = 4 << 20;

/// A record longer than this is taken for a quote that is never closed.
pub(super) const LONGEST: usize = 64 << 20;

type Parsed = (usize, Result<(Block, Position), Fault>);

/// The rows of a table: `ahead` has been read already, and begins at `start`.
pub(super) fn blocks(
    source: &mut Source,
    ahead: Vec<u8>,
    start: Position,
    delimiter: u8,
    wanted: &Wanted,
    threads: usize,
) -> Result<Vec<Block>, Fault> {
    let done: Mutex<Vec<Parsed>> = Mutex::new(Vec::new());
    let failed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::sync_channel::<(usize, Vec<u8>)>(1);
    let receiver = Mutex::new(receiver);
    // A lock is poisoned only by a panic, which ends the scope anyway.
    let next = || receiver.lock().ok()?.recv().ok();
    let work = || {
        while let Some((number, text)) = next() {
            let parsed = parse::parse(&text, delimiter, wanted);
            failed.fetch_or(parsed.is_err(), Ordering::Relaxed);
            if let Ok(mut done) = done.lock() {
                done.push((number, parsed));
            }
        }
    };
    let cut = thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
        let cut = cut(source, ahead, delimiter, |number, text| {
            !failed.load(Ordering::Relaxed) && sender.send((number, text)).is_ok()
        });
        // The workers end once the channel is empty and closed.
        drop(sender);
        cut
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(number, _)| *number);
    let mut position = start;
    let mut blocks = Vec::with_capacity(done.len());
    for (_, parsed) in done {
        let (block, size) = parsed.map_err(|fault| fault.after(position))?;
        position = position.after(size);
        blocks.push(block);
    }
    // A problem in a row is reported rather than one in the text after it.
    match cut {
        Ok(()) => Ok(blocks),
        Err(problem) => Err(Fault::from(problem).after(position)),
    }
}

/// Passes pieces that end where records end to `take`, until it returns false.
fn cut(
    source: &mut Source,
    ahead: Vec<u8>,
    delimiter: u8,
    mut take: impl FnMut(usize, Vec<u8>) -> bool,
) -> Result<(), TableProblem> {
    let mut text = ahead;
    let mut number = 0;
    loop {
        if interrupt::is_requested() {
            return Err(TableProblem::Interrupted);
        }
        let read = source.read_more(&mut text, PIECE)?;
        let end = if read == 0 {
            text.len()
        } else {
            grammar::last_end(&text, delimiter).unwrap_or(0)
        };
        if end == 0 && text.len() > LONGEST {
            return Err(TableProblem::Endless);
        }
        if end > 0 {
            let mut rest = Vec::with_capacity(PIECE + text.len() - end);
            rest.extend_from_slice(&text[end..]);
            text.truncate(end);
            if !take(number, std::mem::replace(&mut text, rest)) {
                return Ok(());
            }
            number += 1;
        }
        if read == 0 {
            return Ok(());
        }
    }
}
