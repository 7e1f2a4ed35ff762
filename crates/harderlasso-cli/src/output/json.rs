//! Results for programs: one JSON object on one line, with fixed keys.

use harderlasso::{Certificate, Comparison, HarderLasso, Response, Threshold, View};
use harderlasso_report::{Record, choice};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Seconds;
use crate::failure::Failure;

/// The object of `fit --json`.
#[derive(Serialize)]
struct FitObject<'a> {
    task: &'static str,
    n: usize,
    p: usize,
    /// The architecture that was kept; empty is the linear model.
    hidden: &'a [usize],
    hidden_requested: Value,
    comparison: Option<&'a Comparison>,
    view: View,
    penalty: &'static str,
    alpha: f64,
    lambda: f64,
    lambda_interval: [f64; 2],
    selected: Vec<Selected<'a>>,
    alternatives: Vec<OtherList<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<&'a [String]>,
    metrics: Value,
    restarts: usize,
    certificate: &'a Certificate,
    converged: bool,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<Seconds>,
    version: &'a str,
}

#[derive(Serialize)]
struct Selected<'a> {
    index: usize,
    name: &'a str,
    /// Its share of the weight of the first layer.
    weight: f64,
    importance: f64,
}

/// Another list that explains the target nearly as well.
#[derive(Serialize)]
struct OtherList<'a> {
    selected: Vec<usize>,
    names: Vec<&'a str>,
    difference: f64,
}

/// The hidden layers that were asked for.
fn requested(settings: &HarderLasso) -> Value {
    match settings.auto {
        true => json!("auto"),
        false => json!(settings.hidden),
    }
}

fn object(record: &Record, seconds: Option<Seconds>) -> FitObject<'_> {
    let model = record.model();
    let settings = model.settings();
    let origins = record.preparation().origins();
    let origin = |index: usize| origins.get(index).copied().unwrap_or(index);
    let selected = model
        .selected()
        .iter()
        .zip(model.selected_names())
        .zip(model.weight_shares())
        .zip(model.importances())
        .map(|(((&index, name), weight), importance)| Selected {
            index: origin(index),
            name,
            weight,
            importance,
        })
        .collect();
    let alternatives = model
        .alternatives()
        .iter()
        .map(|other| OtherList {
            selected: other.selected.iter().map(|&index| origin(index)).collect(),
            names: other
                .selected
                .iter()
                .map(|&index| model.names()[index].as_str())
                .collect(),
            difference: other.difference,
        })
        .collect();
    let (lower, upper) = model.threshold().interval;
    let metrics = model.training_metrics().named();
    let metrics: Map<String, Value> = metrics
        .into_iter()
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .collect();
    FitObject {
        task: model.law().name(),
        n: model.rows(),
        p: model.names().len(),
        hidden: choice::kept(model),
        hidden_requested: requested(settings),
        comparison: model.comparison(),
        view: model.view(),
        penalty: settings.penalty.name(),
        alpha: settings.alpha,
        lambda: model.threshold().lambda,
        lambda_interval: [lower, upper],
        selected,
        alternatives,
        classes: (!model.classes().is_empty()).then(|| model.classes()),
        metrics: Value::Object(metrics),
        restarts: settings.restarts,
        certificate: model.certificate(),
        // The selection depends on the penalized fit alone, not on the refit.
        converged: model.certificate().is_optimal(),
        seed: settings.seed,
        seconds,
        version: record.version(),
    }
}

/// The object of `fit --json`.
pub(crate) fn fit_json(record: &Record, seconds: Seconds) -> Result<String, Failure> {
    line(&object(record, Some(seconds)))
}

/// The object of `inspect --json`: that of the fit without its times, which are
/// not kept, and with everything else that the file holds.
pub(crate) fn inspect_json(record: &Record) -> Result<String, Failure> {
    let refuse = |error: serde_json::Error| Failure::new(format!("writing JSON failed: {error}"));
    let mut object = serde_json::to_value(object(record, None)).map_err(refuse)?;
    if let Value::Object(object) = &mut object {
        let settings = record.model().settings();
        object.insert("draws".to_owned(), json!(settings.draws));
        object.insert("activation".to_owned(), json!(settings.activation));
        object.insert("layers".to_owned(), json!(record.model().hidden()));
        object.insert("names".to_owned(), json!(record.model().names()));
        object.insert("preparation".to_owned(), json!(record.preparation()));
        object.insert("command".to_owned(), json!(record.command()));
        if let Some(coefficients) = record.model().coefficients() {
            object.insert("coefficients".to_owned(), json!(coefficients));
            object.insert("intercepts".to_owned(), json!(record.model().intercepts()));
        }
    }
    line(&object)
}

/// The object of `lambda --json`.
pub(crate) fn lambda_json(
    threshold: &Threshold,
    settings: &HarderLasso,
    (rows, columns): (usize, usize),
    response: &Response,
    seconds: Seconds,
) -> Result<String, Failure> {
    let (lower, upper) = threshold.interval;
    let mut object = Map::new();
    for (key, value) in [
        ("task", json!(response.law_name())),
        ("n", json!(rows)),
        ("p", json!(columns)),
        ("hidden", json!(settings.hidden)),
        ("hidden_requested", requested(settings)),
        ("alpha", json!(settings.alpha)),
        ("lambda", json!(threshold.lambda)),
        ("lambda_interval", json!([lower, upper])),
        ("observed", json!(threshold.observed)),
        ("draws", json!(settings.draws)),
        ("seed", json!(settings.seed)),
        (
            "seconds",
            json!({ "read": seconds.read, "qut": seconds.qut, "total": seconds.total }),
        ),
        ("version", json!(env!("CARGO_PKG_VERSION"))),
    ] {
        object.insert(key.to_owned(), value);
    }
    line(&object)
}

fn line(object: &impl Serialize) -> Result<String, Failure> {
    let mut text = serde_json::to_string(object)
        .map_err(|error| Failure::new(format!("writing JSON failed: {error}")))?;
    text.push('\n');
    Ok(text)
}
