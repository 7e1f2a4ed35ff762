//! Ctrl-C.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// What is printed when Ctrl-C ended the command.
pub(crate) const MESSAGE: &str = "interrupted; nothing was written";

/// The exit code that shells use for a command that Ctrl-C ended.
pub(crate) const EXIT_CODE: u8 = 130;

/// How long the command may take to end by itself before the process is ended.
const GRACE_PERIOD: Duration = Duration::from_millis(600);

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From here on, Ctrl-C requests an end. If the command does not end soon,
/// `tidy` is called and the process is ended.
pub(crate) fn watch(tidy: fn()) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if !REQUESTED.swap(true, Ordering::SeqCst) {
            thread::sleep(GRACE_PERIOD);
        }
        tidy();
        let _ = writeln!(std::io::stderr(), "{MESSAGE}");
        std::process::exit(i32::from(EXIT_CODE));
    })
}

/// Whether an end was requested.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
