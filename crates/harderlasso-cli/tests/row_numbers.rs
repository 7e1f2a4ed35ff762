//! Columns that number the rows are no features, unless they are asked for.

mod common;

use common::{Folder, LINEAR, fitted, json, selected, table, unwrapped, with};

/// The table with a column in front whose values come from the row, counted from 0.
fn with_column(name: &str, value: impl Fn(usize) -> String) -> String {
    table(60, 1)
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("{name},{text}\n"),
            _ => format!("{},{text}\n", value(line - 1)),
        })
        .collect()
}

#[test]
fn row_numbers_are_left_out_and_every_output_says_so() {
    let folder = Folder::new();
    for (name, first) in [("\"\"", 1), ("", 0), ("id", 0), ("id", 1)] {
        // R writes row names as quoted text.
        for quote in ["", "\""] {
            folder.write(
                "data.csv",
                with_column(name, |row| format!("{quote}{}{quote}", row + first)),
            );
            let shown = if name == "id" { "id" } else { "column_1" };
            let sentence = format!("Column `{shown}` was left out: it numbers the rows");
            let saving = with(&LINEAR, &["--model", "m.json", "--report", "r.html"]);
            let finished = folder.run(&saving);
            assert!(
                unwrapped(&finished.out).contains(&sentence),
                "{}",
                finished.out
            );
            assert!(!finished.err.contains("without a name"), "{}", finished.err);
            assert!(folder.read("r.html").contains("it numbers the rows"));
            let inspected = folder.succeed(&["inspect", "m.json"]);
            assert!(unwrapped(&inspected).contains(&sentence), "{inspected}");
            let finished = folder.run(&with(&LINEAR, &["--json"]));
            assert!(finished.err.contains(&sentence), "{}", finished.err);
            let lambda = folder.succeed(&["lambda", "data.csv", "--target", "y"]);
            assert!(unwrapped(&lambda).contains(&sentence), "{lambda}");
            // The other columns are numbered without it, and it is not asked for.
            assert_eq!(json(&folder, &LINEAR)["p"], 9);
            folder.write("new.csv", table(5, 2));
            let finished = folder.run(&["predict", "m.json", "new.csv"]);
            assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
        }
    }
}

#[test]
fn other_columns_of_whole_numbers_stay() {
    let folder = Folder::new();
    for value in [
        |row: usize| (row + 2).to_string(),
        |row: usize| (60 - row).to_string(),
        |row: usize| (2 * row).to_string(),
        |row: usize| {
            if row == 59 {
                "7".to_owned()
            } else {
                row.to_string()
            }
        },
        |row: usize| {
            if row == 30 {
                String::new()
            } else {
                row.to_string()
            }
        },
    ] {
        folder.write("data.csv", with_column("k", value));
        assert_eq!(json(&folder, &LINEAR)["p"], 10);
    }
}

#[test]
fn the_user_can_insist_on_a_column() {
    let folder = Folder::new();
    folder.write("data.csv", with_column("day", |row| row.to_string()));
    let insisting = with(&LINEAR, &["--include", "day,x0", "--model", "m.json"]);
    assert_eq!(json(&folder, &insisting)["p"], 10);
    let inspected = folder.succeed(&["inspect", "m.json"]);
    assert!(inspected.contains("--include day,x0"), "{inspected}");
    // A text column with too many levels for a category becomes one all the same.
    folder.write(
        "data.csv",
        with_column("who", |row| format!("p{}", row / 2)),
    );
    assert_eq!(json(&folder, &LINEAR)["p"], 39);
    folder.write("data.csv", with_column("who", |row| format!("p{row}")));
    assert_eq!(json(&folder, &LINEAR)["p"], 9);
    assert_eq!(
        json(&folder, &with(&LINEAR, &["--include", "who"]))["p"],
        69
    );
}

#[test]
fn what_cannot_be_included_is_refused() {
    let folder = fitted();
    folder.refused(
        &with(&LINEAR, &["--include", "y"]),
        &["`y`", "is the target", "--include"],
    );
    folder.refused(
        &with(&LINEAR, &["--include", "x1", "--drop", "x1"]),
        &["`x1`", "left out", "--include"],
    );
    folder.refused(
        &with(&LINEAR, &["--include", "x9"]),
        &["`x9`", "the columns are"],
    );
    folder.write("data.csv", "id,y\n1,3\n2,5\n3,4\n4,4\n5,7\n");
    folder.refused(
        &["fit", "data.csv", "--target", "y", "--task", "regression"],
        &["no feature columns", "left out", "--include"],
    );
    assert!(selected(&json(&fitted(), &LINEAR)).len() == 3);
}
