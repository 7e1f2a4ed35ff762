//! Regression: the target is a number.

use super::{
    BaseRates, FitPicture, GoodnessOfFit, Headline, LawReport, Subject, density, wrong_response,
};
use crate::effect::{Curves, Effect};
use crate::error::Error;
use crate::text::{figure, percent, plain_number, r_squared};
use harderlasso::{Design, Model, Regression, Response, Target};
use maud::{Markup, html};

/// An R² closer to zero than this is the rounding error of a model without features.
const ROUNDING: f64 = 1e-9;

impl LawReport for Regression {
    fn compare(
        &self,
        model: &Model,
        design: &Design,
        response: &Response,
    ) -> Result<GoodnessOfFit, Error> {
        let Target::Real(observed) = response.target() else {
            return Err(wrong_response(model, response));
        };
        Ok(density::compare(observed, &model.predict(design)?))
    }

    fn check(&self, model: &Model, goodness: &GoodnessOfFit) -> Result<(), String> {
        density::check(model, goodness)
    }

    fn curves(&self, _: &GoodnessOfFit) -> Curves {
        Curves {
            classes: Vec::new(),
            is_identity_link: true,
        }
    }

    fn task(&self) -> String {
        "regression".to_owned()
    }

    fn coefficient(&self) -> &'static str {
        "coefficient"
    }

    fn target_kind(&self) -> Markup {
        html! { "a number" }
    }

    fn constant_prediction(&self, subject: &Subject<'_>) -> Markup {
        html! { "the mean of " (subject.target()) }
    }

    fn picture(&self, subject: &Subject<'_>, goodness: &GoodnessOfFit) -> FitPicture {
        density::picture(subject, goodness)
    }

    fn weight_axis(&self, subject: &Subject<'_>, _: usize) -> String {
        format!(
            "change of {} per standard deviation",
            subject.target_label(24)
        )
    }

    fn effect_output(&self) -> Markup {
        html! { "the prediction" }
    }

    fn effect_axis(&self, subject: &Subject<'_>, _: &Effect) -> String {
        subject.target_label(34)
    }

    fn settings(&self, model: &Model) -> Vec<(&'static str, String)> {
        let unit = figure(model.noise_unit());
        vec![(
            "Noise unit of the selected model",
            format!("{unit} times the standard deviation of the target"),
        )]
    }
}

/// R² and the root mean squared error, in words for a terminal.
pub(super) fn metrics(r2: f64, rmse: f64) -> String {
    // A small negative number must not be written as -0.000.
    let r2 = (1e3 * r2).round() / 1e3 + 0.0;
    format!("R² {r2:.3}, root mean squared error {}", plain_number(rmse))
}

/// R² in large print.
pub(super) fn headline(r2: f64) -> Headline {
    Headline {
        value: percent(without_rounding(r2)),
        label: "of the variance explained",
    }
}

/// R² and the root mean squared error in sentences.
pub(super) fn quality(subject: &Subject<'_>, r2: f64, rmse: f64) -> Markup {
    let r2 = without_rounding(r2);
    let target = subject.target();
    html! {
        @if subject.model.selected().is_empty() {
            "The model has no features, so it predicts the mean of " (target) " for every row. Its root mean "
            "squared error, " b { (figure(rmse)) } ", is the standard deviation of " (target) "."
        } @else {
            "The model explains " b { (percent(r2)) } " of the variance of " (target)
            " (R² " (r_squared(r2)) "). Its root mean squared error, the typical distance between a prediction "
            "and the truth, is " b { (figure(rmse)) } " in the units of " (target) "."
            @if let Some(BaseRates::Moments { mean, deviation }) = subject.base {
                " Without features it would be " (figure(*deviation)) ", the standard deviation of " (target)
                ", whose mean is " (figure(*mean)) "."
            }
        }
    }
}

/// R², where a rounding error is replaced by zero.
fn without_rounding(r2: f64) -> f64 {
    if r2.abs() < ROUNDING { 0.0 } else { r2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounding_error_is_no_variance() {
        assert_eq!(without_rounding(-1e-16), 0.0);
        assert_eq!(without_rounding(-0.25), -0.25);
        assert_eq!(without_rounding(1e-6), 1e-6);
    }
}
