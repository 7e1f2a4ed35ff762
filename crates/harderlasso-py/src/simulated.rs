//! The paper's simulated data sets, for benchmarks and tests.

use crate::errors::exception;
use harderlasso::Response;
use harderlasso::rng::Seed;
use harderlasso::simulate::{Experiment, ResponseScale, Scenario, Signs};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::{Bound, PyResult, Python, pyfunction};

/// X, y and the columns that matter.
type Simulated<'py> = (
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray1<f64>>,
    Vec<usize>,
);

/// One run of a scenario, `linear` or `nonlinear`, with `s` columns that matter.
#[pyfunction]
#[pyo3(signature = (scenario, n, s, *, seed = 1, run = 0))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    scenario: &str,
    n: usize,
    s: usize,
    seed: u64,
    run: u64,
) -> PyResult<Simulated<'py>> {
    let scenario = match scenario {
        "linear" => Scenario::Linear,
        "nonlinear" => Scenario::Nonlinear(Signs::Positive),
        other => {
            return Err(PyValueError::new_err(format!(
                "scenario: there is no scenario called {other}; there is linear, nonlinear"
            )));
        }
    };
    let experiment = Experiment::new(scenario, n, Seed::new(seed)).map_err(exception)?;
    let run = experiment
        .run(s, run, ResponseScale::default())
        .map_err(exception)?;
    let Response::Real(y) = run.response() else {
        return Err(PyValueError::new_err("scenario: its response is no number"));
    };
    let design = experiment.design();
    let rows: Vec<f64> = (0..n)
        .flat_map(|row| (0..design.columns()).map(move |column| design.column(column)[row]))
        .collect();
    let x = rows.into_pyarray(py).reshape([n, design.columns()])?;
    Ok((
        x,
        y.clone().into_pyarray(py),
        run.truth().support().to_vec(),
    ))
}
