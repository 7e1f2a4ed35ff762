//! What is known about the target without any feature.

use crate::text::{plain_number, visible};
use harderlasso::{ClassLabels, Model, Response, Target};
use serde::{Deserialize, Serialize};

/// The target of the training rows without any feature: what a model has to beat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BaseRates {
    /// The share of each class, in the order of [`Model::classes`].
    Shares(Vec<f64>),
    /// The distribution of a number.
    Moments {
        /// Its mean.
        mean: f64,
        /// Its standard deviation, with divisor n.
        deviation: f64,
    },
}

impl BaseRates {
    /// Those of a target whose rows have weights, or the same weight each.
    pub(crate) fn of(response: &Response, weights: Option<&[f64]>) -> Self {
        let weight = |row: usize| weights.map_or(1.0, |weights| weights[row]);
        let total: f64 = (0..response.rows()).map(weight).sum();
        match response.target() {
            Target::Real(values) => {
                // In units of the largest value, so that squares cannot overflow.
                let largest = values.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
                let unit = if largest > 0.0 { largest } else { 1.0 };
                let average = |of: &dyn Fn(f64) -> f64| {
                    let terms = values.iter().enumerate();
                    terms
                        .map(|(row, v)| weight(row) / total * of(v / unit))
                        .sum::<f64>()
                };
                let mean = average(&|value| value);
                let deviation = average(&|value| (value - mean) * (value - mean)).sqrt();
                Self::Moments {
                    mean: mean * unit,
                    deviation: deviation * unit,
                }
            }
            Target::Classes(ClassLabels { codes, names }) => {
                let mut shares = vec![0.0; names.len()];
                for (row, &code) in codes.iter().enumerate() {
                    shares[code] += weight(row) / total;
                }
                Self::Shares(shares)
            }
        }
    }

    /// The share of the most frequent class, and its position.
    pub(crate) fn most_frequent(&self) -> Option<(usize, f64)> {
        match self {
            Self::Moments { .. } => None,
            Self::Shares(shares) => shares
                .iter()
                .copied()
                .enumerate()
                .reduce(|most, other| if other.1 > most.1 { other } else { most }),
        }
    }

    /// How well a model without features would do, in words for a terminal.
    #[must_use]
    pub fn sentence(&self, model: &Model) -> String {
        match (self, self.most_frequent()) {
            (Self::Moments { mean, deviation }, _) => format!(
                "without features: root mean squared error {}, the standard deviation of the target; its mean is {}",
                plain_number(*deviation),
                plain_number(*mean)
            ),
            (Self::Shares(_), Some((class, share))) => {
                let name = model.classes().get(class).map_or("", |name| name);
                format!(
                    "without features: accuracy {:.1} %, by always predicting `{}`",
                    100.0 * share,
                    visible(name)
                )
            }
            (Self::Shares(_), None) => String::new(),
        }
    }

    /// Checks base rates from a file, which anybody may have written.
    pub(crate) fn check(&self, model: &Model) -> Result<(), String> {
        let is_sound = match self {
            Self::Shares(shares) => {
                let is_share = |share: &f64| (0.0..=1.0).contains(share);
                !shares.is_empty()
                    && shares.len() == model.classes().len()
                    && shares.iter().all(is_share)
            }
            Self::Moments { mean, deviation } => {
                model.classes().is_empty()
                    && mean.is_finite()
                    && (0.0..f64::MAX).contains(deviation)
            }
        };
        match is_sound {
            true => Ok(()),
            false => Err("its base rates are not those of its target".to_owned()),
        }
    }
}
