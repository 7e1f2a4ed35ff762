//! λ of a problem: the quantile universal threshold, or the one that was given.

use super::problem::Problem;
use crate::error::Error;
use crate::law::Loss;
use crate::null::Statistic;
use crate::qut::{self, NullDistribution, Threshold};
use crate::rng::Seed;

/// Stream of random numbers below the seed of a fit.
const DRAWS_STREAM: u64 = 1;

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
    let NullDistribution {
        lambda: quantile,
        interval,
        draws,
    } = qut::calibrate(
        problem.x(),
        &*problem.loss.null_law(),
        qut::Draws {
            statistic,
            alpha: settings.alpha,
            draws: settings.draws,
            seed: Seed::new(settings.seed).child(DRAWS_STREAM),
        },
        &|| problem.gram(),
        problem.observer,
    )?;
    if !quantile.is_finite() {
        return Err(not_finite("in λ"));
    }
    // Where a class counts for less than an observation, most null targets are
    // of one class, and so without any gradient. The quantile is then zero and
    // has no meaning; the safe answer is to select nothing.
    let lambda = if quantile > 0.0 { quantile } else { observed };
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
