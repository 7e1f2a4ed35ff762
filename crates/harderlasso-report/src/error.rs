//! What can be wrong with a record, as types with a sentence each.

/// Everything that a record refuses.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What the engine refused: a damaged file, or data that do not fit.
    #[error(transparent)]
    Engine(#[from] harderlasso::Error),

    /// The described columns are not those of the model.
    #[error(
        "the description of the table does not belong to the model: its column {column} is {described}, where the model has {expected}"
    )]
    OtherColumn {
        /// Position among the columns of the design, from 0.
        column: usize,
        /// What the description says, or that it has no such column.
        described: String,
        /// What the model says, or that it has no such column.
        expected: String,
    },

    /// The described rows are not those of the model.
    #[error(
        "the description of the table does not belong to the model: {read} rows read and {dropped} dropped do not leave the {rows} rows of the fit"
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

    /// Parts of a record that do not fit together.
    #[error("this is not a model file that can be read: {reason}")]
    Inconsistent {
        /// What is wrong with it.
        reason: String,
    },
}
