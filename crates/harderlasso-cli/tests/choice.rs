//! The linear model or the network: which one `fit` keeps, and what it says about it.

mod common;

use common::{Folder, Numbers, folder, json, unwrapped, with};
use serde_json::{Value, json};

const FIT: [&str; 4] = ["fit", "data.csv", "--target", "y"];

/// A table whose target no linear model explains.
fn curved() -> Folder {
    let mut numbers = Numbers::new(3);
    let mut text = "a,id,b,c,y\n".to_owned();
    for row in 0..250 {
        let [a, b, c] = [(); 3].map(|()| numbers.next());
        let y = 10.0 * (a - c).abs() + 0.5 * numbers.next();
        text += &format!("{a},{row},{b},{c},{y:.5}\n");
    }
    let folder = Folder::new();
    folder.write("data.csv", text);
    folder
}

#[test]
fn a_linear_target_keeps_the_linear_model() {
    let folder = folder();
    let object = json(&folder, &FIT);
    assert_eq!(object["hidden"], json!([]));
    assert_eq!(object["hidden_requested"], "auto");
    for scores in ["values", "ranks"] {
        let score = |model: &str| object["comparison"][scores][model].as_f64().unwrap();
        assert!(score("linear").is_finite() && score("network").is_finite());
    }
    // The time of a stage is that of both models.
    let seconds = |stage: &str| object["seconds"][stage].as_f64().unwrap();
    let sum: f64 = ["read", "qut", "fit", "refit"].map(seconds).iter().sum();
    assert!(
        (seconds("total") - sum).abs() < 0.01,
        "{}",
        object["seconds"]
    );
    // The model is that of a linear fit.
    let linear = json(&folder, &with(&FIT, &["--hidden", "none"]));
    for key in ["selected", "lambda", "metrics", "certificate"] {
        assert_eq!(object[key], linear[key], "{key}");
    }
    let finished = folder.run(&FIT);
    let text = unwrapped(&finished.out);
    assert!(
        text.contains(
            "Model linear model, harder penalty. A network explains the target no better."
        )
    );
    // Nothing to do, and nothing about starts of a network.
    assert!(
        !text.contains("Note") && !text.contains("restarts"),
        "{text}"
    );
    assert_eq!(finished.err.lines().count(), 1, "{}", finished.err);
}

#[test]
fn a_curved_target_keeps_the_network() {
    let folder = curved();
    let outputs = ["--model", "m.json", "--report", "r.html", "--drop", "id"];
    let text = unwrapped(&folder.succeed(&with(&FIT, &outputs)));
    assert!(
        text.contains(
            "Model network, one hidden layer of 20 (relu), harder penalty. The network explains \
             the target better than a linear model, by its values and its ranks together."
        ),
        "{text}"
    );
    assert!(
        folder
            .read("r.html")
            .contains("--drop id --hidden auto --seed 0")
    );
    let object: Value =
        serde_json::from_str(&folder.succeed(&["inspect", "m.json", "--json"])).unwrap();
    assert_eq!(object["hidden"], json!([20]));
    assert_eq!(object["hidden_requested"], "auto");
    for scores in ["values", "ranks"] {
        let score = |model: &str| object["comparison"][scores][model].as_f64().unwrap();
        assert!(score("network") < score("linear"));
    }
    let inspected = unwrapped(&folder.succeed(&["inspect", "m.json"]));
    assert!(inspected.contains("The network explains the target better"));
    folder.succeed(&["predict", "m.json", "data.csv"]);
}

#[test]
fn what_was_asked_for_is_what_is_fitted() {
    let folder = curved();
    for (hidden, kept) in [
        ("none", json!([])),
        ("4", json!([4])),
        ("4,3", json!([4, 3])),
    ] {
        let more = ["--hidden", hidden, "--restarts", "1"];
        let object = json(&folder, &with(&FIT, &more));
        assert_eq!(
            (&object["hidden"], &object["hidden_requested"]),
            (&kept, &kept)
        );
        assert_eq!(object["comparison"], Value::Null);
    }
    let asked = json(&folder, &with(&FIT, &["--hidden", "AUTO"]));
    assert_eq!(asked["hidden_requested"], "auto");
}

/// λ alone is that of the network, and the command says so where the linear model has
/// another one.
#[test]
fn lambda_tells_which_model_it_belongs_to() {
    let folder = folder();
    let lambda = |target: &str, hidden: &str| {
        let arguments = ["lambda", "data.csv", "--target", target, "--draws", "200"];
        let finished = folder.run(&with(&arguments, &["--hidden", hidden]));
        assert_eq!(finished.code, Some(0), "{}", finished.err);
        let object = json(&folder, &with(&arguments, &["--hidden", hidden]));
        (unwrapped(&finished.out), object)
    };
    let words = "this λ is that of the network";
    let (text, object) = lambda("y", "auto");
    assert!(!text.contains(words), "{text}");
    assert_eq!(object["hidden_requested"], "auto");
    assert_eq!(object["lambda"], lambda("y", "none").1["lambda"]);
    let (text, object) = lambda("town", "auto");
    assert!(text.contains(words), "{text}");
    assert_eq!(object["lambda"], lambda("town", "20").1["lambda"]);
    assert!(!lambda("town", "20").0.contains(words));
}

#[test]
fn a_target_with_heavy_tails_is_noted() {
    let mut numbers = Numbers::new(5);
    let mut text = "a,b,y\n".to_owned();
    for _ in 0..80 {
        let [a, b] = [(); 2].map(|()| numbers.next());
        text += &format!("{a},{b},{}\n", numbers.next() / numbers.next().powi(3));
    }
    let folder = Folder::new();
    folder.write("data.csv", text);
    let object = json(&folder, &with(&FIT, &["--hidden", "none"]));
    assert_eq!(
        (&object["view"], &object["selected"]),
        (&json!("ranks"), &json!([]))
    );
    let text = unwrapped(&folder.succeed(&with(&FIT, &["--hidden", "none"])));
    assert!(text.contains("Note the target, or what a model leaves of it, has heavy tails"));
}

/// The index of a feature in another list counts the columns of the table, as in the
/// list that was selected.
#[test]
fn other_lists_are_named() {
    let folder = common::fitted();
    let text = folder.read("model.json");
    let (_, rest) = text.split_once("\"model\":").unwrap();
    let (model, record) = rest.trim_end().rsplit_once(",\"record\":").unwrap();
    let record = &record[..record.len() - 1];
    let others = r#""alternatives":[{"selected":[1,7],"difference":1.25}]"#;
    assert!(model.contains(r#""alternatives":[]"#));
    let model = model.replace(r#""alternatives":[]"#, others);
    let hash = model
        .bytes()
        .chain(record.bytes())
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    folder.write(
        "model.json",
        format!(
            r#"{{"format":"harderlasso-model","version":3,"checksum":"{hash:016x}","model":{model},"record":{record}}}"#
        ),
    );
    let object: Value =
        serde_json::from_str(&folder.succeed(&["inspect", "model.json", "--json"])).unwrap();
    assert_eq!(
        object["alternatives"],
        json!([{ "selected": [1, 5], "names": ["x1", "x4"], "difference": 1.25 }])
    );
    let text = unwrapped(&folder.succeed(&["inspect", "model.json"]));
    assert!(
        text.contains(
            "Note another list of features explains the target nearly as well, so it is \
             uncertain whether this feature matters: `town=Rome`"
        ),
        "{text}"
    );
}
