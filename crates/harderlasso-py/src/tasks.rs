//! Fits and thresholds, for both tasks.

use crate::arrays::Matrix;
use crate::errors::{exception, record_exception};
use crate::fitted::Fitted;
use crate::running::run;
use crate::settings::Settings;
use harderlasso::{Design, Observer, Response, Threshold};
use harderlasso_report::{LabelKind, Preparation, Record, WeightColumn};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::{Bound, Py, PyAny, PyResult, Python, pyfunction};
use std::time::Instant;

/// λ, its interval, λ_0 of the data and the sorted null draws.
type Calibrated<'py> = (f64, (f64, f64), f64, Bound<'py, PyArray1<f64>>);

/// What the weights of the rows are called, and how many rows were left out
/// because theirs is 0.
type Weighed = Option<(String, usize)>;

/// Explains a number.
#[pyfunction]
#[pyo3(signature = (settings, x, y, weights, weighed, names, progress))]
#[expect(
    clippy::too_many_arguments,
    reason = "called from one place, with one for each thing that a fit takes"
)]
pub(crate) fn fit_regression(
    py: Python<'_>,
    settings: &Settings,
    x: Matrix<'_>,
    y: PyReadonlyArray1<'_, f64>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    weighed: Weighed,
    names: Option<Vec<String>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Fitted> {
    let design = design(&x, weights, names)?;
    fit(py, settings, design, real(&y)?, None, weighed, progress)
}

/// Explains a class. `codes` are positions in `classes`; `labels` says what
/// kind of Python value a class is.
#[pyfunction]
#[pyo3(signature = (settings, x, codes, classes, labels, weights, weighed, names, progress))]
#[expect(
    clippy::too_many_arguments,
    reason = "called from one place, with one for each thing that a fit takes"
)]
pub(crate) fn fit_classification(
    py: Python<'_>,
    settings: &Settings,
    x: Matrix<'_>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    labels: &str,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    weighed: Weighed,
    names: Option<Vec<String>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Fitted> {
    let design = design(&x, weights, names)?;
    let response = labelled(&codes, classes)?;
    let labels = LabelKind::ALL
        .into_iter()
        .find(|kind| kind.name() == labels);
    fit(py, settings, design, response, labels, weighed, progress)
}

/// λ of a regression.
#[pyfunction]
#[pyo3(signature = (settings, x, y, weights, progress))]
pub(crate) fn calibrate_regression<'py>(
    py: Python<'py>,
    settings: &Settings,
    x: Matrix<'_>,
    y: PyReadonlyArray1<'_, f64>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Calibrated<'py>> {
    let design = design(&x, weights, None)?;
    calibrate(py, settings, design, real(&y)?, progress)
}

/// λ of a classification.
#[pyfunction]
#[pyo3(signature = (settings, x, codes, classes, weights, progress))]
pub(crate) fn calibrate_classification<'py>(
    py: Python<'py>,
    settings: &Settings,
    x: Matrix<'_>,
    codes: PyReadonlyArray1<'_, i64>,
    classes: Vec<String>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Calibrated<'py>> {
    let design = design(&x, weights, None)?;
    let response = labelled(&codes, classes)?;
    calibrate(py, settings, design, response, progress)
}

fn design(
    x: &Matrix<'_>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    names: Option<Vec<String>>,
) -> PyResult<Design> {
    let mut design = x.design()?;
    if let Some(names) = names {
        design = design.with_names(names).map_err(exception)?;
    }
    if let Some(weights) = weights {
        let weights = weights.as_array().to_vec();
        design = design.with_weights(weights).map_err(exception)?;
    }
    Ok(design)
}

fn real(y: &PyReadonlyArray1<'_, f64>) -> PyResult<Response> {
    Response::real(y.as_array().to_vec()).map_err(exception)
}

/// Classes from codes, which come as the numbers of numpy.
fn labelled(codes: &PyReadonlyArray1<'_, i64>, classes: Vec<String>) -> PyResult<Response> {
    let codes = codes.as_array();
    let codes: Result<Vec<usize>, _> = codes.iter().map(|&code| usize::try_from(code)).collect();
    let codes = codes.map_err(|_| PyValueError::new_err("y: a class has a negative code"))?;
    Response::classes(codes, classes).map_err(exception)
}

fn fit(
    py: Python<'_>,
    settings: &Settings,
    design: Design,
    response: Response,
    labels: Option<LabelKind>,
    weighed: Weighed,
    progress: Option<Py<PyAny>>,
) -> PyResult<Fitted> {
    let settings = &settings.0;
    let work = |observer: &dyn Observer| -> Result<Fitted, harderlasso_report::Error> {
        let started = Instant::now();
        let model = settings.fit_observed(&design, &response, observer)?;
        let seconds = started.elapsed().as_secs_f64();
        let mut preparation = Preparation::plain(design.names(), "y");
        for (number, column) in preparation.columns.iter_mut().enumerate() {
            let values = design.column(number).iter();
            column.missing = values.filter(|value| value.is_nan()).count();
        }
        if let Some((name, zero)) = weighed {
            preparation.rows_read = design.rows() + zero;
            preparation.weights = Some(WeightColumn { name, zero });
        }
        let record = Record::new(model, &design, &response, preparation, None)?;
        let record = match labels {
            Some(labels) => record.with_labels(labels),
            None => record,
        };
        Ok(Fitted::new(record, seconds))
    };
    run(py, progress.as_ref(), record_exception, work)
}

fn calibrate<'py>(
    py: Python<'py>,
    settings: &Settings,
    design: Design,
    response: Response,
    progress: Option<Py<PyAny>>,
) -> PyResult<Calibrated<'py>> {
    let settings = &settings.0;
    let work = |observer: &dyn Observer| settings.calibrate(&design, &response, observer);
    let Threshold {
        lambda,
        interval,
        observed,
        draws,
    } = run(py, progress.as_ref(), exception, work)?;
    Ok((lambda, interval, observed, draws.into_pyarray(py)))
}
