//! The parameters of the estimators: from Python, checked, and back.

use crate::errors::exception;
use harderlasso::penalty::Harder;
use harderlasso::{Activation, Departure, HarderLasso, Penalty};
use pyo3::exceptions::PyValueError;
use pyo3::types::{PyString, PyTuple};
use pyo3::{Bound, FromPyObject, IntoPyObject, PyAny, PyResult, Python, pyclass, pymethods};

/// The hidden layers as Python gives them: a word, which the package has checked, or
/// their widths.
#[derive(FromPyObject)]
enum HiddenDims {
    #[expect(dead_code, reason = "there is one word")]
    Auto(String),
    Widths(Vec<usize>),
}

/// What to fit, checked.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct Parameters(pub(crate) HarderLasso);

#[pymethods]
impl Parameters {
    #[new]
    #[pyo3(signature = (*, hidden_dims, lambda_qut, penalty, activation, alpha, nu, n_draws, n_restarts, random_state, n_jobs, without=Vec::new()))]
    #[expect(
        clippy::too_many_arguments,
        reason = "keyword arguments that Python gives by name"
    )]
    fn new(
        hidden_dims: HiddenDims,
        lambda_qut: Option<f64>,
        penalty: &str,
        activation: &str,
        alpha: f64,
        nu: f64,
        n_draws: usize,
        n_restarts: usize,
        random_state: u64,
        n_jobs: usize,
        without: Vec<String>,
    ) -> PyResult<Self> {
        // Checked even where the penalty has no ν: a wrong value is a mistake.
        let harder = Penalty::Harder(Harder { nu });
        harder.check().map_err(exception)?;
        let penalty = match Penalty::from_name(penalty).map_err(exception)? {
            Penalty::Harder(_) => harder,
            // The others are chosen by name, with their usual constant.
            other => other,
        };
        let settings = match hidden_dims {
            HiddenDims::Auto(_) => HarderLasso::new().auto(),
            HiddenDims::Widths(widths) => HarderLasso::new().hidden(widths),
        };
        let mut settings = settings
            .activation(Activation::from_name(activation).map_err(exception)?)
            .penalty(penalty)
            .alpha(alpha)
            .draws(n_draws)
            .restarts(n_restarts)
            .seed(random_state)
            .threads(n_jobs);
        settings.lambda = lambda_qut;
        for name in &without {
            let departure = Departure::ALL.iter().find(|one| one.name() == name);
            let unknown = || PyValueError::new_err(format!("no departure is called {name:?}"));
            settings = settings.without(*departure.ok_or_else(unknown)?);
        }
        settings.check().map_err(exception)?;
        Ok(Self(settings))
    }
}

/// The parameters of a fit by their names, a dict for Python: with them, an
/// estimator repeats the fit.
#[derive(IntoPyObject)]
pub(crate) struct ParameterValues<'py> {
    hidden_dims: Option<Bound<'py, PyAny>>,
    lambda_qut: Option<f64>,
    penalty: &'static str,
    activation: &'static str,
    alpha: f64,
    /// That of the default penalty for penalties without ν.
    nu: Option<f64>,
    n_draws: usize,
    n_restarts: usize,
    random_state: u64,
}

impl<'py> ParameterValues<'py> {
    pub(crate) fn new(py: Python<'py>, settings: &HarderLasso) -> PyResult<Self> {
        let hidden_dims = if settings.auto {
            Some(PyString::new(py, "auto").into_any())
        } else if settings.hidden.is_empty() {
            None
        } else {
            Some(PyTuple::new(py, &settings.hidden)?.into_any())
        };
        let nu_of = |penalty| match penalty {
            Penalty::Harder(Harder { nu }) => Some(nu),
            _ => None,
        };
        Ok(Self {
            hidden_dims,
            lambda_qut: settings.lambda,
            penalty: settings.penalty.name(),
            activation: settings.activation.name(),
            alpha: settings.alpha,
            nu: nu_of(settings.penalty).or_else(|| nu_of(Penalty::harder())),
            n_draws: settings.draws,
            n_restarts: settings.restarts,
            random_state: settings.seed,
        })
    }
}
