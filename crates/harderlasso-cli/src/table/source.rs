//! Where the bytes come from: a file or stdin, decompressed by content.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::StreamingDecoder;

use super::error::{TableError, TableProblem};

/// Bytes that are read to recognize a format; longer than any mark.
const MARK: u64 = 16;

/// How files begin that are not read, and what they are.
const UNSUPPORTED: [(&[u8], &str); 3] = [
    (
        b"PK\x03\x04",
        "a zip archive or an Excel workbook; unpack it, or save the sheet as CSV UTF-8",
    ),
    (
        b"BZh",
        "a file compressed with bzip2; decompress it, or compress it with gzip or zstd",
    ),
    (
        b"\xfd7zXZ\0",
        "a file compressed with xz; decompress it, or compress it with gzip or zstd",
    ),
];

/// How a Parquet file begins.
const PARQUET: &[u8] = b"PAR1";

/// The bytes of a table, and its name in messages.
pub(crate) struct Source {
    name: String,
    bytes: Box<dyn Read + Send>,
    compression: Option<&'static str>,
    /// The file, if it is in Parquet, which is not read from front to back.
    #[cfg(feature = "parquet")]
    parquet: Option<File>,
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

    /// The file, if it is in Parquet; else the source.
    #[cfg(feature = "parquet")]
    pub(super) fn parquet(mut self) -> Result<File, Self> {
        self.parquet.take().ok_or(self)
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
        let is_parquet = starts(PARQUET);
        if is_parquet && let Some(problem) = parquet_problem(file.is_some()) {
            return Err(refuse(problem));
        }
        let (gzip, zstd) = (starts(b"\x1f\x8b"), starts(b"\x28\xb5\x2f\xfd"));
        let whole = Cursor::new(mark).chain(bytes);
        let (bytes, compression): (Box<dyn Read + Send>, _) = if gzip {
            let decoder = MultiGzDecoder::new(BufReader::with_capacity(1 << 16, whole));
            (Box::new(decoder), Some("gzip"))
        } else if zstd {
            (Box::new(ZstdFrames::new(Box::new(whole))), Some("zstd"))
        } else {
            (Box::new(whole), None)
        };
        Ok(Self {
            name: name.to_owned(),
            bytes,
            compression,
            #[cfg(feature = "parquet")]
            parquet: file.filter(|_| is_parquet),
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

/// Why a table in Parquet is not read, if it is not.
fn parquet_problem(is_file: bool) -> Option<TableProblem> {
    #[cfg(feature = "parquet")]
    return (!is_file).then_some(TableProblem::Unsupported(
        "a Parquet file, which cannot be read through a pipe; give the file by name",
    ));
    #[cfg(not(feature = "parquet"))]
    {
        let _ = is_file;
        Some(TableProblem::ParquetUnsupported)
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
