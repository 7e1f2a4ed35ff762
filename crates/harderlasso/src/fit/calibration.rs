//! λ of a problem: the quantile universal threshold, or the one that was given.

use super::problem::Problem;
use crate::departure::Departure;
use crate::error::Error;
use crate::law::Loss;
use crate::null::{NullLaw, Statistic};
use crate::qut::{self, NullDistribution, Threshold};
use crate::rng::Seed;

/// Stream of random numbers below the seed of a fit.
const DRAWS_STREAM: u64 = 1;

/// Relative rounding error of a draw.
const ROUNDING: f64 = 1e-5;

pub(super) fn threshold(problem: &Problem<'_>) -> Result<Threshold, Error> {
    let settings = problem.settings;
    let statistic = Statistic::new(&settings.hidden, settings.activation);
    let observed = statistic.observed(problem.x(), &problem.null.gradient);
    if !observed.is_finite() {
        return Err(not_finite("in the threshold of the data"));
    }
    if let Some(lambda) = settings.lambda {
        return Ok(Threshold {
            lambda,
            interval: (lambda, lambda),
            observed,
            draws: Vec::new(),
        });
    }
    let mut largest: Option<NullDistribution> = None;
    let laws = match settings.takes(Departure::Permutations) {
        true => problem.loss.null_laws(),
        false => vec![Box::new(problem.loss.assumed_null_law()) as Box<dyn NullLaw>],
    };
    for law in laws {
        let found = qut::calibrate(
            problem.x(),
            &*law,
            qut::Draws {
                statistic,
                alpha: settings.alpha,
                draws: settings.draws,
                seed: Seed::new(settings.seed).child(DRAWS_STREAM),
            },
            &|| problem.gram(),
            problem.observer,
        )?;
        if largest
            .as_ref()
            .is_none_or(|most| found.lambda > most.lambda)
        {
            largest = Some(found);
        }
    }
    let NullDistribution {
        lambda: quantile,
        interval,
        draws,
    } = largest.ok_or_else(|| not_finite("in λ"))?;
    if !quantile.is_finite() {
        return Err(not_finite("in λ"));
    }
    // The draws are in single precision: data that are as large as the quantile,
    // as happens where a few values repeat, must not be above it by rounding.
    let lambda = quantile * (1.0 + ROUNDING);
    Ok(Threshold {
        lambda,
        interval: (interval.0, interval.1.max(lambda)),
        observed,
        draws,
    })
}

fn not_finite(place: &str) -> Error {
    Error::NotFinite {
        place: place.to_owned(),
    }
}
