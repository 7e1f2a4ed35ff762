//! A computation in the terms of ONNX: named tensors and the nodes between them.
//! The numbers of fields and the codes are those of `onnx.proto`.

use crate::wire::Message;
use std::collections::HashSet;

/// Versions of the file format and of the operators: old enough for every
/// runtime, and new enough to have all operators in double precision.
const IR_VERSION: u64 = 7;
const OPERATORS: u64 = 13;

/// The type of the elements of a tensor, with its code.
#[derive(Clone, Copy)]
pub(crate) enum ElementType {
    Float = 1,
    Integer = 7,
    Text = 8,
    Double = 11,
}

/// The elements of a constant tensor.
pub(crate) enum Constant<'a> {
    Double(&'a [f64]),
    Integer(&'a [i64]),
    Text(&'a [String]),
}

/// The number of columns of a matrix, or nothing for one value per row.
pub(crate) type Width = Option<usize>;

/// A graph that is being built. The caller names the inputs and outputs; all
/// names are made unique.
pub(crate) struct Graph {
    names: HashSet<String>,
    nodes: Vec<Message>,
    constants: Vec<Message>,
    inputs: Vec<Message>,
    outputs: Vec<Message>,
}

impl Graph {
    /// A graph with one input per name, a float column.
    pub(crate) fn new<'a>(columns: impl IntoIterator<Item = &'a str>) -> Self {
        let mut graph = Self {
            names: HashSet::new(),
            nodes: Vec::new(),
            constants: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
        };
        for name in columns {
            graph.names.insert(name.to_owned());
            graph
                .inputs
                .push(value_info(name, ElementType::Float, Some(1)));
        }
        graph
    }

    /// An unused name: the wanted one, with underscores if it is taken.
    fn free(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Adds a node with one output and returns the name of the output.
    pub(crate) fn node(
        &mut self,
        operator: &str,
        inputs: &[&str],
        options: &[(&str, u64)],
    ) -> String {
        let wanted = format!("/{operator}_{}", self.nodes.len());
        self.named(operator, inputs, options, &wanted)
    }

    fn named(
        &mut self,
        operator: &str,
        inputs: &[&str],
        options: &[(&str, u64)],
        wanted: &str,
    ) -> String {
        const INTEGER_ATTRIBUTE: u64 = 2;
        let output = self.free(wanted);
        let node = Message::new()
            .each(inputs, |node, input| node.text(1, input))
            .text(2, &output)
            .text(3, &output)
            .text(4, operator)
            .each(options, |node, &(name, value)| {
                let option = Message::new().text(1, name).number(3, value);
                node.message(5, option.number(20, INTEGER_ATTRIBUTE))
            });
        self.nodes.push(node);
        output
    }

    /// Adds a constant of that shape, without dimensions for a single value, and
    /// returns its name.
    pub(crate) fn constant(&mut self, shape: &[usize], values: Constant<'_>) -> String {
        let name = self.free(&format!("/constant_{}", self.constants.len()));
        let tensor = Message::new().each(shape, |tensor, &size| tensor.number(1, size as u64));
        let tensor = match values {
            Constant::Double(values) => {
                let raw: Vec<u8> = values
                    .iter()
                    .flat_map(|value| value.to_le_bytes())
                    .collect();
                tensor.number(2, ElementType::Double as u64).bytes(9, &raw)
            }
            Constant::Integer(values) => {
                let raw: Vec<u8> = values
                    .iter()
                    .flat_map(|value| value.to_le_bytes())
                    .collect();
                tensor.number(2, ElementType::Integer as u64).bytes(9, &raw)
            }
            Constant::Text(values) => tensor
                .number(2, ElementType::Text as u64)
                .each(values, |tensor, value| tensor.text(6, value)),
        };
        self.constants.push(tensor.text(8, &name));
        name
    }

    /// Adds a constant that is a single number.
    pub(crate) fn scalar(&mut self, value: f64) -> String {
        self.constant(&[], Constant::Double(&[value]))
    }

    /// Adds an output of the file, computed by an operator.
    pub(crate) fn output(
        &mut self,
        wanted: &str,
        operator: &str,
        inputs: &[&str],
        options: &[(&str, u64)],
        (element, width): (ElementType, Width),
    ) {
        let name = self.named(operator, inputs, options, wanted);
        self.outputs.push(value_info(&name, element, width));
    }

    /// The contents of the file.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let graph = Message::new()
            .each(self.nodes, |graph, node| graph.message(1, node))
            .text(2, "harderlasso")
            .each(self.constants, |graph, tensor| graph.message(5, tensor))
            .each(self.inputs, |graph, input| graph.message(11, input))
            .each(self.outputs, |graph, output| graph.message(12, output));
        let operators = Message::new().text(1, "").number(2, OPERATORS);
        Message::new()
            .number(1, IR_VERSION)
            .text(2, "harderlasso")
            .text(3, env!("CARGO_PKG_VERSION"))
            .message(7, graph)
            .message(8, operators)
            .into_bytes()
    }
}

/// The name and the type of an input or output with any number of rows.
fn value_info(name: &str, element: ElementType, width: Width) -> Message {
    let rows = Message::new().text(2, "rows");
    let shape = Message::new().message(1, rows);
    let shape = match width {
        Some(width) => shape.message(1, Message::new().number(1, width as u64)),
        None => shape,
    };
    let tensor = Message::new().number(1, element as u64).message(2, shape);
    Message::new()
        .text(1, name)
        .message(2, Message::new().message(1, tensor))
}
