//! From a saved model to predictions.

mod common;

use common::{Folder, LINEAR_MODEL, fitted, reordered, table};

fn numbers(text: &str) -> Vec<f64> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("prediction"));
    lines.map(|line| line.parse().expect("a number")).collect()
}

#[test]
fn predictions_are_close_to_what_was_learnt() {
    let folder = fitted();
    let new = table(30, 2);
    folder.write("new.csv", &new);
    let truth: Vec<f64> = new
        .lines()
        .skip(1)
        .map(|line| line.rsplit_once(',').unwrap().1.parse().unwrap())
        .collect();
    let found = numbers(&folder.succeed(&["predict", "model.json", "new.csv"]));
    assert_eq!(found.len(), 30);
    for (found, truth) in found.iter().zip(&truth) {
        assert!((found - truth).abs() < 0.05, "{found} {truth}");
    }
}

#[test]
fn the_order_of_columns_and_more_of_them_change_nothing() {
    let folder = fitted();
    let new = table(30, 2);
    folder.write("new.csv", &new);
    let expected = folder.succeed(&["predict", "model.json", "new.csv"]);
    let order = ["x5", "y", "town", "x4", "x3", "x2", "x1", "x0"];
    let mixed: String = reordered(&new, &order)
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("remark,{text},more\n"),
            _ => format!("\"any, thing\",{text},{line}\n"),
        })
        .collect();
    folder.write("mixed.csv", mixed);
    assert_eq!(
        folder.succeed(&["predict", "model.json", "mixed.csv"]),
        expected
    );
    // Only what was selected is needed, and no target.
    folder.write("few.csv", reordered(&new, &["town", "x4", "x1"]));
    let finished = folder.run(&["predict", "model.json", "few.csv"]);
    assert_eq!((finished.code, &finished.out), (Some(0), &expected));
    assert!(finished.err.contains("lacks 4 columns"), "{}", finished.err);
    // Where the output goes does not change it, nor does how the input comes.
    folder.succeed(&["predict", "model.json", "new.csv", "-o", "out.csv"]);
    assert_eq!(folder.read("out.csv"), expected);
    let finished = folder.feed(&["predict", "model.json", "-"], new.as_bytes());
    assert_eq!(finished.out, expected);
    for threads in ["1", "2"] {
        assert_eq!(
            folder.succeed(&["predict", "model.json", "new.csv", "--threads", threads]),
            expected
        );
    }
}

#[test]
fn a_missing_column_is_named() {
    let folder = fitted();
    let new = table(30, 2);
    folder.write("new.csv", reordered(&new, &["x0", "x1", "x2"]));
    let finished = folder.refused(
        &["predict", "model.json", "new.csv", "-o", "out.csv"],
        &[
            "new.csv",
            "2 columns that the model needs",
            "`town`",
            "`x4`",
        ],
    );
    assert!(!finished.contains("x5"), "{finished}");
}

#[test]
fn levels_that_the_model_has_not_seen_count_as_none() {
    let folder = fitted();
    let header = "x1,x4,town\n";
    folder.write(
        "new.csv",
        format!("{header}0.5,0.5,Rome\n0.5,0.5,Oslo\n0.5,0.5,Paris\n0.5,0.5,?\n"),
    );
    let finished = folder.run(&["predict", "model.json", "new.csv"]);
    assert_eq!(finished.code, Some(0), "{}", finished.err);
    let [rome, oslo, paris, unknown] = numbers(&finished.out)[..] else {
        panic!("four rows: {}", finished.out)
    };
    // Rome alone was selected, so an unseen town is like any other.
    assert!(rome - oslo > 3.9 && paris == oslo, "{}", finished.out);
    // A missing town is none of the towns, since none was missing in the fit.
    assert_eq!(unknown, oslo);
    assert!(
        finished
            .err
            .contains("`town` has 1 level that the fit did not have: `Paris`"),
        "{}",
        finished.err
    );
    assert!(
        finished
            .err
            .contains("`town` has 1 missing value, and the fit had none there; it counts as none"),
        "{}",
        finished.err
    );
    let finished = folder.run(&["predict", "model.json", "new.csv", "--quiet"]);
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
}

#[test]
fn levels_are_compared_by_value_not_by_spelling() {
    let folder = Folder::new();
    let rows: String = (0..60)
        .map(|row| {
            format!(
                "{},{}.{}\n",
                ["1", "2.50", "high"][row % 3],
                [10, 20, 90][row % 3],
                row % 7
            )
        })
        .collect();
    folder.write("data.csv", format!("grade,y\n{rows}"));
    folder.succeed(&LINEAR_MODEL);
    // All of these are numbers, though the column was text in the fit.
    folder.write("new.csv", "grade\n1.0\n2.5\n02.5\n");
    let found = numbers(&folder.succeed(&["predict", "model.json", "new.csv"]));
    assert!(
        (found[0] - 10.0).abs() < 0.6 && (found[1] - 20.0).abs() < 0.6,
        "{found:?}"
    );
    assert_eq!(found[1], found[2]);
}

#[test]
fn classes_and_their_probabilities() {
    let folder = Folder::new();
    let mut numbers = common::Numbers::new(8);
    let rows: String = (0..90)
        .map(|row| {
            format!(
                "{},{},{}\n",
                numbers.next() + [0.0, 2.5, 5.0][row % 3],
                numbers.next(),
                ["a,b", "c", "d \"e\""][row % 3].replace('"', "\"\"")
            )
            .replacen("a,b", "\"a,b\"", 1)
            .replacen("d \"\"e\"\"", "\"d \"\"e\"\"\"", 1)
        })
        .collect();
    folder.write("data.csv", format!("x,z,y\n{rows}"));
    folder.succeed(&LINEAR_MODEL);
    let classes = folder.succeed(&["predict", "model.json", "data.csv"]);
    let mut reader = csv::Reader::from_reader(classes.as_bytes());
    let predicted: Vec<String> = reader
        .records()
        .map(|record| record.unwrap()[0].to_owned())
        .collect();
    assert_eq!(predicted.len(), 90);

    let proba = folder.succeed(&["predict", "model.json", "data.csv", "--proba"]);
    let mut reader = csv::Reader::from_reader(proba.as_bytes());
    let names: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(names, ["a,b", "c", "d \"e\""]);
    let mut right = 0;
    for (row, record) in reader.records().enumerate() {
        let shares: Vec<f64> = record
            .unwrap()
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let best = (0..3)
            .max_by(|&a, &b| shares[a].total_cmp(&shares[b]))
            .unwrap();
        assert_eq!(predicted[row], names[best]);
        right += usize::from(best == row % 3);
    }
    assert!(right > 70, "{right}");
}

#[test]
fn an_empty_model_predicts_all_the_same() {
    let folder = Folder::new();
    folder.write("data.csv", table(60, 1));
    folder.succeed(&[&LINEAR_MODEL[..], &["--lambda", "1e6"]].concat());
    folder.write("new.csv", "other\n1\n2\n");
    let found = numbers(&folder.succeed(&["predict", "model.json", "new.csv"]));
    assert_eq!(found.len(), 2);
    assert_eq!(found[0], found[1]);
}

#[test]
fn what_cannot_be_predicted_is_refused() {
    let folder = fitted();
    let predict = |data| ["predict", "model.json", data, "-o", "out.csv"];
    folder.write("new.csv", "x1,x4,town\n1,2,Rome\n1,tall,Rome\n");
    folder.refused(
        &predict("new.csv"),
        &["new.csv", "row 2", "`x4`", "`tall`", "number"],
    );
    folder.write("new.csv", "x1,x4,town\n1,inf,Rome\n");
    folder.refused(&predict("new.csv"), &["new.csv", "row 1", "`x4`", "inf"]);
    folder.write("new.csv", "x1,x4,town\n");
    folder.refused(&predict("new.csv"), &["new.csv", "no rows"]);
    folder.write("new.csv", "");
    folder.refused(&predict("new.csv"), &["new.csv", "is empty"]);
    folder.refused(&predict("none.csv"), &["none.csv: there is no such file"]);
    folder.write("new.csv", table(5, 1));
    folder.refused(
        &["predict", "model.json", "new.csv", "--proba"],
        &["--proba", "regression"],
    );
    folder.refused(
        &["predict", "model.json", "new.csv", "-o", "new.csv"],
        &["overwrite"],
    );
    folder.refused(
        &["predict", "model.json", "new.csv", "-o", "model.json"],
        &["overwrite"],
    );
    folder.refused(
        &["report", "model.json", "-o", "model.json"],
        &["overwrite"],
    );

    folder.succeed(&[&LINEAR_MODEL[..], &["--missing", "error"]].concat());
    folder.write("new.csv", "x1,x4,town\n1,2,Rome\n1,,Rome\n");
    folder.refused(&predict("new.csv"), &["row 2", "`x4`", "--missing error"]);
}

#[test]
fn models_that_cannot_be_read_are_refused() {
    let folder = fitted();
    let model = folder.read("model.json");
    let verbs = [
        vec!["predict", "bad.json", "data.csv", "-o", "out.csv"],
        vec!["inspect", "bad.json"],
        vec!["report", "bad.json", "-o", "out.html"],
    ];
    let refused = |words: &[&str]| {
        for verb in &verbs {
            folder.refused(verb, words);
        }
    };
    refused(&["no file bad.json", "--model"]);
    folder.write("bad.json", &model[..model.len() / 2]);
    refused(&["bad.json", "JSON"]);
    folder.write("bad.json", "");
    refused(&["bad.json", "JSON"]);
    folder.write("bad.json", "{\"format\":\"other\"}");
    refused(&["bad.json", "format"]);
    let newer = model.replacen("\"version\":3", "\"version\":99", 1);
    assert_ne!(newer, model);
    folder.write("bad.json", newer);
    refused(&["bad.json", "version 99"]);
    // One digit of a weight.
    let at = model.find("\"weights\":[").expect("weights are there") + 16;
    let digit = if model.as_bytes()[at] == b'7' {
        "8"
    } else {
        "7"
    };
    let damaged = format!("{}{digit}{}", &model[..at], &model[at + 1..]);
    folder.write("bad.json", damaged);
    refused(&["bad.json", "checksum"]);
    folder.write("bad.json", [0xff, 0xfe, 0x00]);
    refused(&["bad.json", "not text"]);
    std::fs::remove_file(folder.path("bad.json")).unwrap();
    std::fs::create_dir(folder.path("bad.json")).unwrap();
    refused(&["bad.json"]);
}
