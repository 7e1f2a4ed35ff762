//! Missing categories, missing targets and the codes of missing values.

mod common;

use common::{Folder, LINEAR, LINEAR_MODEL, json, selected, unwrapped, with};

/// 90 rows in which the price depends on whether the garage is known, and on `a`.
fn garages() -> String {
    let mut numbers = common::Numbers::new(3);
    let rows = (0..90).map(|row| {
        let a = numbers.next();
        let garage = ["", "attached", "detached"][row % 3];
        let y = if garage.is_empty() { 5.0 } else { 0.0 } + 2.0 * a + 0.01 * numbers.next();
        format!("{a},{garage},{},{y}\n", numbers.next())
    });
    format!("a,garage,b,y\n{}", rows.collect::<String>())
}

fn numbers(text: &str) -> Vec<f64> {
    text.lines()
        .skip(1)
        .map(|line| line.parse().unwrap())
        .collect()
}

#[test]
fn a_missing_category_is_a_level_of_its_own() {
    let folder = Folder::new();
    folder.write("data.csv", garages());
    let finished = folder.run(&with(&LINEAR_MODEL, &["--report", "r.html"]));
    let text = unwrapped(&finished.out);
    assert!(text.contains("`garage (3)`"), "{text}");
    assert!(
        text.contains("30 missing values are a level of their own in their column."),
        "{text}"
    );
    let report = folder.read("r.html");
    assert!(report.contains("became a level of the column") && report.contains("(missing)"));
    let names: Vec<String> = selected(&json(&folder, &LINEAR))
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names, ["a", "garage=(missing)"]);
    folder.write("new.csv", "a,garage\n0,\n0,NA\n0,attached\n0,none\n");
    let finished = folder.run(&["predict", "model.json", "new.csv"]);
    let found = numbers(&finished.out);
    assert!(
        (found[0] - 5.0).abs() < 0.1 && found[0] == found[1],
        "{found:?}"
    );
    assert!(found[2].abs() < 0.1 && found[2] == found[3], "{found:?}");
    assert!(!finished.err.contains("missing"), "{}", finished.err);
    // A column of the model may also be numbers, and have no gap.
    folder.write("new.csv", "a,garage\n0,1\n0,2\n");
    let found = numbers(&folder.succeed(&["predict", "model.json", "new.csv"]));
    assert!(found.iter().all(|value| value.abs() < 0.1), "{found:?}");
    // It can still be left out or refused.
    assert_eq!(
        json(&folder, &with(&LINEAR, &["--missing", "drop"]))["n"],
        60
    );
    folder.refused(
        &with(&LINEAR, &["--missing", "error"]),
        &["row 1", "`garage`", "missing"],
    );
}

#[test]
fn rows_without_a_target_can_be_too_many() {
    let folder = Folder::new();
    let fit = with(&LINEAR, &["--missing-target", "drop"]);
    folder.write("data.csv", "a,y\n3,1.5\n2,\n5,\n");
    folder.refused(&fit, &["only 1 row has a target", "two rows"]);
    folder.write("data.csv", "a,b,y\n3,,1.5\n2,1,\n5,,2\n4,,4\n");
    folder.refused(
        &fit,
        &["`b`", "no value in any row that has a target", "--drop"],
    );
    folder.refused(&LINEAR, &["row 2", "--missing-target drop"]);
}
