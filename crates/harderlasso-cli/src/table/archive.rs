//! The container zip: a workbook, or one packed table.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

use flate2::Crc;
use flate2::read::DeflateDecoder;
use zip::{CompressionMethod, ZipArchive};

use super::error::TableProblem;

/// Bytes that can be read from any position.
pub(super) trait Seekable: Read + Seek + Send {}

impl Seekable for File {}
impl Seekable for Cursor<Vec<u8>> {}

/// What an archive holds.
pub(super) enum Archive {
    /// A workbook of Excel.
    Workbook(Box<dyn Seekable>),
    /// The bytes of the only file in it.
    Member(Box<dyn Read + Send>),
}

/// Files that are not tables although they are in an archive.
const LITTER: [&str; 3] = [".ds_store", "thumbs.db", "desktop.ini"];

pub(super) fn open(mut bytes: Box<dyn Seekable>) -> Result<Archive, TableProblem> {
    let damaged = |error: zip::result::ZipError| TableProblem::ZipDamaged(error.to_string());
    bytes
        .seek(SeekFrom::Start(0))
        .map_err(TableProblem::Reading)?;
    let mut archive = ZipArchive::new(bytes).map_err(damaged)?;
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(damaged)?;
        let name = String::from_utf8_lossy(member.name_raw()).into_owned();
        let lower = name.to_lowercase();
        let last = lower.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_litter = lower.starts_with("__macosx/") || LITTER.contains(&last);
        if !is_litter && !member.is_dir() {
            members.push((index, name));
        }
    }
    let has = |path: &str| {
        members
            .iter()
            .any(|(_, name)| name.eq_ignore_ascii_case(path))
    };
    if has("xl/workbook.xml") {
        return Ok(Archive::Workbook(archive.into_inner()));
    }
    for (path, kind) in [
        ("xl/workbook.bin", "a binary Excel workbook (.xlsb)"),
        ("content.xml", "an OpenDocument file, such as .ods"),
        ("Index/Document.iwa", "a workbook of Numbers"),
    ] {
        if has(path) {
            return Err(TableProblem::Workbook(kind));
        }
    }
    let [(index, _)] = members[..] else {
        let names = members.into_iter().map(|(_, name)| name).collect();
        return Err(TableProblem::ZipMembers(names));
    };
    let member = archive.by_index_raw(index).map_err(damaged)?;
    let (method, sum) = (member.compression(), member.crc32());
    let (size, is_locked) = (member.compressed_size(), member.encrypted());
    let start = member.data_start();
    drop(member);
    if is_locked {
        return Err(TableProblem::ZipLocked);
    }
    let mut bytes = archive.into_inner();
    let Some(start) = start else {
        return Err(TableProblem::ZipDamaged(
            "a file has no beginning".to_owned(),
        ));
    };
    bytes
        .seek(SeekFrom::Start(start))
        .map_err(TableProblem::Reading)?;
    let packed = bytes.take(size);
    let unpacked: Box<dyn Read + Send> = match method {
        CompressionMethod::Stored => Box::new(packed),
        CompressionMethod::Deflated => Box::new(DeflateDecoder::new(packed)),
        other => return Err(TableProblem::ZipMethod(other.to_string())),
    };
    Ok(Archive::Member(Box::new(SummedMember {
        bytes: unpacked,
        expected: sum,
        found: Crc::new(),
    })))
}

/// Bytes whose checksum is compared at their end.
struct SummedMember {
    bytes: Box<dyn Read + Send>,
    expected: u32,
    found: Crc,
}

impl Read for SummedMember {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(out)?;
        self.found.update(&out[..count]);
        if count == 0 && !out.is_empty() && self.found.sum() != self.expected {
            return Err(io::Error::other("the checksum does not match"));
        }
        Ok(count)
    }
}
