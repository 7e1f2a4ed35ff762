//! From a model to its graph.

use crate::activation;
use crate::graph::{Constant, ElementType, Graph};
use harderlasso::{Law, Model};

/// The features that a file has inputs for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inputs {
    /// All features of the fit, so that the same table can be passed.
    #[default]
    All,
    /// Only the selected features.
    Selected,
}

/// Why a model cannot be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Only selected features were asked for, and there are none.
    #[error(
        "the model selected no features, so a file with the selected features alone would have no input; export it with all features"
    )]
    NoInputs,
    /// A feature without a name, which an input needs.
    #[error(
        "column {column} (from 0) has an empty name, and an ONNX input needs one; name the column and fit again"
    )]
    NoName {
        /// Position of the column among those of the fit.
        column: usize,
    },
}

/// A model to export, with options.
#[derive(Clone, Copy, Debug)]
pub struct Export<'a> {
    model: &'a Model,
    inputs: Inputs,
    integers: bool,
}

impl<'a> Export<'a> {
    /// An export with all features as inputs and labels as text.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            inputs: Inputs::default(),
            integers: false,
        }
    }

    /// Sets the features that the file has inputs for.
    #[must_use]
    pub fn inputs(mut self, inputs: Inputs) -> Self {
        self.inputs = inputs;
        self
    }

    /// Sets whether class names that are all whole numbers become integers.
    #[must_use]
    pub fn integer_labels(mut self, integers: bool) -> Self {
        self.integers = integers;
        self
    }

    /// Returns the contents of the file.
    ///
    /// # Errors
    /// [`ExportError::NoInputs`] and [`ExportError::NoName`].
    pub fn to_bytes(self) -> Result<Vec<u8>, ExportError> {
        let model = self.model;
        if self.inputs == Inputs::Selected && model.selected().is_empty() {
            return Err(ExportError::NoInputs);
        }
        let unnamed = model.names().iter().position(String::is_empty);
        let asked = |column: &usize| match self.inputs {
            Inputs::All => true,
            Inputs::Selected => model.selected().contains(column),
        };
        if let Some(column) = unnamed.filter(asked) {
            return Err(ExportError::NoName { column });
        }
        let mut graph = match self.inputs {
            Inputs::All => Graph::new(model.names().iter().map(String::as_str)),
            Inputs::Selected => Graph::new(model.selected_names()),
        };
        let outputs = if model.selected().is_empty() {
            constant_outputs(&mut graph, model)
        } else {
            layered_outputs(&mut graph, model)
        };
        self.answer(&mut graph, &outputs);
        Ok(graph.into_bytes())
    }

    /// Adds the outputs of the file: for each law of the target, the link and
    /// what the results are called.
    fn answer(self, graph: &mut Graph, outputs: &str) {
        match self.model.law() {
            Law::Regression(_) => prediction(graph, outputs),
            Law::Classification(law) => self.classes(graph, outputs, law.classes()),
        }
    }

    /// The most probable class and the probabilities of all classes.
    fn classes(self, graph: &mut Graph, outputs: &str, classes: &[String]) {
        let codes: Option<Vec<i64>> = classes.iter().map(|name| name.parse().ok()).collect();
        let (labels, element) = match codes.filter(|_| self.integers) {
            Some(codes) => (
                graph.constant(&[codes.len()], Constant::Integer(&codes)),
                ElementType::Integer,
            ),
            None => (
                graph.constant(&[classes.len()], Constant::Text(classes)),
                ElementType::Text,
            ),
        };
        let largest = graph.node("ArgMax", &[outputs], &[("axis", 1), ("keepdims", 0)]);
        graph.output(
            "label",
            "Gather",
            &[&labels, &largest],
            &[],
            (element, None),
        );
        let shares = graph.node("Softmax", &[outputs], &[("axis", 1)]);
        float_output(graph, "probabilities", &shares, classes.len());
    }
}

/// One number per row.
fn prediction(graph: &mut Graph, values: &str) {
    float_output(graph, "prediction", values, 1);
}

/// An output in single precision, with `width` numbers per row.
fn float_output(graph: &mut Graph, name: &str, values: &str, width: usize) {
    let to = [("to", ElementType::Float as u64)];
    graph.output(
        name,
        "Cast",
        &[values],
        &to,
        (ElementType::Float, Some(width)),
    );
}

/// The outputs of the model: imputation and layers, in double precision.
fn layered_outputs(graph: &mut Graph, model: &Model) -> String {
    let columns: Vec<&str> = model.selected_names().collect();
    let table = graph.node("Concat", &columns, &[("axis", 1)]);
    let table = graph.node("Cast", &[&table], &[("to", ElementType::Double as u64)]);
    let means = graph.constant(&[columns.len()], Constant::Double(&model.imputed()));
    let missing = graph.node("IsNaN", &[&table], &[]);
    let mut values = graph.node("Where", &[&missing, &means, &table], &[]);
    let count = model.layers().count();
    let mut inputs = columns.len();
    for (number, (weights, biases)) in model.layers().enumerate() {
        let outputs = biases.len();
        // Rows of the table are multiplied from the left.
        let turned: Vec<f64> = (0..inputs)
            .flat_map(|input| (0..outputs).map(move |output| weights[output * inputs + input]))
            .collect();
        let weights = graph.constant(&[inputs, outputs], Constant::Double(&turned));
        let biases = graph.constant(&[outputs], Constant::Double(biases));
        let product = graph.node("MatMul", &[&values, &weights], &[]);
        values = graph.node("Add", &[&product, &biases], &[]);
        if number + 1 < count {
            values = activation::apply(graph, model.activation(), &values);
        }
        inputs = outputs;
    }
    values
}

/// The outputs of a model without features: the same for every row, as many
/// times as the first input has rows.
fn constant_outputs(graph: &mut Graph, model: &Model) -> String {
    // A model without features is its last biases.
    let biases = model.layers().last().map_or(&[][..], |(_, biases)| biases);
    let answer = graph.constant(&[1, biases.len()], Constant::Double(biases));
    let shape = graph.node("Shape", &[&model.names()[0]], &[]);
    let first = graph.constant(&[1], Constant::Integer(&[0]));
    let rows = graph.node("Gather", &[&shape, &first], &[]);
    let width = graph.constant(&[1], Constant::Integer(&[biases.len() as i64]));
    let whole = graph.node("Concat", &[&rows, &width], &[("axis", 0)]);
    graph.node("Expand", &[&answer, &whole], &[])
}
