//! A fitted model with everything that the Python package needs of it.

use crate::arrays::Features;
use crate::columns::{ColumnValues, Encoded};
use crate::errors::{exception, record_exception};
use crate::law;
use crate::parameters::ParameterValues;
use harderlasso::{Error, Model, Scores, View};
use harderlasso_onnx::{Export, ExportError, Inputs};
use harderlasso_report::{ColumnKind, LabelKind, Record, choice, notes, verdict};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::types::{PyAnyMethods, PyBytes, PyDict, PyDictMethods, PyTuple, PyType};
use pyo3::{Bound, PyAny, PyErr, PyResult, Python, pyclass, pymethods};
use std::collections::HashMap;

/// The result of a fit: what a model file holds.
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

    /// The outputs for each row of `x`, changed by `change`, as a matrix.
    fn outputs<'py>(
        &self,
        py: Python<'py>,
        x: &Features<'_>,
        change: impl Fn(&Model, &mut [f64]) -> Vec<f64> + Sync,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let design = x.design()?;
        let changed = py.detach(|| {
            let model = self.model();
            let mut outputs = model.decision_function(&design)?;
            let rows = outputs.chunks_exact_mut(model.law().outputs());
            Ok::<Vec<f64>, Error>(rows.flat_map(|row| change(model, row)).collect())
        });
        let values = changed.map_err(exception)?;
        let columns = values.len() / design.rows();
        values.into_pyarray(py).reshape([design.rows(), columns])
    }

    /// What only a linear model has. A network that was asked for and selected nothing
    /// is one, but would have coefficients in some fits and not in others.
    fn linear<T>(&self, of: impl Fn(&Model) -> Option<T>) -> Option<T> {
        let model = self.model();
        of(model).filter(|_| choice::is_linear(model))
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
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
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
                    ExportError::NoInputs => format!("inputs: {error}"),
                    _ => error.to_string(),
                })
            })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Predictions, one row per row of `x`: numbers, or one probability per
    /// class.
    fn predict<'py>(
        &self,
        py: Python<'py>,
        x: Features<'_>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.outputs(py, &x, |model, row| {
            model.law().link(row);
            row.to_vec()
        })
    }

    /// The same from the selected columns alone, in the order of `selected`.
    #[allow(clippy::needless_pass_by_value)]
    fn predict_selected<'py>(
        &self,
        py: Python<'py>,
        x: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let x = x.as_array();
        let outputs = self.model().law().outputs();
        let mut values = Vec::with_capacity(x.nrows() * outputs);
        for row in x.rows() {
            let answer = self.model().predict_row(&row.to_vec());
            values.extend(answer.map_err(exception)?);
        }
        values.into_pyarray(py).reshape([x.nrows(), outputs])
    }

    /// Positions of the most probable classes.
    fn predict_classes<'py>(
        &self,
        py: Python<'py>,
        x: Features<'_>,
    ) -> PyResult<Bound<'py, PyArray1<usize>>> {
        let design = x.design()?;
        let values = py.detach(|| self.model().predict_classes(&design));
        Ok(values.map_err(exception)?.into_pyarray(py))
    }

    /// Outputs before the link, in the columns of scikit-learn.
    fn decision<'py>(
        &self,
        py: Python<'py>,
        x: Features<'_>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.outputs(py, &x, |model, row| law::columns(model.law(), row))
    }

    /// Name of the law of the target.
    #[getter]
    fn law(&self) -> &'static str {
        self.model().law().name()
    }

    /// The parameters of the fit.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<ParameterValues<'py>> {
        ParameterValues::new(py, self.model().settings())
    }

    /// Seconds that the engine took, if the fit was made in this process.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    /// Number of rows of the fit.
    #[getter]
    fn rows(&self) -> usize {
        self.model().rows()
    }

    /// Names of all features.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.model().names().to_vec()
    }

    /// Names of the columns of the table, of which the features were made.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let columns = self.record.preparation().columns.iter();
        columns.map(|column| column.name.clone()).collect()
    }

    /// For each feature, the position of its column in `columns`.
    #[getter]
    fn origins<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let origins = self.record.preparation().origins().into_iter();
        PyArray1::from_iter(py, origins.map(|column| column as i64))
    }

    /// Whether the features are not the columns of the table as they are: some columns
    /// are categories, dates or numbers with signs, or were left out.
    #[getter]
    fn is_encoded(&self) -> bool {
        let preparation = self.record.preparation();
        !preparation.left_out.is_empty()
            || preparation
                .columns
                .iter()
                .any(|column| column.kind != ColumnKind::Numeric || column.writing.is_some())
    }

    /// Encodes columns of a new frame, by their positions in `columns`. Those of the
    /// selected features are needed.
    #[allow(clippy::needless_pass_by_value)]
    fn encode(&self, columns: HashMap<usize, ColumnValues<'_>>, rows: usize) -> PyResult<Encoded> {
        Encoded::of_new(self.record.preparation(), &columns, rows)
    }

    /// Whether the names of the features were given at the fit.
    #[getter]
    fn is_named(&self) -> bool {
        self.model().is_named()
    }

    /// Names of the classes; empty if the target is no class.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.model().classes().to_vec()
    }

    /// What kind of value the classes were before they became names, if that is
    /// known.
    #[getter]
    fn label_kind(&self) -> Option<&'static str> {
        self.record.labels().map(LabelKind::name)
    }

    /// Positions of the selected features, in increasing order.
    #[getter]
    fn selected<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let selected = self.model().selected().iter();
        PyArray1::from_iter(py, selected.map(|&column| column as i64))
    }

    /// Positions in `selected`, the most important feature first.
    #[getter]
    fn by_importance<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<usize>> {
        self.model().by_importance().into_pyarray(py)
    }

    /// Importance of each selected feature: how much worse the model fits without it,
    /// as a share of the total.
    #[getter]
    fn importances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.model().importances().into_pyarray(py)
    }

    /// Standard deviation of each selected feature.
    #[getter]
    fn deviations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.model().deviations().into_pyarray(py)
    }

    /// Coefficients of all features, a row for each column of `decision`; None
    /// unless a linear model was kept.
    #[getter]
    fn coefficients<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let Some(outputs) = self.linear(Model::coefficients) else {
            return Ok(None);
        };
        let features = self.model().names().len();
        let columns: Vec<Vec<f64>> = (0..features)
            .map(|feature| {
                let coefficients: Vec<f64> = outputs.iter().map(|output| output[feature]).collect();
                law::columns(self.model().law(), &coefficients)
            })
            .collect();
        let rows: Vec<Vec<f64>> = (0..columns[0].len())
            .map(|row| columns.iter().map(|column| column[row]).collect())
            .collect();
        Ok(Some(PyArray2::from_vec2(py, &rows)?))
    }

    /// Intercepts, one for each column of `decision`; None unless a linear model was
    /// kept.
    #[getter]
    fn intercepts<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        let outputs = self.linear(|model| model.intercepts().map(<[f64]>::to_vec))?;
        Some(law::columns(self.model().law(), &outputs).into_pyarray(py))
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

    /// The smallest λ for which the empty model is a local minimum.
    #[getter]
    fn observed(&self) -> f64 {
        self.model().threshold().observed
    }

    /// How `observed` compares with λ, and what follows for the selection, in words.
    #[getter]
    fn strength(&self) -> &'static str {
        verdict::comparison(self.model())
    }

    /// Widths of the hidden layers of the model that was kept; none is linear.
    #[getter]
    fn kept<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, choice::kept(self.model()))
    }

    /// The model that was kept, in words.
    #[getter]
    fn architecture(&self) -> String {
        choice::architecture(self.model())
    }

    /// Why this model was kept, in words; None where only one was fitted.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        choice::reason(self.model())
    }

    /// The scores of the linear model and of the network; None where only one was
    /// fitted.
    #[getter]
    fn comparison<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(comparison) = self.model().comparison() else {
            return Ok(None);
        };
        let scores = |scores: Scores| {
            let dict = PyDict::new(py);
            dict.set_item("linear", scores.linear)?;
            dict.set_item("network", scores.network)?;
            Ok::<_, PyErr>(dict)
        };
        let dict = PyDict::new(py);
        dict.set_item("values", scores(comparison.values)?)?;
        dict.set_item("ranks", comparison.ranks.map(scores).transpose()?)?;
        Ok(Some(dict))
    }

    /// What of the target the features were selected by.
    #[getter]
    fn view(&self) -> &'static str {
        match self.model().view() {
            View::Values => "values",
            View::Ranks => "ranks",
        }
    }

    /// Other lists that explain the target nearly as well: positions of their
    /// features, and how much worse their score is.
    #[getter]
    fn alternatives<'py>(&self, py: Python<'py>) -> Vec<(Bound<'py, PyArray1<i64>>, f64)> {
        let others = self.model().alternatives().iter();
        others
            .map(|other| {
                let columns = other.selected.iter().map(|&column| column as i64);
                (PyArray1::from_iter(py, columns), other.difference)
            })
            .collect()
    }

    /// What a reader of the selection has to know, one sentence each.
    #[getter]
    fn notes(&self) -> Vec<String> {
        let mut notes = notes::left_out(self.record.preparation());
        // Advice on an unsettled search has a warning of its own.
        let unsettled = self.unsettled();
        let of_selection = notes::of_selection(&self.record, "random_state", "n_restarts");
        notes.extend(
            of_selection
                .into_iter()
                .filter(|note| Some(note) != unsettled.as_ref()),
        );
        notes
    }

    /// How well a model without features would do, in words; None if that is not known.
    #[getter]
    fn without_features(&self) -> Option<String> {
        let base = self.record.training().base.as_ref();
        base.map(|base| base.sentence(self.model()))
    }

    /// What to do where another search may select other features; None where the
    /// search settled.
    #[getter]
    fn unsettled(&self) -> Option<String> {
        verdict::unsettled(self.model(), "random_state", "n_restarts")
    }

    /// `observed` of each null draw, sorted.
    #[getter]
    fn draws<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.model().threshold().draws)
    }

    /// Number of iterations in all phases of the annealing.
    #[getter]
    fn iterations(&self) -> usize {
        let phases = self.model().phases().iter();
        phases.map(|phase| phase.steps).sum()
    }

    /// Number of features at the end of each phase of the annealing.
    #[getter]
    fn path(&self) -> Vec<usize> {
        let phases = self.model().phases().iter();
        phases.map(|phase| phase.features).collect()
    }

    /// How well the penalized fit satisfies the KKT conditions.
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

    /// How well the model predicts the rows of the fit.
    #[getter]
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.model().training_metrics().named() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// Predictions on the rows of the fit, as two arrays that depend on the law;
    /// None if the model was saved without them.
    #[getter]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        let outcome = self.record.training().outcome.as_ref();
        outcome.map(|outcome| law::outcome(py, outcome)).transpose()
    }

    /// How the prediction changes with each selected feature, the most important
    /// feature first: its position, values of the feature, classes, and the
    /// average prediction at these values for each class.
    #[getter]
    #[expect(clippy::type_complexity, reason = "a tuple for Python, used once")]
    fn effects(&self) -> Vec<(usize, Vec<f64>, Vec<usize>, Vec<Vec<f64>>)> {
        let effects = self.record.training().effects.iter().cloned();
        effects
            .map(|effect| (effect.column, effect.grid, effect.classes, effect.curves))
            .collect()
    }
}
