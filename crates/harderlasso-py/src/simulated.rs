//! The simulated designs of the paper, for the module `harderlasso.simulate`.

use std::sync::Arc;

use crate::errors::exception;
use harderlasso::Design;
use harderlasso::rng::Seed;
use harderlasso_simulate::{
    Conditions, Correlation, Experiment, Noise, Recovery, ResponseScale, Run, Scenario, Signs,
    TestColumns,
};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::{Bound, PyResult, Python, pyclass, pymethods};

/// A matrix of points, and the true mean at each.
type PointsAndMeans<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<f64>>);

/// A scenario at one sample size, with the columns that its runs share.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct Simulation(Arc<Experiment>);

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (scenario, n, *, seed, signs, toeplitz, blocks, student))]
    fn new(
        scenario: &str,
        n: Option<usize>,
        seed: u64,
        signs: &str,
        toeplitz: Option<f64>,
        blocks: Option<(usize, f64)>,
        student: Option<f64>,
    ) -> PyResult<Self> {
        let conditions = Conditions {
            correlation: correlation(toeplitz, blocks)?,
            noise: student.map_or(Noise::Normal, Noise::Student),
        };
        let scenario = scenario_of(scenario, signs)?;
        let n = n.unwrap_or(scenario.default_rows());
        Experiment::under(conditions, scenario, n, Seed::new(seed))
            .map(|experiment| Self(Arc::new(experiment)))
            .map_err(exception)
    }

    /// The standardized design.
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        row_by_row(py, self.0.design())
    }

    /// One run.
    fn run(
        &self,
        s: Option<usize>,
        run: u64,
        y_scale: f64,
        y_shift: f64,
    ) -> PyResult<SimulatedRun> {
        let scale = ResponseScale::new(y_scale, y_shift).map_err(exception)?;
        let s = s.unwrap_or(self.0.scenario().default_sparsity());
        Ok(SimulatedRun {
            run: self.0.run(s, run, scale).map_err(exception)?,
            experiment: Arc::clone(&self.0),
        })
    }
}

/// One simulated data set and what it was made from.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct SimulatedRun {
    experiment: Arc<Experiment>,
    run: Run,
}

#[pymethods]
impl SimulatedRun {
    /// The response, in the requested unit.
    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.run.values())
    }

    /// The columns that matter, in increasing order.
    #[getter]
    fn support(&self) -> Vec<usize> {
        self.run.truth().support()
    }

    /// The true mean as an expression.
    #[getter]
    fn formula(&self) -> String {
        self.run.truth().formula()
    }

    /// The seed for fits of this run.
    #[getter]
    fn fit_seed(&self) -> u64 {
        self.run.fit_seed()
    }

    /// All columns of the fresh points, and the true mean at each point in the
    /// unit of the noise.
    fn test_set<'py>(&self, py: Python<'py>) -> PyResult<PointsAndMeans<'py>> {
        let test = self.experiment.test_set(&self.run).map_err(exception)?;
        let means = PyArray1::from_slice(py, test.means());
        Ok((row_by_row(py, test.design())?, means))
    }

    /// Some columns of the fresh points, each a row of the matrix, and the true
    /// means.
    #[allow(clippy::needless_pass_by_value)]
    fn test_columns<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<usize>,
    ) -> PyResult<PointsAndMeans<'py>> {
        let test = self.experiment.test_columns(&self.run, &columns);
        let TestColumns { values, means } = test.map_err(exception)?;
        let values = values
            .concat()
            .into_pyarray(py)
            .reshape([columns.len(), means.len()])?;
        Ok((values, means.into_pyarray(py)))
    }

    /// The mean squared distance of predictions to true means.
    fn l2_error(
        &self,
        predictions: PyReadonlyArray1<'_, f64>,
        means: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<f64> {
        let predictions = predictions.as_array().to_vec();
        self.run
            .l2_error(&predictions, means.as_slice()?)
            .map_err(exception)
    }

    /// Whether the distinct columns `selected` are those that matter, the share
    /// of them that do not matter, and the share of those that matter that are
    /// among them.
    #[allow(clippy::needless_pass_by_value)]
    fn recovery(&self, selected: Vec<usize>) -> (bool, f64, f64) {
        let Recovery { exact, fdr, tpr } = Recovery::of(&selected, &self.support());
        (exact, fdr, tpr)
    }
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
        "linear" if signs != Signs::Positive => Err(PyValueError::new_err(
            "signs are those of the bumps of nonlinear and architecture; the coefficients of \
             linear always have random signs",
        )),
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

/// A design as the matrix that numpy has by default.
fn row_by_row<'py>(py: Python<'py>, design: &Design) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (n, p) = (design.rows(), design.columns());
    let rows: Vec<f64> = (0..n)
        .flat_map(|row| (0..p).map(move |column| design.column(column)[row]))
        .collect();
    rows.into_pyarray(py).reshape([n, p])
}
