//! Long computations without the lock of the interpreter: other Python threads
//! go on, Ctrl-C stops the computation, and progress is reported.
//!
//! Python handles signals in its main thread only, and only when that thread
//! asks for them. So the computation runs in a thread of its own, and the
//! calling thread waits for it and checks for signals several times a second.

use harderlasso::{Event, Observer};
use pyo3::exceptions::PyRuntimeError;
use pyo3::{Py, PyAny, PyErr, PyResult, Python};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Time between two checks for signals and progress.
const TICK: Duration = Duration::from_millis(50);

/// What the worker and the calling thread share.
#[derive(Default)]
struct Watch {
    cancelled: AtomicBool,
    latest: Mutex<Option<Event>>,
}

impl Observer for Watch {
    fn event(&self, event: Event) {
        if let Ok(mut latest) = self.latest.lock() {
            *latest = Some(event);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Watch {
    fn take(&self) -> Option<Event> {
        self.latest.lock().ok().and_then(|mut latest| latest.take())
    }
}

/// Runs `work` in another thread. `progress` is called in this one, with the
/// name of the stage, the finished and all steps of it, and the number of
/// features that are left.
///
/// # Errors
/// Those of `work`, converted by `refused`, and whatever a signal handler or
/// `progress` raises, which also stops the work.
pub(crate) fn run<R: Send, E: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    refused: impl Fn(E) -> PyErr,
    work: impl FnOnce(&dyn Observer) -> Result<R, E> + Send,
) -> PyResult<R> {
    let watch = Watch::default();
    let mut raised: Option<PyErr> = None;
    let finished = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = mpsc::channel::<()>();
            let worker = scope.spawn(|| {
                // Dropped at the end, also after a panic, which ends the wait.
                let _done = done;
                work(&watch)
            });
            while wait.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    raised = Python::attach(|py| check(py, progress, &watch)).err();
                    watch.cancelled.store(raised.is_some(), Ordering::Relaxed);
                }
            }
            worker.join()
        })
    });
    if let Some(raised) = raised {
        return Err(raised);
    }
    match finished {
        Ok(result) => result.map_err(refused),
        Err(_) => Err(PyRuntimeError::new_err(
            "harderlasso failed because of a defect of its own; please report it with the data and the parameters",
        )),
    }
}

/// Handles signals and reports the latest progress.
fn check(py: Python<'_>, progress: Option<&Py<PyAny>>, watch: &Watch) -> PyResult<()> {
    py.check_signals()?;
    if let (Some(progress), Some(event)) = (progress, watch.take()) {
        let (stage, done, total, features) = match event {
            Event::Draws { done, total } => ("null draws", done, total, None),
            Event::Phase {
                done,
                total,
                features,
            } => ("search", done, total, Some(features)),
            Event::Refit => ("refit", 1, 1, None),
            // Nothing to count, and events that a later engine may have.
            _ => return Ok(()),
        };
        progress.call1(py, (stage, done, total, features))?;
    }
    Ok(())
}
