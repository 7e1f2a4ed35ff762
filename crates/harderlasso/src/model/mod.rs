//! The answer: which columns matter, and a small model that predicts.

mod assemble;
mod format;
mod layers;

pub(crate) use assemble::Parts;

use crate::activation::Activation;
use crate::data::Design;
use crate::error::Error;
use crate::fit::{Certificate, HarderLasso, PhaseReport};
use crate::qut::Threshold;
use crate::solver::End;
use layers::Layer;
use serde::{Deserialize, Serialize};

/// What the outputs of a model mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Output {
    /// A number; `mean` and `scale` brought the target to the unit of the fit.
    Regression { mean: f64, scale: f64 },
    /// Log odds of classes.
    Classification { classes: Vec<String> },
}

/// A selected column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Feature {
    /// Position among the columns of the design.
    index: usize,
    /// What a missing value is replaced by.
    mean: f64,
    /// Standard deviation at the fit.
    scale: f64,
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
    output: Output,
    features: Vec<Feature>,
    activation: Activation,
    /// Weights in the units of the data, first layer first.
    layers: Vec<Layer>,
    threshold: Threshold,
    phases: Vec<PhaseReport>,
    certificate: Certificate,
    noise_unit: f64,
    refit_end: End,
    fit: Fit,
    #[serde(skip)]
    selected: Vec<usize>,
}

/// How well a model does on the rows that it was fitted on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fit {
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

impl Model {
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

    /// The classes of a classification; none for a regression.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        match &self.output {
            Output::Regression { .. } => &[],
            Output::Classification { classes } => classes,
        }
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

    /// Whether the model is linear. An empty network is: it is a constant.
    #[must_use]
    pub fn is_linear(&self) -> bool {
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
        self.is_linear().then(|| {
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
        self.is_linear().then(|| self.layers[0].biases())
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

    /// How much weight each selected column carries into the first layer: the
    /// length of its weights per standard deviation of the column, divided by
    /// the sum over all selected columns.
    #[must_use]
    pub fn importances(&self) -> Vec<f64> {
        let lengths: Vec<f64> = self
            .features
            .iter()
            .enumerate()
            .map(|(input, feature)| self.layers[0].input_length(input, feature.scale))
            .collect();
        let total: f64 = lengths.iter().sum();
        lengths
            .into_iter()
            .map(|length| if total > 0.0 { length / total } else { 0.0 })
            .collect()
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

    /// The noise unit of the winning fit, in standard deviations of the
    /// target; 1 for classification.
    #[must_use]
    pub fn noise_unit(&self) -> f64 {
        self.noise_unit
    }

    /// How the unpenalized refit ended; [`End::PerfectFit`] where classes are
    /// separated and the weights would have grown for ever.
    #[must_use]
    pub fn refit_end(&self) -> End {
        self.refit_end
    }

    /// How well the model does on the rows that it was fitted on.
    #[must_use]
    pub fn training_fit(&self) -> Fit {
        self.fit
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
        let columns: Vec<&[f64]> = self
            .selected
            .iter()
            .map(|&index| design.column(index))
            .collect();
        let mut out = Vec::with_capacity(design.rows() * self.outputs());
        let mut row = vec![0.0; columns.len()];
        for i in 0..design.rows() {
            for ((value, column), feature) in row.iter_mut().zip(&columns).zip(&self.features) {
                *value = if column[i].is_nan() {
                    feature.mean
                } else {
                    column[i]
                };
            }
            out.extend(layers::evaluate(&self.layers, self.activation, &row));
        }
        Ok(out)
    }

    /// What the model says about one row, of which only the selected columns
    /// are given, in the order of [`Model::selected`]: the prediction of a
    /// regression, or the probabilities of the classes. NaN is a missing value.
    ///
    /// # Errors
    /// If there is not one value for each selected column.
    pub fn respond(&self, values: &[f64]) -> Result<Vec<f64>, Error> {
        if values.len() != self.features.len() {
            return Err(Error::WrongColumns {
                expected: self.features.len(),
                found: values.len(),
            });
        }
        let row: Vec<f64> = values
            .iter()
            .zip(&self.features)
            .map(|(&value, feature)| if value.is_nan() { feature.mean } else { value })
            .collect();
        let mut out = layers::evaluate(&self.layers, self.activation, &row);
        if let Output::Classification { .. } = self.output {
            layers::softmax(&mut out);
        }
        Ok(out)
    }

    fn outputs(&self) -> usize {
        self.layers.last().map_or(0, Layer::outputs)
    }

    /// Predictions of a regression.
    ///
    /// # Errors
    /// If the model is a classification, or the columns do not fit.
    pub fn predict(&self, design: &Design) -> Result<Vec<f64>, Error> {
        match self.output {
            Output::Regression { .. } => self.decision_function(design),
            Output::Classification { .. } => Err(Error::WrongTask {
                what: "predicting numbers",
                needed: "regression",
                found: "classification",
            }),
        }
    }

    /// Probabilities of the classes, row after row.
    ///
    /// # Errors
    /// If the model is a regression, or the columns do not fit.
    pub fn predict_proba(&self, design: &Design) -> Result<Vec<f64>, Error> {
        self.need_classes("class probabilities")?;
        let mut out = self.decision_function(design)?;
        for row in out.chunks_exact_mut(self.outputs()) {
            layers::softmax(row);
        }
        Ok(out)
    }

    /// The likeliest class of each row, as a position in [`Model::classes`].
    ///
    /// # Errors
    /// If the model is a regression, or the columns do not fit.
    pub fn predict_classes(&self, design: &Design) -> Result<Vec<usize>, Error> {
        self.need_classes("classes")?;
        let out = self.decision_function(design)?;
        Ok(out
            .chunks_exact(self.outputs())
            .map(layers::largest)
            .collect())
    }

    fn need_classes(&self, what: &'static str) -> Result<(), Error> {
        match self.output {
            Output::Classification { .. } => Ok(()),
            Output::Regression { .. } => Err(Error::WrongTask {
                what,
                needed: "classification",
                found: "regression",
            }),
        }
    }
}
