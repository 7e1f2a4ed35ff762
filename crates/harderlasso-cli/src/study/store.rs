//! The directory of a study: `study.json` says what its rows share, and
//! `runs.csv` holds the rows.
//!
//! A row is one write at the end of the file, as soon as its fit is done, so a
//! kill loses no finished row and tears at most the last line. At the end the
//! file is put in order, in one rename.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::plan::{Key, Plan, Settings};
use super::row::Row;
use crate::failure::Failure;
use crate::files;

/// The finished rows, in memory and on disk.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    file: File,
    rows: BTreeMap<Key, Row>,
}

impl Store {
    /// Opens the directory of `plan`, with the rows that it has if the plan
    /// resumes and with none otherwise.
    pub(super) fn open(plan: &Plan) -> Result<Self, Failure> {
        let (directory, path) = (&plan.out, plan.out.join("runs.csv"));
        fs::create_dir_all(directory).map_err(|error| crate::files::FileError {
            action: "creating the directory",
            path: directory.to_owned(),
            error,
        })?;
        let stored = read(&path)?;
        let Whole { rows, bytes } = whole(&path, &stored)?;
        if !rows.is_empty() && !plan.resume {
            return Err(Failure::new(format!(
                "{} already has rows; give --resume to add to them, or another --out",
                path.display()
            )));
        }
        let settings = directory.join("study.json");
        if rows.is_empty() {
            let mut text = serde_json::to_string_pretty(&plan.settings)
                .map_err(|error| Failure::new(format!("writing the settings failed: {error}")))?;
            text.push('\n');
            files::replace(&settings, text.as_bytes())?;
        } else {
            compare(&settings, &plan.settings)?;
        }

        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
            file.set_len(bytes as u64)?;
            if bytes == 0 {
                file.write_all(Row::HEADER.as_bytes())?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| crate::files::FileError {
            action: "opening",
            path: path.to_owned(),
            error,
        })?;
        Ok(Self { path, file, rows })
    }

    pub(super) fn has(&self, key: &Key) -> bool {
        self.rows.contains_key(key)
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a finished row, on disk before in memory.
    pub(super) fn append(&mut self, row: Row) -> Result<(), Failure> {
        self.file
            .write_all(&row.line()?)
            .map_err(|error| crate::files::FileError {
                action: "adding a row to",
                path: self.path.to_owned(),
                error,
            })?;
        self.rows.insert(row.key.clone(), row);
        Ok(())
    }

    /// Puts the file in order and hands the rows back, in that order.
    pub(super) fn finish(self) -> Result<Vec<Row>, Failure> {
        let rows: Vec<Row> = self.rows.into_values().collect();
        let mut bytes = Row::HEADER.as_bytes().to_vec();
        for row in &rows {
            bytes.extend(row.line()?);
        }
        files::replace(&self.path, &bytes)?;
        Ok(rows)
    }
}

/// The rows of a file up to its last whole line.
struct Whole {
    rows: BTreeMap<Key, Row>,
    /// Where that line ends; a torn one starts here.
    bytes: usize,
}

fn whole(path: &Path, stored: &[u8]) -> Result<Whole, Failure> {
    let mut rows = BTreeMap::new();
    let mut bytes = 0;
    for (number, line) in stored.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let last = bytes + line.len() == stored.len();
        // Without its newline even a line that reads well may lack digits.
        if last && !line.ends_with(b"\n") {
            break;
        }
        let refuse = |reason: &str| {
            Failure::new(format!(
                "line {} of {} cannot be read: {reason}; move the file away or choose another --out",
                number + 1,
                path.display()
            ))
        };
        if number == 0 {
            if line != Row::HEADER.as_bytes() {
                return Err(refuse("it is not the header of a study"));
            }
        } else {
            match Row::parse(line) {
                Ok(row) => rows.insert(row.key.clone(), row),
                Err(_) if last => break,
                Err(reason) => return Err(refuse(&reason)),
            };
        }
        bytes += line.len();
    }
    Ok(Whole { rows, bytes })
}

/// The bytes of a file, none where there is no file.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(|error| {
            crate::files::FileError {
                action: "reading",
                path: path.to_owned(),
                error,
            }
            .into()
        }),
    }
}

/// Refuses to mix rows that were made with other settings.
fn compare(path: &Path, asked: &Settings) -> Result<(), Failure> {
    let stored: Settings = serde_json::from_slice(&read(path)?).map_err(|error| {
        Failure::new(format!(
            "{} does not say with which settings the rows beside it were made ({error}), so none can be added; choose another --out",
            path.display()
        ))
    })?;
    let signs = |settings: &Settings| settings.signs.clone().unwrap_or_else(|| "none".to_owned());
    let differences: Vec<String> = [
        ("the study", stored.study.clone(), asked.study.clone()),
        ("--seed", stored.seed.to_string(), asked.seed.to_string()),
        (
            "--y-scale",
            stored.y_scale.to_string(),
            asked.y_scale.to_string(),
        ),
        (
            "--y-shift",
            stored.y_shift.to_string(),
            asked.y_shift.to_string(),
        ),
        ("--signs", signs(&stored), signs(asked)),
        ("the version", stored.version.clone(), asked.version.clone()),
    ]
    .into_iter()
    .filter(|(_, stored, asked)| stored != asked)
    .map(|(what, stored, asked)| format!("{what} was {stored} and is now {asked}"))
    .collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the rows in {} were made with other settings: {}; repeat those, or choose another --out",
        path.parent().unwrap_or(path).display(),
        differences.join(", ")
    )))
}
