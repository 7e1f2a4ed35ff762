//! What the weights of a model mean, in numbers that can be compared.

use crate::html::view::View;
use crate::html::words;
use crate::record::CURVES;

/// Weights of the selected features, one series or one a class.
pub(crate) struct Weights {
    pub(crate) series: Vec<Series>,
    /// What a weight per standard deviation means.
    pub(crate) meaning: String,
}

/// Weights for one output.
pub(crate) struct Series {
    /// The class, where there are several series.
    pub(crate) class: Option<String>,
    /// Per unit of the feature, in the order of the design.
    pub(crate) per_unit: Vec<f64>,
    /// Per standard deviation of the feature.
    pub(crate) per_deviation: Vec<f64>,
}

impl Weights {
    /// The weights of a linear model; nothing for a network.
    pub(crate) fn of(view: &View<'_>) -> Option<Self> {
        let model = view.model;
        let rows = model.coefficients()?;
        let deviations = model.deviations();
        let at = |output: usize, position: usize| rows[output][model.selected()[position]];
        let series = |class: Option<String>, weight: &dyn Fn(usize) -> f64| {
            let per_unit: Vec<f64> = (0..view.selected()).map(weight).collect();
            let per_deviation = per_unit
                .iter()
                .zip(&deviations)
                .map(|(w, d)| w * d)
                .collect();
            Series {
                class,
                per_unit,
                per_deviation,
            }
        };
        let target = words::fitted(view.target(), 24);
        Some(match model.classes() {
            [] => Self {
                series: vec![series(None, &|position| at(0, position))],
                meaning: format!("change of {target} per standard deviation"),
            },
            // Only the difference of the two outputs says anything.
            [_, second] => Self {
                series: vec![series(None, &|position| at(1, position) - at(0, position))],
                meaning: format!(
                    "log odds of {} = {} per standard deviation",
                    words::fitted(view.target(), 16),
                    words::fitted(second, 16)
                ),
            },
            // The same number on all classes changes nothing: what counts is
            // the distance from their mean.
            classes => Self {
                series: view
                    .shown_classes(CURVES)
                    .into_iter()
                    .map(|class| {
                        let mean = |position| {
                            (0..classes.len()).map(|c| at(c, position)).sum::<f64>()
                                / classes.len() as f64
                        };
                        series(Some(classes[class].clone()), &|position| {
                            at(class, position) - mean(position)
                        })
                    })
                    .collect(),
                meaning: "log odds against the mean of the classes, per standard deviation"
                    .to_owned(),
            },
        })
    }
}
