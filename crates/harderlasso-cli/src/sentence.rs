//! What a person is told when something cannot be done.

use std::fmt;
use std::path::Path;

/// A failure, as the sentence that is printed for it. The library's errors are
/// types; here they have met their reader, and nothing branches on them but the
/// exit code.
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

    /// A failure of the file system: what was tried, on what.
    pub(crate) fn io(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::new(format!("{doing} {} failed: {error}", path.display()))
    }

    /// Somebody pressed Ctrl-C.
    pub(crate) fn interrupted() -> Self {
        Self {
            text: "interrupted; nothing was written".to_owned(),
            interrupted: true,
        }
    }

    /// 130 is what shells give to what Ctrl-C ended.
    pub(crate) fn exit_code(&self) -> u8 {
        if self.interrupted { 130 } else { 2 }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&self.text))
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

/// Text from a file may hold control characters; on a terminal they could move
/// the cursor or worse.
pub(crate) fn printable(text: &str) -> String {
    let shown = |c: char| {
        if c.is_control() && c != '\n' {
            '\u{fffd}'
        } else {
            c
        }
    };
    text.chars().map(shown).collect()
}
