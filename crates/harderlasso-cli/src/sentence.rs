//! The error messages of the command.

use std::fmt;
use std::path::Path;

use harderlasso_report::text::visible;

/// A failure, as the sentence that is printed for it. The errors of the libraries
/// are types; by the time they get here, only the exit code depends on them.
#[derive(Debug)]
pub(crate) struct Sentence {
    text: String,
    interrupted: bool,
}

impl Sentence {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            interrupted: false,
        }
    }

    /// A failure of the file system: what was tried, and with which file.
    pub(crate) fn io(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        let is_missing = error.kind() == std::io::ErrorKind::NotFound;
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists() && is_missing);
        match folder {
            Some(folder) => Self::new(format!(
                "{doing} {} failed: the folder {} does not exist; create it first",
                path.display(),
                folder.display()
            )),
            None => Self::new(format!("{doing} {} failed: {error}", path.display())),
        }
    }

    /// The user pressed Ctrl-C.
    pub(crate) fn interrupted() -> Self {
        Self {
            text: "interrupted; nothing was written".to_owned(),
            interrupted: true,
        }
    }

    /// 130 is the exit code by which shells report that Ctrl-C ended a command.
    pub(crate) fn exit_code(&self) -> u8 {
        if self.interrupted { 130 } else { 2 }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.text))
    }
}

impl From<harderlasso::Error> for Sentence {
    fn from(error: harderlasso::Error) -> Self {
        match error {
            harderlasso::Error::Cancelled => Self::interrupted(),
            error => Self::new(error.to_string()),
        }
    }
}
