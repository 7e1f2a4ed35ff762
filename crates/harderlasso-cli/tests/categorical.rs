//! Numbers that are codes of categories.

mod common;

use common::{Folder, LINEAR, json, selected, table, unwrapped, with};

/// A table whose target depends on which code a row has, and not on its size.
fn coded(spell: impl Fn(usize) -> String) -> String {
    let text = table(90, 1);
    let lines = text.lines().enumerate().map(|(line, text)| match line {
        0 => {
            let (features, target) = text.rsplit_once(',').unwrap();
            format!("{features},code,{target}\n")
        }
        row => {
            let (features, target) = text.rsplit_once(',').unwrap();
            let code = row * 7 % 5;
            let target: f64 = target.parse().unwrap();
            let shifted = target + if code == 2 { 6.0 } else { 0.0 };
            format!("{features},{},{shifted}\n", spell(code))
        }
    });
    lines.collect()
}

fn names(folder: &Folder, flags: &[&str]) -> Vec<String> {
    let found = selected(&json(folder, &with(&LINEAR, flags)));
    found.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn codes_become_levels() {
    let folder = Folder::new();
    folder.write("data.csv", coded(|code| code.to_string()));
    let plain = json(&folder, &LINEAR);
    let flags = ["--categorical", "code", "--model", "m.json"];
    let object = json(&folder, &with(&LINEAR, &flags));
    assert_eq!(
        object["p"].as_u64(),
        plain["p"].as_u64().map(|columns| columns + 4)
    );
    assert!(names(&folder, &flags).contains(&"code=2".to_owned()));
    let inspected = unwrapped(&folder.succeed(&["inspect", "m.json"]));
    assert!(inspected.contains("--categorical code"), "{inspected}");
    assert!(inspected.contains("`code (5)`"), "{inspected}");
    // Predictions read the same codes, also where they are written in another way.
    let predicted = folder.succeed(&["predict", "m.json", "data.csv"]);
    folder.write("new.csv", coded(|code| format!("{code}.0")));
    assert_eq!(folder.succeed(&["predict", "m.json", "new.csv"]), predicted);
    folder.write("new.csv", coded(|code| (code + 7).to_string()));
    let finished = folder.run(&["predict", "m.json", "new.csv"]);
    assert_eq!(finished.code, Some(0));
    assert!(finished.err.contains("5 levels that the fit did not have"));
}

#[test]
fn a_category_may_be_missing_and_have_any_number_of_levels() {
    let folder = Folder::new();
    let code = |code: usize| match code {
        4 => String::new(),
        code => code.to_string(),
    };
    folder.write("data.csv", coded(code));
    let object = json(&folder, &with(&LINEAR, &["--categorical", "code"]));
    let plain = json(&folder, &LINEAR)["p"].as_u64().unwrap();
    assert_eq!(object["p"].as_u64(), Some(plain + 4));
    // Row numbers, numbers among which is a text, and long numbers.
    for spell in [
        |row: usize| row.to_string(),
        |row: usize| {
            if row == 8 {
                "A8".to_owned()
            } else {
                row.to_string()
            }
        },
        |row: usize| format!("90071992547409{row:04}"),
    ] {
        let text = table(60, 1);
        let lines = text.lines().enumerate().map(|(line, text)| match line {
            0 => format!("code,{text}\n"),
            row => format!("{},{text}\n", spell(row)),
        });
        folder.write("data.csv", lines.collect::<String>());
        let object = json(&folder, &with(&LINEAR, &["--categorical", "0"]));
        assert_eq!(object["p"].as_u64(), Some(69));
    }
}

#[test]
fn what_is_no_category_is_refused() {
    let folder = common::folder();
    for (flags, words) in [
        (
            &["--categorical", "y"][..],
            &["`y`", "is the target", "--categorical"][..],
        ),
        (
            &["--categorical", "x1", "--weights", "x1"],
            &["`x1`", "holds the weights", "--categorical"],
        ),
        (
            &["--categorical", "x1", "--drop", "x1"],
            &["`x1`", "left out", "--categorical"],
        ),
        (&["--categorical", "x99"], &["`x99`", "the columns are"]),
    ] {
        folder.refused(&with(&LINEAR, flags), words);
    }
}

#[test]
fn truth_values_may_be_written_in_another_case() {
    let folder = Folder::new();
    let truths = |truths: [&str; 2]| {
        coded(|code| truths[usize::from(code == 2)].to_owned()).replacen("code", "is_new", 1)
    };
    folder.write("data.csv", truths(["False", "True"]));
    folder.succeed(&with(&LINEAR, &["--model", "m.json"]));
    let predict = ["predict", "m.json", "data.csv"];
    let predicted = folder.run(&predict);
    for other in [["false", "true"], ["FALSE", "TRUE"]] {
        folder.write("data.csv", truths(other));
        let again = folder.run(&predict);
        assert_eq!(
            (again.out, again.err),
            (predicted.out.clone(), predicted.err.clone())
        );
    }
    folder.write("data.csv", truths(["no", "yes"]));
    let finished = folder.run(&predict);
    assert!(
        finished.err.contains("2 levels that the fit did not have"),
        "{}",
        finished.err
    );
}
