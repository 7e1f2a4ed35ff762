//! Fits and thresholds.

use crate::arrays::Features;
use crate::errors::{exception, record_exception, weight_exception};
use crate::fitted::Fitted;
use crate::law::CheckedTarget;
use crate::parameters::Parameters;
use crate::running::run;
use harderlasso::{Design, Observer, Response, Threshold};
use harderlasso_report::{Preparation, Record, WeightColumn};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::{Bound, Py, PyAny, PyResult, Python, pyfunction};
use std::time::Instant;

/// What the weights of the rows are called, and the weights.
type WeightArgument<'py> = Option<(String, PyReadonlyArray1<'py, f64>)>;

/// λ, its interval, λ_0 of the data and the sorted null draws.
type ThresholdParts<'py> = (f64, (f64, f64), f64, Bound<'py, PyArray1<f64>>);

/// Fits a model.
#[pyfunction]
#[pyo3(signature = (parameters, x, target, weights, names, progress))]
pub(crate) fn fit(
    py: Python<'_>,
    parameters: &Parameters,
    x: Features<'_>,
    target: &CheckedTarget,
    weights: WeightArgument<'_>,
    names: Option<Vec<String>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Fitted> {
    let mut design = x.design()?;
    if let Some(names) = names {
        design = design.with_names(names).map_err(exception)?;
    }
    let of_frame = match &x {
        Features::Frame(encoded) => Some(encoded.preparation()),
        Features::Numbers(_) => None,
    };
    let rows = design.rows();
    let weights_name = weights.as_ref().map(|(name, _)| name.clone());
    let (design, response) = used_rows(design, target, weights)?;
    let weights = weights_name.map(|name| WeightColumn {
        name,
        zero: rows - design.rows(),
    });
    let work = |observer: &dyn Observer| {
        let started = Instant::now();
        let model = parameters.0.fit_observed(&design, &response, observer)?;
        let seconds = started.elapsed().as_secs_f64();
        let mut preparation = match of_frame {
            Some(preparation) => preparation,
            None => {
                let mut plain = Preparation::plain(design.names(), "y");
                for (number, column) in plain.columns.iter_mut().enumerate() {
                    let values = design.column(number).iter();
                    column.missing = values.filter(|value| value.is_nan()).count();
                }
                plain
            }
        };
        preparation.rows_read = rows;
        preparation.weights = weights;
        let record = Record::new(model, &design, &response, preparation, None)?;
        let record = match target.labels {
            Some(labels) => record.with_labels(labels),
            None => record,
        };
        Ok(Fitted::new(record, seconds))
    };
    run(py, progress.as_ref(), record_exception, work)
}

/// Calibrates λ without a fit.
#[pyfunction]
#[pyo3(signature = (parameters, x, target, weights, progress))]
pub(crate) fn calibrate<'py>(
    py: Python<'py>,
    parameters: &Parameters,
    x: Features<'_>,
    target: &CheckedTarget,
    weights: WeightArgument<'_>,
    progress: Option<Py<PyAny>>,
) -> PyResult<ThresholdParts<'py>> {
    let (design, response) = used_rows(x.design()?, target, weights)?;
    let work = |observer: &dyn Observer| parameters.0.calibrate(&design, &response, observer);
    let Threshold {
        lambda,
        interval,
        observed,
        draws,
    } = run(py, progress.as_ref(), exception, work)?;
    Ok((lambda, interval, observed, draws.into_pyarray(py)))
}

/// The design with its weights and the response, both without the rows of
/// weight 0. The engine would leave them out by itself, but missing values are
/// counted in the rows that are used.
fn used_rows(
    design: Design,
    target: &CheckedTarget,
    weights: WeightArgument<'_>,
) -> PyResult<(Design, Response)> {
    let response = target.response.clone();
    let Some((name, weights)) = weights else {
        return Ok((design, response));
    };
    let refused = |error| weight_exception(error, &name);
    let design = design
        .with_weights(weights.as_array().to_vec())
        .map_err(refused)?;
    let used = design.used_rows(&response).map_err(refused)?;
    Ok(used.unwrap_or((design, response)))
}
