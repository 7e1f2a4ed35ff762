//! Runs the command as a person does, in a folder of its own.

// Each test file uses a part of this.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder to work in, gone with the value.
pub struct Folder(TempDir);

/// A command that has ended, with its output.
pub struct Finished {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).expect("a file can be written");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a text file is there")
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.0.path())
            .expect("the folder is there")
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The command, not started yet.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harderlasso"));
        command.args(arguments).current_dir(self.0.path());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Finished {
        finished(self.command(arguments).output().expect("it starts"))
    }

    /// Runs with these bytes on stdin.
    pub fn feed(&self, arguments: &[&str], input: &[u8]) -> Finished {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        // A command that refuses early does not read everything.
        let _ = child.stdin.take().expect("a pipe").write_all(input);
        finished(child.wait_with_output().expect("it ends"))
    }

    /// Runs what must work and gives what it printed.
    pub fn succeed(&self, arguments: &[&str]) -> String {
        let finished = self.run(arguments);
        assert_eq!(finished.code, Some(0), "{arguments:?}: {}", finished.err);
        finished.out
    }

    /// Runs what must be refused: exit code 2, nothing on stdout, one sentence
    /// with every one of `words`, and every file as it was.
    pub fn refused(&self, arguments: &[&str], words: &[&str]) -> String {
        let before = self.contents();
        let finished = self.run(arguments);
        self.check_refusal(arguments, &finished, words);
        assert!(before == self.contents(), "{arguments:?} changed a file");
        finished.err
    }

    pub fn check_refusal(&self, arguments: &[&str], finished: &Finished, words: &[&str]) {
        assert_eq!(finished.code, Some(2), "{arguments:?}: {}", finished.err);
        assert!(
            finished.out.is_empty(),
            "{arguments:?} printed {}",
            finished.out
        );
        assert!(finished.err.starts_with("error: "), "{}", finished.err);
        for word in words {
            assert!(
                finished.err.contains(word),
                "{arguments:?}: no `{word}` in: {}",
                finished.err
            );
        }
    }

    fn contents(&self) -> Vec<(String, Option<Vec<u8>>)> {
        self.names()
            .into_iter()
            .map(|name| {
                let bytes = fs::read(self.path(&name)).ok();
                (name, bytes)
            })
            .collect()
    }
}

fn finished(output: Output) -> Finished {
    Finished {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("stdout is text"),
        err: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// Numbers without pattern, the same every time.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Between −1 and 1, with few digits.
    pub fn next(&mut self) -> f64 {
        // The multiplier is Knuth's; the low bits are the poor ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let unit = (self.0 >> 33) as f64 / f64::from(1u32 << 31);
        ((unit * 2.0 - 1.0) * 1e4).round() / 1e4
    }
}

/// A table with columns x0 to x5, town and y, where y depends on x1, x4 and on
/// whether the town is Rome.
pub fn table(rows: usize, seed: u64) -> String {
    let mut numbers = Numbers::new(seed);
    let mut text = String::from("x0,x1,x2,x3,town,x4,x5,y\n");
    for row in 0..rows {
        let x: Vec<f64> = (0..6).map(|_| numbers.next()).collect();
        let town = ["Rome", "Oslo", "Bern"][row % 3];
        let rome = f64::from(u8::from(town == "Rome"));
        let y = 3.0 * x[1] - 2.0 * x[4] + 4.0 * rome + 0.01 * numbers.next();
        text += &format!(
            "{},{},{},{},{town},{},{},{y:.6}\n",
            x[0], x[1], x[2], x[3], x[4], x[5]
        );
    }
    text
}

/// The lines of a table with their fields chosen by `order`, names of columns.
pub fn reordered(table: &str, order: &[&str]) -> String {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let places: Vec<usize> = order
        .iter()
        .map(|name| names.iter().position(|other| other == name).unwrap())
        .collect();
    let mut text = order.join(",") + "\n";
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let chosen: Vec<&str> = places.iter().map(|&place| fields[place]).collect();
        text += &(chosen.join(",") + "\n");
    }
    text
}

/// The `seconds` of a JSON line are cut out.
pub fn timeless(json: &str) -> String {
    let (front, rest) = json.split_once("\"seconds\":{").expect("seconds are there");
    let (_, back) = rest.split_once('}').expect("they end");
    format!("{front}{back}")
}

/// A folder with a table `data.csv`.
pub fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("data.csv", table(60, 1));
    folder
}

/// A linear fit of that table.
pub const LINEAR: [&str; 6] = ["fit", "data.csv", "--target", "y", "--hidden", "none"];

/// The same fit with its model saved as `model.json`.
pub const LINEAR_MODEL: [&str; 8] = [
    "fit",
    "data.csv",
    "--target",
    "y",
    "--hidden",
    "none",
    "--model",
    "model.json",
];

/// A folder with a table `data.csv` and a linear model `model.json` of it.
pub fn fitted() -> Folder {
    let folder = folder();
    folder.succeed(&LINEAR_MODEL);
    folder
}

/// One list of arguments after the other.
pub fn with<'a>(front: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [front, more].concat()
}

/// The object of `--json`.
pub fn json(folder: &Folder, arguments: &[&str]) -> Value {
    let text = folder.succeed(&with(arguments, &["--json"]));
    assert_eq!(text.lines().count(), 1, "one line");
    serde_json::from_str(&text).expect("JSON")
}

/// Text without the line breaks that the width of a terminal made.
pub fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Index and name of the selected features.
pub fn selected(object: &Value) -> Vec<(u64, String)> {
    let entries = object["selected"].as_array().expect("a list");
    entries
        .iter()
        .map(|entry| {
            let name = entry["name"].as_str().unwrap().to_owned();
            (entry["index"].as_u64().unwrap(), name)
        })
        .collect()
}

/// A zip archive of these files.
pub fn archive<'a>(files: impl IntoIterator<Item = (&'a str, Vec<u8>)>) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, bytes) in files {
        writer
            .start_file(name, options)
            .expect("a file can be added");
        writer.write_all(&bytes).expect("it can be packed");
    }
    writer.finish().expect("the archive ends").into_inner()
}

/// A workbook whose sheets have these rows, in the XML of Excel. The style 1 is that of
/// a date.
pub fn workbook(sheets: &[(&str, String)], shared: &str) -> Vec<u8> {
    let numbered = |text: fn(usize, &str) -> String| -> String {
        let names = sheets.iter().enumerate();
        names.map(|(at, (name, _))| text(at + 1, name)).collect()
    };
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let list = numbered(|at, name| format!("<sheet name='{name}' sheetId='{at}' r:id='r{at}'/>"));
    let relations = numbered(|at, _| {
        format!(
            "<Relationship Id='r{at}' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet' Target='worksheets/sheet{at}.xml'/>"
        )
    });
    let mut files = vec![
        ("[Content_Types].xml".to_owned(), "<Types/>".to_owned()),
        (
            "_rels/.rels".to_owned(),
            format!(
                "<Relationships xmlns='{package}'><Relationship Id='r1' Type='{office}/officeDocument' Target='xl/workbook.xml'/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml".to_owned(),
            format!(
                "<workbook xmlns='{main}' xmlns:r='{office}'><sheets>{list}</sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels".to_owned(),
            format!("<Relationships xmlns='{package}'>{relations}</Relationships>"),
        ),
        (
            "xl/styles.xml".to_owned(),
            format!(
                "<styleSheet xmlns='{main}'><cellXfs count='2'><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>"
            ),
        ),
        ("xl/sharedStrings.xml".to_owned(), shared.to_owned()),
    ];
    for (at, (_, rows)) in sheets.iter().enumerate() {
        files.push((
            format!("xl/worksheets/sheet{}.xml", at + 1),
            format!("<worksheet xmlns='{main}'><sheetData>{rows}</sheetData></worksheet>"),
        ));
    }
    archive(
        files
            .iter()
            .map(|(name, text)| (name.as_str(), text.clone().into_bytes())),
    )
}

/// The rows of a CSV table without quotes, in the XML of Excel. Names of columns that
/// begin with `date` are dates, as the days of Excel.
pub fn sheet(table: &str, first_row: usize) -> String {
    let mut dates = Vec::new();
    let mut text = String::new();
    for (line, fields) in table.lines().enumerate() {
        let row = first_row + line;
        text += &format!("<row r='{row}'>");
        for (place, field) in fields.split(',').enumerate() {
            if line == 0 && field.starts_with("date") {
                dates.push(place);
            }
            let at = format!("{}{row}", char::from(b'A' + u8::try_from(place).unwrap()));
            text += &match field.parse::<f64>() {
                _ if field.is_empty() => String::new(),
                Ok(_) if dates.contains(&place) => format!("<c r='{at}' s='1'><v>{field}</v></c>"),
                Ok(_) => format!("<c r='{at}'><v>{field}</v></c>"),
                Err(_) => format!("<c r='{at}' t='inlineStr'><is><t>{field}</t></is></c>"),
            };
        }
        text += "</row>";
    }
    text
}
