//! Errors of records.

/// Why a record could not be made or read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error of the engine: a damaged file, or data of another shape.
    #[error(transparent)]
    Engine(#[from] harderlasso::Error),

    /// The described columns are not those of the model.
    #[error(
        "the description of the table does not belong to the model: its column {column} is {described}, but {expected} in the model"
    )]
    OtherColumn {
        /// Position among the columns of the design, from 0.
        column: usize,
        /// The column in the description, or that it has none.
        described: String,
        /// The column in the model, or that it has none.
        expected: String,
    },

    /// The described rows are not those of the model.
    #[error(
        "the description of the table does not belong to the model: {read} rows were read and {dropped} not used, which does not leave the {rows} rows of the fit"
    )]
    OtherRows {
        /// Rows read.
        read: usize,
        /// Rows dropped.
        dropped: usize,
        /// Rows that the model was fitted on.
        rows: usize,
    },

    /// The classes of the response are not those of the model.
    #[error(
        "the target does not belong to the model: its {found} classes are not the {expected} classes of the fit"
    )]
    OtherClasses {
        /// Classes of the response.
        found: usize,
        /// Classes of the model.
        expected: usize,
    },

    /// Parts of a record that contradict each other.
    #[error("the model file cannot be read: {reason}")]
    Inconsistent {
        /// What is wrong with it.
        reason: String,
    },
}
