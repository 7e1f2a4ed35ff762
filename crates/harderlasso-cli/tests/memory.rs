//! Reading stays within a limit, whatever a file unpacks to.
#![cfg(target_os = "linux")]

mod common;

use std::io::Write;
use std::process::Command;

use common::{Finished, Folder, LINEAR, archive, fitted, sheet, table, with, workbook};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Some bytes, and then others as often as they fit into a size.
fn repeated(front: &str, part: &str, size: usize) -> Vec<u8> {
    let mut bytes = front.as_bytes().to_vec();
    bytes.extend(part.bytes().cycle().take(size));
    bytes
}

fn packed(front: &str, part: &str, size: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let piece = part.repeat((1 << 20) / part.len() + 1);
    encoder.write_all(front.as_bytes()).unwrap();
    for _ in 0..size / piece.len() {
        encoder.write_all(piece.as_bytes()).unwrap();
    }
    encoder.finish().unwrap()
}

/// Runs with at most this many kilobytes of memory, beyond which it would abort.
fn within(folder: &Folder, kilobytes: usize, arguments: &[&str]) -> Finished {
    let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_harderlasso")])
        .args(arguments)
        .args(["--threads", "2"])
        .current_dir(folder.path(""))
        .output()
        .expect("it starts");
    Finished {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn what_unpacks_to_more_than_the_limit_is_refused() {
    let folder = Folder::new();
    let text = "xy".repeat(40);
    let long = "<c r='A2' t='inlineStr'><is><t>";
    let head = "<row r='1'><c r='A1' t='inlineStr'><is><t>a</t></is></c></row><row r='2'>";
    let texts = |size| {
        let bytes = repeated("<sst>", &format!("<si><t>{text}</t></si>"), size);
        String::from_utf8(bytes).unwrap()
    };
    let cases: [(&str, Vec<u8>, &str); 8] = [
        ("many rows", packed("a,y\n", "1,2\n", 300 << 20), "memory"),
        (
            "many columns",
            packed("a,y\n1,2\n", "1,", 300 << 20),
            "longer",
        ),
        ("many names", packed("a", ",", 30 << 20), "memory"),
        ("no end of the header", packed("", "a", 300 << 20), "longer"),
        ("an open quote", packed("a,y\n\"", "a", 300 << 20), "longer"),
        (
            "an archive",
            archive([("a.csv", repeated("a,y\n", "1,2\n", 300 << 20))]),
            "memory",
        ),
        (
            "many texts in a workbook",
            workbook(&[("Data", sheet("a,y\n1,2\n", 1))], &texts(100 << 20)),
            "memory",
        ),
        (
            "a long cell",
            workbook(
                &[(
                    "Data",
                    String::from_utf8(repeated(&format!("{head}{long}"), "x", 200 << 20)).unwrap(),
                )],
                "<sst></sst>",
            ),
            "longer",
        ),
    ];
    for (name, bytes, word) in cases {
        assert!(bytes.len() < 4 << 20, "{name}: {}", bytes.len());
        folder.write("data.csv", bytes);
        let fit = with(&LINEAR, &["--memory", "100M"]);
        let finished = within(&folder, 600_000, &fit);
        folder.check_refusal(&fit, &finished, &["data.csv", word]);
        if word == "memory" {
            folder.check_refusal(&fit, &finished, &["limit of 100 MB", "--memory"]);
        }
    }
}

#[test]
fn the_limit_can_be_raised() {
    let folder = fitted();
    folder.write("data.csv", table(30_000, 1));
    folder.refused(
        &with(&LINEAR, &["--memory", "1M"]),
        &["data.csv", "limit of 1 MB", "--drop", "--memory"],
    );
    folder.refused(
        &["predict", "model.json", "data.csv", "--memory", "1e6"],
        &["limit of", "--memory"],
    );
    for size in ["50M", "0.1G", "100MiB", "50000000"] {
        folder.succeed(&["predict", "model.json", "data.csv", "--memory", size]);
    }
    for size in ["x", "-1", "10", "1P"] {
        folder.refused(
            &["predict", "model.json", "data.csv", "--memory", size],
            &["500M"],
        );
    }
    // One column for each of thousands of levels.
    let rows: String = (0..20_000)
        .map(|row| format!("t{row},{}\n", row % 97))
        .collect();
    folder.write("data.csv", format!("a,y\n{rows}"));
    folder.refused(
        &with(&LINEAR, &["--include", "a", "--memory", "100M"]),
        &["limit of 100 MB"],
    );
}
