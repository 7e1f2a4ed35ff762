//! `fit` and its kin on good tables.

mod common;

use common::{Folder, table, timeless};
use serde_json::Value;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("data.csv", table(60, 1));
    folder
}

const LINEAR: [&str; 6] = ["fit", "data.csv", "--target", "y", "--hidden", "none"];

fn with<'a>(front: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [front, more].concat()
}

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    let text = folder.succeed(&with(arguments, &["--json"]));
    assert_eq!(text.lines().count(), 1, "one line");
    serde_json::from_str(&text).expect("JSON")
}

/// Text without the line breaks that the width of a terminal made.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn selected(object: &Value) -> Vec<(u64, String)> {
    let entries = object["selected"].as_array().expect("a list");
    entries
        .iter()
        .map(|entry| {
            let name = entry["name"].as_str().unwrap().to_owned();
            (entry["index"].as_u64().unwrap(), name)
        })
        .collect()
}

#[test]
fn the_object_has_the_keys_of_the_contract_and_nothing_else() {
    let folder = folder();
    let object = json(&folder, &LINEAR);
    let keys: Vec<&str> = object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected = [
        "alpha",
        "certificate",
        "converged",
        "hidden",
        "lambda",
        "lambda_interval",
        "metrics",
        "n",
        "p",
        "penalty",
        "restarts",
        "seconds",
        "seed",
        "selected",
        "task",
        "version",
    ];
    assert_eq!(keys, expected);
    let seconds: Vec<&str> = object["seconds"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(seconds, ["fit", "qut", "read", "refit", "total"]);
    assert_eq!(object["task"], "regression");
    assert_eq!((&object["n"], &object["p"]), (&60.into(), &9.into()));
    assert_eq!(object["hidden"], Value::Array(Vec::new()));
    assert_eq!(object["converged"], true);
    assert!(object["metrics"]["r2"].as_f64().unwrap() > 0.99);
    let lambda = object["lambda"].as_f64().unwrap();
    let interval = &object["lambda_interval"];
    assert!(interval[0].as_f64().unwrap() <= lambda && lambda <= interval[1].as_f64().unwrap());
}

#[test]
fn levels_share_the_index_of_their_column_and_the_target_has_none() {
    let folder = folder();
    let found = selected(&json(&folder, &LINEAR));
    let expected = [(1, "x1"), (4, "town=Rome"), (5, "x4")];
    assert_eq!(
        found,
        expected.map(|(index, name)| (index, name.to_owned()))
    );
    // The target first: the features count from 0 all the same.
    let order = ["y", "x0", "x1", "x2", "x3", "town", "x4", "x5"];
    folder.write("data.csv", common::reordered(&table(60, 1), &order));
    assert_eq!(selected(&json(&folder, &LINEAR)), found);
    // A column that is dropped is no feature.
    let found = selected(&json(&folder, &with(&LINEAR, &["--drop", "x0,x2"])));
    let expected = [(0, "x1"), (2, "town=Rome"), (3, "x4")];
    assert_eq!(
        found,
        expected.map(|(index, name)| (index, name.to_owned()))
    );
}

#[test]
fn a_target_is_named_or_numbered() {
    let folder = folder();
    let by_name = folder.succeed(&with(&LINEAR, &["--json"]));
    for number in ["7", "-1"] {
        let arguments = [
            "fit", "data.csv", "--target", number, "--hidden", "none", "--json",
        ];
        assert_eq!(timeless(&folder.succeed(&arguments)), timeless(&by_name));
    }
}

#[test]
fn threads_change_nothing_but_the_time() {
    let folder = folder();
    for hidden in ["none", "4"] {
        let fit = |threads: &str, model: &str| {
            timeless(&folder.succeed(&[
                "fit",
                "data.csv",
                "--target",
                "y",
                "--hidden",
                hidden,
                "--seed",
                "3",
                "--json",
                "--threads",
                threads,
                "--model",
                model,
            ]))
        };
        assert_eq!(fit("1", "one.json"), fit("2", "two.json"));
        assert_eq!(folder.read("one.json"), folder.read("two.json"));
    }
}

#[test]
fn the_same_table_in_other_clothes_gives_the_same_answer() {
    let folder = folder();
    let plain = table(60, 1);
    let expected = timeless(&folder.succeed(&with(&LINEAR, &["--json"])));
    let check = |bytes: &[u8], flags: &[&str]| {
        folder.write("data.csv", bytes);
        let found = folder.succeed(&with(&with(&LINEAR, &["--json"]), flags));
        assert_eq!(timeless(&found), expected, "{flags:?}");
        // The model is told by its contents, not by how it came in.
        let said = folder.feed(
            &with(
                &["fit", "-", "--target", "y", "--hidden", "none", "--json"],
                flags,
            ),
            bytes,
        );
        assert_eq!(
            timeless(&said.out),
            expected,
            "stdin, {flags:?}: {}",
            said.err
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
    folder.write("data.csv", include_bytes!("data/two_frames.csv.zst"));
    let object = json(
        &folder,
        &["fit", "data.csv", "--target", "y", "--hidden", "none"],
    );
    assert_eq!(object["n"], 60);
    assert_eq!(selected(&object).len(), 3);
    let mut broken = include_bytes!("data/two_frames.csv.zst").to_vec();
    let at = broken.len() - 2;
    broken[at] ^= 0x55;
    folder.write("data.csv", broken);
    folder.refused(&LINEAR, &["data.csv", "zstd", "damaged"]);
}

#[test]
fn the_task_is_chosen_told_and_overruled() {
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
    assert!(text.contains("2 values are missing; the means"), "{text}");
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
        &["data.csv", "target `y`", "row 7", "--missing drop"],
    );
    assert_eq!(json(&folder, &dropping)["n"], 57);
}

#[test]
fn what_is_no_category_is_left_out_and_told() {
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
        text.contains("Column `id` is left out") && text.contains("60 different"),
        "{text}"
    );
    let said = folder.run(&with(&LINEAR, &["--json"]));
    assert!(said.err.contains("Column `id` is left out"), "{}", said.err);
    let said = folder.run(&with(&LINEAR, &["--json", "--quiet"]));
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
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

#[test]
fn nothing_selected_is_said_in_a_sentence() {
    let folder = Folder::new();
    let mut numbers = common::Numbers::new(11);
    let rows: String = (0..50)
        .map(|_| format!("{},{},{}\n", numbers.next(), numbers.next(), numbers.next()))
        .collect();
    folder.write("data.csv", format!("a,b,y\n{rows}"));
    let text = folder.succeed(&LINEAR);
    assert!(
        text.contains("Nothing") && text.contains("could be pure noise"),
        "{text}"
    );
    let object = json(&folder, &LINEAR);
    assert_eq!(object["selected"], Value::Array(Vec::new()));
}

#[test]
fn the_result_fits_a_terminal_and_shows_no_control_character() {
    let folder = Folder::new();
    let long = "a very long name of a column ".repeat(5);
    let text = table(60, 1)
        .replacen("x1", &long, 1)
        .replacen("x4", "\"x4\u{1b}[31m\"", 1);
    folder.write("data.csv", text);
    let said = folder.run(&LINEAR);
    assert!(
        said.out.contains('…') && !said.out.contains('\u{1b}'),
        "{}",
        said.out
    );
    assert!(!said.err.contains('\u{1b}'));
    for line in said.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for word in [
        "Asked",
        "Task",
        "Lambda",
        "weight",
        "coefficient",
        "Fit",
        "training data",
        "Time",
    ] {
        assert!(said.out.contains(word), "{word}: {}", said.out);
    }
}

#[test]
fn files_are_written_and_replaced() {
    let folder = folder();
    folder.write("model.json", "old");
    let outputs = ["--model", "model.json", "--report", "report.html"];
    folder.succeed(&with(&LINEAR, &outputs));
    assert_eq!(folder.names(), ["data.csv", "model.json", "report.html"]);
    assert!(folder.read("report.html").starts_with("<!DOCTYPE html>"));
    let text = folder.succeed(&["inspect", "model.json"]);
    assert!(text.contains("town=Rome") && text.contains("harderlasso fit data.csv --target y"));
    let object: Value =
        serde_json::from_str(&folder.succeed(&["inspect", "model.json", "--json"])).unwrap();
    assert_eq!(object["names"].as_array().unwrap().len(), 9);
    assert_eq!(object["coefficients"][0].as_array().unwrap().len(), 9);
    assert!(object.get("seconds").is_none());
    // The report again, from the model.
    folder.succeed(&["report", "model.json", "-o", "again.html"]);
    assert_eq!(folder.read("again.html"), folder.read("report.html"));
    assert_eq!(
        folder.succeed(&["report", "model.json"]),
        folder.read("report.html")
    );
}

#[test]
fn lambda_is_that_of_the_fit() {
    let folder = folder();
    let fit = json(&folder, &with(&LINEAR, &["--draws", "500", "--seed", "5"]));
    let alone = [
        "lambda", "data.csv", "--target", "y", "--hidden", "none", "--draws", "500", "--seed", "5",
    ];
    let object = json(&folder, &alone);
    assert_eq!(object["lambda"], fit["lambda"]);
    assert_eq!(object["lambda_interval"], fit["lambda_interval"]);
    assert!(object["observed"].as_f64() > object["lambda"].as_f64());
    assert!(object["seconds"]["read"].as_f64().unwrap() >= 0.0);
    assert!(folder.succeed(&alone).contains("500 null draws"));
    let own = json(&folder, &with(&LINEAR, &["--lambda", "1e6"]));
    assert_eq!(
        (&own["lambda"], &own["selected"]),
        (&1e6.into(), &Value::Array(Vec::new()))
    );
}

#[test]
fn words_on_stderr_are_as_many_as_asked_for() {
    let folder = folder();
    let verbose = folder.run(&with(&LINEAR, &["--verbose"]));
    assert!(
        verbose.err.contains("threshold λ") && verbose.err.contains("refit"),
        "{}",
        verbose.err
    );
    let plain = folder.run(&LINEAR);
    assert!(
        !plain.err.contains("threshold") && plain.err.contains("--model"),
        "{}",
        plain.err
    );
    let quiet = folder.run(&with(&LINEAR, &["--quiet"]));
    assert_eq!((quiet.code, quiet.err.as_str()), (Some(0), ""));
}

#[test]
fn the_demonstration_prints_and_writes_its_report() {
    let folder = Folder::new();
    let said = folder.run(&["demo"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("of 30 features selected") && said.out.contains("accuracy 9"));
    assert_eq!(folder.names(), ["harderlasso-report.html"]);
}
