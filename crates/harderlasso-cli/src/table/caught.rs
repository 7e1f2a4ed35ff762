//! Decoders of other crates that may panic on damaged files.

use std::panic::{self, AssertUnwindSafe};

/// Runs a decoder; nothing if it panics.
pub(super) fn caught<T>(decode: impl FnOnce() -> T) -> Option<T> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = panic::catch_unwind(AssertUnwindSafe(decode));
    panic::set_hook(hook);
    done.ok()
}
