//! Models for other programs. That these answer as the model does is tested
//! where they are: see the tests of the Python package.

mod common;

use common::{LINEAR, folder, with};

#[test]
fn an_onnx_file_names_its_columns() {
    let folder = folder();
    folder.succeed(&with(&LINEAR, &["--model", "model.json"]));
    let export = ["export", "model.json", "--onnx", "model.onnx"];
    let finished = folder.run(&export);
    assert_eq!(
        (finished.code, finished.out.as_str()),
        (Some(0), ""),
        "{}",
        finished.err
    );
    assert!(finished.err.contains("`town=Rome`"), "{}", finished.err);
    let has = |name: &str| {
        let bytes = std::fs::read(folder.path("model.onnx")).expect("it is there");
        bytes
            .windows(name.len())
            .any(|part| part == name.as_bytes())
    };
    assert!(has("x1") && has("town=Rome") && has("x5") && has("prediction"));
    folder.succeed(&with(&export, &["--inputs", "selected", "--quiet"]));
    assert!(has("x1") && has("town=Rome") && !has("x5"));
}

#[test]
fn what_cannot_be_exported() {
    let folder = folder();
    let export = ["export", "model.json", "--onnx", "model.onnx"];
    folder.refused(&export, &["no file model.json", "--model"]);
    folder.write("model.json", "{}");
    folder.refused(&export, &["model.json"]);
    folder.succeed(&with(
        &LINEAR,
        &["--model", "model.json", "--lambda", "1000"],
    ));
    let selected = with(&export, &["--inputs", "selected"]);
    folder.refused(&selected, &["selected no features", "--inputs all"]);
    folder.refused(
        &["export", "model.json", "--onnx", "model.json"],
        &["overwrite the model"],
    );
    folder.refused(
        &["export", "model.json", "--onnx", "nowhere/model.onnx"],
        &["nowhere"],
    );
    folder.succeed(&export);
}
