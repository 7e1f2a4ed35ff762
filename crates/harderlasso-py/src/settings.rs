//! Settings of a fit from the arguments of the estimators.

use crate::errors::exception;
use harderlasso::penalty::Harder;
use harderlasso::{Activation, HarderLasso, Penalty};
use pyo3::{PyResult, pyclass, pymethods};

/// What to fit, checked.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct Settings(pub(crate) HarderLasso);

#[pymethods]
impl Settings {
    #[new]
    #[pyo3(signature = (*, hidden, activation, penalty, nu, alpha, lambda_, draws, restarts, seed, threads))]
    #[expect(
        clippy::too_many_arguments,
        reason = "keyword arguments that Python gives by name"
    )]
    fn new(
        hidden: Vec<usize>,
        activation: &str,
        penalty: &str,
        nu: f64,
        alpha: f64,
        lambda_: Option<f64>,
        draws: usize,
        restarts: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<Self> {
        // Checked even where the penalty has no ν: a wrong value is a slip.
        let harder = Penalty::Harder(Harder { nu });
        harder.check().map_err(exception)?;
        let penalty = match Penalty::from_name(penalty).map_err(exception)? {
            Penalty::Harder(_) => harder,
            other => other,
        };
        let mut settings = HarderLasso::new()
            .hidden(hidden)
            .activation(Activation::from_name(activation).map_err(exception)?)
            .penalty(penalty)
            .alpha(alpha)
            .draws(draws)
            .restarts(restarts)
            .seed(seed)
            .threads(threads);
        if let Some(lambda) = lambda_ {
            settings = settings.lambda(lambda);
        }
        settings.check().map_err(exception)?;
        Ok(Self(settings))
    }
}
