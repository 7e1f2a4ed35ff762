//! How well a model fits the rows that it was fitted on.

use crate::effect::{self, Effect};
use crate::error::Error;
use crate::law::{self, BaseRates, GoodnessOfFit};
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
    /// The target without any feature; nothing where the model came without its data.
    pub base: Option<BaseRates>,
    /// Groups of features that carry the same information, up to unit and sign, each
    /// as positions among the columns of the design. Levels of one text column do not
    /// count as copies of each other.
    pub copies: Vec<Vec<usize>>,
}

impl TrainingResults {
    /// Those of a model without its data.
    pub(crate) fn absent() -> Self {
        Self {
            outcome: None,
            effects: Vec::new(),
            base: None,
            copies: Vec::new(),
        }
    }

    pub(crate) fn measure(
        model: &Model,
        design: &Design,
        response: &Response,
        origins: &[usize],
    ) -> Result<Self, Error> {
        let law = law::of(model.law());
        let goodness = law.compare(model, design, response)?;
        Ok(Self {
            effects: effect::measure(model, design, &law.curves(&goodness))?,
            outcome: Some(goodness),
            base: Some(BaseRates::of(response, design.weights())),
            copies: copies(design, origins)?,
        })
    }

    /// Checks results from a file, which anybody may have written.
    pub(crate) fn check(&self, model: &Model) -> Result<(), String> {
        match &self.outcome {
            Some(goodness) => law::of(model.law()).check(model, goodness)?,
            None if self.effects.is_empty() && self.base.is_none() => {}
            None => return Err("it has effects of features and no predictions".to_owned()),
        }
        if let Some(base) = &self.base {
            base.check(model)?;
        }
        let columns = model.names().len();
        let is_group = |group: &Vec<usize>| {
            group.len() > 1
                && group.windows(2).all(|pair| pair[0] < pair[1])
                && group.iter().all(|&column| column < columns)
        };
        if !self.copies.iter().all(is_group) {
            return Err("its copies of columns are not columns".to_owned());
        }
        self.effects
            .iter()
            .try_for_each(|effect| effect.check(model))
    }
}

/// Groups of copies, with one level of each text column: of two levels, one is the
/// mirror image of the other, which is no news.
fn copies(design: &Design, origins: &[usize]) -> Result<Vec<Vec<usize>>, Error> {
    let origin = |column: usize| origins.get(column).copied().unwrap_or(column);
    let mut groups = design.copies()?;
    for group in &mut groups {
        group.dedup_by_key(|column| origin(*column));
    }
    groups.retain(|group| group.len() > 1);
    Ok(groups)
}
