//! The answer: which columns matter, and a small model that predicts.

mod format;
mod layers;

pub(crate) use layers::Layer;

use crate::activation::Activation;
use crate::certificate::Certificate;
use crate::data::{Design, Response};
use crate::error::Error;
use crate::law::{self, Law, Metrics, Prediction};
use crate::qut::Threshold;
use crate::settings::HarderLasso;
use crate::trace::{Alternative, Comparison, End, PhaseReport, View};
use serde::{Deserialize, Serialize};

/// A selected column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Feature {
    /// Position among the columns of the design.
    pub(crate) index: usize,
    /// What a missing value is replaced by.
    pub(crate) mean: f64,
    /// Standard deviation at the fit.
    pub(crate) scale: f64,
}

/// A fitted model. Immutable; made by [`HarderLasso::fit`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Model {
    settings: HarderLasso,
    rows: usize,
    names: Vec<String>,
    /// Whether the names were given at the fit.
    is_named: bool,
    #[serde(rename = "output")]
    law: Law,
    features: Vec<Feature>,
    activation: Activation,
    /// Weights in the units of the data, first layer first.
    layers: Vec<Layer>,
    /// How much the deviance increases without each feature.
    deviance_increases: Vec<f64>,
    threshold: Threshold,
    phases: Vec<PhaseReport>,
    certificate: Certificate,
    noise_unit: f64,
    view: View,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
    alternatives: Vec<Alternative>,
    refit_end: End,
    #[serde(rename = "fit")]
    metrics: Metrics,
    #[serde(skip)]
    selected: Vec<usize>,
}

/// What a fit hands over to its model.
pub(crate) struct Parts {
    pub(crate) settings: HarderLasso,
    pub(crate) law: Law,
    pub(crate) features: Vec<Feature>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) deviance_increases: Vec<f64>,
    pub(crate) threshold: Threshold,
    pub(crate) phases: Vec<PhaseReport>,
    pub(crate) certificate: Certificate,
    pub(crate) noise_unit: f64,
    pub(crate) view: View,
    pub(crate) comparison: Option<Comparison>,
    pub(crate) alternatives: Vec<Alternative>,
    pub(crate) refit_end: End,
}

impl Model {
    /// A model of the data that it was fitted on.
    pub(crate) fn new(parts: Parts, design: &Design, response: &Response) -> Result<Self, Error> {
        let activation = parts.settings.activation;
        let outputs = outputs(&parts.layers, activation, &parts.features, design);
        let equal = vec![1.0; design.rows()];
        let weights = design.weights().unwrap_or(&equal);
        let metrics = parts.law.metrics(response, &outputs, weights)?;
        Ok(Self {
            settings: parts.settings,
            rows: design.rows(),
            names: design.names().to_vec(),
            is_named: design.is_named(),
            law: parts.law,
            selected: parts.features.iter().map(|feature| feature.index).collect(),
            features: parts.features,
            activation,
            layers: parts.layers,
            deviance_increases: parts.deviance_increases,
            threshold: parts.threshold,
            phases: parts.phases,
            certificate: parts.certificate,
            noise_unit: parts.noise_unit,
            view: parts.view,
            comparison: parts.comparison,
            alternatives: parts.alternatives,
            refit_end: parts.refit_end,
            metrics,
        })
    }

    /// The law of the target: what the outputs mean.
    #[must_use]
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// The settings of the fit.
    #[must_use]
    pub fn settings(&self) -> &HarderLasso {
        &self.settings
    }

    /// Rows that the model was fitted on.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Names of all columns of the design, selected or not.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether the names of the columns were given at the fit.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.is_named
    }

    /// The names of the classes; none where the target is no class.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        self.law.classes()
    }

    /// Positions of the selected columns, in rising order.
    #[must_use]
    pub fn selected(&self) -> &[usize] {
        &self.selected
    }

    /// Names of the selected columns, in the order of the design.
    pub fn selected_names(&self) -> impl Iterator<Item = &str> {
        self.selected
            .iter()
            .map(|&index| self.names[index].as_str())
    }

    /// Whether one layer is left: the model is linear, or a constant, which is what
    /// an empty network is.
    #[must_use]
    pub fn has_one_layer(&self) -> bool {
        self.layers.len() == 1
    }

    /// Widths of the hidden layers that are left; the first may be narrower
    /// than asked.
    #[must_use]
    pub fn hidden(&self) -> Vec<usize> {
        let last = self.layers.len() - 1;
        self.layers[..last].iter().map(Layer::outputs).collect()
    }

    /// For each output, the coefficient of every column of the design, in the
    /// units of the data. Nothing for a network.
    #[must_use]
    pub fn coefficients(&self) -> Option<Vec<Vec<f64>>> {
        self.has_one_layer().then(|| {
            (0..self.layers[0].outputs())
                .map(|output| {
                    let mut row = vec![0.0; self.names.len()];
                    for (feature, weight) in self.selected.iter().zip(self.layers[0].row(output)) {
                        row[*feature] = *weight;
                    }
                    row
                })
                .collect()
        })
    }

    /// For each output, the intercept of a linear model. Nothing for a network.
    #[must_use]
    pub fn intercepts(&self) -> Option<&[f64]> {
        self.has_one_layer().then(|| self.layers[0].biases())
    }

    /// The standard deviation of each selected column at the fit: a
    /// coefficient times this is what a usual change of the column does.
    #[must_use]
    pub fn deviations(&self) -> Vec<f64> {
        self.features.iter().map(|feature| feature.scale).collect()
    }

    /// What a missing value of each selected column is replaced by: the mean of
    /// the column at the fit.
    #[must_use]
    pub fn imputed(&self) -> Vec<f64> {
        self.features.iter().map(|feature| feature.mean).collect()
    }

    /// What the hidden layers apply to their inputs.
    #[must_use]
    pub fn activation(&self) -> Activation {
        self.activation
    }

    /// Weights and biases of each layer in the units of the data, first layer
    /// first, for whoever evaluates the model elsewhere: `u = W v + b`, with the
    /// rows of `W` one after the other, and the activation after every layer
    /// but the last. The inputs of the first are the selected columns.
    pub fn layers(&self) -> impl Iterator<Item = (&[f64], &[f64])> {
        self.layers
            .iter()
            .map(|layer| (layer.weights(), layer.biases()))
    }

    /// What each selected feature is worth: how much worse the model fits without
    /// the feature, as a share of the total. See [`Model::deviance_increases`];
    /// if no feature is missed, all are worth the same.
    #[must_use]
    pub fn importances(&self) -> Vec<f64> {
        let largest = self.deviance_increases.iter().copied().fold(0.0, f64::max);
        if largest == 0.0 {
            let count = self.deviance_increases.len();
            return vec![1.0 / count as f64; count];
        }
        // In units of the largest, so that the sum cannot overflow.
        shares(
            self.deviance_increases
                .iter()
                .map(|increase| increase / largest),
        )
    }

    /// How much the deviance on the rows of the fit increases if the selected
    /// model is fitted again without each selected feature: `n log(RSS/n)` for a
    /// regression, twice the cross-entropy for classes.
    ///
    /// The refit without a feature is exact for a linear regression. A network is
    /// refitted from where it is, without this input.
    #[must_use]
    pub fn deviance_increases(&self) -> &[f64] {
        &self.deviance_increases
    }

    /// How much weight each selected column carries into the first layer: the
    /// length of its weights per standard deviation of the column, divided by
    /// the sum over all selected columns. It does not rank features by what they
    /// are worth, see [`Model::importances`].
    #[must_use]
    pub fn weight_shares(&self) -> Vec<f64> {
        let features = self.features.iter().enumerate();
        shares(features.map(|(input, feature)| self.layers[0].input_length(input, feature.scale)))
    }

    /// Positions among [`Model::selected`], the most important feature first.
    #[must_use]
    pub fn by_importance(&self) -> Vec<usize> {
        let importances = self.importances();
        let mut order: Vec<usize> = (0..importances.len()).collect();
        order.sort_by(|&a, &b| importances[b].total_cmp(&importances[a]));
        order
    }

    /// λ, its uncertainty and the null draws behind it.
    #[must_use]
    pub fn threshold(&self) -> &Threshold {
        &self.threshold
    }

    /// How each phase of the annealing that led here ended.
    #[must_use]
    pub fn phases(&self) -> &[PhaseReport] {
        &self.phases
    }

    /// Where the penalized fit stands against the optimality conditions.
    #[must_use]
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The noise unit of the winning fit: in standard deviations of the target, or
    /// for classes in log odds.
    #[must_use]
    pub fn noise_unit(&self) -> f64 {
        self.noise_unit
    }

    /// What the target was looked at by when the features were selected, and λ
    /// calibrated.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The scores that chose between the linear model and the network, where both
    /// were tried.
    #[must_use]
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    /// Other lists that the search came across and that explain the target nearly
    /// as well, the best one first. Features that are in all of them are certain as
    /// far as the search can tell; empty where no other list comes close.
    #[must_use]
    pub fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }

    /// How the refit ended. [`End::PerfectFit`] is the end of a refit without
    /// shrinkage, of a model too large for it, where classes are separated and the
    /// weights would have grown for ever.
    #[must_use]
    pub fn refit_end(&self) -> End {
        self.refit_end
    }

    /// How well the model does on the rows that it was fitted on.
    #[must_use]
    pub fn training_metrics(&self) -> Metrics {
        self.metrics
    }

    /// Outputs before any link: the prediction of a regression, the log odds
    /// of each class up to a constant. Row after row, one number an output.
    ///
    /// # Errors
    /// If the design has another number of columns than that of the fit, or
    /// others: where both have names, these must be the same in the same order.
    pub fn decision_function(&self, design: &Design) -> Result<Vec<f64>, Error> {
        if design.columns() != self.names.len() {
            return Err(Error::WrongColumns {
                expected: self.names.len(),
                found: design.columns(),
            });
        }
        if self.is_named && design.is_named() {
            let pairs = self.names.iter().zip(design.names());
            if let Some((column, (expected, found))) =
                pairs.enumerate().find(|(_, (mine, other))| mine != other)
            {
                return Err(Error::WrongName {
                    column,
                    expected: expected.clone(),
                    found: found.clone(),
                });
            }
        }
        Ok(outputs(
            &self.layers,
            self.activation,
            &self.features,
            design,
        ))
    }

    /// The prediction for one row, of which only the selected columns are given,
    /// in the order of [`Model::selected`]: a number, or the probabilities of
    /// the classes. NaN is a missing value.
    ///
    /// # Errors
    /// If there is not one value for each selected column.
    pub fn predict_row(&self, values: &[f64]) -> Result<Vec<f64>, Error> {
        if values.len() != self.features.len() {
            return Err(Error::WrongColumns {
                expected: self.features.len(),
                found: values.len(),
            });
        }
        let row: Vec<f64> = values
            .iter()
            .zip(&self.features)
            .map(|(&value, feature)| feature.imputed(value))
            .collect();
        let mut out = layers::evaluate(&self.layers, self.activation, &row);
        self.law.link(&mut out);
        Ok(out)
    }

    /// The predicted number of each row.
    ///
    /// # Errors
    /// If the target is a class, or the columns do not fit.
    pub fn predict(&self, design: &Design) -> Result<Vec<f64>, Error> {
        self.linked(
            design,
            Prediction::Number,
            "predicting numbers",
            "regression",
        )
    }

    /// Probabilities of the classes, row after row.
    ///
    /// # Errors
    /// If the target is no class, or the columns do not fit.
    pub fn predict_proba(&self, design: &Design) -> Result<Vec<f64>, Error> {
        const WHAT: &str = "class probabilities";
        self.linked(design, Prediction::Probabilities, WHAT, "classification")
    }

    /// The likeliest class of each row, as a position in [`Model::classes`].
    ///
    /// # Errors
    /// If the target is no class, or the columns do not fit.
    pub fn predict_classes(&self, design: &Design) -> Result<Vec<usize>, Error> {
        self.check_prediction(Prediction::Probabilities, "classes", "classification")?;
        let outputs = self.decision_function(design)?;
        let rows = outputs.chunks_exact(self.law.outputs());
        Ok(rows.map(law::likeliest).collect())
    }

    /// The outputs of every row after the link, where these are of a kind.
    fn linked(
        &self,
        design: &Design,
        kind: Prediction,
        what: &'static str,
        needed: &'static str,
    ) -> Result<Vec<f64>, Error> {
        self.check_prediction(kind, what, needed)?;
        let mut outputs = self.decision_function(design)?;
        for row in outputs.chunks_exact_mut(self.law.outputs()) {
            self.law.link(row);
        }
        Ok(outputs)
    }

    fn check_prediction(
        &self,
        kind: Prediction,
        what: &'static str,
        needed: &'static str,
    ) -> Result<(), Error> {
        if self.law.prediction() == kind {
            return Ok(());
        }
        Err(Error::WrongTask {
            what,
            needed,
            found: self.law.name(),
        })
    }
}

impl Feature {
    /// A value of the column, or what stands for a missing one.
    fn imputed(&self, value: f64) -> f64 {
        if value.is_nan() { self.mean } else { value }
    }
}

/// Numbers that are not negative as shares of their sum.
fn shares(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let total: f64 = values.iter().sum();
    let share = |value: f64| if total > 0.0 { value / total } else { 0.0 };
    values.into_iter().map(share).collect()
}

/// Outputs for every row of a design, row after row.
fn outputs(
    layers: &[Layer],
    activation: Activation,
    features: &[Feature],
    design: &Design,
) -> Vec<f64> {
    let columns: Vec<&[f64]> = features
        .iter()
        .map(|feature| design.column(feature.index))
        .collect();
    let mut out = Vec::new();
    let mut row = vec![0.0; columns.len()];
    for i in 0..design.rows() {
        for ((value, column), feature) in row.iter_mut().zip(&columns).zip(features) {
            *value = feature.imputed(column[i]);
        }
        out.extend(layers::evaluate(layers, activation, &row));
    }
    out
}
