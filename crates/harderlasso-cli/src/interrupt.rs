//! Ctrl-C.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::files;
use crate::sentence::Sentence;

/// How long an orderly end may take before the process ends without one.
const PATIENCE: Duration = Duration::from_millis(600);

static ASKED: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C asks for an end, and enforces it if none comes soon.
pub(crate) fn watch() -> Result<(), Sentence> {
    ctrlc::set_handler(|| {
        if !ASKED.swap(true, Ordering::SeqCst) {
            thread::sleep(PATIENCE);
        }
        files::forget_partial();
        let sentence = Sentence::interrupted();
        let _ = writeln!(std::io::stderr(), "{sentence}");
        std::process::exit(i32::from(sentence.exit_code()));
    })
    .map_err(|error| Sentence::new(format!("Ctrl-C cannot be watched: {error}")))
}

/// Whether somebody asked for an end.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
