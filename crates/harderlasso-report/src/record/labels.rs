//! What kind of value the classes were before they became names.

use serde::{Deserialize, Serialize};

/// The kind of the labels of a classification. A model knows its classes by
/// name; whoever gave numbers wants numbers back.
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
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Text, Self::Integer, Self::Real, Self::Boolean];

    /// The name by which model files call it.
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
