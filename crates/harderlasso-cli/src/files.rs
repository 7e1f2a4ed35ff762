//! Writing files: a file is written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{action} {} failed: {}", .path.display(), reason(.path, .error))]
pub(crate) struct FileError {
    /// `reading` or `writing`.
    pub(crate) action: &'static str,
    pub(crate) path: PathBuf,
    pub(crate) error: io::Error,
}

/// The reason that the system gives; where the folder is missing, that reason would
/// only be that there is no such file.
fn reason(path: &Path, error: &io::Error) -> String {
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists() && is_missing);
    match folder {
        Some(folder) => format!("there is no folder {}; create it first", folder.display()),
        None => error.to_string(),
    }
}

/// The temporary file that is being written.
static PARTIAL: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Where the bytes for a path go.
enum Destination {
    /// A file, which is replaced by renaming a temporary file beside it.
    File {
        path: PathBuf,
        partial: PathBuf,
        /// Those of the file that is replaced, which the new one keeps.
        permissions: Option<Permissions>,
    },
    /// Something else that accepts bytes, such as /dev/null or a pipe. Renaming
    /// would put a file in its place.
    Other,
}

impl Destination {
    fn of(path: &Path) -> io::Result<Self> {
        // A link is kept: the file that it points to is replaced.
        let path = match fs::canonicalize(path) {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        let permissions = match fs::metadata(&path) {
            Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(about) if !about.is_file() => return Ok(Self::Other),
            Ok(about) => Some(about.permissions()),
            Err(_) => None,
        };
        if path.file_name().is_none() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut partial = OsString::from(&path);
        partial.push(format!(".{}.partial", std::process::id()));
        let partial = PathBuf::from(partial);
        Ok(Self::File {
            path,
            partial,
            permissions,
        })
    }
}

/// Writes `bytes` under a temporary name beside `path`, then renames: a reader
/// sees the old file or the new one, never a part of it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let write = || match Destination::of(path)? {
        Destination::Other => File::options().write(true).open(path)?.write_all(bytes),
        Destination::File {
            path,
            partial,
            permissions,
        } => {
            remember_partial(Some(partial.clone()));
            let mut file = create(&partial, permissions)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&partial, path)
        }
    };
    let written = write();
    match &written {
        // The reason for this failure is reported, not a failure to tidy up.
        Err(_) => remove_partial(),
        Ok(()) => remember_partial(None),
    }
    written.map_err(|error| writing(path, error))
}

/// Creates a file, which nobody else can read before it has the permissions that it
/// is to have.
fn create(path: &Path, permissions: Option<Permissions>) -> io::Result<File> {
    let Some(permissions) = permissions else {
        return File::create(path);
    };
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    file.set_permissions(permissions)?;
    Ok(file)
}

fn remember_partial(partial: Option<PathBuf>) {
    if let Ok(mut slot) = PARTIAL.lock() {
        *slot = partial;
    }
}

/// Removes the temporary file that is being written, if there is one.
pub(crate) fn remove_partial() {
    if let Ok(mut slot) = PARTIAL.lock()
        && let Some(partial) = slot.take()
    {
        let _ = fs::remove_file(partial);
    }
}

/// Checks that `path` can be written, before the work is done whose result it
/// is to hold. Changes nothing.
pub(crate) fn check_writable(path: &Path) -> Result<(), FileError> {
    let attempt = || match Destination::of(path)? {
        Destination::Other => File::options().write(true).open(path).map(drop),
        Destination::File { partial, .. } => {
            File::create(&partial)?;
            fs::remove_file(&partial)
        }
    };
    attempt().map_err(|error| writing(path, error))
}

fn writing(path: &Path, error: io::Error) -> FileError {
    FileError {
        action: "writing",
        path: path.to_owned(),
        error,
    }
}

/// Whether two paths lead to the same file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    // A file that does not exist yet is identified by its folder.
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

/// A table as CSV.
pub(crate) fn csv<N, R>(names: N, rows: impl IntoIterator<Item = R>) -> io::Result<Vec<u8>>
where
    N: IntoIterator<Item: AsRef<[u8]>>,
    R: IntoIterator<Item: AsRef<[u8]>>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(names)?;
    for row in rows {
        writer.write_record(row)?;
    }
    writer.into_inner().map_err(|error| error.into_error())
}
