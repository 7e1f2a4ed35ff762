//! How a model does on the rows that it was fitted on.

use super::effect::{self, Effect};
use crate::error::Error;
use harderlasso::{ClassLabels, Design, Law, Model, Response, Target};
use serde::{Deserialize, Serialize};

/// Points of predicted against observed that are kept.
pub(crate) const POINTS: usize = 2000;

/// Classes that get a row of their own in the confusion matrix.
pub(crate) const MATRIX_CLASSES: usize = 24;

/// Predictions and effects on the training rows, of bounded size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Predictions against the truth; nothing where the model came without
    /// the data that it was fitted on.
    pub outcome: Option<Outcome>,
    /// What the most important selected features do to the prediction, the
    /// most important first.
    pub effects: Vec<Effect>,
}

/// Predictions against the truth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome {
    /// Regression.
    Regression {
        /// Observed and predicted value of rows that are evenly spread over
        /// the table: all of them, or 2000 where there are more.
        points: Vec<(f64, f64)>,
    },
    /// Classification.
    Classification {
        /// The classes that are shown, as positions in
        /// [`Model::classes`], in rising order: all of them, or the 24 most
        /// frequent where there are more.
        shown: Vec<usize>,
        /// Rows of each true class (first index) that were predicted as each
        /// class (second index). Where classes are not shown, the last row
        /// and column hold them together.
        counts: Vec<Vec<usize>>,
    },
}

impl Training {
    /// What a model without its data has.
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
        let (outcome, shown) = match response.target() {
            Target::Real(observed) => {
                let points = points(observed, &model.predict(design)?);
                (Outcome::Regression { points }, Vec::new())
            }
            Target::Classes(ClassLabels { names, .. }) if names != model.classes() => {
                return Err(Error::OtherClasses {
                    found: names.len(),
                    expected: model.classes().len(),
                });
            }
            Target::Classes(ClassLabels { codes, names }) => {
                let shown = most_frequent(codes, names.len());
                let counts = confusion(codes, &model.predict_classes(design)?, &shown, names.len());
                let outcome = Outcome::Classification {
                    shown: shown.clone(),
                    counts,
                };
                (outcome, shown)
            }
        };
        Ok(Self {
            outcome: Some(outcome),
            effects: effect::measure(model, design, &shown)?,
        })
    }

    /// Checks what a reader of a file cannot trust.
    pub(crate) fn check(&self, model: &Model) -> Result<(), String> {
        match &self.outcome {
            Some(Outcome::Regression { points }) => check_points(model, points)?,
            Some(Outcome::Classification { shown, counts }) => {
                check_confusion(model, shown, counts)?;
            }
            None if self.effects.is_empty() => {}
            None => return Err("it has effects of features and no predictions".to_owned()),
        }
        self.effects
            .iter()
            .try_for_each(|effect| effect.check(model))
    }
}

fn check_points(model: &Model, points: &[(f64, f64)]) -> Result<(), String> {
    match model.law() {
        Law::Regression(_) if points.len() <= model.rows() => Ok(()),
        Law::Regression(_) | Law::Classification(_) => {
            Err("its predictions are not those of its model".to_owned())
        }
    }
}

fn check_confusion(model: &Model, shown: &[usize], counts: &[Vec<usize>]) -> Result<(), String> {
    let classes = model.classes().len();
    let size = shown.len() + usize::from(shown.len() < classes);
    let rising = shown.windows(2).all(|pair| pair[0] < pair[1]);
    let square = counts.len() == size && counts.iter().all(|row| row.len() == size);
    // Sums of forged counts must not overflow.
    let total = counts
        .iter()
        .flatten()
        .try_fold(0usize, |sum, &count| sum.checked_add(count));
    if rising
        && shown.last().is_some_and(|&last| last < classes)
        && square
        && total == Some(model.rows())
    {
        Ok(())
    } else {
        Err("its confusion matrix is not that of its model".to_owned())
    }
}

/// The classes to show, in rising order.
fn most_frequent(codes: &[usize], classes: usize) -> Vec<usize> {
    let mut frequency = vec![0usize; classes];
    for &code in codes {
        frequency[code] += 1;
    }
    let mut order: Vec<usize> = (0..classes).collect();
    // A stable sort: of equally frequent classes the first stay first.
    order.sort_by_key(|&class| std::cmp::Reverse(frequency[class]));
    order.truncate(MATRIX_CLASSES);
    order.sort_unstable();
    order
}

/// At most [`POINTS`] rows, evenly spread.
fn points(observed: &[f64], predicted: &[f64]) -> Vec<(f64, f64)> {
    let rows = observed.len();
    let kept = rows.min(POINTS);
    (0..kept)
        .map(|point| point * rows / kept)
        .map(|row| (observed[row], predicted[row]))
        // JSON has no infinity, and a chart no place for it.
        .filter(|(_, predicted)| predicted.is_finite())
        .collect()
}

fn confusion(
    truth: &[usize],
    predicted: &[usize],
    shown: &[usize],
    classes: usize,
) -> Vec<Vec<usize>> {
    let size = shown.len() + usize::from(shown.len() < classes);
    let mut place = vec![shown.len(); classes];
    for (position, &class) in shown.iter().enumerate() {
        place[class] = position;
    }
    let mut counts = vec![vec![0; size]; size];
    for (&truth, &predicted) in truth.iter().zip(predicted) {
        counts[place[truth]][place[predicted]] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_spread_over_all_rows() {
        let values: Vec<f64> = (0..5000).map(f64::from).collect();
        let kept = points(&values, &values);
        assert_eq!(kept.len(), POINTS);
        assert_eq!(kept[0].0, 0.0);
        assert_eq!(kept[POINTS - 1].0, 4997.0);
        assert_eq!(points(&values[..3], &values[..3]).len(), 3);
    }

    #[test]
    fn rare_classes_share_the_last_row() {
        // Class c of 30 occurs c + 1 times.
        let codes: Vec<usize> = (0..30)
            .flat_map(|c| std::iter::repeat_n(c, c + 1))
            .collect();
        let shown = most_frequent(&codes, 30);
        assert_eq!(shown, (6..30).collect::<Vec<_>>());
        let counts = confusion(&codes, &codes, &shown, 30);
        assert_eq!(counts.len(), MATRIX_CLASSES + 1);
        assert_eq!(
            counts[MATRIX_CLASSES][MATRIX_CLASSES],
            1 + 2 + 3 + 4 + 5 + 6
        );
        assert_eq!(counts[0][0], 7);
    }
}
