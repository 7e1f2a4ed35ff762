//! Results for programs: one JSON object on one line, with fixed keys.

use harderlasso::{Certificate, Comparison, HarderLasso, Model, Response, Threshold, View};
use harderlasso_report::law::Coefficients;
use harderlasso_report::{BaseRates, Record, choice, law};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Seconds, fit_notes};
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
    /// The strongest signal of a single feature.
    observed: f64,
    selected: Vec<Selected<'a>>,
    alternatives: Vec<OtherList<'a>>,
    /// By the names of the selected features; by class first, where there are classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    coefficients: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intercept: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<&'a [String]>,
    metrics: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_rates: Option<Value>,
    restarts: usize,
    certificate: &'a Certificate,
    converged: bool,
    seed: u64,
    /// Everything that the text says beside numbers, in the same words.
    notes: Vec<String>,
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

/// The coefficients and the intercept of a linear model.
fn linear(model: &Model) -> (Option<Value>, Option<Value>) {
    let parts = law::linear_parts(model).filter(|_| choice::is_linear(model));
    let Some(parts) = parts else {
        return (None, None);
    };
    let named = |part: &Coefficients| -> Value {
        let pairs = model.selected_names().zip(&part.values);
        let entries: Map<String, Value> = pairs
            .map(|(name, value)| (name.to_owned(), json!(value)))
            .collect();
        Value::Object(entries)
    };
    let (mut coefficients, mut intercepts) = (Map::new(), Map::new());
    for part in &parts {
        let Some(class) = part.class else {
            return (Some(named(part)), Some(json!(part.intercept)));
        };
        let class = &model.classes()[class];
        coefficients.insert(class.clone(), named(part));
        intercepts.insert(class.clone(), json!(part.intercept));
    }
    (
        Some(Value::Object(coefficients)),
        Some(Value::Object(intercepts)),
    )
}

/// The share of each class by its name, or the mean and the standard deviation.
fn rates(model: &Model, base: &BaseRates) -> Value {
    match base {
        BaseRates::Moments { mean, deviation } => json!({ "mean": mean, "sd": deviation }),
        BaseRates::Shares(shares) => {
            let pairs = model.classes().iter().zip(shares);
            Value::Object(pairs.map(|(c, share)| (c.clone(), json!(share))).collect())
        }
    }
}

fn object(record: &Record, notes: Vec<String>, seconds: Option<Seconds>) -> FitObject<'_> {
    let model = record.model();
    let (coefficients, intercept) = linear(model);
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
        observed: model.threshold().observed,
        selected,
        alternatives,
        coefficients,
        intercept,
        classes: (!model.classes().is_empty()).then(|| model.classes()),
        metrics: Value::Object(metrics),
        base_rates: record
            .training()
            .base
            .as_ref()
            .map(|base| rates(model, base)),
        restarts: settings.restarts,
        certificate: model.certificate(),
        // The selection depends on the penalized fit alone, not on the refit.
        converged: model.certificate().is_optimal(),
        seed: settings.seed,
        notes,
        seconds,
        version: record.version(),
    }
}

/// The object of `fit --json`; `remarks` are those that the terminal shows beside the
/// result.
pub(crate) fn fit_json(
    record: &Record,
    remarks: Vec<String>,
    seconds: Seconds,
) -> Result<String, Failure> {
    let mut notes = remarks;
    notes.extend(fit_notes(record));
    line(&object(record, notes, Some(seconds)))
}

/// The object of `inspect --json`: that of the fit without its times, which are
/// not kept, and with everything else that the file holds.
pub(crate) fn inspect_json(record: &Record) -> Result<String, Failure> {
    let refuse = |error: serde_json::Error| Failure::new(format!("writing JSON failed: {error}"));
    let mut object =
        serde_json::to_value(object(record, fit_notes(record), None)).map_err(refuse)?;
    if let Value::Object(object) = &mut object {
        let settings = record.model().settings();
        object.insert("draws".to_owned(), json!(settings.draws));
        object.insert("activation".to_owned(), json!(settings.activation));
        object.insert("layers".to_owned(), json!(record.model().hidden()));
        object.insert("names".to_owned(), json!(record.model().names()));
        object.insert("preparation".to_owned(), json!(record.preparation()));
        object.insert("command".to_owned(), json!(record.command()));
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
