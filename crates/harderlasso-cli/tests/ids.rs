//! Columns that identify the rows, and text in predictions that a spreadsheet would
//! run as a formula.

mod common;

use common::{Folder, json, selected, sheet, table, unwrapped, with, workbook};

const FIT: [&str; 8] = [
    "fit", "data.csv", "--target", "y", "--hidden", "none", "--id", "id",
];

/// Ids that no number could keep, and formulas.
const IDS: [&str; 6] = ["007", "=1+1", "9007199254740993", "\"a,b\"", "", "NA"];

/// A table with a column of ids, which looks like numbers in the training rows.
fn with_ids(rows: usize, ids: impl Fn(usize) -> String) -> String {
    let text = table(rows, 1);
    let lines = text.lines().enumerate().map(|(line, text)| match line {
        0 => format!("id,{text}\n"),
        row => format!("{},{text}\n", ids(row - 1)),
    });
    lines.collect()
}

fn fitted() -> Folder {
    let folder = Folder::new();
    folder.write("data.csv", with_ids(60, |row| format!("{:04}", 7 * row)));
    folder.write("new.csv", with_ids(6, |row| IDS[row].to_owned()));
    folder.succeed(&with(&FIT, &["--model", "model.json"]));
    folder
}

#[test]
fn an_id_is_no_feature_and_comes_back_in_predictions() {
    let folder = fitted();
    let object = json(&folder, &FIT);
    assert_eq!(object["p"], 9, "the columns of `table`");
    let names: Vec<String> = selected(&object)
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert!(!names.contains(&"id".to_owned()));
    let shown = unwrapped(&folder.succeed(&["inspect", "model.json"]));
    assert!(shown.contains("`id` identifies the rows and is not a feature."));
    assert!(shown.contains("--id id"), "the command repeats it: {shown}");

    let predicted = folder.succeed(&["predict", "model.json", "new.csv"]);
    let lines: Vec<&str> = predicted.lines().collect();
    assert_eq!(lines.len(), 7);
    assert!(lines[0] == "id,prediction", "{}", lines[0]);
    let written = ["007", "'=1+1", "9007199254740993", "\"a,b\"", "", "NA"];
    for (line, id) in lines[1..].iter().zip(written) {
        let number = line
            .strip_prefix(id)
            .and_then(|rest| rest.strip_prefix(','));
        assert!(number.is_some_and(|n| n.parse::<f64>().is_ok()), "{line}");
    }
    let raw = folder.succeed(&["predict", "model.json", "new.csv", "--raw-text"]);
    assert!(raw.contains("\n=1+1,"), "{raw}");
    for threads in ["1", "2"] {
        let again = ["predict", "model.json", "new.csv", "--threads", threads];
        assert_eq!(folder.succeed(&again), predicted);
    }
}

#[test]
fn another_id_can_be_named_and_the_usual_one_may_be_absent() {
    let folder = fitted();
    let predict = ["predict", "model.json", "new.csv"];
    let other = folder.succeed(&with(&predict, &["--id", "x0"]));
    assert!(other.starts_with("x0,prediction\n"), "{other}");
    let by_number = folder.succeed(&with(&predict, &["--id", "1"]));
    assert_eq!(by_number, other);
    folder.write("new.csv", table(3, 2));
    let finished = folder.run(&predict);
    assert_eq!(finished.code, Some(0));
    assert!(finished.out.starts_with("prediction\n"));
    assert!(
        finished
            .err
            .contains("new.csv lacks the column `id`, which identified the rows")
    );
    folder.refused(&with(&predict, &["--id", "id"]), &["no column `id`"]);
    folder.refused(
        &with(&predict, &["--id", "x1"]),
        &["column `x1`", "the model predicts from this column", "--id"],
    );
}

#[test]
fn a_column_has_one_role_only() {
    let folder = fitted();
    let fit = ["fit", "data.csv", "--target", "y", "--id"];
    folder.refused(
        &with(&fit, &["y"]),
        &["column `y`", "is the target", "--id"],
    );
    folder.refused(&with(&fit, &["ids"]), &["no column `ids`", "`id`"]);
    folder.refused(
        &with(&fit, &["id", "--drop", "id"]),
        &["column `id`", "identifies the rows", "--drop"],
    );
    folder.refused(
        &with(&fit, &["id", "--include", "id"]),
        &["column `id`", "identifies the rows", "--include"],
    );
    folder.refused(
        &with(&fit, &["id", "--categorical", "id"]),
        &["column `id`", "identifies the rows", "--categorical"],
    );
    folder.refused(
        &with(&fit, &["x0", "--weights", "x0"]),
        &["column `x0`", "holds the weights"],
    );
}

#[test]
fn classes_that_look_like_formulas_are_text() {
    let folder = Folder::new();
    let text = table(60, 3);
    let lines = text.lines().enumerate().map(|(line, text)| match line {
        0 => format!("{text},kind\n"),
        _ => {
            let town = text.split(',').nth(4).unwrap();
            let kind = if town == "Rome" { "=cmd|x" } else { "-5" };
            format!("{text},{kind}\n")
        }
    });
    folder.write("data.csv", lines.collect::<String>());
    let fit = [
        "fit", "data.csv", "--target", "kind", "--drop", "y", "--hidden", "none",
    ];
    folder.succeed(&with(&fit, &["--model", "model.json"]));
    let predict = ["predict", "model.json", "data.csv"];
    let classes = folder.succeed(&predict);
    let guarded = classes.lines().filter(|line| *line == "'=cmd|x").count();
    assert_eq!(guarded, 20, "{classes}");
    assert_eq!(classes.lines().filter(|line| *line == "-5").count(), 40);
    let raw = folder.succeed(&with(&predict, &["--raw-text"]));
    assert_eq!(raw.lines().filter(|line| *line == "=cmd|x").count(), 20);
    let proba = folder.succeed(&with(&predict, &["--proba"]));
    assert!(proba.starts_with("-5,'=cmd|x\n"), "{proba}");
    for field in proba.lines().skip(1).flat_map(|line| line.split(',')) {
        assert!(field.parse::<f64>().is_ok() && field.len() < 26, "{field}");
    }
}

#[test]
fn ids_of_a_workbook_are_kept_as_they_are_written() {
    let folder = fitted();
    // The cells of the first row, which are texts except one, and are shared by no other.
    let ids = ["007", "=1+1", "9007199254740993", "12", "", "NA"];
    let plain = table(6, 1);
    let rows = sheet(&plain, 1);
    let last =
        char::from(b'A' + u8::try_from(plain.lines().next().unwrap().split(',').count()).unwrap());
    let mut lines = rows.split("</row>").enumerate();
    let with_cells: String = lines
        .by_ref()
        .take(7)
        .map(|(line, text)| {
            let at = format!("{last}{}", line + 1);
            let cell = match line {
                0 => format!("<c r='{at}' t='str'><v>id</v></c>"),
                4 => format!("<c r='{at}'><v>12</v></c>"),
                5 => String::new(),
                row => format!("<c r='{at}' t='str'><v>{}</v></c>", ids[row - 1]),
            };
            format!("{text}{cell}</row>")
        })
        .collect();
    folder.write(
        "new.xlsx",
        workbook(&[("Data", with_cells)], "<sst uniqueCount='0'></sst>"),
    );
    let predicted = folder.succeed(&["predict", "model.json", "new.xlsx", "--raw-text"]);
    let found: Vec<&str> = predicted
        .lines()
        .map(|line| line.rsplit_once(',').unwrap().0)
        .collect();
    assert_eq!(found[0], "id");
    assert_eq!(found[1..], ids);
}
