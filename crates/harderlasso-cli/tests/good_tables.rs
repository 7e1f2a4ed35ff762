//! Tables as people write them: other delimiters, packed, with gaps and ids.

mod common;

use common::{Folder, LINEAR, folder, json, selected, table, timeless, unwrapped, with};

#[test]
fn the_same_table_in_other_formats_gives_the_same_answer() {
    let folder = folder();
    let plain = table(60, 1);
    let expected = timeless(&folder.succeed(&with(&LINEAR, &["--json"])));
    let check = |bytes: &[u8], flags: &[&str]| {
        folder.write("data.csv", bytes);
        let found = folder.succeed(&with(&with(&LINEAR, &["--json"]), flags));
        assert_eq!(timeless(&found), expected, "{flags:?}");
        // The result depends on the contents, not on where they come from.
        let finished = folder.feed(
            &with(
                &["fit", "-", "--target", "y", "--hidden", "none", "--json"],
                flags,
            ),
            bytes,
        );
        assert_eq!(
            timeless(&finished.out),
            expected,
            "stdin, {flags:?}: {}",
            finished.err
        );
    };
    check(plain.replace(',', "\t").as_bytes(), &[]);
    check(plain.replace(',', ";").as_bytes(), &[]);
    check(plain.replace(',', "|").as_bytes(), &[]);
    check(plain.replace(',', ":").as_bytes(), &["--delimiter", ":"]);
    check(plain.replace(',', "\t").as_bytes(), &["--delimiter", "tab"]);
    check(plain.replace('\n', "\r\n").as_bytes(), &[]);
    check(format!("\u{feff}{plain}").as_bytes(), &[]);
    check(plain.trim_end().as_bytes(), &[]);
    check(
        format!("\n{}\n\n", plain.replace('\n', "\n\n")).as_bytes(),
        &[],
    );
    check(plain.replace("Rome", "\" Rome\"").as_bytes(), &[]);
    check(plain.replace(',', " , ").as_bytes(), &[]);
    let quoted = plain
        .lines()
        .map(|line| format!("\"{}\"\n", line.replace(',', "\",\"")));
    check(quoted.collect::<String>().as_bytes(), &[]);
    check(&packed(plain.as_bytes()), &[]);
    // Packed in two parts, as tools that work in parallel do.
    let (front, back) = plain.as_bytes().split_at(500);
    check(&[packed(front), packed(back)].concat(), &[]);
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn zstd_is_read_by_content() {
    let folder = Folder::new();
    // Two frames, the second with a checksum, made by the reference tool.
    folder.write(
        "data.csv",
        include_bytes!("../fuzz/seeds/table/two_frames.csv.zst"),
    );
    let object = json(
        &folder,
        &["fit", "data.csv", "--target", "y", "--hidden", "none"],
    );
    assert_eq!(object["n"], 60);
    assert_eq!(selected(&object).len(), 3);
    let mut broken = include_bytes!("../fuzz/seeds/table/two_frames.csv.zst").to_vec();
    let at = broken.len() - 2;
    broken[at] ^= 0x55;
    folder.write("data.csv", broken);
    folder.refused(&LINEAR, &["data.csv", "zstd", "damaged"]);
}

#[test]
fn the_task_is_chosen_reported_and_overruled() {
    let folder = Folder::new();
    let rows = |label: fn(usize) -> String| -> String {
        let mut numbers = common::Numbers::new(4);
        let lines = (0..40).map(|row| format!("{},{},{}\n", numbers.next(), row % 2, label(row)));
        format!("a,b,label\n{}", lines.collect::<String>())
    };
    let fit = ["fit", "data.csv", "--target", "label", "--hidden", "none"];

    folder.write("data.csv", rows(|row| (row % 2).to_string()));
    let text = unwrapped(&folder.succeed(&fit));
    assert!(
        text.contains("classification, 2 classes: `0`, `1`"),
        "{text}"
    );
    assert!(text.contains("2 different whole numbers") && text.contains("--task regression"));
    let object = json(&folder, &fit);
    assert_eq!(
        (&object["task"], &object["classes"][1]),
        (&"classification".into(), &"1".into())
    );
    assert_eq!(selected(&object), [(1, "b".to_owned())]);
    let object = json(&folder, &with(&fit, &["--task", "regression"]));
    assert_eq!(
        (&object["task"], object.get("classes")),
        (&"regression".into(), None)
    );

    folder.write(
        "data.csv",
        rows(|row| format!("{}", row % 2 * 2)).replace(",2\n", ",10\n"),
    );
    assert_eq!(json(&folder, &fit)["classes"][1], "10");

    folder.write("data.csv", rows(|row| ["no", "yes"][row % 2].to_owned()));
    let text = unwrapped(&folder.succeed(&fit));
    assert!(
        text.contains("is text, so this is a classification"),
        "{text}"
    );
    folder.refused(
        &with(&fit, &["--task", "regression"]),
        &["`label`", "text", "`no`"],
    );

    folder.write("data.csv", rows(|row| format!("{}.5", row % 20)));
    let text = unwrapped(&folder.succeed(&fit));
    assert!(
        text.contains("so this is a regression; --task classification"),
        "{}",
        text
    );
    let object = json(&folder, &with(&fit, &["--task", "classification"]));
    assert_eq!(object["classes"].as_array().unwrap().len(), 20);
}

#[test]
fn missing_values_are_filled_dropped_or_refused() {
    let folder = folder();
    let lines: Vec<String> = table(60, 1)
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            3 => text.replacen(text.split(',').next().unwrap(), "NA", 1),
            5 => text
                .replace("Oslo", "?")
                .replace("Bern", "?")
                .replace("Rome", "?"),
            _ => text.to_owned(),
        })
        .collect();
    folder.write("data.csv", lines.join("\n"));
    let text = folder.succeed(&LINEAR);
    assert!(
        text.contains("1 missing value was replaced by the mean of their column."),
        "{text}"
    );
    let text = unwrapped(&text);
    assert!(
        text.contains("1 missing value is a level of its own in its column."),
        "{text}"
    );
    assert_eq!(json(&folder, &LINEAR)["n"], 60);
    let dropping = with(&LINEAR, &["--missing", "drop"]);
    assert!(folder.succeed(&dropping).contains("2 rows were left out"));
    assert_eq!(json(&folder, &dropping)["n"], 58);
    let refusing = with(&LINEAR, &["--missing", "error"]);
    folder.refused(&refusing, &["data.csv", "row 3", "`x0`", "--missing mean"]);

    let mut lines = lines;
    lines[7] = lines[7].rsplit_once(',').unwrap().0.to_owned() + ",";
    folder.write("data.csv", lines.join("\n"));
    folder.refused(
        &LINEAR,
        &[
            "data.csv",
            "row 7",
            "`y`",
            "the target",
            "--missing-target drop",
        ],
    );
    // Without its target row 7 is of no use, but the gaps elsewhere are filled.
    let targets = with(&LINEAR, &["--missing-target", "drop"]);
    let finished = folder.run(&with(
        &targets,
        &["--model", "m.json", "--report", "r.html"],
    ));
    let text = unwrapped(&finished.out);
    for words in [
        "1 row was left out because the target is missing.",
        "1 missing value was replaced by the mean",
        "1 missing value is a level",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(
        folder
            .read("r.html")
            .contains("left out because the target is missing")
    );
    assert!(
        folder
            .succeed(&["inspect", "m.json"])
            .contains("--missing-target drop")
    );
    assert_eq!(json(&folder, &targets)["n"], 59);
    folder.refused(
        &with(&targets, &["--missing", "error"]),
        &["row 3", "`x0`", "--missing mean"],
    );
    assert_eq!(json(&folder, &dropping)["n"], 57);
}

#[test]
fn text_that_is_not_a_category_is_left_out_with_a_note() {
    let folder = Folder::new();
    let lines: Vec<String> = table(60, 1).lines().map(str::to_owned).collect();
    let with_id = |id: fn(usize) -> String| -> String {
        lines
            .iter()
            .enumerate()
            .map(|(line, text)| match line {
                0 => format!("id,{text}\n"),
                _ => format!("{},{text}\n", id(line)),
            })
            .collect()
    };
    folder.write("data.csv", with_id(|row| format!("patient {row}")));
    let text = folder.succeed(&LINEAR);
    assert!(
        text.contains("Column `id` was left out") && text.contains("60 different"),
        "{text}"
    );
    let finished = folder.run(&with(&LINEAR, &["--json"]));
    assert!(
        finished.err.contains("Column `id` was left out"),
        "{}",
        finished.err
    );
    let finished = folder.run(&with(&LINEAR, &["--json", "--quiet"]));
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
    let dropped = with(&LINEAR, &["--drop", "id"]);
    assert!(folder.succeed(&dropped).contains("asked by --drop"));

    // Numbers with a slip among them are not quietly left out.
    let big: String = table(240, 1)
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("size,{text}\n"),
            17 => format!("12.o,{text}\n"),
            _ => format!("{line}.25,{text}\n"),
        })
        .collect();
    folder.write("data.csv", big);
    folder.refused(
        &LINEAR,
        &["row 17", "`size`", "`12.o`", "239 of 240", "--drop"],
    );
}
