//! A computation as ONNX writes it: tensors with names, and nodes between them.
//! Numbers of fields and codes are those of `onnx.proto`.

use crate::wire::Message;
use std::collections::HashSet;

/// Version of the file format, and of the operators: old enough to be read
/// everywhere, new enough to have all of them in double precision.
const IR_VERSION: u64 = 7;
const OPERATORS: u64 = 13;

/// The type of the entries of a tensor, by its code.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Float = 1,
    Integer = 7,
    Text = 8,
    Double = 11,
}

/// Entries of a constant.
pub(crate) enum Values<'a> {
    Double(&'a [f64]),
    Integer(&'a [i64]),
    Text(&'a [String]),
}

/// The number of columns of a matrix, or nothing where there is one value a row.
pub(crate) type Width = Option<usize>;

/// A graph that is being built. Names of inputs are given from outside; all
/// others are made so that none occurs twice.
pub(crate) struct Graph {
    names: HashSet<String>,
    nodes: Vec<Message>,
    constants: Vec<Message>,
    inputs: Vec<Message>,
    outputs: Vec<Message>,
}

impl Graph {
    /// A graph with an input of one float column for each name.
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
            graph.inputs.push(value_info(name, Kind::Float, Some(1)));
        }
        graph
    }

    /// A name that is not taken, as close as possible to the wanted one.
    fn free(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// A node with one output, whose name comes back.
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

    /// A constant of that shape; no dimensions at all is a single value.
    pub(crate) fn constant(&mut self, shape: &[usize], values: Values<'_>) -> String {
        let name = self.free(&format!("/constant_{}", self.constants.len()));
        let tensor = Message::new().each(shape, |tensor, &size| tensor.number(1, size as u64));
        let tensor = match values {
            Values::Double(values) => {
                let raw: Vec<u8> = values
                    .iter()
                    .flat_map(|value| value.to_le_bytes())
                    .collect();
                tensor.number(2, Kind::Double as u64).bytes(9, &raw)
            }
            Values::Integer(values) => {
                let raw: Vec<u8> = values
                    .iter()
                    .flat_map(|value| value.to_le_bytes())
                    .collect();
                tensor.number(2, Kind::Integer as u64).bytes(9, &raw)
            }
            Values::Text(values) => tensor
                .number(2, Kind::Text as u64)
                .each(values, |tensor, value| tensor.text(6, value)),
        };
        self.constants.push(tensor.text(8, &name));
        name
    }

    /// A single number.
    pub(crate) fn scalar(&mut self, value: f64) -> String {
        self.constant(&[], Values::Double(&[value]))
    }

    /// An output by its last operator.
    pub(crate) fn output(
        &mut self,
        wanted: &str,
        operator: &str,
        inputs: &[&str],
        options: &[(&str, u64)],
        (kind, width): (Kind, Width),
    ) {
        let name = self.named(operator, inputs, options, wanted);
        self.outputs.push(value_info(&name, kind, width));
    }

    /// The file.
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

/// Name and type of an input or output with any number of rows.
fn value_info(name: &str, kind: Kind, width: Width) -> Message {
    let rows = Message::new().text(2, "rows");
    let shape = Message::new().message(1, rows);
    let shape = match width {
        Some(width) => shape.message(1, Message::new().number(1, width as u64)),
        None => shape,
    };
    let tensor = Message::new().number(1, kind as u64).message(2, shape);
    Message::new()
        .text(1, name)
        .message(2, Message::new().message(1, tensor))
}
