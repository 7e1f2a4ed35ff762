//! The settings of a fit, as they are told.

use harderlasso::{Model, Penalty};
use serde::Deserialize;

use crate::sentence::Sentence;

/// What the engine was asked to do.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Settings {
    pub(super) hidden: Vec<usize>,
    pub(super) activation: String,
    pub(super) penalty: Penalty,
    pub(super) alpha: f64,
    pub(super) lambda: Option<f64>,
    pub(super) draws: usize,
    pub(super) restarts: usize,
    pub(super) seed: u64,
}

impl Settings {
    pub(super) fn of(model: &Model) -> Result<Self, Sentence> {
        serde_json::to_value(model.settings())
            .and_then(serde_json::from_value)
            .map_err(|error| {
                Sentence::new(format!(
                    "the settings of the model are not understood: {error}"
                ))
            })
    }

    /// `linear model`, or the layers of the network.
    pub(super) fn model(&self) -> String {
        let widths: Vec<String> = self.hidden.iter().map(usize::to_string).collect();
        match widths.len() {
            0 => "linear model".to_owned(),
            1 => format!(
                "network, one hidden layer of {} ({})",
                widths[0], self.activation
            ),
            _ => format!(
                "network, hidden layers of {} ({})",
                widths.join(", "),
                self.activation
            ),
        }
    }
}
