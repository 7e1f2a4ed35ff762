//! Saved models: what comes back, and what is refused.

mod common;

use common::{
    bump_target, class_target, classes, columns, design, linear, linear_target, quick_network, real,
};
use harderlasso::{Design, Error, Model, Penalty};
use serde::{Deserialize, Serialize};

fn data() -> (Vec<Vec<f64>>, Design) {
    let x = columns(60, 5, 1);
    let design = design(&x);
    (x, design)
}

/// One model of every kind: linear and not, both tasks, and an empty one.
fn models() -> Vec<Model> {
    let (x, design) = data();
    let regression = real(linear_target(&x, 1));
    let classification = classes(class_target(&x, 1));
    let few = |settings: harderlasso::HarderLasso| settings.draws(50);
    vec![
        few(linear()).fit(&design, &regression).unwrap(),
        few(linear()).fit(&design, &classification).unwrap(),
        few(quick_network())
            .fit(&design, &real(bump_target(&x, 1)))
            .unwrap(),
        few(quick_network()).fit(&design, &classification).unwrap(),
        linear()
            .penalty(Penalty::l1())
            .lambda(1e6)
            .fit(&design, &regression)
            .unwrap(),
    ]
}

fn reason(text: &str) -> String {
    match Model::from_json(text) {
        Err(Error::BadModel { reason }) => reason,
        Err(other) => panic!("refused as {other:?}"),
        Ok(_) => panic!("accepted"),
    }
}

/// The text of the model inside a file.
fn body(text: &str) -> &str {
    let start = text.find("\"model\":").unwrap() + "\"model\":".len();
    &text[start..text.len() - 1]
}

/// A file around the text of a model, with the checksum that belongs to it:
/// what a careful forger would write.
fn signed(body: &str) -> String {
    let hash = body.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!(
        r#"{{"format":"harderlasso-model","version":3,"checksum":"{hash:016x}","model":{body}}}"#
    )
}

#[test]
fn what_is_written_comes_back() {
    let (_, design) = data();
    for model in models() {
        let text = model.to_json().unwrap();
        let back = Model::from_json(&text).unwrap();
        assert_eq!(back.to_json().unwrap(), text);
        assert_eq!(back.selected(), model.selected());
        assert_eq!(back.classes(), model.classes());
        assert_eq!(back.threshold(), model.threshold());
        assert_eq!(back.importances(), model.importances());
        assert_eq!(back.deviance_increases(), model.deviance_increases());
        assert_eq!(
            back.decision_function(&design).unwrap(),
            model.decision_function(&design).unwrap()
        );
        // The tool of the tests below writes what the library writes.
        assert_eq!(signed(body(&text)), text);
    }
}

#[test]
fn a_row_of_selected_columns_is_answered_as_in_a_table() {
    let (x, design) = data();
    for model in models() {
        let width = model.classes().len().max(1);
        let whole = if model.classes().is_empty() {
            model.predict(&design).unwrap()
        } else {
            model.predict_proba(&design).unwrap()
        };
        for (row, expected) in whole.chunks_exact(width).enumerate() {
            let selected = model.selected().iter().map(|&column| x[column][row]);
            let answer = model.predict_row(&selected.collect::<Vec<_>>()).unwrap();
            assert_eq!(answer, expected);
        }
        let extra = vec![0.0; model.selected().len() + 1];
        assert!(model.predict_row(&extra).is_err());
    }
}

/// What a program may want to keep beside a model.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Beside {
    zebra: f64,
    ant: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Other {
    zebra: f64,
}

#[test]
fn a_record_beside_a_model_comes_back_whole() {
    let model = &models()[0];
    let record = Beside {
        zebra: 0.1,
        ant: vec!["é\"{}".to_owned()],
    };
    let text = model.to_json_with(&record).unwrap();
    let (back, kept) = Model::from_json_with::<Beside>(&text).unwrap();
    assert_eq!((&back, kept), (model, Some(record)));
    // The engine alone leaves the record aside, and a model needs none.
    assert_eq!(&Model::from_json(&text).unwrap(), model);
    let bare = model.to_json().unwrap();
    assert_eq!(Model::from_json_with::<Beside>(&bare).unwrap().1, None);
    // The checksum covers the record, also for those who leave it aside.
    let changed = text.replacen("0.1", "0.2", 1);
    let elsewhere = text.replacen("\"zebra\":0.1", "\"zebra\":0.2", 1);
    for damaged in [changed, elsewhere] {
        assert_ne!(damaged, text);
        reason(&damaged);
    }
    // A reader that knows only a part of the record must not drop the rest.
    assert!(Model::from_json_with::<Other>(&text).is_err());
    assert!(Model::from_json_with::<Vec<f64>>(&text).is_err());
}

#[test]
fn a_truncated_file_is_refused_wherever_it_breaks() {
    for model in models() {
        let text = model.to_json().unwrap();
        for end in (0..text.len()).step_by(7) {
            reason(&text[..end]);
        }
    }
}

#[test]
fn trailing_text_and_foreign_text_are_refused() {
    let text = models()[0].to_json().unwrap();
    reason(&format!("{text} and more"));
    for foreign in [
        "",
        "null",
        "[]",
        "{}",
        "7",
        "\"model\"",
        "col_a,col_b\n1,2\n",
    ] {
        reason(foreign);
    }
    assert!(reason(r#"{"format":"something-else","version":3}"#).contains("harderlasso-model"));
    assert!(reason(r#"{"format":"harderlasso-model"}"#).contains("version"));
}

#[test]
fn an_unknown_version_is_refused_by_its_number() {
    let text = models()[0].to_json().unwrap();
    for version in ["0", "1", "2", "4000000000"] {
        let other = text.replacen("\"version\":3", &format!("\"version\":{version}"), 1);
        assert!(reason(&other).contains(version));
    }
    // A newer format may look like nothing that is known today.
    assert!(
        reason(r#"{"format":"harderlasso-model","version":4,"weights":[1]}"#).contains("version 4")
    );
}

#[test]
fn a_changed_digit_is_noticed() {
    for model in models() {
        let text = model.to_json().unwrap();
        let positions: Vec<usize> = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| byte.is_ascii_digit())
            .map(|(position, _)| position)
            .collect();
        let (mut tried, mut refused) = (0, 0);
        for &position in positions.iter().step_by(positions.len() / 300 + 1) {
            tried += 1;
            let mut bytes = text.clone().into_bytes();
            bytes[position] = b'0' + (bytes[position] - b'0' + 1) % 10;
            match Model::from_json(&String::from_utf8(bytes).unwrap()) {
                Err(_) => refused += 1,
                // The seventeenth digit may be one that no double can hold:
                // then nothing was changed.
                Ok(same) => assert_eq!(same.to_json().unwrap(), text),
            }
        }
        assert!(10 * refused > 9 * tried, "{refused} of {tried}");
    }
}

/// The checksum speaks about what was understood, so it cannot notice what was
/// skipped: nothing may be skipped.
#[test]
fn a_field_that_nobody_knows_is_refused_everywhere() {
    for model in models() {
        let text = model.to_json().unwrap();
        for (position, _) in text.match_indices('{') {
            let (before, after) = (&text[..position], &text[position + 1..]);
            let changed = format!("{before}{{\"extra\":1,{after}");
            let place = &text[position.saturating_sub(30)..(position + 30).min(text.len())];
            assert!(Model::from_json(&changed).is_err(), "accepted in: {place}");
        }
    }
}

/// Parts that do not fit together are refused even under a valid checksum.
#[test]
fn shapes_that_disagree_are_refused() {
    let regression = models()[0].to_json().unwrap();
    let body = body(&regression);
    let selected = models()[0].selected().len();
    assert_eq!(selected, 3);
    let changes = [
        // A layer with one input more than it has weights, or than it is given.
        (
            format!("\"inputs\":{selected}"),
            "\"inputs\":4".to_owned(),
            "layer 0",
        ),
        (
            format!("\"inputs\":{selected}"),
            "\"inputs\":18446744073709551615".to_owned(),
            "layer 0",
        ),
        (
            "\"biases\":[".to_owned(),
            "\"biases\":[0.5,".to_owned(),
            "layer 0",
        ),
        // Columns that are not there, or in the wrong order.
        (
            "\"index\":2".to_owned(),
            "\"index\":5".to_owned(),
            "selected",
        ),
        (
            "\"index\":2".to_owned(),
            "\"index\":1".to_owned(),
            "selected",
        ),
        (
            "\"index\":0".to_owned(),
            "\"index\":3".to_owned(),
            "selected",
        ),
    ];
    for (from, to, word) in changes {
        assert!(body.contains(&from), "{from}");
        let reason = reason(&signed(&body.replacen(&from, &to, 1)));
        assert!(reason.contains(word), "{to}: {reason}");
    }
    let (layers, rest) = body.split_once("\"layers\":[").unwrap();
    let (_, rest) = rest.split_once("],\"deviance_increases\"").unwrap();
    let without = format!("{layers}\"layers\":[],\"deviance_increases\"{rest}");
    assert!(reason(&signed(&without)).contains("outputs"));
}

#[test]
fn classes_must_match_the_outputs() {
    let text = models()[1].to_json().unwrap();
    let changed = body(&text).replacen("\"classes\":[\"a\",", "\"classes\":[", 1);
    assert!(reason(&signed(&changed)).contains("outputs"));
}

#[test]
fn settings_out_of_range_are_refused() {
    let text = models()[0].to_json().unwrap();
    for (from, to) in [
        ("\"alpha\":0.05", "\"alpha\":1.5"),
        ("\"nu\":0.1", "\"nu\":2.0"),
    ] {
        assert!(body(&text).contains(from));
        let changed = signed(&body(&text).replacen(from, to, 1));
        assert!(Model::from_json(&changed).is_err());
    }
}

/// Importances are as many as the selected columns, and numbers.
#[test]
fn importances_that_cannot_be_are_refused() {
    let text = models()[0].to_json().unwrap();
    let at = "\"deviance_increases\":[";
    let more = signed(&body(&text).replacen(at, &format!("{at}1.5,"), 1));
    assert!(reason(&more).contains("4 deviance increases for 3"));
    let negative = signed(&body(&text).replacen(at, &format!("{at}-"), 1));
    assert!(reason(&negative).contains("increase is -"));
}

/// A model that is read as part of something else is as whole as one that is
/// read alone.
#[test]
fn a_model_inside_of_other_data_predicts_as_before() {
    let x = columns(60, 6, 1);
    let model = linear()
        .draws(100)
        .fit(&design(&x), &real(linear_target(&x, 1)))
        .unwrap();
    let text = serde_json::to_string(&vec![model.clone()]).unwrap();
    let read: Vec<Model> = serde_json::from_str(&text).unwrap();
    assert_eq!(read[0].selected(), model.selected());
    assert_eq!(
        read[0].predict(&design(&x)).unwrap(),
        model.predict(&design(&x)).unwrap()
    );
    let broken = text.replacen("\"index\":1", "\"index\":77", 1);
    assert!(broken != text && serde_json::from_str::<Vec<Model>>(&broken).is_err());
}
