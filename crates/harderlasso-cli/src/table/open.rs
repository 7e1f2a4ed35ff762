//! Where the bytes come from: a file or stdin, unpacked by content.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::StreamingDecoder;

use super::fault::reading;
use crate::sentence::Sentence;

/// Read before anything is known; longer than any mark of a format.
const MARK: u64 = 16;

/// Why a Parquet file is not read.
const PARQUET: &str = if cfg!(feature = "parquet") {
    "Parquet, which cannot be read through a pipe; give the file by name"
} else {
    "a Parquet file, which this build of the command does not read; build it with `cargo build --release -p harderlasso-cli --features parquet`, or save the table as CSV"
};

/// Bytes of a table, and what a person calls them.
pub(crate) struct Source {
    name: String,
    bytes: Box<dyn Read + Send>,
    packing: Option<&'static str>,
    #[cfg(feature = "parquet")]
    parquet: Option<File>,
}

impl Source {
    /// Opens a file, or stdin for `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, Sentence> {
        if path.as_os_str() == "-" {
            return Self::unpack("stdin".to_owned(), Box::new(io::stdin()));
        }
        let name = path.display().to_string();
        let refuse = |error: &io::Error| match error.kind() {
            io::ErrorKind::NotFound => Sentence::new(format!(
                "there is no file {name}; check the spelling and the folder"
            )),
            _ => Sentence::io("opening", path, error),
        };
        let file = File::open(path).map_err(|error| refuse(&error))?;
        if file.metadata().is_ok_and(|about| about.is_dir()) {
            return Err(Sentence::new(format!(
                "{name} is a folder; a table in a file is expected"
            )));
        }
        #[cfg(feature = "parquet")]
        if super::parquet::is_parquet(&file) {
            return Ok(Self {
                name,
                bytes: Box::new(io::empty()),
                packing: None,
                parquet: Some(file),
            });
        }
        Self::unpack(name, Box::new(file))
    }

    /// The file, if it is Parquet, which is not read from front to back.
    #[cfg(feature = "parquet")]
    pub(super) fn take_parquet(&mut self) -> Option<File> {
        self.parquet.take()
    }

    /// Bytes at hand, such as those of the demonstration.
    pub(crate) fn bytes(
        name: &str,
        bytes: impl AsRef<[u8]> + Send + 'static,
    ) -> Result<Self, Sentence> {
        Self::unpack(name.to_owned(), Box::new(Cursor::new(bytes)))
    }

    /// Looks at the first bytes, as names of files lie.
    fn unpack(name: String, mut bytes: Box<dyn Read + Send>) -> Result<Self, Sentence> {
        let mut mark = Vec::new();
        (&mut bytes)
            .take(MARK)
            .read_to_end(&mut mark)
            .map_err(|error| reading(&name, &error))?;
        let starts = |magic: &[u8]| mark.starts_with(magic);
        let other = if starts(b"PK\x03\x04") {
            Some("a zip archive or an Excel workbook; unpack it, or save the sheet as CSV UTF-8")
        } else if starts(b"BZh") {
            Some("packed with bzip2; unpack it, or pack it with gzip or zstd")
        } else if starts(b"\xfd7zXZ\0") {
            Some("packed with xz; unpack it, or pack it with gzip or zstd")
        } else if starts(b"PAR1") {
            Some(PARQUET)
        } else {
            None
        };
        if let Some(what) = other {
            return Err(Sentence::new(format!("{name} is {what}")));
        }
        let (gzip, zstd) = (starts(b"\x1f\x8b"), starts(b"\x28\xb5\x2f\xfd"));
        let whole = Cursor::new(mark).chain(bytes);
        let (bytes, packing): (Box<dyn Read + Send>, _) = if gzip {
            let decoder = MultiGzDecoder::new(BufReader::with_capacity(1 << 16, whole));
            (Box::new(decoder), Some("gzip"))
        } else if zstd {
            (Box::new(Frames::new(Box::new(whole))), Some("zstd"))
        } else {
            (Box::new(whole), None)
        };
        Ok(Self {
            name,
            bytes,
            packing,
            #[cfg(feature = "parquet")]
            parquet: None,
        })
    }

    /// What a person calls it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Appends up to `most` bytes; fewer only at the end.
    pub(super) fn read_more(&mut self, out: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        let read = (&mut self.bytes).take(most as u64).read_to_end(out);
        read.map_err(|error| match self.packing {
            Some(packing) => io::Error::new(
                error.kind(),
                format!("the {packing} data are damaged or cut short ({error}); fetch or pack the file again"),
            ),
            None => error,
        })
    }
}

/// The frames of a zstd file one after the other; the decoder knows only one.
struct Frames {
    state: Option<Frame>,
}

enum Frame {
    Between(BufReader<Box<dyn Read + Send>>),
    Within(Box<StreamingDecoder<BufReader<Box<dyn Read + Send>>, FrameDecoder>>),
}

impl Frames {
    fn new(bytes: Box<dyn Read + Send>) -> Self {
        Self {
            state: Some(Frame::Between(BufReader::with_capacity(1 << 16, bytes))),
        }
    }
}

impl Read for Frames {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.state.take() {
                None => return Ok(0),
                Some(Frame::Between(mut bytes)) => {
                    if io::BufRead::fill_buf(&mut bytes)?.is_empty() {
                        return Ok(0);
                    }
                    let frame = StreamingDecoder::new(bytes).map_err(io::Error::other)?;
                    self.state = Some(Frame::Within(Box::new(frame)));
                }
                Some(Frame::Within(mut frame)) => {
                    let count = frame.read(out)?;
                    if count > 0 || out.is_empty() {
                        self.state = Some(Frame::Within(frame));
                        return Ok(count);
                    }
                    check_sum(&frame.decoder)?;
                    self.state = Some(Frame::Between(frame.into_inner()));
                }
            }
        }
    }
}

/// Holds a frame that is done against its checksum, where it has one.
fn check_sum(frame: &FrameDecoder) -> io::Result<()> {
    match (
        frame.get_checksum_from_data(),
        frame.get_calculated_checksum(),
    ) {
        (Some(stored), Some(found)) if stored != found => {
            Err(io::Error::other("the checksum does not match"))
        }
        _ => Ok(()),
    }
}
