//! The weights of a linear model in numbers that can be compared.

use super::{Subject, of};
use harderlasso::Model;

/// Weights of the selected features for one output of a linear model.
pub(crate) struct WeightSeries {
    /// The class that they belong to, where there are several series.
    pub(crate) class: Option<usize>,
    /// Per unit of the feature, in the order of the design.
    pub(crate) per_unit: Vec<f64>,
    /// Per standard deviation of the feature.
    pub(crate) per_deviation: Vec<f64>,
}

/// The weights of a linear model, one series or one for each of the
/// classes that are shown; nothing for a network.
pub(crate) fn weights(subject: &Subject<'_>) -> Option<Vec<WeightSeries>> {
    let deviations = subject.model.deviations();
    let contrasts = contrasts(subject.model)?;
    let shown = match contrasts.len() {
        1 => vec![None],
        _ => {
            let shown = of(subject.model.law()).shown_classes(subject.goodness);
            shown.into_iter().map(Some).collect()
        }
    };
    let series = shown.into_iter().map(|class| {
        let per_unit = contrasts[class.unwrap_or(0)].clone();
        let pairs = per_unit.iter().zip(&deviations);
        WeightSeries {
            class,
            per_deviation: pairs
                .map(|(weight, deviation)| weight * deviation)
                .collect(),
            per_unit,
        }
    });
    Some(series.collect())
}

/// The coefficients of a linear model for one class, or for a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficients {
    /// The class whose log odds they change, as a position in [`Model::classes`]: of
    /// two classes the second one, against the first; of more the odds against the
    /// mean of all classes. Nothing where the target is no class.
    pub class: Option<usize>,
    /// What is predicted where all selected features are 0.
    pub intercept: f64,
    /// Per unit of each selected feature, in the order of the design.
    pub values: Vec<f64>,
}

/// The coefficients of a linear model in the units of the data; nothing for a network.
#[must_use]
pub fn linear_parts(model: &Model) -> Option<Vec<Coefficients>> {
    let intercepts = model.law().contrasts(model.intercepts()?);
    let mut contrasts = contrasts(model)?;
    contrasts.resize(intercepts.len(), Vec::new());
    let classes = model.classes().len();
    let class = |position: usize| match (classes, intercepts.len()) {
        (0, _) => None,
        (_, 1) => Some(1),
        _ => Some(position),
    };
    let parts = intercepts.iter().zip(contrasts).enumerate();
    Some(
        parts
            .map(|(position, (&intercept, values))| Coefficients {
                class: class(position),
                intercept,
                values,
            })
            .collect(),
    )
}

/// For each contrast of the outputs, the weights of the selected features.
pub(super) fn contrasts(model: &Model) -> Option<Vec<Vec<f64>>> {
    let rows = model.coefficients()?;
    let mut contrasts: Vec<Vec<f64>> = Vec::new();
    for &column in model.selected() {
        let outputs: Vec<f64> = rows.iter().map(|row| row[column]).collect();
        let values = model.law().contrasts(&outputs);
        contrasts.resize(values.len(), Vec::new());
        for (series, value) in contrasts.iter_mut().zip(values) {
            series.push(value);
        }
    }
    Some(contrasts)
}
