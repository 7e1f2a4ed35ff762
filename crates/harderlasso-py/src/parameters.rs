//! The parameters of the estimators, checked, as values that Python can read.

use crate::errors::exception;
use harderlasso::{Activation, HarderLasso, Penalty};
use pyo3::types::PyTuple;
use pyo3::{Bound, PyResult, Python, pyclass, pymethods};

/// What to fit. Every attribute has the name of the parameter of the estimators
/// that it is.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct Parameters(pub(crate) HarderLasso);

#[pymethods]
impl Parameters {
    #[new]
    #[pyo3(signature = (*, hidden_dims, lambda_qut, penalty, activation, alpha, nu, n_draws, n_restarts, random_state, n_jobs))]
    #[expect(
        clippy::too_many_arguments,
        reason = "keyword arguments that Python gives by name"
    )]
    fn new(
        hidden_dims: Vec<usize>,
        lambda_qut: Option<f64>,
        penalty: &str,
        activation: &str,
        alpha: f64,
        nu: f64,
        n_draws: usize,
        n_restarts: usize,
        random_state: u64,
        n_jobs: usize,
    ) -> PyResult<Self> {
        // Checked even where the penalty has no ν: a wrong value is a mistake.
        Penalty::Harder { nu }.check().map_err(exception)?;
        let penalty = match Penalty::from_name(penalty).map_err(exception)? {
            Penalty::Harder { .. } => Penalty::Harder { nu },
            other @ (Penalty::L1 | Penalty::Scad { .. } | Penalty::Mcp { .. }) => other,
        };
        let mut settings = HarderLasso::new()
            .hidden(hidden_dims)
            .activation(Activation::from_name(activation).map_err(exception)?)
            .penalty(penalty)
            .alpha(alpha)
            .draws(n_draws)
            .restarts(n_restarts)
            .seed(random_state)
            .threads(n_jobs);
        settings.lambda = lambda_qut;
        settings.check().map_err(exception)?;
        Ok(Self(settings))
    }

    /// Widths of the hidden layers; None for a linear model.
    #[getter]
    fn hidden_dims<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let hidden = &self.0.hidden;
        (!hidden.is_empty())
            .then(|| PyTuple::new(py, hidden))
            .transpose()
    }

    /// The given λ; None if it is calibrated.
    #[getter]
    fn lambda_qut(&self) -> Option<f64> {
        self.0.lambda
    }

    /// Name of the penalty.
    #[getter]
    fn penalty(&self) -> &'static str {
        self.0.penalty.name()
    }

    /// Name of the activation.
    #[getter]
    fn activation(&self) -> &'static str {
        self.0.activation.name()
    }

    /// Level of the threshold.
    #[getter]
    fn alpha(&self) -> f64 {
        self.0.alpha
    }

    /// ν of the harder penalty, which is the default for all other penalties.
    #[getter]
    fn nu(&self) -> Option<f64> {
        let nu_of = |penalty| match penalty {
            Penalty::Harder { nu } => Some(nu),
            Penalty::L1 | Penalty::Scad { .. } | Penalty::Mcp { .. } => None,
        };
        nu_of(self.0.penalty).or_else(|| nu_of(Penalty::harder()))
    }

    /// Number of null draws.
    #[getter]
    fn n_draws(&self) -> usize {
        self.0.draws
    }

    /// Number of random starts.
    #[getter]
    fn n_restarts(&self) -> usize {
        self.0.restarts
    }

    /// The seed.
    #[getter]
    fn random_state(&self) -> u64 {
        self.0.seed
    }
}
