//! The paper's simulated data sets, for studies, benchmarks and tests.

use crate::errors::exception;
use harderlasso::rng::Seed;
use harderlasso::simulate::{
    Conditions, Correlation, Experiment, Noise, Recovery, ResponseScale, Run, Scenario, Signs,
    TestSet,
};
use harderlasso::{Design, Target};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::{Bound, PyResult, Python, pyclass, pyfunction, pymethods};

/// One data set with what it was made from, as the command's studies draw it.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct Simulated {
    experiment: Experiment,
    run: Run,
    test: TestSet,
}

#[pymethods]
impl Simulated {
    /// The standardized design, row after row.
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_of(py, self.experiment.design())
    }

    /// The response, in the unit that was asked for.
    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        match self.run.response().target() {
            Target::Real(y) => Ok(PyArray1::from_slice(py, y)),
            Target::Classes(_) => Err(PyValueError::new_err("scenario: its response is no number")),
        }
    }

    /// The columns that matter, in increasing order.
    #[getter]
    fn support(&self) -> Vec<usize> {
        self.run.truth().support()
    }

    /// The seed that the command's studies give to a fit of this data set.
    #[getter]
    fn fit_seed(&self) -> u64 {
        self.run.fit_seed()
    }

    /// Fresh points.
    #[getter]
    fn test_x<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_of(py, self.test.design())
    }

    /// The true mean at the fresh points, in the unit of the noise.
    #[getter]
    fn test_means<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.test.means().to_vec().into_pyarray(py)
    }

    /// The mean squared distance of predictions at `test_x` to the true means,
    /// in the unit of the noise.
    fn l2_error(&self, predictions: PyReadonlyArray1<'_, f64>) -> PyResult<f64> {
        let predictions = predictions.as_array().to_vec();
        self.test.l2_error(&predictions).map_err(exception)
    }

    /// Whether the distinct columns `selected` are those that matter, the share
    /// of them that do not, and the share of those that matter among them.
    #[allow(clippy::needless_pass_by_value)]
    fn recovery(&self, selected: Vec<usize>) -> (bool, f64, f64) {
        let Recovery { exact, fdr, tpr } = Recovery::of(&selected, &self.support());
        (exact, fdr, tpr)
    }
}

/// One run of a scenario, `linear`, `nonlinear` or `architecture`, with `s`
/// columns that matter.
#[pyfunction]
#[pyo3(signature = (scenario, n, s, *, seed = 1, run = 0, signs = "positive",
                    toeplitz = None, blocks = None, student = None,
                    y_scale = 1.0, y_shift = 0.0))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn simulate(
    scenario: &str,
    n: usize,
    s: usize,
    seed: u64,
    run: u64,
    signs: &str,
    toeplitz: Option<f64>,
    blocks: Option<(usize, f64)>,
    student: Option<f64>,
    y_scale: f64,
    y_shift: f64,
) -> PyResult<Simulated> {
    let conditions = Conditions {
        correlation: correlation(toeplitz, blocks)?,
        noise: student.map_or(Noise::Normal, Noise::Student),
    };
    let scenario = scenario_of(scenario, signs)?;
    let experiment =
        Experiment::under(conditions, scenario, n, Seed::new(seed)).map_err(exception)?;
    let scale = ResponseScale::new(y_scale, y_shift).map_err(exception)?;
    let run = experiment.run(s, run, scale).map_err(exception)?;
    let test = experiment.test_set(&run).map_err(exception)?;
    Ok(Simulated {
        experiment,
        run,
        test,
    })
}

fn scenario_of(name: &str, signs: &str) -> PyResult<Scenario> {
    let signs = match signs {
        "positive" => Signs::Positive,
        "negative" => Signs::Negative,
        "random" => Signs::Random,
        other => {
            return Err(PyValueError::new_err(format!(
                "signs is {other}; it must be positive, negative or random"
            )));
        }
    };
    match name {
        "linear" => Ok(Scenario::Linear),
        "nonlinear" => Ok(Scenario::Nonlinear(signs)),
        "architecture" => Ok(Scenario::Architecture(signs)),
        other => Err(PyValueError::new_err(format!(
            "scenario: there is no scenario called {other}; there is linear, nonlinear, architecture"
        ))),
    }
}

fn correlation(toeplitz: Option<f64>, blocks: Option<(usize, f64)>) -> PyResult<Correlation> {
    match (toeplitz, blocks) {
        (None, None) => Ok(Correlation::Independent),
        (Some(rho), None) => Ok(Correlation::Toeplitz(rho)),
        (None, Some((size, within))) => Ok(Correlation::Blocks { size, within }),
        (Some(_), Some(_)) => Err(PyValueError::new_err(
            "toeplitz, blocks: a design has one kind of correlation, so give one of them",
        )),
    }
}

fn rows_of<'py>(py: Python<'py>, design: &Design) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (n, p) = (design.rows(), design.columns());
    let rows: Vec<f64> = (0..n)
        .flat_map(|row| (0..p).map(move |column| design.column(column)[row]))
        .collect();
    rows.into_pyarray(py).reshape([n, p])
}
