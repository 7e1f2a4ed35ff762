//! Predicted against observed numbers, for every law that predicts a number.

use super::{FitPicture, GoodnessOfFit, Subject};
use crate::chart::{self, TextAlternative};
use crate::effect::spread;
use crate::text::{count, plural};
use harderlasso::Model;
use maud::html;

/// Points of predicted against observed values that are kept.
const POINTS: usize = 2000;

/// The points of a fit: at most [`POINTS`] rows, spread evenly.
pub(super) fn compare(observed: &[f64], predicted: &[f64]) -> GoodnessOfFit {
    let points = spread(observed.len(), POINTS)
        .map(|row| (observed[row], predicted[row]))
        // JSON has no infinity, and a chart cannot show it.
        .filter(|(_, predicted)| predicted.is_finite())
        .collect();
    GoodnessOfFit::Points { points }
}

/// Checks points from a file, which anybody may have written.
pub(super) fn check(model: &Model, goodness: &GoodnessOfFit) -> Result<(), String> {
    match goodness {
        GoodnessOfFit::Points { points } if points.len() <= model.rows() => Ok(()),
        _ => Err("its predictions are not those of its model".to_owned()),
    }
}

/// The points as a scatter plot.
pub(super) fn picture(subject: &Subject<'_>, goodness: &GoodnessOfFit) -> FitPicture {
    let GoodnessOfFit::Points { points } = goodness else {
        return FitPicture::default();
    };
    let rows = subject.model.rows();
    let note = (points.len() < rows).then(|| {
        html! {
            "The picture shows " (count(points.len())) " of " (count(rows))
            " rows, spread evenly over the table"
            @if points.len() < POINTS { "; rows without a finite prediction are left out" } "."
        }
    });
    let picture = (!points.is_empty()).then(|| {
        let description = format!(
            "One dot for each of {}. On the dashed diagonal, prediction and observation are equal.",
            plural(points.len(), "row", "rows")
        );
        let alternative = TextAlternative {
            id: "fit-chart",
            title: "Predicted against observed values, training rows",
            description: &description,
        };
        html! {
            (chart::scatter(&alternative, points))
            figcaption { "Training rows. On the dashed line, prediction and observation are equal." }
        }
    });
    FitPicture {
        note,
        picture,
        table: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_spread_over_all_rows() {
        let values: Vec<f64> = (0..5000).map(f64::from).collect();
        let of = |rows| match compare(&values[..rows], &values[..rows]) {
            GoodnessOfFit::Points { points } => points,
            other => panic!("{other:?}"),
        };
        let kept = of(values.len());
        assert_eq!(kept.len(), POINTS);
        assert_eq!(kept[0].0, 0.0);
        assert_eq!(kept[POINTS - 1].0, 4997.0);
        assert_eq!(of(3).len(), 3);
    }
}
