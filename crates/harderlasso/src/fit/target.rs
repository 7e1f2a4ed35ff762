//! The target in a unit of its own.

use crate::error::Error;
use crate::loss::RootSquare;
use crate::model::Output;

/// Skewness below which a target is symmetric up to rounding.
const SYMMETRIC: f64 = 1e-9;

/// The target as it enters the optimization, and the way back.
pub(super) struct Target<L> {
    pub(super) loss: L,
    pub(super) output: Output,
}

/// Centred and with standard deviation 1, turned so that its skewness is not
/// negative (or its first value, if there is no skewness): a fit of `a + c·y` sees the same numbers for every a and c.
pub(super) fn regression_target(
    values: &[f64],
    weights: Option<&[f64]>,
    is_linear: bool,
) -> Result<Target<RootSquare>, Error> {
    let weighed = |(value, weight): (f64, &f64)| value * weight;
    let sum = |terms: &mut dyn Iterator<Item = f64>| -> f64 {
        match weights {
            None => terms.sum(),
            Some(weights) => terms.zip(weights).map(weighed).sum(),
        }
    };
    let n = sum(&mut values.iter().map(|_| 1.0));
    let largest = values.iter().fold(0.0f64, |most, v| most.max(v.abs()));
    let rough = sum(&mut values.iter().map(|v| v / largest)) / n * largest;
    let mut y: Vec<f64> = values.iter().map(|v| v - rough).collect();
    // The mean of a target far from zero is rounded; what is left of it is not.
    let rest = sum(&mut y.iter().copied()) / n;
    let mean = rough + rest;
    y.iter_mut().for_each(|v| *v -= rest);
    let spread = y.iter().fold(0.0f64, |most, v| most.max(v.abs()));
    let squares = sum(&mut y.iter().map(|v| (v / spread) * (v / spread)));
    let deviation = (squares / n).sqrt() * spread;
    if !(deviation > 0.0 && deviation.is_finite()) {
        return Err(Error::NotFinite {
            place: "in the spread of the target".to_owned(),
        });
    }
    let mut direction = sum(&mut y.iter().map(|v| (v / deviation).powi(3))) / n;
    if direction.abs() < SYMMETRIC {
        // No side is heavier: the first row decides.
        direction = y.iter().copied().find(|&v| v != 0.0).unwrap_or(0.0);
    }
    let scale = if direction < 0.0 {
        -deviation
    } else {
        deviation
    };
    y.iter_mut().for_each(|v| *v /= scale);
    let loss = match weights {
        None => RootSquare::new(y),
        Some(weights) => {
            let roots = weights.iter().map(|weight| weight.sqrt()).collect();
            RootSquare::weighted(y, roots, is_linear)
        }
    };
    Ok(Target {
        loss,
        output: Output::Regression { mean, scale },
    })
}
