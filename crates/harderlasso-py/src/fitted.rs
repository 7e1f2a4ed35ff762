//! A fitted model with everything that Python asks of it.

use crate::arrays::Matrix;
use crate::errors::{exception, record_exception};
use harderlasso::Model;
use harderlasso_onnx::{Export, Inputs};
use harderlasso_report::{GoodnessOfFit, LabelKind, Record};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::types::{PyBytes, PyDict, PyDictMethods, PyType};
use pyo3::{Bound, PyResult, Python, pyclass, pymethods};

/// The answer of a fit: what a model file holds.
#[pyclass(frozen, module = "harderlasso._harderlasso")]
pub(crate) struct Fitted {
    record: Record,
    /// Seconds that the engine took, without conversions.
    seconds: Option<f64>,
}

impl Fitted {
    pub(crate) fn new(record: Record, seconds: f64) -> Self {
        Self {
            record,
            seconds: Some(seconds),
        }
    }

    fn model(&self) -> &Model {
        self.record.model()
    }
}

#[pymethods]
impl Fitted {
    /// The model file.
    fn to_json(&self) -> PyResult<String> {
        self.record.to_json().map_err(record_exception)
    }

    /// Reads a model file.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let record = Record::from_json(text).map_err(record_exception)?;
        Ok(Self {
            record,
            seconds: None,
        })
    }

    /// Pickling and copying go through the model file.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, pyo3::PyAny>, (String,))> {
        use pyo3::types::PyAnyMethods;
        let read = PyType::new::<Self>(py).getattr("from_json")?;
        Ok((read, (self.to_json()?,)))
    }

    /// The report, one HTML page.
    fn html(&self, py: Python<'_>) -> String {
        py.detach(|| self.record.html())
    }

    /// The model as an ONNX file.
    fn onnx<'py>(&self, py: Python<'py>, only_selected: bool) -> PyResult<Bound<'py, PyBytes>> {
        let inputs = if only_selected {
            Inputs::Selected
        } else {
            Inputs::All
        };
        let bytes = Export::new(self.model())
            .inputs(inputs)
            .integer_labels(self.record.labels() == Some(LabelKind::Integer))
            .to_bytes()
            .map_err(|error| {
                PyValueError::new_err(match error {
                    harderlasso_onnx::Error::NoInputs => format!("inputs: {error}"),
                    _ => error.to_string(),
                })
            })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The settings of the fit, as JSON.
    fn settings_json(&self) -> PyResult<String> {
        serde_json::to_string(self.model().settings())
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Outputs before any link, a column an output.
    fn decision<'py>(&self, py: Python<'py>, x: Matrix<'_>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let design = x.design()?;
        let values = py.detach(|| self.model().decision_function(&design));
        matrix(py, values.map_err(exception)?, design.rows())
    }

    /// Probabilities of the classes, a column a class.
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        x: Matrix<'_>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let design = x.design()?;
        let values = py.detach(|| self.model().predict_proba(&design));
        matrix(py, values.map_err(exception)?, design.rows())
    }

    /// Positions of the likeliest classes.
    fn likeliest<'py>(
        &self,
        py: Python<'py>,
        x: Matrix<'_>,
    ) -> PyResult<Bound<'py, PyArray1<usize>>> {
        let design = x.design()?;
        let values = py.detach(|| self.model().predict_classes(&design));
        Ok(values.map_err(exception)?.into_pyarray(py))
    }

    /// Seconds that the engine took, where the fit was made in this process.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    /// Rows of the fit.
    #[getter]
    fn rows(&self) -> usize {
        self.model().rows()
    }

    /// Names of all columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.model().names().to_vec()
    }

    /// Names of the classes; empty for a regression.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.model().classes().to_vec()
    }

    /// What the classes were before they became names, where that is known.
    #[getter]
    fn labels(&self) -> Option<&'static str> {
        self.record.labels().map(|kind| kind.name())
    }

    /// Whether the names of the columns were given at the fit.
    #[getter]
    fn is_named(&self) -> bool {
        self.model().is_named()
    }

    /// Positions of the selected columns, rising.
    #[getter]
    fn selected<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let selected = self.model().selected().iter();
        PyArray1::from_iter(py, selected.map(|&column| column as i64))
    }

    /// A row an output, a column a column; nothing for a network.
    #[getter]
    fn coefficients<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let rows = self.model().coefficients();
        rows.map(|rows| PyArray2::from_vec2(py, &rows).map_err(Into::into))
            .transpose()
    }

    /// One an output; nothing for a network.
    #[getter]
    fn intercepts<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        let values = self.model().intercepts();
        values.map(|values| PyArray1::from_slice(py, values))
    }

    /// Weight of every column into the first layer; they sum to 1.
    #[getter]
    fn importances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let model = self.model();
        let mut all = vec![0.0; model.names().len()];
        for (&column, value) in model.selected().iter().zip(model.importances()) {
            all[column] = value;
        }
        all.into_pyarray(py)
    }

    /// Standard deviations of the selected columns.
    #[getter]
    fn deviations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.model().deviations().into_pyarray(py)
    }

    /// λ.
    #[getter]
    fn lambda_(&self) -> f64 {
        self.model().threshold().lambda
    }

    /// A 95 % interval for λ.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        self.model().threshold().interval
    }

    /// The smallest λ that keeps the model of the data empty.
    #[getter]
    fn observed(&self) -> f64 {
        self.model().threshold().observed
    }

    /// The same of targets of pure noise, sorted.
    #[getter]
    fn draws<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.model().threshold().draws)
    }

    /// The annealing: λ, ν, steps, features and cost at the end of each phase.
    #[getter]
    fn phases(&self) -> Vec<(f64, f64, usize, usize, f64)> {
        let phases = self.model().phases().iter();
        phases
            .map(|phase| {
                (
                    phase.lambda,
                    phase.nu,
                    phase.steps,
                    phase.features,
                    phase.cost,
                )
            })
            .collect()
    }

    /// Where the penalized fit stands against the optimality conditions.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let certificate = self.model().certificate();
        let dict = PyDict::new(py);
        dict.set_item("zeros", certificate.zeros)?;
        dict.set_item("nonzeros", certificate.nonzeros)?;
        dict.set_item("cost", certificate.cost)?;
        dict.set_item("null_cost", certificate.null_cost)?;
        dict.set_item("is_optimal", certificate.is_optimal())?;
        Ok(dict)
    }

    /// How well the model does on the rows of the fit.
    #[getter]
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.model().training_metrics().named() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// Observed and predicted values of a regression; nothing where the model
    /// came without its data.
    #[getter]
    fn points(&self) -> Option<Vec<(f64, f64)>> {
        match &self.record.training().outcome {
            Some(GoodnessOfFit::Regression { points }) => Some(points.clone()),
            _ => None,
        }
    }

    /// The classes of the confusion matrix and its counts, true class first.
    #[getter]
    fn confusion(&self) -> Option<(Vec<usize>, Vec<Vec<usize>>)> {
        match &self.record.training().outcome {
            Some(GoodnessOfFit::Classification { shown, counts }) => {
                Some((shown.clone(), counts.clone()))
            }
            _ => None,
        }
    }

    /// What selected columns do to the prediction, the most important first:
    /// column, places, classes, and a curve a class.
    #[getter]
    #[expect(clippy::type_complexity, reason = "a tuple for Python, used once")]
    fn effects(&self) -> Vec<(usize, Vec<f64>, Vec<usize>, Vec<Vec<f64>>)> {
        let effects = self.record.training().effects.iter().cloned();
        effects
            .map(|effect| (effect.column, effect.grid, effect.classes, effect.curves))
            .collect()
    }
}

/// Values of `rows` rows, row after row, as an array.
fn matrix(py: Python<'_>, values: Vec<f64>, rows: usize) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let columns = values.len() / rows;
    values.into_pyarray(py).reshape([rows, columns])
}
