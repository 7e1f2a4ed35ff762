//! Workbooks, archives and packed tables, and lines above the header.

mod common;

use common::{
    Folder, LINEAR, LINEAR_MODEL, archive, folder, json, sheet, table, timeless, unwrapped, with,
    workbook,
};
use serde_json::Value;

const NO_TEXTS: &str = "<sst uniqueCount='0'></sst>";

/// The object of `--json` without the time, and its notes.
fn answer(text: &str) -> (Value, Vec<String>) {
    let mut object: Value = serde_json::from_str(text).expect("JSON");
    let entries = object.as_object_mut().expect("an object");
    entries.remove("seconds").expect("seconds are there");
    let notes = entries.remove("notes").expect("notes are there");
    (object, serde_json::from_value(notes).expect("sentences"))
}

/// Expects of some bytes the answer for `table(60, 1)`, by name and through a pipe.
/// Notes on how they were read are in the answer too.
fn same(bytes: &[u8], flags: &[&str]) -> String {
    let folder = folder();
    let flags = with(&["--json"], flags);
    let (expected, usual) = answer(&folder.succeed(&with(&LINEAR, &["--json"])));
    folder.write("data.csv", bytes);
    let finished = folder.run(&with(&LINEAR, &flags));
    assert_eq!(finished.code, Some(0), "{}", finished.err);
    let (found, notes) = answer(&finished.out);
    assert_eq!(found, expected);
    let more = notes.iter().filter(|note| !usual.contains(note));
    let more: Vec<&String> = more.collect();
    let is_said = |words: &str| more.iter().any(|note| note.contains(words));
    for words in ["taken for a title", "names the delimiter", "The sheet `"] {
        assert_eq!(is_said(words), finished.err.contains(words), "{more:?}");
    }
    let piped = ["fit", "-", "--target", "y", "--hidden", "none"];
    let through = folder.feed(&with(&piped, &flags), bytes);
    let (piped, piped_notes) = answer(&through.out);
    assert_eq!(piped, expected, "{}", through.err);
    assert_eq!(piped_notes, notes);
    finished.err
}

fn refused(bytes: &[u8], flags: &[&str], words: &[&str]) {
    let folder = Folder::new();
    folder.write("data.csv", bytes);
    let words = with(&["data.csv"], words);
    folder.refused(&with(&LINEAR_MODEL, flags), &words);
    assert_eq!(folder.names(), ["data.csv"]);
}

#[test]
fn a_workbook_is_read_like_its_table() {
    let plain = table(60, 1);
    let data = sheet(&plain, 1);
    let notes = same(&workbook(&[("Data", data.clone())], NO_TEXTS), &[]);
    assert!(!notes.contains("sheet"), "{notes}");
    // The first sheet is read, and another one if asked for.
    let other = ("Other", sheet("a,b\n1,2\n", 1));
    let first = workbook(&[("Data", data.clone()), other.clone()], NO_TEXTS);
    let notes = same(&first, &[]);
    assert!(
        notes.contains("The sheet `Data` was read, one of `Data`"),
        "{notes}"
    );
    let second = workbook(&[other, ("Data", data.clone())], NO_TEXTS);
    same(&second, &["--sheet", "Data"]);
    refused(
        &second,
        &["--sheet", "data"],
        &["no sheet `data`", "`Other`, `Data`"],
    );
    refused(
        plain.as_bytes(),
        &["--sheet", "Data"],
        &["only a workbook", "`Data`"],
    );
    // Titles, empty rows, and a place that is not the first.
    let below = sheet(&plain, 4);
    let title = "<row r='2'><c r='A2' t='inlineStr'><is><t>Sales</t></is></c></row>";
    let notes = same(
        &workbook(&[("Data", format!("{title}{below}"))], NO_TEXTS),
        &[],
    );
    assert!(notes.contains("first row was taken for a title"), "{notes}");
    // Shared texts, and one that is not there.
    let shared = "<sst uniqueCount='1'><si><t>Rome</t></si></sst>";
    let pointed = data.replace("t='inlineStr'><is><t>Rome</t></is>", "t='s'><v>0</v>");
    assert_ne!(pointed, data);
    same(&workbook(&[("Data", pointed.clone())], shared), &[]);
    let wrong = pointed.replace("<v>0</v>", "<v>7</v>");
    let folder = Folder::new();
    folder.write("data.csv", workbook(&[("Data", wrong)], shared));
    let finished = folder.run(&LINEAR);
    assert!(!finished.err.contains("panicked"), "{}", finished.err);
    // Packed once more.
    same(
        &archive([("book.xlsx", workbook(&[("Data", data)], NO_TEXTS))]),
        &[],
    );
}

#[test]
fn dates_of_a_workbook_are_days() {
    let folder = Folder::new();
    let rows: String = (0..60)
        .map(|row| {
            format!(
                "{},{},{}\n",
                45_300 + row * 7 % 60,
                row * 11 % 17,
                row * 7 % 60 * 3 + row % 2
            )
        })
        .collect();
    let rows = format!("date,b,y\n{rows}");
    folder.write("data.csv", workbook(&[("Data", sheet(&rows, 1))], NO_TEXTS));
    let text = unwrapped(&folder.succeed(&LINEAR_MODEL));
    assert!(
        text.contains("1 column of dates became days since 1970-01-01: `date`"),
        "{text}"
    );
    // The day 45310 of Excel is 2024-01-19.
    folder.write("new.csv", "date\n2024-01-19\n");
    let found: f64 = folder
        .succeed(&["predict", "model.json", "new.csv"])
        .lines()
        .nth(1)
        .and_then(|line| line.parse().ok())
        .expect("a number");
    assert!((found - 30.5).abs() < 1.0, "{found}");
}

#[test]
fn workbooks_that_cannot_be_read() {
    let cells = |more: &str| {
        let rows = sheet("a,b,y\n1,2,3\n4,5,6\n7,8,1\n", 1);
        workbook(
            &[(
                "Data",
                rows.replace("</row><row r='3'>", &format!("{more}</row><row r='3'>")),
            )],
            NO_TEXTS,
        )
    };
    refused(
        &cells("<c r='F2'><v>1</v></c>"),
        &[],
        &["row 1", "1 cell has a value", "3 columns"],
    );
    refused(
        &workbook(&[("Data", String::new())], NO_TEXTS),
        &[],
        &["is empty"],
    );
    refused(
        &workbook(&[("Data", sheet("a,b,y\n", 1))], NO_TEXTS),
        &[],
        &["no rows"],
    );
    refused(
        &workbook(
            &[("Data", sheet("a,y\n1,2\n2,3\n", 1))],
            "<sst uniqueCount='99999999999999'></sst>",
        ),
        &[],
        &["workbook is damaged", "texts"],
    );
    let good = workbook(&[("Data", sheet(&table(60, 1), 1))], NO_TEXTS);
    refused(&good[..good.len() / 2], &[], &["zip archive is damaged"]);
    refused(
        &archive([("xl/workbook.xml", b"<workbook>".to_vec())]),
        &[],
        &["workbook is damaged", "CSV"],
    );
    refused(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on",
        &[],
        &["old Excel workbook", ".xlsx"],
    );
    refused(
        &archive([("xl/workbook.bin", vec![1])]),
        &[],
        &[".xlsb", ".xlsx"],
    );
    refused(
        &archive([("content.xml", vec![1])]),
        &[],
        &["OpenDocument", ".xlsx"],
    );
    // A flipped byte is refused or makes another table; it never breaks.
    let folder = Folder::new();
    for at in (0..good.len()).step_by(61) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x2a;
        folder.write("data.csv", bytes);
        let finished = folder.run(&["lambda", "data.csv", "--target", "y", "--draws", "5"]);
        assert!(
            matches!(finished.code, Some(0 | 2)),
            "{at}: {}",
            finished.err
        );
        assert!(!finished.err.contains("panicked"), "{at}: {}", finished.err);
    }
}

#[test]
fn a_zip_archive_holds_one_table() {
    let plain = table(60, 1).into_bytes();
    same(&archive([("folder/data.csv", plain.clone())]), &[]);
    let litter = [
        ("__MACOSX/._data.csv", vec![0, 1]),
        ("data.csv", plain.clone()),
        (".DS_Store", vec![0]),
    ];
    same(&archive(litter), &[]);
    let two = [("one.csv", plain.clone()), ("two.csv", plain.clone())];
    refused(
        &archive(two),
        &[],
        &["2 files", "`one.csv`, `two.csv`", "unpack"],
    );
    refused(&archive([]), &[], &["no file"]);
    let inner = archive([("data.csv", plain.clone())]);
    refused(
        &archive([("inner.zip", inner)]),
        &[],
        &["another zip archive"],
    );
    let good = archive([("data.csv", plain)]);
    refused(&good[..good.len() / 2], &[], &["zip archive is damaged"]);
    let mut flipped = good.clone();
    flipped[good.len() / 3] ^= 0x11;
    refused(&flipped, &[], &[]);
}

#[test]
fn xz_and_bzip2_are_read_by_content() {
    let folder = Folder::new();
    let fit = [
        "fit", "data.csv", "--target", "y", "--hidden", "none", "--json",
    ];
    let plain = include_bytes!("../fuzz/seeds/table/plain.csv");
    folder.write("data.csv", plain);
    let expected = timeless(&folder.succeed(&fit));
    for (packed, name) in [
        (
            &include_bytes!("../fuzz/seeds/table/packed.csv.xz")[..],
            "xz",
        ),
        (
            include_bytes!("../fuzz/seeds/table/packed.csv.bz2"),
            "bzip2",
        ),
        (include_bytes!("../fuzz/seeds/table/packed.csv.zip"), "zip"),
    ] {
        folder.write("data.csv", packed);
        assert_eq!(timeless(&folder.succeed(&fit)), expected, "{name}");
        let finished = folder.feed(&with(&["fit", "-"], &fit[2..]), packed);
        assert_eq!(timeless(&finished.out), expected, "{name}");
        folder.write("data.csv", &packed[..packed.len() - 30]);
        folder.refused(&fit, &["data.csv", name, "damaged"]);
        let mut flipped = packed.to_vec();
        flipped[packed.len() / 2] ^= 0x10;
        folder.write("data.csv", flipped);
        folder.refused(&fit, &["data.csv"]);
    }
    // A workbook that openpyxl wrote.
    folder.write("data.csv", include_bytes!("../fuzz/seeds/table/sheet.xlsx"));
    assert_eq!(json(&folder, &fit[..6])["p"], 12);
}

#[test]
fn lines_above_the_header_are_left_out_and_said() {
    let plain = table(60, 1);
    for (text, words) in [
        (
            format!("Sales\n{plain}"),
            "The first line was taken for a title",
        ),
        (
            format!("Sales of 2024, in CHF\n\n{plain}"),
            "The first line was taken for a title",
        ),
        (format!("Sales,,,,,,,\n{plain}"), "The first line was taken"),
        (
            format!("Sales\nof 2024\n{plain}"),
            "The first 2 lines were taken for titles",
        ),
        (
            format!("sep=;\n{}", plain.replace(',', ";")),
            "`sep=;`, names the delimiter",
        ),
        (
            format!("sep=:\n{}", plain.replace(',', ":")),
            "`sep=:`, names the delimiter",
        ),
        (
            format!("\u{feff}SEP=,\r\n{plain}"),
            "`sep=,`, names the delimiter",
        ),
    ] {
        let notes = same(text.as_bytes(), &[]);
        assert!(notes.contains(words), "{words}: {notes}");
    }
    let folder = folder();
    folder.write("data.csv", format!("Sales\n{plain}"));
    let saving = with(&LINEAR_MODEL, &["--report", "r.html"]);
    let text = unwrapped(&folder.succeed(&saving));
    // It might have been a row.
    assert!(!folder.read("model.json").contains("Sales"));
    assert!(
        text.contains("was taken for a title and left out"),
        "{text}"
    );
    assert!(
        folder
            .read("r.html")
            .contains("was taken for a title and left out")
    );
    let finished = folder.run(&["predict", "model.json", "data.csv"]);
    assert!(
        finished.err.contains("was taken for a title"),
        "{}",
        finished.err
    );
    // Messages count the lines of the file.
    folder.write("data.csv", "Sales\na,b,y\n1,2,3\n4,5,6\n7,8\n");
    folder.refused(&LINEAR, &["row 3 (line 5)", "2 fields"]);
    // Names of rows without a name in the header are no title.
    folder.write("data.csv", "a,y\nr1,1,2\nr2,3,4\nr3,4,4\n");
    folder.refused(&LINEAR, &["row 1 (line 2)", "3 fields"]);
}
