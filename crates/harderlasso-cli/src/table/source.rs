//! Where the bytes come from: a file or stdin, decompressed by content.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::StreamingDecoder;

use super::archive::Seekable;
use super::budget::Budget;
use super::error::{TableError, TableProblem};

/// Bytes read at a time from a pipe.
const PIECE: usize = 1 << 20;

/// Bytes that are read to recognize a format; longer than any mark.
const MARK: u64 = 16;

/// How files begin that are not read, and what they are.
const UNSUPPORTED: [(&[u8], &str); 1] = [(
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "an old Excel workbook (.xls) or one with a password; save it as .xlsx without a password, or as CSV UTF-8",
)];

/// How a Parquet file begins.
const PARQUET: &[u8] = b"PAR1";

/// How zip archives begin, the second one without a file.
const ZIP: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];

/// The dictionary of an xz file may be this large, in kibibytes; the tool uses at most
/// half of it unless it is asked to.
const XZ_MEMORY: u32 = 130 << 10;

/// The bytes of a table, and its name in messages.
pub(crate) struct Source {
    name: String,
    bytes: Box<dyn Read + Send>,
    compression: Option<&'static str>,
    container: Option<Container>,
}

/// A format that is not read from front to back. The file has the bytes of the source,
/// if it is a regular one.
pub(super) enum Container {
    Parquet(Option<File>),
    Zip(Option<File>),
}

impl Source {
    /// Opens a file, or stdin for `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        if path.as_os_str() == "-" {
            return Self::recognize("stdin", Box::new(io::stdin()), None);
        }
        let name = path.display().to_string();
        let refuse = |problem| TableError::whole(&name, problem);
        let file = File::open(path).map_err(|error| {
            refuse(match error.kind() {
                io::ErrorKind::NotFound => TableProblem::NotFound,
                _ => TableProblem::Opening(error),
            })
        })?;
        let about = file.metadata();
        if about.as_ref().is_ok_and(|about| about.is_dir()) {
            return Err(refuse(TableProblem::Folder));
        }
        let is_regular = about.is_ok_and(|about| about.is_file());
        let again = is_regular.then(|| file.try_clone().ok()).flatten();
        Self::recognize(&name, Box::new(file), again)
    }

    /// The format, if it is not read from front to back.
    pub(super) fn container(&mut self) -> Option<Container> {
        self.container.take()
    }

    /// The bytes as such that can be read from any position. Those of a pipe are kept,
    /// as long as they are within the budget.
    pub(super) fn seekable(
        mut self,
        file: Option<File>,
        budget: &Budget,
    ) -> Result<Box<dyn Seekable>, TableProblem> {
        if let Some(file) = file {
            return Ok(Box::new(file));
        }
        let mut bytes = Vec::new();
        while self.read_more(&mut bytes, PIECE)? > 0 {
            budget.check(bytes.len())?;
        }
        Ok(Box::new(Cursor::new(bytes)))
    }

    /// The file that was in an archive.
    pub(super) fn member(name: &str, bytes: Box<dyn Read + Send>) -> Result<Self, TableError> {
        let mut source = Self::recognize(name, bytes, None)?;
        source.compression = source.compression.or(Some("zip"));
        Ok(source)
    }

    /// Bytes in memory, such as those of the demonstration.
    pub(crate) fn bytes(
        name: &str,
        bytes: impl AsRef<[u8]> + Send + 'static,
    ) -> Result<Self, TableError> {
        Self::recognize(name, Box::new(Cursor::new(bytes)), None)
    }

    /// Looks at the first bytes, since the name of a file may be misleading.
    /// `file` is a regular file with the same bytes, if there is one.
    fn recognize(
        name: &str,
        mut bytes: Box<dyn Read + Send>,
        file: Option<File>,
    ) -> Result<Self, TableError> {
        let refuse = |problem| TableError::whole(name, problem);
        let mut mark = Vec::new();
        (&mut bytes)
            .take(MARK)
            .read_to_end(&mut mark)
            .map_err(|error| refuse(TableProblem::Reading(error)))?;
        let starts = |magic: &[u8]| mark.starts_with(magic);
        if let Some((_, what)) = UNSUPPORTED.iter().find(|(magic, _)| starts(magic)) {
            return Err(refuse(TableProblem::Unsupported(what)));
        }
        let container = if starts(PARQUET) {
            Some(Container::Parquet(file))
        } else if ZIP.iter().any(|magic| starts(magic)) {
            Some(Container::Zip(file))
        } else {
            None
        };
        let is_gzip = starts(b"\x1f\x8b");
        let is_zstd = starts(b"\x28\xb5\x2f\xfd");
        let is_xz = starts(b"\xfd7zXZ\0");
        let is_bzip2 = mark.len() > 9
            && starts(b"BZh")
            && matches!(&mark[4..10], b"1AY&SY" | b"\x17\x72\x45\x38\x50\x90");
        let whole = Cursor::new(mark).chain(bytes);
        let buffered = |whole| BufReader::with_capacity(1 << 16, whole);
        let (bytes, compression): (Box<dyn Read + Send>, _) = if is_gzip {
            (Box::new(MultiGzDecoder::new(buffered(whole))), Some("gzip"))
        } else if is_zstd {
            (Box::new(ZstdFrames::new(Box::new(whole))), Some("zstd"))
        } else if is_xz {
            let decoder = XzReader::new_mem_limit(buffered(whole), true, XZ_MEMORY);
            (Box::new(decoder), Some("xz"))
        } else if is_bzip2 {
            (
                Box::new(MultiBzDecoder::new(buffered(whole))),
                Some("bzip2"),
            )
        } else {
            (Box::new(whole), None)
        };
        Ok(Self {
            name: name.to_owned(),
            bytes,
            compression,
            container,
        })
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Appends up to `most` bytes; fewer only at the end.
    pub(super) fn read_more(
        &mut self,
        out: &mut Vec<u8>,
        most: usize,
    ) -> Result<usize, TableProblem> {
        let read = (&mut self.bytes).take(most as u64).read_to_end(out);
        read.map_err(|error| {
            TableProblem::Reading(match self.compression {
                Some(compression) => io::Error::new(
                    error.kind(),
                    format!(
                        "the {compression} data are damaged or cut short ({error}); download or compress the file again"
                    ),
                ),
                None => error,
            })
        })
    }
}

/// The frames of a zstd file, one after the other; the decoder reads only one.
struct ZstdFrames {
    state: Option<ZstdState>,
}

enum ZstdState {
    Between(BufReader<Box<dyn Read + Send>>),
    Within(Box<StreamingDecoder<BufReader<Box<dyn Read + Send>>, FrameDecoder>>),
}

impl ZstdFrames {
    fn new(bytes: Box<dyn Read + Send>) -> Self {
        Self {
            state: Some(ZstdState::Between(BufReader::with_capacity(1 << 16, bytes))),
        }
    }
}

impl Read for ZstdFrames {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.state.take() {
                None => return Ok(0),
                Some(ZstdState::Between(mut bytes)) => {
                    if io::BufRead::fill_buf(&mut bytes)?.is_empty() {
                        return Ok(0);
                    }
                    let frame = StreamingDecoder::new(bytes).map_err(io::Error::other)?;
                    self.state = Some(ZstdState::Within(Box::new(frame)));
                }
                Some(ZstdState::Within(mut frame)) => {
                    let count = frame.read(out)?;
                    if count > 0 || out.is_empty() {
                        self.state = Some(ZstdState::Within(frame));
                        return Ok(count);
                    }
                    check_sum(&frame.decoder)?;
                    self.state = Some(ZstdState::Between(frame.into_inner()));
                }
            }
        }
    }
}

/// Compares a frame that was read with its checksum, if it has one.
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
