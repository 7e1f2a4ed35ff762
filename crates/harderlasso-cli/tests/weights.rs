//! Rows that count more than once, or not at all.

mod common;

use common::{Folder, json, selected, table, unwrapped, with};

const FIT: [&str; 8] = [
    "fit", "data.csv", "--target", "y", "--hidden", "none", "--lambda", "3",
];

/// A table with a column `times` of whole weights, and the equivalent table with
/// repeated rows.
fn tables() -> (String, String) {
    let rows = table(40, 1);
    let (mut weighted, mut repeated) = (String::new(), String::new());
    for (line, row) in rows.lines().enumerate() {
        if line == 0 {
            weighted += &format!("times,{row}\n");
            repeated += &format!("{row}\n");
            continue;
        }
        let times = line % 4;
        weighted += &format!("{times},{row}\n");
        repeated += &format!("{row}\n").repeat(times);
    }
    (weighted, repeated)
}

#[test]
fn whole_weights_are_repeated_rows() {
    let folder = Folder::new();
    let (weighted, repeated) = tables();
    folder.write("data.csv", weighted);
    let weights = with(&FIT, &["--weights", "times"]);
    let with_weights = json(&folder, &weights);
    let finished = unwrapped(&folder.succeed(&weights));
    assert!(
        finished.contains("Rows count in proportion to `times`, also in the shares and errors below; 10 rows of weight 0 were left out."),
        "{finished}"
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

/// The same fit as with a column of these weights; with --weights, both are multiplied.
#[test]
fn balanced_classes_weigh_the_same() {
    let folder = Folder::new();
    let (mut text, mut with_weights) = (String::new(), String::new());
    for (line, row) in table(60, 1).lines().enumerate() {
        if line == 0 {
            text += &format!("{row},half,kind\n");
            with_weights += &format!("{row},half,kind,balance,both\n");
            continue;
        }
        let place: f64 = row.split(',').nth(1).unwrap().parse().unwrap();
        let kind = if place > 0.5 { "high" } else { "low" };
        let half = if line % 2 == 0 { 0.5 } else { 0.7 };
        text += &format!("{row},{half},{kind}\n");
        with_weights += &format!("{row},{half},{kind},,\n");
    }
    let count = |kind: &str| text.lines().filter(|line| line.ends_with(kind)).count() as f64;
    let (high, low) = (count("high"), count("low"));
    assert!(high < low && high > 5.0);
    let with_weights: String = with_weights
        .lines()
        .map(|line| {
            let Some(line) = line.strip_suffix(",,") else {
                return format!("{line}\n");
            };
            let n = if line.ends_with("high") { high } else { low };
            let half: f64 = line.rsplit(',').nth(1).unwrap().parse().unwrap();
            let balance = 60.0 / (2.0 * n);
            format!("{line},{balance},{}\n", half * balance)
        })
        .collect();
    folder.write("data.csv", &text);
    folder.write("weights.csv", with_weights);
    let fit = |file: &str, more: &[&str]| {
        let fit = [
            "fit", file, "--target", "kind", "--drop", "y", "--hidden", "none",
        ];
        json(&folder, &with(&fit, more))
    };
    for (flags, column, others) in [
        (
            vec!["--class-weight", "balanced", "--drop", "half"],
            "balance",
            "half,both",
        ),
        (
            vec!["--class-weight", "balanced", "--weights", "half"],
            "both",
            "half,balance",
        ),
    ] {
        let flagged = fit("data.csv", &flags);
        let by_column = fit("weights.csv", &["--weights", column, "--drop", others]);
        assert_eq!(selected(&flagged), selected(&by_column));
        for key in ["lambda", "metrics", "certificate"] {
            assert_eq!(flagged[key], by_column[key], "{key}");
        }
        assert_ne!(
            flagged["metrics"],
            fit("data.csv", &["--drop", "half"])["metrics"]
        );
    }
    let text = folder.succeed(&[
        "fit",
        "data.csv",
        "--target",
        "kind",
        "--class-weight",
        "balanced",
        "--model",
        "m.json",
        "--report",
        "report.html",
    ]);
    assert!(
        unwrapped(&text).contains("every class has the same total weight"),
        "{text}"
    );
    assert!(
        folder
            .read("report.html")
            .contains("every class has the same total weight")
    );
    let shown = folder.succeed(&["inspect", "m.json"]);
    assert!(shown.contains("--class-weight balanced"), "{shown}");
    folder.refused(
        &[
            "fit",
            "data.csv",
            "--target",
            "y",
            "--class-weight",
            "balanced",
        ],
        &[
            "column `y`",
            "class weights need classes",
            "--task classification",
        ],
    );
}

#[test]
fn weights_are_part_of_the_model_file_and_the_report() {
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
    let shown = unwrapped(&folder.succeed(&["inspect", "model.json"]));
    assert!(shown.contains("--weights times"), "{shown}");
    let report = folder.read("report.html");
    assert!(report.contains("10 rows of weight 0 were"), "{report}");
    assert!(report.contains("Rows count by their weights"), "{report}");
    // Predictions do not use weights.
    folder.write("new.csv", table(5, 2));
    let predicted = folder.succeed(&["predict", "model.json", "new.csv"]);
    assert_eq!(predicted.lines().count(), 6);
    let lambda = ["lambda", "data.csv", "--target", "y", "--weights", "times"];
    assert!(unwrapped(&folder.succeed(&lambda)).contains("Rows count in proportion to `times`"));
}

#[test]
fn weights_that_cannot_be_used() {
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
            &["`y`", "is the target", "--weights"],
        ),
        (
            good,
            &["--weights", "w", "--drop", "w"],
            &["`w`", "holds the weights", "--drop"],
        ),
        (
            &good.replace("\n2,", "\n-2,"),
            &["--weights", "w"],
            &["`w`", "row 2", "-2", "not negative"],
        ),
        (
            &good.replace("\n2,", "\nmany,"),
            &["--weights", "w"],
            &["`w`", "row 2", "`many`", "numbers"],
        ),
        (
            &good.replace("\n2,", "\n,"),
            &["--weights", "w"],
            &["`w`", "row 2", "missing", "--missing drop"],
        ),
        (
            &good.replace("\n1,", "\n0,"),
            &["--weights", "w"],
            &["`w`", "only 1 row"],
        ),
        (
            &good.replace("\n2,", "\ninf,"),
            &["--weights", "w"],
            &["row 2", "`w`", "inf"],
        ),
        (
            &good.replace("\n2,", "\n1e308,").replace("\n1,", "\n1e308,"),
            &["--weights", "w"],
            &["`w`", "weights sum to inf"],
        ),
    ] {
        folder.write("data.csv", table);
        folder.refused(&with(&FIT, more), words);
    }
    // A row without a weight is left out like other incomplete rows.
    folder.write("data.csv", tables().0.replacen("\n1,", "\nNA,", 1));
    let drop = with(&FIT, &["--weights", "times", "--missing", "drop"]);
    assert_eq!(json(&folder, &drop)["n"], 29);
}
