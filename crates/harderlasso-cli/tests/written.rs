//! Numbers with commas and signs, dates, and whole numbers of many digits.

mod common;

use common::{Folder, LINEAR, LINEAR_MODEL, Numbers, json, selected, unwrapped, with};

/// 80 rows of `a`, which decides y with a slope of 3, and `b`, which does not.
/// `a` is written by a function of a number from 0 to 79, each once.
fn table(delimiter: &str, write: impl Fn(usize) -> String) -> String {
    let mut numbers = Numbers::new(5);
    let rows = (0..80).map(|row| {
        let a = row * 37 % 80;
        let b = (1.0 + numbers.next()).abs();
        let y = 3 * a + row % 3;
        format!("{}{delimiter}{:.0}{delimiter}{y}\n", write(a), 1000.0 * b)
    });
    format!("a{delimiter}b{delimiter}y\n{}", rows.collect::<String>())
}

/// How a month and a day are written.
type Form = fn(usize, usize) -> String;

/// Fits the table, and gives the notes on stdout in one line.
fn fit(folder: &Folder, flags: &[&str]) -> String {
    let finished = folder.run(&with(&with(&LINEAR_MODEL, &["--report", "r.html"]), flags));
    assert_eq!(finished.code, Some(0), "{}", finished.err);
    let names: Vec<String> = selected(&json(folder, &with(&LINEAR, flags)))
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names, ["a"], "{}", finished.out);
    unwrapped(&finished.out)
}

/// Predictions for a table with the column `a`.
fn predict(folder: &Folder, values: &[&str], flags: &[&str]) -> Vec<f64> {
    let quoted: Vec<String> = values
        .iter()
        .map(|value| format!("\"{value}\"\n"))
        .collect();
    folder.write("new.csv", format!("a\n{}", quoted.concat()));
    let finished = folder.run(&with(&["predict", "model.json", "new.csv"], flags));
    assert_eq!(finished.code, Some(0), "{}", finished.err);
    finished
        .out
        .lines()
        .skip(1)
        .map(|line| line.parse().unwrap())
        .collect()
}

fn predict_refused(folder: &Folder, value: &str, words: &[&str]) {
    folder.write("new.csv", format!("a\n\"{value}\"\n"));
    folder.refused(&["predict", "model.json", "new.csv"], words);
}

fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 3.0, "{found} {expected}");
    }
}

#[test]
fn decimal_commas_and_points_between_thousands() {
    let folder = Folder::new();
    let flags = ["--decimal", ",", "--thousands", "."];
    folder.write("data.csv", table(";", |a| format!("1.{a:03},5")));
    let notes = fit(&folder, &flags);
    let words = "Numbers were read with `,` before decimals and `.` between thousands.";
    assert!(notes.contains(words), "{notes}");
    assert!(
        folder
            .read("r.html")
            .contains("before decimals and `.` between")
    );
    let inspected = folder.succeed(&["inspect", "model.json"]);
    assert!(
        inspected.contains("--decimal , --thousands ."),
        "{inspected}"
    );
    // The model remembers them, and flags overrule it.
    near(
        &predict(&folder, &["1.010,5", "1020,5"], &[]),
        &[31.0, 61.0],
    );
    near(
        &predict(
            &folder,
            &["1,010.5", "1020.5"],
            &["--decimal", ".", "--thousands", ","],
        ),
        &[31.0, 61.0],
    );
    predict_refused(&folder, "1,010.5", &["row 1", "`a`", "`1,010.5`"]);
    // Without the flags the sentence says what to do.
    folder.refused(
        &LINEAR,
        &["row 1", "`a`", "`1.000,5`", "--decimal", "--thousands"],
    );
    folder.write("data.csv", table(";", |a| format!("{a},25")));
    folder.refused(&LINEAR, &["`0,25`", "comma", "--decimal"]);
    fit(&folder, &["--decimal", ","]);
    for (thousands, shown) in [("space", " "), ("'", "'"), ("_", "_"), (",", ",")] {
        folder.write("data.csv", table(";", |a| format!("12{shown}{a:03}")));
        fit(&folder, &["--thousands", thousands]);
    }
    for (flags, words) in [
        (vec!["--thousands", "."], vec!["`.`", "--decimal ,"]),
        (
            vec!["--decimal", ",", "--thousands", ","],
            vec!["`,`", "--decimal ."],
        ),
        (vec!["--decimal", "x"], vec!["expected . or ,"]),
        (vec!["--thousands", "x"], vec!["space"]),
    ] {
        folder.refused(&with(&LINEAR, &flags), &words);
    }
}

#[test]
fn codes_of_missing_values() {
    let folder = Folder::new();
    folder.write(
        "data.csv",
        table(",", |a| match a {
            7 => "-999".to_owned(),
            8 => "-999.0".to_owned(),
            9 => "-".to_owned(),
            10 => ".".to_owned(),
            11 => "#DIV/0!".to_owned(),
            _ => a.to_string(),
        }),
    );
    folder.refused(&LINEAR, &["`-`", "is not a number", "--na"]);
    let notes = fit(&folder, &["--na", "-999,-"]);
    assert!(notes.contains("5 missing values were replaced"), "{notes}");
    assert!(
        notes.contains("also missing where the table has `-999`, `-`"),
        "{notes}"
    );
    assert!(
        folder
            .succeed(&["inspect", "model.json"])
            .contains("--na -999,-")
    );
    let finished = {
        folder.write("new.csv", "a\n-999\n5\n-\n");
        folder.run(&["predict", "model.json", "new.csv"])
    };
    assert!(
        finished.err.contains("2 values are missing"),
        "{}",
        finished.err
    );
    let found = predict(&folder, &["-999", "30"], &["--na", "x"]);
    assert!(found[0] < -2900.0, "{found:?}");
}

#[test]
fn every_documented_code_is_missing_or_text() {
    let folder = Folder::new();
    let fit = |code: &str| {
        let rows = (0..40).map(|row| {
            let kind = if row % 2 == 0 { code } else { "x" };
            format!("{kind},{}\n", row % 2 * 10 + row % 7)
        });
        folder.write("data.csv", format!("k,y\n{}", rows.collect::<String>()));
        unwrapped(&folder.succeed(&LINEAR))
    };
    for code in [
        "", ".", "?", "NA", "n/a", "NaN", "NaT", "null", "<NA>", "\\N", "#N/A", "#NA", "#NULL!",
        "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "1.#IND", "-1.#QNAN", "-nan",
    ] {
        assert!(
            fit(code).contains("20 missing values are a level"),
            "{code}"
        );
    }
    for code in ["-", "--", "None", "none", "missing", "unknown", ".a"] {
        assert!(!fit(code).contains("missing values are"), "{code}");
    }
}

#[test]
fn signs_beside_numbers() {
    let folder = Folder::new();
    for (sign, write) in [
        ("%", (|a| format!("{a}.5%")) as fn(usize) -> String),
        ("%", |a| format!("{a} %")),
        ("$", |a| format!("${a}")),
        ("$", |a| {
            if a == 5 {
                "5".to_owned()
            } else {
                format!("$ {a}")
            }
        }),
        ("€", |a| format!("{a} €")),
        ("€", |a| format!("€{a}")),
        ("£", |a| format!("£{a}")),
        ("¥", |a| format!("¥{a}")),
    ] {
        folder.write("data.csv", table(",", write));
        let notes = fit(&folder, &[]);
        let words = format!("The sign {sign} was left out of the numbers in 1 column: `a`.");
        assert!(notes.contains(&words), "{notes}");
        assert!(
            folder
                .read("r.html")
                .contains(&format!("The sign {sign} was left out"))
        );
        near(
            &predict(&folder, &[&write(10), &write(20)], &[]),
            &[31.0, 61.0],
        );
        predict_refused(
            &folder,
            if sign == "£" { "$5" } else { "£5" },
            &["`a`", &format!("numbers with {sign}"), "same way"],
        );
    }
    // Twelve percent may be 12 or 0.12; only the sign tells.
    folder.write("data.csv", table(",", |a| format!("{a}%")));
    fit(&folder, &[]);
    predict_refused(&folder, "0.12", &["`a`", "plain numbers", "numbers with %"]);
    folder.write("data.csv", table(",", |a| a.to_string()));
    fit(&folder, &[]);
    predict_refused(&folder, "12%", &["`a`", "plain numbers", "numbers with %"]);
    near(&predict(&folder, &["$10"], &[]), &[31.0]);

    let mixed = |other: &str| {
        folder.write(
            "data.csv",
            table(",", |a| {
                if a == 3 {
                    other.to_owned()
                } else {
                    format!("{a}%")
                }
            }),
        );
    };
    mixed("3");
    folder.refused(
        &LINEAR,
        &["`0%`", "a number with %", "plain numbers", "--drop"],
    );
    mixed("$3");
    folder.refused(&LINEAR, &["`0%`", "`$3`", "a number with $"]);
    // A few of them are the names of categories.
    folder.write(
        "data.csv",
        table(",", |a| ["5%", "$5", "none"][a % 3].to_owned()),
    );
    let text = unwrapped(&folder.succeed(&LINEAR));
    assert!(text.contains("`a (3)`"), "{text}");
    folder.write(
        "data.csv",
        table(",", |a| a.to_string()).replace(",0\n", ",$0\n"),
    );
    let text = unwrapped(&folder.succeed(&LINEAR));
    assert!(
        text.contains("The sign $ was left out of the numbers of the target"),
        "{text}"
    );
}

#[test]
fn dates_become_days() {
    let folder = Folder::new();
    let day = |a: usize| (1 + a / 40, 1 + a % 28);
    let forms: [(Form, &str); 7] = [
        (|m, d| format!("2024-{m:02}-{d:02}"), ""),
        (|m, d| format!("2024/{m}/{d}"), ""),
        (
            |m, d| format!("{d:02}.{m:02}.2024"),
            "the day before the month",
        ),
        (|m, d| format!("{d}/{m}/2024"), "the day before the month"),
        (|m, d| format!("{m}/{d}/2024"), "the month before the day"),
        (|m, d| format!("{d} {} 2024", ["Jan", "Feb"][m - 1]), ""),
        (|m, d| format!("2024-{m:02}-{d:02}T12:00:00Z"), "in UTC"),
    ];
    for (write, words) in forms {
        // Each value of `a` is a day, two months long, with the slope 3 per day.
        let rows: String = (0..80)
            .map(|row| {
                let (month, date) = day(row * 37 % 80);
                let days = (month - 1) * 31 + date;
                format!(
                    "{},{},{}\n",
                    write(month, date),
                    row * 7 % 11,
                    3 * days + row % 3
                )
            })
            .collect();
        folder.write("data.csv", format!("a,b,y\n{rows}"));
        let notes = fit(&folder, &[]);
        assert!(
            notes.contains("1 column of dates became days since 1970-01-01"),
            "{notes}"
        );
        assert!(notes.contains(words), "{words}: {notes}");
        assert!(
            folder
                .read("r.html")
                .contains("became days since 1970-01-01")
        );
        let found = predict(&folder, &[&write(1, 10), &write(2, 9)], &[]);
        near(&found, &[31.0, 121.0]);
        predict_refused(&folder, "12", &["`a`", "plain numbers", "dates"]);
        predict_refused(&folder, "soon", &["`a`", "`soon`", "not a number"]);
        predict_refused(&folder, "1/2/24", &["`a`", "clear", "2024-12-31"]);
    }
    // A date in another form is the same day.
    folder.write(
        "data.csv",
        table(",", |a| {
            format!("2024-{:02}-{:02} 06:00", 1 + a / 28, 1 + a % 28)
        }),
    );
    fit(&folder, &[]);
    let found = predict(
        &folder,
        &["2024-01-11T06:00", "11 Jan 2024 06:00:00", "11.01.2024"],
        &[],
    );
    assert!(
        (found[0] - found[1]).abs() < 1e-9 && found[2] < found[0],
        "{found:?}"
    );
    predict_refused(
        &folder,
        "1/2/2024",
        &["`1/2/2024`", "day or the month first", "--date-order"],
    );
    let first = predict(&folder, &["1/2/2024"], &["--date-order", "month-first"]);
    assert_eq!(first, predict(&folder, &["2024-01-02"], &[]));
    predict_refused(&folder, "2024-01-11T06:00Z", &["`a`", "UTC"]);
}

#[test]
fn the_order_of_day_and_month_is_found_or_asked_for() {
    let folder = Folder::new();
    let date = |a: usize| format!("{}/{}/2024", 1 + a % 12, 1 + a / 12);
    folder.write("data.csv", table(",", date));
    folder.refused(
        &LINEAR,
        &["row 2", "`a`", "day or the month first", "--date-order"],
    );
    let notes =
        |order: &str| unwrapped(&folder.succeed(&with(&LINEAR_MODEL, &["--date-order", order])));
    assert!(notes("month-first").contains("the month before the day in `a`"));
    assert!(notes("day-first").contains("the day before the month in `a`"));
    let inspected = folder.succeed(&["inspect", "model.json"]);
    assert!(inspected.contains("--date-order day-first"), "{inspected}");
    // The order of the fit holds for predictions, unless a date contradicts it.
    assert_eq!(
        predict(&folder, &["3/4/2024"], &[]),
        predict(&folder, &["2024-04-03"], &[])
    );
    predict_refused(&folder, "31/4/2024", &["clear"]);
    predict_refused(&folder, "4/30/2024", &["`a`", "day first", "month first"]);
    folder.write(
        "data.csv",
        format!("{}13/1/2024,3,5\n1/13/2024,4,6\n", table(",", date)),
    );
    folder.refused(&LINEAR, &["`a`", "`13/1/2024`", "`1/13/2024`", "one order"]);
    folder.write("data.csv", table(",", |a| format!("{}/1/24", a + 1)));
    folder.refused(&LINEAR, &["`a`", "clear", "four digits"]);
}

#[test]
fn times_without_a_date() {
    let folder = Folder::new();
    folder.write(
        "data.csv",
        table(",", |a| format!("{}:{:02}", a / 4, a % 4 * 15)),
    );
    let notes = fit(&folder, &[]);
    assert!(
        notes.contains("1 column of times became days since midnight"),
        "{notes}"
    );
    near(
        &predict(&folder, &["2:30", "02:30:00", "2:30 AM"], &[]),
        &[31.0; 3],
    );
    predict_refused(&folder, "2024-01-01", &["`a`", "times without a date"]);
}

#[test]
fn a_target_of_dates_is_refused() {
    let folder = Folder::new();
    for value in ["2024-01-0", "10:3"] {
        let rows: String = (0..40)
            .map(|row| format!("{},{value}{}\n", row * 7 % 40, 1 + row % 9))
            .collect();
        folder.write("data.csv", format!("a,y\n{rows}"));
        for task in ["auto", "classification", "regression"] {
            folder.refused(
                &with(&LINEAR, &["--task", task]),
                &["row 1", "`y`", "date or a time", "number"],
            );
        }
    }
    folder.write(
        "data.csv",
        table(",", |a| format!("2024-01-{:02}", 1 + a % 9)),
    );
    folder.refused(
        &with(&LINEAR, &["--weights", "a"]),
        &["`a`", "`2024-01-01`", "weight"],
    );
}

#[test]
fn whole_numbers_of_many_digits_are_told_apart_or_refused() {
    let folder = Folder::new();
    let long = |a: usize| format!("90071992547409{a:02}");
    folder.write("data.csv", table(",", long));
    assert_eq!(json(&folder, &LINEAR)["p"], 2);
    let long = |a: usize| format!("900719925474099{a:02}");
    folder.write("data.csv", table(",", long));
    folder.refused(&LINEAR, &["`a`", "many digits", "--drop"]);
    folder.refused(
        &["fit", "data.csv", "--target", "a", "--hidden", "none"],
        &["`a`", "many digits"],
    );
    // Two of them are two categories.
    folder.write("data.csv", table(",", |a| long(a % 2)));
    let text = unwrapped(&folder.succeed(&LINEAR));
    assert!(text.contains("`a (2)`"), "{text}");
    // A short column in the fit, a long number in a prediction.
    folder.write("data.csv", table(",", |a| a.to_string()));
    fit(&folder, &[]);
    predict_refused(&folder, &long(3), &["`a`", "many digits"]);
}
