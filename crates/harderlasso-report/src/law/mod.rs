//! What the report and the terminal need from a law of the target: what is
//! measured on the training rows, the sentences that depend on it, and the picture
//! of the fit.
//!
//! A law is one file that implements `LawReport`, and one line in `of`. Sentences
//! about metrics are functions of their numbers, and follow the kind of the metrics.
//! The sections of the page and the terminal name no law.

mod base;
mod classification;
mod density;
mod regression;
mod weights;

pub use base::BaseRates;
pub use weights::{Coefficients, linear_parts};
pub(crate) use weights::{WeightSeries, weights};

use crate::bins::Bins;
use crate::effect::{Curves, Effect};
use crate::error::Error;
use crate::text;
use harderlasso::{Design, Law, Metrics, Model, Response};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

/// The task of a law in words, for example `classification, 3 classes`.
#[must_use]
pub fn task(law: &Law) -> String {
    of(law).task()
}

/// How well a model fits the training rows, in words for a terminal.
#[must_use]
pub fn metrics(model: &Model) -> String {
    match model.training_metrics() {
        Metrics::Regression { r2, rmse } => regression::metrics(r2, rmse),
        Metrics::Classification { accuracy, log_loss } => {
            classification::metrics(accuracy, log_loss)
        }
    }
}

/// The most important metric of a model on the training rows.
pub(crate) fn headline(model: &Model) -> Headline {
    match model.training_metrics() {
        Metrics::Regression { r2, .. } => regression::headline(r2),
        Metrics::Classification { accuracy, .. } => classification::headline(accuracy),
    }
}

/// How well a model fits the training rows, in sentences.
pub(crate) fn quality(subject: &Subject<'_>) -> Markup {
    match subject.model.training_metrics() {
        Metrics::Regression { r2, rmse } => regression::quality(subject, r2, rmse),
        Metrics::Classification { accuracy, log_loss } => {
            classification::quality(subject, accuracy, log_loss)
        }
    }
}

/// What one unit of each selected feature adds to a linear model, and what that
/// number is called; nothing for a network, or where there are several numbers
/// per feature.
#[must_use]
pub fn coefficients(model: &Model) -> Option<(&'static str, Vec<f64>)> {
    match &weights::contrasts(model)?[..] {
        [only] => Some((of(model.law()).coefficient(), only.clone())),
        _ => None,
    }
}

/// What a law brings to the report.
pub(crate) fn of(law: &Law) -> &dyn LawReport {
    match law {
        Law::Regression(law) => law,
        Law::Classification(law) => law,
    }
}

/// Predictions against the truth on the training rows, as counts: one form
/// for each kind of prediction, shared by the laws. Files call the forms by the
/// laws that had them first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GoodnessOfFit {
    /// Observed against predicted numbers, as counts of rows in squares.
    #[serde(rename = "regression")]
    Density {
        /// The parts of both directions, which have the same scale.
        bins: Bins,
        /// Rows of each part of the observed values (first index) whose prediction
        /// is in each part (second index). Rows without a finite prediction do not
        /// count.
        counts: Vec<Vec<usize>>,
        /// Rows with a value outside of all parts, which count in the outermost ones.
        beyond: usize,
    },
    /// A confusion matrix.
    #[serde(rename = "classification")]
    Confusion {
        /// The classes that are shown, as positions in [`Model::classes`], in
        /// rising order: all of them, or the 24 most frequent where there are
        /// more.
        shown: Vec<usize>,
        /// Rows of each true class (first index) that were predicted as each
        /// class (second index). Where classes are not shown, the last row and
        /// column hold them together.
        counts: Vec<Vec<usize>>,
    },
}

/// A fit that a law describes.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) model: &'a Model,
    /// The name of the target; nothing where it is not known.
    pub(crate) target: Option<&'a str>,
    /// Nothing where the model came without its data.
    pub(crate) goodness: Option<&'a GoodnessOfFit>,
    /// The same.
    pub(crate) base: Option<&'a BaseRates>,
}

impl Subject<'_> {
    /// The target in a sentence of the page.
    pub(crate) fn target(&self) -> Markup {
        match self.target {
            Some(name) => text::name(name),
            None => html! { "the target" },
        }
    }

    /// The target in a label with room for `room` letters.
    pub(crate) fn target_label(&self, room: usize) -> String {
        text::shortened_name(self.target.unwrap_or("target"), room)
    }
}

/// A number that the page shows in large print, and what it is.
pub(crate) struct Headline {
    pub(crate) value: String,
    pub(crate) label: &'static str,
}

/// The fit in pictures: predictions against the truth.
#[derive(Default)]
pub(crate) struct FitPicture {
    /// What the picture does not show.
    pub(crate) note: Option<Markup>,
    pub(crate) picture: Option<Markup>,
    /// The same in numbers, where that helps.
    pub(crate) table: Option<Markup>,
}

/// What a law brings to the report.
pub(crate) trait LawReport {
    /// Compares predictions with the truth.
    ///
    /// # Errors
    /// If the response follows another law or has other classes.
    fn compare(
        &self,
        model: &Model,
        design: &Design,
        response: &Response,
    ) -> Result<GoodnessOfFit, Error>;

    /// Checks a comparison from a file, which anybody may have written.
    ///
    /// # Errors
    /// The reason why it does not belong to the model.
    fn check(&self, model: &Model, goodness: &GoodnessOfFit) -> Result<(), String>;

    /// The effect curves to compute.
    fn curves(&self, goodness: &GoodnessOfFit) -> Curves;

    /// The classes that have their own weights, as positions in
    /// [`Model::classes`]; none where the target is no class.
    fn shown_classes(&self, _goodness: Option<&GoodnessOfFit>) -> Vec<usize> {
        Vec::new()
    }

    /// The task in words.
    fn task(&self) -> String;

    /// What a coefficient of a linear model is called.
    fn coefficient(&self) -> &'static str;

    /// What the target is, after its name: `a number`.
    fn target_kind(&self) -> Markup;

    /// What a model without features predicts for every row.
    fn constant_prediction(&self, subject: &Subject<'_>) -> Markup;

    /// Predictions against the truth.
    fn picture(&self, subject: &Subject<'_>, goodness: &GoodnessOfFit) -> FitPicture;

    /// The label of the axis of the weights per standard deviation, for a linear
    /// model with this number of series.
    fn weight_axis(&self, subject: &Subject<'_>, series: usize) -> String;

    /// A paragraph on the scale of these weights, where it needs one.
    fn weight_scale(&self, _series: usize) -> Option<Markup> {
        None
    }

    /// What an effect curve shows, in a sentence: `the predicted value`.
    fn effect_output(&self) -> Markup;

    /// The label of the vertical axis of an effect.
    fn effect_axis(&self, subject: &Subject<'_>, effect: &Effect) -> String;

    /// A value that the vertical axis of effects always includes.
    fn effect_origin(&self) -> Option<f64> {
        None
    }

    /// Settings that only this law has, with their values.
    fn settings(&self, _model: &Model) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// The error about a response whose law is not that of the model.
fn wrong_response(model: &Model, response: &Response) -> Error {
    Error::Engine(harderlasso::Error::WrongTask {
        what: "comparing predictions with the truth",
        needed: response.law_name(),
        found: model.law().name(),
    })
}
