//! Files that are either whole or not there.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::sentence::Sentence;

/// The temporary file that is being written, for whoever ends the process.
static PARTIAL: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Where bytes for a path really go.
enum Place {
    /// A file, which is replaced by renaming a temporary one beside it.
    File { path: PathBuf, partial: PathBuf },
    /// Something else that takes bytes, such as /dev/null or a pipe. Renaming
    /// would put a file in its place.
    Other,
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        // A link stays a link: what it points to is replaced.
        let path = match fs::canonicalize(path) {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        match fs::metadata(&path) {
            Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(about) if !about.is_file() => return Ok(Self::Other),
            _ => {}
        }
        if path.file_name().is_none() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut partial = OsString::from(&path);
        partial.push(format!(".{}.partial", std::process::id()));
        let partial = PathBuf::from(partial);
        Ok(Self::File { path, partial })
    }
}

/// Writes `bytes` under a temporary name beside `path`, then renames: a reader
/// sees the old file or the new one, never half of it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Sentence> {
    let write = || match Place::of(path)? {
        Place::Other => File::options().write(true).open(path)?.write_all(bytes),
        Place::File { path, partial } => {
            remember(Some(partial.clone()));
            let mut file = File::create(&partial)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&partial, path)
        }
    };
    let written = write();
    match &written {
        // The reason for the failure is worth more than a failure to tidy up.
        Err(_) => forget_partial(),
        Ok(()) => remember(None),
    }
    written.map_err(|error| Sentence::io("writing", path, &error))
}

fn remember(partial: Option<PathBuf>) {
    if let Ok(mut slot) = PARTIAL.lock() {
        *slot = partial;
    }
}

/// Removes the temporary file that is being written, if there is one.
pub(crate) fn forget_partial() {
    if let Ok(mut slot) = PARTIAL.lock()
        && let Some(partial) = slot.take()
    {
        let _ = fs::remove_file(partial);
    }
}

/// Finds out, before hours of work, whether `path` could be written. Leaves
/// everything as it was.
pub(crate) fn check_writable(path: &Path) -> Result<(), Sentence> {
    let attempt = || match Place::of(path)? {
        Place::Other => File::options().write(true).open(path).map(drop),
        Place::File { partial, .. } => {
            File::create(&partial)?;
            fs::remove_file(&partial)
        }
    };
    attempt().map_err(|error| Sentence::io("writing", path, &error))
}

/// Whether two paths are one file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    // A file that is not there yet is known by its folder.
    let real = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let folder = match path.parent()? {
                folder if folder.as_os_str().is_empty() => Path::new("."),
                folder => folder,
            };
            Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
        })
    };
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}
