//! How much memory reading may use.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::error::TableProblem;

/// The limit where the memory of the machine is not known.
const UNKNOWN: usize = 8 << 30;

/// The memory that a table may take while it is read.
#[derive(Debug)]
pub(super) struct Budget {
    limit: usize,
    used: AtomicUsize,
}

impl Budget {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            used: AtomicUsize::new(0),
        }
    }

    /// Takes some of it, for good.
    pub(super) fn take(&self, bytes: usize) -> Result<(), TableProblem> {
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        self.check(before.saturating_add(bytes))
    }

    /// Whether so much is within the limit.
    pub(super) fn check(&self, bytes: usize) -> Result<(), TableProblem> {
        match bytes <= self.limit {
            true => Ok(()),
            false => Err(TableProblem::Memory { limit: self.limit }),
        }
    }
}

/// The usual limit: half of the memory of the machine, or of the container that the
/// process runs in. The other half is for the fit.
pub(crate) fn usual_limit() -> usize {
    let number = |path: &str| -> Option<usize> {
        let text = fs::read_to_string(path).ok()?;
        text.trim().parse().ok()
    };
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
        kilobytes.checked_mul(1024)
    });
    [
        machine,
        number("/sys/fs/cgroup/memory.max"),
        number("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ]
    .into_iter()
    .flatten()
    .min()
    .map_or(UNKNOWN, |bytes| bytes / 2)
}
