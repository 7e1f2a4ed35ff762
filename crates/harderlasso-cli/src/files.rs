//! Bytes for files, and files that are either whole or not there.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::sentence::Sentence;

/// Writes `bytes` under a temporary name beside `path`, then renames: a reader
/// sees the old file or the new one, never half of it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Sentence> {
    let mut partial = OsString::from(path);
    partial.push(".partial");
    let partial = Path::new(&partial);
    let write = || -> io::Result<()> {
        let mut file = fs::File::create(partial)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(partial, path)
    };
    write().map_err(|error| {
        // The reason for the failure is worth more than a failure to tidy up.
        let _ = fs::remove_file(partial);
        Sentence::io("writing", path, &error)
    })
}

/// Records as lines of CSV, below a line of their field names if `names`.
pub(crate) fn csv<T: Serialize>(
    names: bool,
    records: impl IntoIterator<Item = T>,
) -> Result<Vec<u8>, Sentence> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(names)
        .from_writer(Vec::new());
    let refuse =
        |error: &dyn std::fmt::Display| Sentence::new(format!("writing CSV failed: {error}"));
    for record in records {
        writer.serialize(record).map_err(|error| refuse(&error))?;
    }
    writer.into_inner().map_err(|error| refuse(&error))
}
