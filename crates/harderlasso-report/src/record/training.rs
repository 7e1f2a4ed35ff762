//! How well a model fits the rows that it was fitted on.

use crate::effect::{self, Effect};
use crate::error::Error;
use crate::law::{self, GoodnessOfFit};
use harderlasso::{Design, Model, Response};
use serde::{Deserialize, Serialize};

/// Predictions and effects on the training rows, of bounded size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingResults {
    /// Predictions against the truth; nothing where the model came without
    /// the data that it was fitted on.
    pub outcome: Option<GoodnessOfFit>,
    /// How the prediction depends on the most important selected features, the
    /// most important first.
    pub effects: Vec<Effect>,
}

impl TrainingResults {
    /// Those of a model without its data.
    pub(crate) fn absent() -> Self {
        Self {
            outcome: None,
            effects: Vec::new(),
        }
    }

    pub(crate) fn measure(
        model: &Model,
        design: &Design,
        response: &Response,
    ) -> Result<Self, Error> {
        let law = law::of(model.law());
        let goodness = law.compare(model, design, response)?;
        Ok(Self {
            effects: effect::measure(model, design, &law.curves(&goodness))?,
            outcome: Some(goodness),
        })
    }

    /// Checks results from a file, which anybody may have written.
    pub(crate) fn check(&self, model: &Model) -> Result<(), String> {
        match &self.outcome {
            Some(goodness) => law::of(model.law()).check(model, goodness)?,
            None if self.effects.is_empty() => {}
            None => return Err("it has effects of features and no predictions".to_owned()),
        }
        self.effects
            .iter()
            .try_for_each(|effect| effect.check(model))
    }
}
