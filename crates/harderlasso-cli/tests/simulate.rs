//! `harderlasso simulate`, run as a person runs it.

mod common;

use common::{Folder, json, selected};
use serde_json::Value;

fn truth(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).expect("JSON")
}

/// The columns of a table by name.
fn column(table: &str, name: &str) -> Vec<f64> {
    let mut lines = table.lines();
    let header = lines.next().expect("a header");
    let place = header.split(',').position(|other| other == name);
    let place = place.expect("the column is there");
    lines
        .map(|line| line.split(',').nth(place).unwrap().parse().unwrap())
        .collect()
}

#[test]
fn a_fit_of_the_table_finds_the_truth_beside_it() {
    let folder = Folder::new();
    let said = folder.run(&["simulate", "linear", "-o", "data.csv"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), ""),
        "{}",
        said.err
    );
    assert!(said.err.contains("5 of 250 columns"), "{}", said.err);
    assert!(said.err.contains("data.truth.json"), "{}", said.err);
    assert_eq!(folder.names(), ["data.csv", "data.truth.json"]);
    let truth = truth(&folder, "data.truth.json");
    assert_eq!((&truth["n"], &truth["p"]), (&70.into(), &250.into()));
    let seed = truth["fit_seed"].to_string();
    let fit = ["fit", "data.csv", "--target", "y", "--hidden", "none", "-q"];
    let fit = json(&folder, &common::with(&fit, &["--seed", &seed]));
    let found: Vec<u64> = selected(&fit).iter().map(|(index, _)| *index).collect();
    // The same list as `harderlasso.simulate` and the estimators give for this
    // seed and run; see the tests of the Python package.
    assert_eq!(found, [23, 53, 80, 99, 249]);
    assert_eq!(truth["support"], Value::from(found));
    let names: Vec<Value> = selected(&fit)
        .into_iter()
        .map(|(_, name)| name.into())
        .collect();
    assert_eq!(truth["names"], Value::from(names));
}

#[test]
fn the_truth_holds_what_the_table_was_made_from() {
    let folder = Folder::new();
    let arguments = [
        "simulate",
        "nonlinear",
        "-n",
        "300",
        "-s",
        "4",
        "--seed",
        "5",
        "--run",
        "2",
        "--signs",
        "random",
        "--toeplitz",
        "0.5",
        "--student",
        "4",
        "--y-scale",
        "-10",
        "--y-shift",
        "3",
    ];
    let table = folder.succeed(&common::with(&arguments, &["--truth", "truth.json", "-q"]));
    assert_eq!(folder.names(), ["truth.json"]);
    let truth = truth(&folder, "truth.json");
    let noise = &truth["noise"];
    assert_eq!(noise["law"], "student");
    assert_eq!(noise["standard_deviation"], 2.0_f64.sqrt());
    assert_eq!(truth["correlation"]["toeplitz"], 0.5);
    assert_eq!((&truth["seed"], &truth["run"]), (&5.into(), &2.into()));
    // What is left of y without the mean is noise, with this standard deviation.
    let y = column(&table, "y");
    assert_eq!(y.len(), 300);
    let mut noise: Vec<f64> = y.iter().map(|y| (y - 3.0) / -10.0).collect();
    let terms = truth["terms"].as_array().expect("a list");
    assert_eq!(terms.len(), 2);
    for term in terms {
        let x = |place: usize| column(&table, &format!("x{}", term["columns"][place]));
        let height = term["height"].as_f64().expect("a number");
        assert_eq!(height.abs(), 10.0);
        for ((e, a), b) in noise.iter_mut().zip(x(0)).zip(x(1)) {
            *e -= height * (b - a).abs();
        }
    }
    noise.sort_by(f64::total_cmp);
    // Quartiles of Student's t with 4 degrees of freedom are ±0.741; with 300
    // draws their standard error is about 0.09.
    assert!((noise[75] + 0.741).abs() < 0.3, "{}", noise[75]);
    assert!((noise[225] - 0.741).abs() < 0.3, "{}", noise[225]);
    let formula = truth["mean"].as_str().expect("text");
    assert_eq!(formula.matches("abs(").count(), 2, "{formula}");
}

#[test]
fn the_same_options_give_the_same_bytes_wherever_they_go() {
    let folder = Folder::new();
    let printed = folder.succeed(&["simulate", "architecture", "-n", "50", "-q"]);
    folder.succeed(&["simulate", "architecture", "-n", "50", "-o", "data.csv"]);
    assert_eq!(printed, folder.read("data.csv"));
    let minus = ["simulate", "architecture", "-n", "50", "-o", "-", "-q"];
    assert_eq!(printed, folder.succeed(&minus));
    assert_eq!(folder.names(), ["data.csv", "data.truth.json"]);
    for other in [["--run", "1"], ["--seed", "2"]] {
        let other = folder.succeed(&common::with(&minus, &other));
        assert_ne!(printed, other);
    }
    // A run of the same seed shares the columns, and not the target.
    let other = folder.succeed(&common::with(&minus, &["--run", "1"]));
    assert_eq!(column(&printed, "x7"), column(&other, "x7"));
    assert_ne!(column(&printed, "y"), column(&other, "y"));
}

#[test]
fn a_design_that_does_not_exist_is_refused_before_a_file_is_written() {
    let folder = Folder::new();
    let refused = |more: &[&str], words: &[&str]| {
        let arguments = common::with(&["simulate"], more);
        folder.refused(&common::with(&arguments, &["-o", "data.csv"]), words);
    };
    refused(&["quadratic"], &["quadratic", "linear"]);
    refused(&["linear", "-s", "251"], &["s is 251", "from 0 to 250"]);
    refused(&["linear", "-n", "1"], &["n is 1", "from 2 to 1000000"]);
    refused(&["linear", "--signs", "random"], &["--signs", "leave"]);
    refused(&["nonlinear", "-s", "3"], &["s is 3", "even"]);
    refused(&["architecture", "-s", "2"], &["s is 2"]);
    refused(&["linear", "--toeplitz", "1"], &["correlation is 1"]);
    refused(&["linear", "--blocks", "ten"], &["--blocks", "10,0.7"]);
    refused(&["linear", "--blocks", "0,0.5"], &["size of a block"]);
    let both = ["linear", "--blocks", "5,0.5", "--toeplitz", "0.5"];
    refused(&both, &["cannot be used with"]);
    refused(&["linear", "--student", "0"], &["degrees of freedom"]);
    refused(&["linear", "--y-scale", "0"], &["the scale of y is 0"]);
    refused(&["linear", "--y-shift", "inf"], &["the shift of y is inf"]);
    refused(&["linear", "--truth", "./data.csv"], &["take the place"]);
    refused(&["linear", "--truth", "nowhere/t.json"], &["nowhere"]);
    let nowhere = ["simulate", "linear", "-o", "nowhere/data.csv"];
    folder.refused(&nowhere, &["no folder nowhere"]);
}
