//! Model files: what comes back, and what is refused.

mod common;

use common::{parts, signed};
use harderlasso::{Design, HarderLasso, Law, Model, Response};
use harderlasso_report::{
    Error, GoodnessOfFit, MissingPolicy, Preparation, Record, WeightColumn, choice,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn refused(text: &str) -> String {
    match Record::from_json(text) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("accepted"),
    }
}

/// So that the tests of every record are tests of every law.
#[test]
fn every_law_has_a_record() {
    for &law in Law::NAMES {
        for is_linear in [true, false] {
            let of_law = |record: &Record| {
                let model = record.model();
                model.law().name() == law
                    && choice::is_linear(model) == is_linear
                    && !model.selected().is_empty()
            };
            let found = common::all().iter().any(|(_, record)| of_law(record));
            assert!(found, "{law}, linear: {is_linear}");
        }
    }
}

#[test]
fn what_is_written_comes_back() {
    for (kind, record) in common::all() {
        let text = record.to_json().unwrap();
        let back = Record::from_json(&text).unwrap();
        assert_eq!(back, record, "{kind}");
        assert_eq!(back.to_json().unwrap(), text, "{kind}");
        assert_eq!(back.html(), record.html(), "{kind}");
        // The tool of the tests below writes what the library writes.
        let (model, about) = parts(&text);
        assert_eq!(signed(model, about), text, "{kind}");
    }
}

/// All numbers of a JSON value.
fn numbers_in(value: &Value, found: &mut Vec<f64>) {
    match value {
        Value::Number(number) => found.extend(number.as_f64()),
        Value::Array(parts) => parts.iter().for_each(|part| numbers_in(part, found)),
        Value::Object(parts) => parts.values().for_each(|part| numbers_in(part, found)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// Neither a value of the table nor a prediction of a row is in a file, for few rows
/// and for many, so no row and no sequence of targets or predictions can be.
#[test]
fn no_row_of_the_training_data_is_in_a_file() {
    let value = |i: usize| ((i as f64 * 0.618_033_988_749).fract() * 8.0).exp_m1() / 300.0 + 0.01;
    for rows in [20, 60, 2500] {
        let x: Vec<f64> = (0..rows * 5).map(|i| value(i * i + 7)).collect();
        let y: Vec<f64> = (0..rows)
            .map(|i| x[i] - x[rows + i] + 0.1 * value(i + 3))
            .collect();
        let codes = y.iter().map(|&y| usize::from(y > 0.0)).collect();
        let names = vec!["no".to_owned(), "yes".to_owned()];
        let design = Design::from_columns(x.clone(), rows, 5).unwrap();
        let settings = HarderLasso::new().hidden([]).draws(100).lambda(0.5);
        for response in [
            Response::real(y.clone()).unwrap(),
            Response::classes(codes, names).unwrap(),
        ] {
            let model = settings.fit(&design, &response).unwrap();
            assert!(!model.selected().is_empty());
            let answers = match model.law() {
                Law::Regression(_) => model.predict(&design).unwrap(),
                Law::Classification(_) => model.predict_proba(&design).unwrap(),
            };
            let preparation = Preparation::plain(design.names(), "y");
            let record = Record::new(model, &design, &response, preparation, None).unwrap();
            let file: Value = serde_json::from_str(&record.to_json().unwrap()).unwrap();
            let mut kept = Vec::new();
            numbers_in(&file, &mut kept);
            kept.sort_unstable_by(f64::total_cmp);
            for (what, values) in [("x", &x), ("y", &y), ("answer", &answers)] {
                // A certain prediction is a 1, which is no secret.
                for value in values.iter().filter(|value| value.fract() != 0.0) {
                    let found = kept.binary_search_by(|other| other.total_cmp(value));
                    assert!(found.is_err(), "{rows} rows, {what}: {value}");
                }
            }
        }
    }
}

#[test]
fn the_engine_reads_a_record_as_a_model_and_the_other_way_round() {
    let record = common::record("linear-regression");
    let model = Model::from_json(&record.to_json().unwrap()).unwrap();
    assert_eq!(&model, record.model());

    let bare = common::bare();
    assert!(bare.is_bare() && !record.is_bare());
    assert_eq!(bare.model(), record.model());
    assert_eq!(bare.preparation().design_names(), model.names());
    assert_eq!(bare.version(), "unknown");
    assert!(bare.training().outcome.is_none() && bare.training().effects.is_empty());
    assert_eq!(bare.to_json().unwrap(), model.to_json().unwrap());
}

#[test]
fn the_layout_of_a_file_does_not_matter() {
    let record = common::record("linear-three-classes");
    let text = record.to_json().unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    assert_eq!(Record::from_json(&pretty).unwrap(), record);
}

#[test]
fn the_same_fit_gives_the_same_bytes_with_any_number_of_threads() {
    let rows = 90;
    let x: Vec<f64> = (0..rows * 6)
        .map(|i| ((i * i * 7 + 3 * i) % 41) as f64)
        .collect();
    let y: Vec<f64> = (0..rows)
        .map(|i| x[i] - x[rows + i] + (i % 5) as f64)
        .collect();
    let design = Design::from_columns(x, rows, 6).unwrap();
    let response = Response::real(y).unwrap();
    let files: Vec<String> = [1, 2]
        .map(|threads| {
            let settings = HarderLasso::new().hidden([]).draws(300).threads(threads);
            let model = settings.fit(&design, &response).unwrap();
            let preparation = Preparation::plain(design.names(), "y");
            let record = Record::new(model, &design, &response, preparation, None).unwrap();
            record.to_json().unwrap()
        })
        .to_vec();
    assert_eq!(files[0], files[1]);
}

#[test]
fn rows_of_weight_zero_are_left_out_as_in_the_fit() {
    let rows = 60;
    let x: Vec<f64> = (0..rows * 4)
        .map(|i| ((i * i * 7 + 3 * i) % 41) as f64)
        .collect();
    let y: Vec<f64> = (0..rows)
        .map(|i| x[i] - x[rows + i] + (i % 5) as f64)
        .collect();
    let weights = (0..rows).map(|row| (row % 3) as f64).collect();
    let all = Design::from_columns(x, rows, 4).unwrap();
    let all = all.with_weights(weights).unwrap();
    let response = Response::real(y).unwrap();
    let (used, target) = all.used_rows(&response).unwrap().unwrap();
    let settings = HarderLasso::new().hidden([]).draws(50);
    let model = settings.fit(&all, &response).unwrap();
    let record = |design, response| {
        let mut preparation = Preparation::plain(all.names(), "y");
        preparation.rows_read = rows;
        preparation.weights = Some(WeightColumn {
            name: "count".to_owned(),
            zero: 20,
        });
        Record::new(model.clone(), design, response, preparation, None).unwrap()
    };
    let of_all = record(&all, &response);
    assert!(!model.selected().is_empty());
    assert_eq!(of_all, record(&used, &target));
    assert_eq!(
        Record::from_json(&of_all.to_json().unwrap()).unwrap(),
        of_all
    );
}

#[test]
fn a_damaged_byte_is_noticed() {
    for kind in ["linear-regression", "network-classification", "empty"] {
        let text = common::record(kind).to_json().unwrap();
        let (mut tried, mut noticed) = (0, 0);
        for position in (0..text.len()).step_by(text.len() / 500 + 1) {
            for flip in [1, 4, 32] {
                let mut bytes = text.clone().into_bytes();
                bytes[position] ^= flip;
                let Ok(changed) = String::from_utf8(bytes) else {
                    continue;
                };
                tried += 1;
                match Record::from_json(&changed) {
                    Err(_) => noticed += 1,
                    // The last digit may be one that no double can hold: then
                    // nothing was changed.
                    Ok(same) => assert_eq!(same.to_json().unwrap(), text),
                }
            }
        }
        assert!(10 * noticed > 9 * tried, "{kind}: {noticed} of {tried}");
    }
}

#[test]
fn a_truncated_file_is_refused_wherever_it_breaks() {
    let text = common::record("linear-two-classes").to_json().unwrap();
    for end in (0..text.len()).step_by(53) {
        refused(&text[..end]);
    }
}

#[test]
fn an_unknown_version_is_refused_by_its_number() {
    let text = common::record("empty").to_json().unwrap();
    let newer = text.replacen("\"version\":3", "\"version\":7", 1);
    let sentence = refused(&newer);
    assert!(
        sentence.contains("version 7") && sentence.contains("version 3"),
        "{sentence}"
    );
    assert!(refused("a,b\n1,2\n").contains("not a model"));
}

#[test]
fn a_field_that_nobody_knows_is_refused_everywhere() {
    let text = common::record("linear-regression").to_json().unwrap();
    let (model, record) = parts(&text);
    for (position, _) in record.match_indices('{') {
        let changed = format!(
            "{}{{\"aaa\":1,{}",
            &record[..position],
            &record[position + 1..]
        );
        refused(&signed(model, &changed));
    }
    refused(&text.replacen("{\"format\"", "{\"more\":1,\"format\"", 1));
}

/// Parts that do not fit together are refused even under a valid checksum.
#[test]
fn parts_that_disagree_are_refused() {
    let regression = common::record("linear-regression");
    let classes = common::record("linear-three-classes");
    let about = |record: &Record| -> Value {
        let text = record.to_json().unwrap();
        serde_json::from_str(parts(&text).1).unwrap()
    };
    let cases: [(&Record, &str, Value, &str); 11] = [
        (
            &regression,
            "/preparation/columns/3/name",
            json!("other"),
            "column 3",
        ),
        (&regression, "/preparation/columns", json!([]), "column 0"),
        (&regression, "/preparation/rows_read", json!(7), "7 rows"),
        (
            &regression,
            "/preparation/rows_dropped",
            json!(u64::MAX),
            "not used",
        ),
        (
            &regression,
            "/training/outcome",
            json!({"classification": {"shown": [0], "counts": [[240]]}}),
            "predictions",
        ),
        (
            &regression,
            "/training/effects/0/column",
            json!(9),
            "effect of column 9",
        ),
        (&regression, "/training/effects/0/grid", json!([]), "effect"),
        (
            &regression,
            "/training/effects/0/values/beyond",
            json!(u64::MAX),
            "effect",
        ),
        (
            &classes,
            "/training/outcome/classification/counts/0/0",
            json!(u64::MAX),
            "confusion",
        ),
        (
            &classes,
            "/training/outcome/classification/shown",
            json!([0, 1, 3]),
            "confusion",
        ),
        (
            &classes,
            "/training/effects/0/classes/0",
            json!(3),
            "effect",
        ),
    ];
    for (record, place, value, word) in cases {
        let mut changed = about(record);
        *changed.pointer_mut(place).unwrap() = value;
        let sentence = refused(&record.model().to_json_with(&changed).unwrap());
        assert!(sentence.contains(word), "{place}: {sentence}");
    }
    // The record of another model.
    refused(&classes.model().to_json_with(&about(&regression)).unwrap());
}

#[test]
fn data_that_are_not_those_of_the_model_are_refused() {
    let x: Vec<f64> = (0..80).map(|i| ((i * i * 7 + 3 * i) % 41) as f64).collect();
    let y: Vec<f64> = (0..40).map(|i| x[i] + (i % 3) as f64).collect();
    let design = Design::from_columns(x.clone(), 40, 2).unwrap();
    let response = Response::real(y.clone()).unwrap();
    let model = HarderLasso::new()
        .hidden([])
        .draws(50)
        .fit(&design, &response)
        .unwrap();
    let plain = || Preparation::plain(design.names(), "y");
    let make = |design: &Design, response: &Response, preparation| {
        Record::new(model.clone(), design, response, preparation, None)
    };
    assert!(make(&design, &response, plain()).is_ok());

    let shorter = Design::from_columns(x[..40].to_vec(), 20, 2).unwrap();
    assert!(matches!(
        make(&shorter, &response, plain()),
        Err(Error::Engine(_))
    ));
    let fewer = Response::real(y[..30].to_vec()).unwrap();
    assert!(matches!(
        make(&design, &fewer, plain()),
        Err(Error::Engine(_))
    ));
    let labels = Response::classes(
        (0..40).map(|i| i % 2).collect(),
        vec!["a".into(), "b".into()],
    );
    assert!(matches!(
        make(&design, &labels.unwrap(), plain()),
        Err(Error::Engine(harderlasso::Error::WrongTask {
            needed: "classification",
            found: "regression",
            ..
        }))
    ));
    let mut other = plain();
    other.columns.pop();
    assert!(matches!(
        make(&design, &response, other),
        Err(Error::OtherColumn { column: 1, .. })
    ));
    let mut dropped = plain();
    (dropped.rows_read, dropped.rows_dropped, dropped.missing) = (41, 2, MissingPolicy::Drop);
    assert!(matches!(
        make(&design, &response, dropped),
        Err(Error::OtherRows { .. })
    ));
}

#[test]
fn classes_that_no_row_has_are_no_classes() {
    let x: Vec<f64> = (0..160)
        .map(|i| ((i * i * 7 + 3 * i) % 41) as f64)
        .collect();
    let codes: Vec<usize> = (0..80).map(|i| if x[i] > 20.0 { 3 } else { 1 }).collect();
    let names = ["never", "low", "nowhere", "high"]
        .map(str::to_owned)
        .to_vec();
    let response = Response::classes(codes, names).unwrap();
    let design = Design::from_columns(x, 80, 2).unwrap();
    let model = HarderLasso::new()
        .hidden([])
        .draws(50)
        .fit(&design, &response)
        .unwrap();
    let preparation = Preparation::plain(design.names(), "y");
    let record = Record::new(model, &design, &response, preparation, None).unwrap();
    match &record.training().outcome {
        Some(GoodnessOfFit::Confusion { shown, counts }) => {
            assert_eq!(shown, &[0, 1]);
            assert_eq!(counts.iter().flatten().sum::<usize>(), 80);
        }
        other => panic!("{other:?}"),
    }
}

/// Where the numbers of a JSON text begin and end.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let (mut out, mut quoted, mut escaped) = (Vec::new(), false, false);
    let mut start = None;
    for (position, byte) in text.bytes().enumerate() {
        let part = !quoted && matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        match (part, start) {
            (true, None) if byte.is_ascii_digit() || byte == b'-' => start = Some(position),
            (false, Some(from)) => {
                out.push(from..position);
                start = None;
            }
            _ => {}
        }
        if byte == b'"' && !escaped {
            quoted = !quoted;
        }
        escaped = byte == b'\\' && !escaped;
    }
    out
}

/// A file that is forged well enough to be read can still be shown.
#[test]
fn no_number_in_a_file_can_break_the_report() {
    let wild = [
        "0",
        "0.0",
        "-1.5",
        "1e308",
        "-1e308",
        "1e-320",
        "18446744073709551615",
    ];
    for kind in ["linear-regression", "network-classification", "empty"] {
        let text = common::record(kind).to_json().unwrap();
        let (model, record) = parts(&text);
        let mut shown = 0;
        for (which, body) in [model, record].into_iter().enumerate() {
            let places = numbers(body);
            for place in places.iter().step_by(places.len() / 150 + 1) {
                for number in wild {
                    let changed = format!("{}{number}{}", &body[..place.start], &body[place.end..]);
                    let file = match which {
                        0 => signed(&changed, record),
                        _ => signed(model, &changed),
                    };
                    if let Ok(record) = Record::from_json(&file) {
                        shown += 1;
                        assert!(record.html().ends_with("</html>"));
                    }
                }
            }
        }
        assert!(shown > 20, "{kind}: {shown}");
    }
}

proptest! {
    #[test]
    fn any_text_is_refused_with_a_sentence(text in ".{0,200}") {
        prop_assert!(!refused(&text).is_empty());
    }

    /// Something that begins like a model file.
    #[test]
    fn any_beginning_is_refused_with_a_sentence(rest in "[\\[\\]{}:,\"a-z0-9.\\-]{0,80}") {
        let text = format!(r#"{{"format":"harderlasso-model","version":3,{rest}}}"#);
        prop_assert!(!refused(&text).is_empty());
    }
}
