use serde::{Deserialize, Serialize};

/// How well a model predicts some rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Metrics {
    /// Regression.
    Regression {
        /// Share of the variance that is explained.
        r2: f64,
        /// Root of the mean squared residual, in the units of the target.
        rmse: f64,
    },
    /// Classification.
    Classification {
        /// Share of rows with the right class.
        accuracy: f64,
        /// Mean cross-entropy of a row.
        log_loss: f64,
    },
}

impl Metrics {
    /// Every metric with the name that files and programs call it by.
    #[must_use]
    pub fn named(&self) -> [(&'static str, f64); 2] {
        match *self {
            Self::Regression { r2, rmse } => [("r2", r2), ("rmse", rmse)],
            Self::Classification { accuracy, log_loss } => {
                [("accuracy", accuracy), ("log_loss", log_loss)]
            }
        }
    }
}
