//! What the answer says beside the selection: coefficients, base rates and notes, the
//! same in text, JSON and the report.

mod common;

use common::{Folder, folder, json, table, unwrapped, with};
use serde_json::Value;

fn notes(object: &Value) -> Vec<String> {
    let notes = object["notes"].as_array().expect("a list");
    notes
        .iter()
        .map(|note| note.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_linear_regression_has_coefficients_and_base_rates() {
    let folder = folder();
    let fit = with(&common::LINEAR, &["--model", "model.json"]);
    let object = json(&folder, &fit);
    let weight = |name: &str| object["coefficients"][name].as_f64().unwrap();
    assert!((weight("x1") - 3.0).abs() < 0.01 && (weight("x4") + 2.0).abs() < 0.01);
    assert!((weight("town=Rome") - 4.0).abs() < 0.01);
    assert_eq!(object["coefficients"].as_object().unwrap().len(), 3);
    assert!(object["intercept"].as_f64().unwrap().abs() < 0.1);
    assert!(object["observed"].as_f64().unwrap() > object["lambda"].as_f64().unwrap());
    let values: Vec<f64> = folder
        .read("data.csv")
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap().parse().unwrap())
        .collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let sd = (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n).sqrt();
    let rate = |key: &str| object["base_rates"][key].as_f64().unwrap();
    assert!((rate("mean") - mean).abs() < 1e-9 && (rate("sd") - sd).abs() < 1e-9);
    let text = unwrapped(&folder.succeed(&fit));
    assert!(
        text.contains("without features: root mean squared error"),
        "{text}"
    );
    // The saved model says the same.
    let inspected: Value =
        serde_json::from_str(&folder.succeed(&["inspect", "model.json", "--json"])).unwrap();
    for key in [
        "coefficients",
        "intercept",
        "base_rates",
        "observed",
        "notes",
    ] {
        assert_eq!(inspected[key], object[key], "{key}");
    }
    let network = json(
        &folder,
        &["fit", "data.csv", "--target", "y", "--hidden", "3"],
    );
    assert!(network.get("coefficients").is_none() && network.get("intercept").is_none());
}

/// The towns are separated by the columns that stand for them.
fn towns() -> String {
    table(90, 1)
        .lines()
        .enumerate()
        .map(|(line, text)| {
            let town = text.split(',').nth(4).unwrap();
            let place = match town {
                "Rome" => 5.0,
                "Oslo" => 10.0,
                _ => 0.0,
            };
            match line {
                0 => format!("{text},north,south,code\n"),
                line => {
                    let north = place + (line % 4) as f64;
                    format!("{text},{north},{},{line}k\n", 100.0 - 2.0 * north)
                }
            }
        })
        .collect()
}

#[test]
fn classes_have_coefficients_and_shares_of_their_own() {
    let folder = Folder::new();
    folder.write("data.csv", towns());
    let fit = [
        "fit", "data.csv", "--target", "town", "--drop", "y", "--hidden", "none",
    ];
    let object = json(&folder, &fit);
    for class in ["Bern", "Oslo", "Rome"] {
        let share = object["base_rates"][class].as_f64().unwrap();
        assert!((share - 1.0 / 3.0).abs() < 1e-9);
        assert!(object["coefficients"][class].is_object());
        assert!(object["intercept"][class].is_number());
    }
    // Of two classes, the second one.
    let two = towns().replace("Oslo", "Bern");
    folder.write("data.csv", two);
    let object = json(&folder, &fit);
    let classes: Vec<&String> = object["intercept"].as_object().unwrap().keys().collect();
    assert_eq!(classes, ["Rome"]);
    assert!((object["base_rates"]["Bern"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-9);
    let text = unwrapped(&folder.succeed(&fit));
    assert!(text.contains("without features: accuracy 66.7 %, by always predicting `Bern`"));
}

#[test]
fn copies_separation_and_left_out_columns_are_told_everywhere() {
    let folder = Folder::new();
    folder.write("data.csv", towns());
    let fit = [
        "fit",
        "data.csv",
        "--target",
        "town",
        "--drop",
        "y",
        "--hidden",
        "none",
        "--model",
        "model.json",
        "--report",
        "report.html",
        "--draws",
        "40",
    ];
    let object = json(&folder, &fit);
    let text = unwrapped(&folder.succeed(&fit));
    let found = notes(&object);
    for words in [
        "Column `y` was left out: asked by --drop.",
        "Column `code` was left out: text with 90 different values",
        "one column is a copy of another one, up to unit and sign, and says nothing else: `",
        "the selected features separate the classes without an error",
        "with so few null draws λ is imprecise; increase --draws",
        "The target `town` is text, so this is a classification",
    ] {
        assert!(
            found.iter().any(|note| note.starts_with(words)),
            "{words}: {found:#?}"
        );
    }
    for note in &found {
        assert!(text.contains(&unwrapped(note)), "{note}: {text}");
    }
    let page = folder.read("report.html");
    for words in [
        "asked by --drop",
        "1 column is a copy of another one, up to unit and sign",
        "The selected features separate the classes without an error",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let shown = unwrapped(&folder.succeed(&["inspect", "model.json"]));
    assert!(shown.contains("separate the classes") && shown.contains("is a copy of"));
}

/// Remarks that are written to stderr are notes as well.
#[test]
fn remarks_on_the_table_are_notes() {
    let folder = Folder::new();
    let rows = table(60, 1);
    let text = rows.lines().enumerate().map(|(line, text)| match line {
        0 => format!("{text},same\n"),
        _ => format!("{text},1\n"),
    });
    folder.write("data.csv", text.collect::<String>());
    let fit = with(&common::LINEAR, &["--drop", "x0", "--json"]);
    let finished = folder.run(&fit);
    let object: Value = serde_json::from_str(&finished.out).unwrap();
    let remark = "1 column has the same value in every row and cannot be selected";
    // The target is before the last column.
    assert!(finished.err.contains(remark), "{}", finished.err);
    assert!(notes(&object).iter().any(|note| note.starts_with(remark)));
}

/// A text column that is left out may hold names of people: none is in a file.
#[test]
fn no_value_of_a_column_that_is_left_out_is_in_a_file() {
    let folder = Folder::new();
    let rows = table(300, 1);
    let text = rows.lines().enumerate().map(|(line, text)| match line {
        0 => format!("person,{text}\n"),
        line => format!("Jane Doe {line},{text}\n"),
    });
    folder.write("data.csv", text.collect::<String>());
    let files = ["--model", "model.json", "--report", "report.html"];
    folder.succeed(&with(&common::LINEAR, &files));
    for name in ["model.json", "report.html"] {
        let text = folder.read(name);
        assert!(text.contains("person") && !text.contains("Jane"), "{name}");
    }
}
