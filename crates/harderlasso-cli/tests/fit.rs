//! `fit` and its kin on good tables.

mod common;

use common::{Folder, LINEAR, folder, json, selected, table, timeless, unwrapped, with};
use serde_json::Value;

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
        "alternatives",
        "base_rates",
        "certificate",
        "coefficients",
        "comparison",
        "converged",
        "hidden",
        "hidden_requested",
        "intercept",
        "lambda",
        "lambda_interval",
        "metrics",
        "n",
        "notes",
        "observed",
        "p",
        "penalty",
        "restarts",
        "seconds",
        "seed",
        "selected",
        "task",
        "version",
        "view",
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
    assert_eq!(object["hidden_requested"], Value::Array(Vec::new()));
    assert_eq!(object["comparison"], Value::Null);
    assert_eq!(object["view"], "values");
    assert_eq!(object["alternatives"], Value::Array(Vec::new()));
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
fn an_empty_selection_is_explained() {
    let folder = Folder::new();
    let mut numbers = common::Numbers::new(11);
    let rows: String = (0..50)
        .map(|_| format!("{},{},{}\n", numbers.next(), numbers.next(), numbers.next()))
        .collect();
    folder.write("data.csv", format!("a,b,y\n{rows}"));
    let text = unwrapped(&folder.succeed(&LINEAR));
    assert!(
        text.contains("none of") && text.contains("could be pure noise"),
        "{text}"
    );
    let object = json(&folder, &LINEAR);
    assert_eq!(object["selected"], Value::Array(Vec::new()));
}

/// Whatever λ is, the sentences about the strongest signal and about the selection
/// agree with each other.
#[test]
fn no_result_contradicts_itself() {
    let folder = Folder::new();
    let mut numbers = common::Numbers::new(12);
    let mut row = || -> Vec<String> { (0..9).map(|_| numbers.next().to_string()).collect() };
    let rows: Vec<String> = (0..60).map(|_| row().join(",")).collect();
    folder.write(
        "data.csv",
        format!("a,b,c,d,e,f,g,h,y\n{}\n", rows.join("\n")),
    );
    for lambda in ["0.2", "0.5", "1", "1.5", "2", "2.5", "3", "30"] {
        let text = unwrapped(&folder.succeed(&with(&LINEAR, &["--lambda", lambda])));
        let says = |words: &str| text.contains(words);
        let is_empty = says("none of 8 features");
        assert!(
            !says("noise would") && !says("pure noise") && !says("worse"),
            "{text}"
        );
        if says(", above λ") {
            assert_eq!(is_empty, says("but no model with features"), "{text}");
            assert!(!is_empty || !says("none of them predicts"), "{text}");
        } else {
            assert!(says("not above λ"), "{text}");
            assert!(!is_empty || !says("selected features together"), "{text}");
        }
        assert!(!says("restarts"), "{text}");
    }
}

#[test]
fn the_result_fits_a_terminal_and_shows_no_control_character() {
    let folder = Folder::new();
    let long = "a very long name of a column ".repeat(5);
    let text = table(60, 1)
        .replacen("x1", &long, 1)
        .replacen("x4", "\"x4\u{1b}[31m\"", 1);
    folder.write("data.csv", text);
    let finished = folder.run(&LINEAR);
    assert!(
        finished.out.contains('…') && !finished.out.contains('\u{1b}'),
        "{}",
        finished.out
    );
    assert!(!finished.err.contains('\u{1b}'));
    for line in finished.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for word in [
        "Question",
        "Task",
        "Lambda",
        "importance",
        "coefficient",
        "Fit",
        "training data",
        "Time",
    ] {
        assert!(finished.out.contains(word), "{word}: {}", finished.out);
    }
}

/// The most important feature first, with the numbers of the JSON.
#[test]
fn features_are_listed_by_importance() {
    let folder = folder();
    let object = json(&folder, &LINEAR);
    let features = object["selected"].as_array().unwrap();
    for key in ["importance", "weight"] {
        let sum: f64 = features.iter().map(|f| f[key].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{key}: {sum}");
    }
    let mut sorted: Vec<(f64, &str)> = features
        .iter()
        .map(|f| {
            (
                f["importance"].as_f64().unwrap(),
                f["name"].as_str().unwrap(),
            )
        })
        .collect();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let text = folder.succeed(&LINEAR);
    let (_, list) = text.split_once("coefficient\n").unwrap();
    let printed: Vec<Vec<&str>> = list
        .lines()
        .take(sorted.len())
        .map(|line| line.split_whitespace().take(2).collect())
        .collect();
    for (line, (importance, name)) in printed.iter().zip(sorted) {
        assert_eq!(line, &[name, format!("{importance:.3}").as_str()]);
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
    assert_eq!(object["coefficients"].as_object().unwrap().len(), 3);
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
    let finished = folder.run(&["demo"]);
    assert_eq!(finished.code, Some(0), "{}", finished.err);
    assert!(
        finished.out.contains("of 30 features selected") && finished.out.contains("accuracy 9")
    );
    assert_eq!(folder.names(), ["harderlasso-report.html"]);
}

/// What a comma at the end of every line makes is no column.
#[test]
fn a_column_of_nothing_without_a_name_is_left_out() {
    let folder = folder();
    let plain = json(&folder, &LINEAR);
    let commas: String = table(60, 1)
        .lines()
        .map(|line| format!("{line},\n"))
        .collect();
    folder.write("data.csv", commas);
    let finished = folder.run(&LINEAR);
    assert_eq!(finished.code, Some(0), "{}", finished.err);
    assert!(
        finished.out.contains("neither a name nor a value"),
        "{}",
        finished.out
    );
    let padded = json(&folder, &LINEAR);
    assert_eq!(padded["selected"], plain["selected"]);
}

#[test]
fn columns_that_never_change_are_listed() {
    let folder = Folder::new();
    let rows: String = (0..30).map(|row| format!("5,1,{}\n", row * row)).collect();
    folder.write("data.csv", "a,b,y\n".to_owned() + &rows);
    let finished = folder.run(&["fit", "data.csv", "--target", "y", "--hidden", "none"]);
    assert_eq!(finished.code, Some(0), "{}", finished.err);
    let all = unwrapped(&(finished.out + &finished.err));
    assert!(all.contains("2 columns have the same value"), "{all}");
    assert!(all.contains("nothing can be selected"), "{all}");
}

/// Far more threads than processors are no reason to fail.
#[test]
fn any_number_of_threads_will_do() {
    let folder = folder();
    let run = |threads| {
        let flags = with(&LINEAR, &["--json", "--threads", threads]);
        timeless(&folder.succeed(&flags))
    };
    assert_eq!(run("1"), run("100000"));
}

#[test]
fn a_model_and_a_report_are_two_files() {
    let folder = folder();
    folder.refused(
        &with(&LINEAR, &["--model", "r.x", "--report", "./r.x"]),
        &["same file"],
    );
    assert_eq!(folder.names(), ["data.csv"]);
}
