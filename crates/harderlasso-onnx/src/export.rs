//! From a model to its graph.

use crate::activation;
use crate::graph::{Graph, Kind, Values};
use harderlasso::{Law, Model};

/// Which columns a file asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inputs {
    /// All columns of the fit: whoever has the table can hand it over.
    #[default]
    All,
    /// Only the selected ones.
    Selected,
}

/// What cannot be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A model without features, asked to take only these.
    #[error(
        "the model selected nothing, so a file that takes only selected columns would have no input; export it with all columns"
    )]
    NoInputs,
    /// An input is called by its name, and this one has none.
    #[error(
        "column {column} (from 0) has an empty name, which ONNX has no input for; fit with a name for it"
    )]
    NoName {
        /// Its position among the columns of the fit.
        column: usize,
    },
}

/// How a model is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Export<'a> {
    model: &'a Model,
    inputs: Inputs,
    integers: bool,
}

impl<'a> Export<'a> {
    /// All columns in, labels as text.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            inputs: Inputs::default(),
            integers: false,
        }
    }

    /// Which columns the file asks for.
    #[must_use]
    pub fn inputs(mut self, inputs: Inputs) -> Self {
        self.inputs = inputs;
        self
    }

    /// Whether classes whose names are all whole numbers are written as such.
    #[must_use]
    pub fn integer_labels(mut self, integers: bool) -> Self {
        self.integers = integers;
        self
    }

    /// The contents of the file.
    ///
    /// # Errors
    /// [`Error::NoInputs`] and [`Error::NoName`].
    pub fn to_bytes(self) -> Result<Vec<u8>, Error> {
        let model = self.model;
        if self.inputs == Inputs::Selected && model.selected().is_empty() {
            return Err(Error::NoInputs);
        }
        let unnamed = model.names().iter().position(String::is_empty);
        let asked = |column: &usize| match self.inputs {
            Inputs::All => true,
            Inputs::Selected => model.selected().contains(column),
        };
        if let Some(column) = unnamed.filter(asked) {
            return Err(Error::NoName { column });
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
        match model.law() {
            Law::Regression(_) => {
                let kind = [("to", Kind::Float as u64)];
                graph.output(
                    "prediction",
                    "Cast",
                    &[&outputs],
                    &kind,
                    (Kind::Float, Some(1)),
                );
            }
            Law::Classification(_) => self.class_outputs(&mut graph, &outputs),
        }
        Ok(graph.into_bytes())
    }

    /// The likeliest class and all probabilities.
    fn class_outputs(self, graph: &mut Graph, outputs: &str) {
        let classes = self.model.classes();
        let codes: Option<Vec<i64>> = classes.iter().map(|name| name.parse().ok()).collect();
        let (labels, kind) = match codes.filter(|_| self.integers) {
            Some(codes) => (
                graph.constant(&[codes.len()], Values::Integer(&codes)),
                Kind::Integer,
            ),
            None => (
                graph.constant(&[classes.len()], Values::Text(classes)),
                Kind::Text,
            ),
        };
        let largest = graph.node("ArgMax", &[outputs], &[("axis", 1), ("keepdims", 0)]);
        graph.output("label", "Gather", &[&labels, &largest], &[], (kind, None));
        let shares = graph.node("Softmax", &[outputs], &[("axis", 1)]);
        graph.output(
            "probabilities",
            "Cast",
            &[&shares],
            &[("to", Kind::Float as u64)],
            (Kind::Float, Some(classes.len())),
        );
    }
}

/// The layers over the imputed columns, in double precision.
fn layered_outputs(graph: &mut Graph, model: &Model) -> String {
    let columns: Vec<&str> = model.selected_names().collect();
    let table = graph.node("Concat", &columns, &[("axis", 1)]);
    let table = graph.node("Cast", &[&table], &[("to", Kind::Double as u64)]);
    let means = graph.constant(&[columns.len()], Values::Double(&model.imputed()));
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
        let weights = graph.constant(&[inputs, outputs], Values::Double(&turned));
        let biases = graph.constant(&[outputs], Values::Double(biases));
        let product = graph.node("MatMul", &[&values, &weights], &[]);
        values = graph.node("Add", &[&product, &biases], &[]);
        if number + 1 < count {
            values = activation::apply(graph, model.activation(), &values);
        }
        inputs = outputs;
    }
    values
}

/// The same answer for every row, as many times as the first column has rows.
fn constant_outputs(graph: &mut Graph, model: &Model) -> String {
    // A model without features is its last biases.
    let biases = model.layers().last().map_or(&[][..], |(_, biases)| biases);
    let answer = graph.constant(&[1, biases.len()], Values::Double(biases));
    let shape = graph.node("Shape", &[&model.names()[0]], &[]);
    let first = graph.constant(&[1], Values::Integer(&[0]));
    let rows = graph.node("Gather", &[&shape, &first], &[]);
    let width = graph.constant(&[1], Values::Integer(&[biases.len() as i64]));
    let whole = graph.node("Concat", &[&rows, &width], &[("axis", 0)]);
    graph.node("Expand", &[&answer, &whole], &[])
}
