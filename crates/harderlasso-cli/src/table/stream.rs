//! From bytes to blocks: one thread cuts, several parse.
//!
//! The text is read once, in pieces, and each piece is dropped as soon as it is
//! parsed: what is in memory is the numbers and a few pieces of text.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use super::block::{self, Block};
use super::fault::{Fault, Place, What};
use super::open::Source;
use super::record::{self, Shape};
use crate::interrupt;

/// Bytes read at a time.
pub(super) const PIECE: usize = 4 << 20;

/// A record longer than this is a quote that never closes.
pub(super) const LONGEST: usize = 256 << 20;

type Parsed = (usize, Result<Block, Fault>);

/// The rows of a table: `ahead` has been read already, the place is where it
/// begins.
pub(super) fn blocks(
    source: &mut Source,
    ahead: Vec<u8>,
    shape: &Shape,
    start: Place,
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
            let parsed = block::parse(&text, shape);
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
        let cut = cut(source, ahead, shape.delimiter, |number, text| {
            !failed.load(Ordering::Relaxed) && sender.send((number, text)).is_ok()
        });
        // The workers end when nothing more can come.
        drop(sender);
        cut
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(number, _)| *number);
    let mut place = start;
    let mut blocks = Vec::with_capacity(done.len());
    for (_, parsed) in done {
        let block = parsed.map_err(|fault| fault.from(place))?;
        place = place.after(block.size);
        blocks.push(block);
    }
    // What is wrong with the rows comes before what is wrong behind them.
    match cut {
        Ok(()) => Ok(blocks),
        Err(what) => Err(Fault { place, what }),
    }
}

/// Hands out pieces that end where records end, as long as they are taken.
fn cut(
    source: &mut Source,
    ahead: Vec<u8>,
    delimiter: u8,
    mut take: impl FnMut(usize, Vec<u8>) -> bool,
) -> Result<(), What> {
    let mut text = ahead;
    let mut number = 0;
    loop {
        if interrupt::is_asked() {
            return Err(What::Interrupted);
        }
        let read = source.read_more(&mut text, PIECE).map_err(What::Reading)?;
        let end = if read == 0 {
            text.len()
        } else {
            record::last_end(&text, delimiter).unwrap_or(0)
        };
        if end == 0 && text.len() > LONGEST {
            return Err(What::Endless);
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
