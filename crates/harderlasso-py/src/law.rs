//! What depends on the law of the target: the conversion of its values and of
//! its predictions. No other file of this module has a match on it.

use crate::errors::exception;
use harderlasso::{Law, Response};
use harderlasso_report::{GoodnessOfFit, LabelKind};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::{Bound, PyAny, PyResult, Python, pyclass, pymethods};

/// A target that the engine has checked.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct CheckedTarget {
    pub(crate) response: Response,
    /// What kind of Python value a class is.
    pub(crate) labels: Option<LabelKind>,
}

#[pymethods]
impl CheckedTarget {
    /// Numbers.
    #[staticmethod]
    fn real(values: PyReadonlyArray1<'_, f64>) -> PyResult<Self> {
        let response = Response::real(values.as_array().to_vec()).map_err(exception)?;
        Ok(Self {
            response,
            labels: None,
        })
    }

    /// Classes: `codes` are positions in `names`, and `kind` is the kind of
    /// Python value that a name stands for.
    #[staticmethod]
    fn classes(codes: PyReadonlyArray1<'_, i64>, names: Vec<String>, kind: &str) -> PyResult<Self> {
        let codes: Result<Vec<usize>, _> = codes
            .as_array()
            .iter()
            .map(|&c| usize::try_from(c))
            .collect();
        let codes = codes.map_err(|_| PyValueError::new_err("y: a class has a negative code"))?;
        let mut kinds = LabelKind::ALL.into_iter();
        let labels = kinds.find(|known| known.name() == kind);
        Ok(Self {
            response: Response::classes(codes, names).map_err(exception)?,
            labels: Some(labels.ok_or_else(|| {
                PyValueError::new_err(format!("y: there is no kind of label called {kind}"))
            })?),
        })
    }
}

/// Outputs, or one coefficient per output, in the columns of scikit-learn: one
/// for two classes, which is the contrast between them, and one per output
/// otherwise.
pub(crate) fn columns(law: &Law, outputs: &[f64]) -> Vec<f64> {
    let contrasts = law.contrasts(outputs);
    if contrasts.len() == 1 {
        contrasts
    } else {
        outputs.to_vec()
    }
}

/// Predictions on the rows of the fit, as a pair of arrays: the edges of the parts
/// of a number and the rows of each observed (first) and predicted part, or the
/// classes of the confusion matrix and its counts.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    outcome: &GoodnessOfFit,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    Ok(match outcome {
        GoodnessOfFit::Density { bins, counts, .. } => {
            let edges: Vec<f64> = (0..=bins.count).map(|part| bins.edge(part)).collect();
            (
                edges.into_pyarray(py).into_any(),
                PyArray2::from_vec2(py, counts)?.into_any(),
            )
        }
        GoodnessOfFit::Confusion { shown, counts } => (
            PyArray1::from_slice(py, shown).into_any(),
            PyArray2::from_vec2(py, counts)?.into_any(),
        ),
    })
}
