//! Rows that count more than once, or not at all.

mod common;

use common::{Folder, json, selected, table, unwrapped, with};

const FIT: [&str; 8] = [
    "fit", "data.csv", "--target", "y", "--hidden", "none", "--lambda", "3",
];

/// A table with a column `times` of whole weights, and the table that says the
/// same with repeated rows.
fn tables() -> (String, String) {
    let rows = table(40, 1);
    let (mut weighed, mut repeated) = (String::new(), String::new());
    for (line, row) in rows.lines().enumerate() {
        if line == 0 {
            weighed += &format!("times,{row}\n");
            repeated += &format!("{row}\n");
            continue;
        }
        let times = line % 4;
        weighed += &format!("{times},{row}\n");
        repeated += &format!("{row}\n").repeat(times);
    }
    (weighed, repeated)
}

#[test]
fn whole_weights_are_repeated_rows() {
    let folder = Folder::new();
    let (weighed, repeated) = tables();
    folder.write("data.csv", weighed);
    let weights = with(&FIT, &["--weights", "times"]);
    let with_weights = json(&folder, &weights);
    let said = unwrapped(&folder.succeed(&weights));
    assert!(
        said.contains("Each row stands for as many observations as `times` gives; 10 rows of weight 0 were left out."),
        "{said}"
    );
    let by_number = json(&folder, &with(&FIT, &["--weights", "0"]));
    assert_eq!(selected(&by_number), selected(&with_weights));
    let ignoring = json(&folder, &with(&FIT, &["--drop", "times"]));

    folder.write("data.csv", repeated);
    let with_rows = json(&folder, &FIT);
    assert_eq!(selected(&with_weights), selected(&with_rows));
    assert_eq!(with_weights["n"], 30, "rows that count");
    // R² is too close to 1 to tell fits apart here.
    let error = |object: &serde_json::Value| object["metrics"]["rmse"].as_f64().unwrap();
    let off = |object| (error(object) / error(&with_rows) - 1.0).abs();
    assert!(off(&with_weights) < 1e-6, "{}", off(&with_weights));
    assert!(off(&ignoring) > 1e-3, "{}", off(&ignoring));
}

#[test]
fn a_model_of_weighed_rows_is_kept_and_told() {
    let folder = Folder::new();
    folder.write("data.csv", tables().0);
    let more = [
        "--weights",
        "times",
        "--model",
        "model.json",
        "--report",
        "report.html",
    ];
    folder.succeed(&with(&FIT, &more));
    let told = unwrapped(&folder.succeed(&["inspect", "model.json"]));
    assert!(told.contains("--weights times"), "{told}");
    let report = folder.read("report.html");
    assert!(report.contains("10 rows of weight 0 were"), "{report}");
    // What the rows to be predicted count is nobody's business.
    folder.write("new.csv", table(5, 2));
    let predicted = folder.succeed(&["predict", "model.json", "new.csv"]);
    assert_eq!(predicted.lines().count(), 6);
    let lambda = ["lambda", "data.csv", "--target", "y", "--weights", "times"];
    assert!(unwrapped(&folder.succeed(&lambda)).contains("as many observations as `times` gives"));
}

#[test]
fn weights_that_are_none() {
    let folder = Folder::new();
    let good = "w,a,b,y\n1,1,5,3\n2,2,6,5\n1,3,4,8\n";
    for (table, more, words) in [
        (
            good,
            &["--weights", "z"][..],
            &["no column `z`", "data.csv"][..],
        ),
        (
            good,
            &["--weights", "y"],
            &["`y` is the target", "--weights"],
        ),
        (
            good,
            &["--weights", "w", "--drop", "w"],
            &["`w` weighs the rows", "--drop"],
        ),
        (
            &good.replace("\n2,", "\n-2,"),
            &["--weights", "w"],
            &["`w`", "-2 in row 2", "not negative"],
        ),
        (
            &good.replace("\n2,", "\nmany,"),
            &["--weights", "w"],
            &["`w`", "`many` in row 2", "numbers"],
        ),
        (
            &good.replace("\n2,", "\n,"),
            &["--weights", "w"],
            &["`w`", "no value in row 2", "--missing drop"],
        ),
        (
            &good.replace("\n1,", "\n0,"),
            &["--weights", "w"],
            &["`w`", "1 row only"],
        ),
        (
            &good.replace("\n2,", "\ninf,"),
            &["--weights", "w"],
            &["row 2", "`w`", "inf"],
        ),
        (
            &good.replace("\n2,", "\n1e308,").replace("\n1,", "\n1e308,"),
            &["--weights", "w"],
            &["weights"],
        ),
    ] {
        folder.write("data.csv", table);
        folder.refused(&with(&FIT, more), words);
    }
    // A row without a weight goes with the others that have a gap.
    folder.write("data.csv", tables().0.replacen("\n1,", "\nNA,", 1));
    let drop = with(&FIT, &["--weights", "times", "--missing", "drop"]);
    assert_eq!(json(&folder, &drop)["n"], 29);
}
