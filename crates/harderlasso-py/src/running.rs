//! Long work without the interpreter, which goes on meanwhile: other Python
//! threads run, Ctrl-C is heard, and progress is told.
//!
//! Python delivers signals to its main thread only when that thread asks. So
//! the work goes to a thread of its own, and the calling thread waits, asking
//! about signals several times a second.

use harderlasso::{Event, Observer};
use pyo3::exceptions::PyRuntimeError;
use pyo3::{Py, PyAny, PyErr, PyResult, Python};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the calling thread looks at signals and progress.
const TICK: Duration = Duration::from_millis(50);

/// What the worker tells the calling thread.
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

/// Runs `work` on another thread. `progress` is called on this one, with what
/// is being done, how much of it is done, and how much there is.
///
/// # Errors
/// Those of `work` through `refused`, and whatever a signal handler or
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
                // Dropped at the end, even of a panic, which ends the wait.
                let _done = done;
                work(&watch)
            });
            while wait.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    raised = Python::attach(|py| look(py, progress, &watch)).err();
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
            "the engine met a defect of its own; please report it with the data and settings",
        )),
    }
}

/// Lets signals be handled and tells the latest news.
fn look(py: Python<'_>, progress: Option<&Py<PyAny>>, watch: &Watch) -> PyResult<()> {
    py.check_signals()?;
    if let (Some(progress), Some(event)) = (progress, watch.take()) {
        match event {
            Event::Draws { done, total } => {
                progress.call1(py, ("null draws", done, total, None::<usize>))?;
            }
            Event::Phase {
                done,
                total,
                features,
            } => {
                progress.call1(py, ("search", done, total, Some(features)))?;
            }
            Event::Refit => {
                progress.call1(py, ("refit", 1, 1, None::<usize>))?;
            }
            _ => {}
        }
    }
    Ok(())
}
