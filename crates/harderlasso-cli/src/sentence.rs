//! What a person is told when something cannot be done.

use std::fmt;
use std::path::Path;

/// A failure, as the sentence that is printed for it. The library's errors are
/// types; here they have met their reader, and nothing branches on them.
#[derive(Debug)]
pub(crate) struct Sentence(String);

impl Sentence {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// A failure of the file system: what was tried, on what.
    pub(crate) fn io(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        Self(format!("{doing} {} failed: {error}", path.display()))
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<harderlasso::Error> for Sentence {
    fn from(error: harderlasso::Error) -> Self {
        Self(error.to_string())
    }
}
