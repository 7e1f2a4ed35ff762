//! What can be wrong with a request, as types with a sentence each.

/// Everything that the library refuses, with the value that it refuses.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The design has no rows or no columns.
    #[error(
        "the design has {rows} rows and {columns} columns; at least two rows and one column are needed"
    )]
    EmptyDesign {
        /// Number of rows given.
        rows: usize,
        /// Number of columns given.
        columns: usize,
    },

    /// The values do not fill the stated shape.
    #[error("{what} has {found} entries where {expected} were expected")]
    SizeMismatch {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },

    /// Infinity in the design (a missing value is NaN and is imputed).
    #[error(
        "column {column} ({name}) has the value {value} in row {row}; replace it by a finite number, or by NaN if it is missing"
    )]
    InfiniteFeature {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// Name of the column.
        name: String,
        /// What was found.
        value: f64,
    },

    /// A column without a single value.
    #[error(
        "column {column} ({name}) has no value at all, so its mean cannot be imputed; drop the column"
    )]
    MissingColumn {
        /// Column, from 0.
        column: usize,
        /// Name of the column.
        name: String,
    },

    /// NaN or infinity in the target.
    #[error("the target is {value} in row {row}; every row needs a finite target")]
    BadTarget {
        /// Row, from 0.
        row: usize,
        /// What was found.
        value: f64,
    },

    /// Columns that are not those of the fit, or in another order.
    #[error(
        "column {column} is called {found}, and was called {expected} when the model was fitted; give the columns in the order of the fit"
    )]
    WrongName {
        /// Column, from 0.
        column: usize,
        /// Its name at the fit.
        expected: String,
        /// Its name now.
        found: String,
    },

    /// A weight of a row that is negative or not finite.
    #[error("the weight of row {row} is {value}; weights must be finite and not negative")]
    BadWeight {
        /// Row, from 0.
        row: usize,
        /// What was found.
        value: f64,
    },

    /// Weights without a usable sum.
    #[error(
        "the weights of the rows sum to {total}; some row must have a weight above zero, and their sum must be finite"
    )]
    BadTotalWeight {
        /// The sum.
        total: f64,
    },

    /// Weights that leave fewer than two rows.
    #[error("{positive} of {rows} rows have a weight above zero; at least two rows must have one")]
    TooFewWeights {
        /// Rows with a positive weight.
        positive: usize,
        /// All rows.
        rows: usize,
    },

    /// A target without a single value.
    #[error("the target has no values; one for each row of the design is needed")]
    EmptyTarget,

    /// The target never changes, so there is nothing to explain.
    #[error("the target has the value {value} in every row; there is nothing to explain")]
    ConstantTarget {
        /// The value that it always has.
        value: f64,
    },

    /// A classification target with fewer than two classes.
    #[error("the target has one class only ({class}); at least two are needed")]
    OneClass {
        /// The class that every row has.
        class: String,
    },

    /// A class code without a name.
    #[error("row {row} has class code {code}, but there are {classes} class names")]
    UnknownClass {
        /// Row, from 0.
        row: usize,
        /// The code.
        code: usize,
        /// How many names were given.
        classes: usize,
    },

    /// Two columns of one name.
    #[error("the name {name} stands for two columns, {first} and {second}; names must differ")]
    DuplicateName {
        /// The name.
        name: String,
        /// First column of that name, from 0.
        first: usize,
        /// Second column of that name, from 0.
        second: usize,
    },

    /// A number outside its documented range.
    #[error("{name} is {value}; it must be {range}")]
    OutOfRange {
        /// The setting.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What is allowed.
        range: &'static str,
    },

    /// A hidden layer without neurons.
    #[error(
        "hidden layer {layer} has width 0; every hidden layer needs at least one neuron (no layers at all is the linear model)"
    )]
    ZeroWidth {
        /// The layer, from 1.
        layer: usize,
    },

    /// A network with more parameters than can be stored.
    #[error(
        "a network with the hidden layers {hidden:?} on {columns} columns is too large: it starts with more than {most} parameters"
    )]
    TooLarge {
        /// Widths of the hidden layers.
        hidden: Vec<usize>,
        /// Columns of the design.
        columns: usize,
        /// Parameters at most.
        most: usize,
    },

    /// A name that stands for nothing.
    #[error("there is no {what} called {name}; there is {known}")]
    UnknownName {
        /// The kind of thing.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What exists.
        known: String,
    },

    /// A bounded activation.
    #[error(
        "the activation {name} is bounded: a bounded neuron cannot carry a growing signal, so the threshold for its weights has no meaning; choose one of {known}"
    )]
    BoundedActivation {
        /// The activation.
        name: String,
        /// What may be chosen.
        known: String,
    },

    /// An annealing table without a row, or with one that makes no sense.
    #[error("the annealing schedule cannot be used: {reason}")]
    BadSchedule {
        /// What is wrong with it.
        reason: String,
    },

    /// The design of a prediction does not fit the model.
    #[error("the model was fitted on {expected} columns and was given {found}")]
    WrongColumns {
        /// Columns at the fit.
        expected: usize,
        /// Columns now.
        found: usize,
    },

    /// Probabilities of a regression model, or numbers of a classification.
    #[error("{what} needs a {needed} model, and this one is a {found} model")]
    WrongTask {
        /// What was asked.
        what: &'static str,
        /// The task that has it.
        needed: &'static str,
        /// The task of the model.
        found: &'static str,
    },

    /// The optimization met NaN or infinity, or a number that vanished.
    #[error(
        "the fit met a number that is too large or too small to be computed with {place}; look for columns or targets of enormous or of tiny size, and for enormous networks"
    )]
    NotFinite {
        /// Where it happened.
        place: String,
    },

    /// The caller's observer asked to stop.
    #[error("the fit was cancelled")]
    Cancelled,

    /// The thread pool could not be made.
    #[error("a pool of {threads} threads could not be started: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },

    /// A saved model that cannot be used.
    #[error("this is not a model that can be read: {reason}")]
    BadModel {
        /// What is wrong with it.
        reason: String,
    },
}
