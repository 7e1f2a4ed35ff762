//! The type of the class labels before they became names.

use serde::{Deserialize, Serialize};

/// The type of the labels of a classification. A model has names of classes, but
/// predictions of integer labels should be integers again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelKind {
    /// Text.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers.
    Real,
    /// True and false.
    Boolean,
}

impl LabelKind {
    /// Every type.
    pub const ALL: [Self; 4] = [Self::Text, Self::Integer, Self::Real, Self::Boolean];

    /// Its name in model files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Real => "real",
            Self::Boolean => "boolean",
        }
    }
}
