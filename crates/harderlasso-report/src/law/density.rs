//! Predicted against observed numbers, for every law that predicts a number: how
//! many rows fall into each square of a coarse grid. The rows themselves are not
//! kept.

use super::{FitPicture, GoodnessOfFit, Subject};
use crate::bins::Bins;
use crate::chart::{self, TextAlternative};
use crate::text::{count, plural};
use harderlasso::Model;
use maud::html;

/// Parts of each direction: few for few rows, so that a square does not say more
/// about a row than roughly where it is.
const FEWEST: usize = 15;
const MOST: usize = 50;

/// From this many rows on, a few wild values must not press all others into one
/// square.
const MANY: usize = 200;
/// The share of the values on each side that may be wild.
const WILD: f64 = 0.005;

/// Counts the rows in squares.
pub(super) fn compare(observed: &[f64], predicted: &[f64]) -> GoodnessOfFit {
    let finite: Vec<(f64, f64)> = observed
        .iter()
        .copied()
        .zip(predicted.iter().copied())
        .filter(|(_, predicted)| predicted.is_finite())
        .collect();
    let mut values: Vec<f64> = finite.iter().flat_map(|&(o, p)| [o, p]).collect();
    values.sort_unstable_by(f64::total_cmp);
    let parts = (2.2 * (observed.len() as f64).sqrt()) as usize;
    let bins = Bins::over(range(&values), parts.clamp(FEWEST, MOST));
    let [low, high] = bins.ends();
    let mut counts = vec![vec![0; bins.count]; bins.count];
    let mut beyond = 0;
    for (observed, predicted) in finite {
        counts[bins.place(observed)][bins.place(predicted)] += 1;
        beyond += usize::from([observed, predicted].iter().any(|v| *v < low || *v > high));
    }
    GoodnessOfFit::Density {
        bins,
        counts,
        beyond,
    }
}

/// The range of sorted values that is shown: all of it, unless a few wild values
/// take more than half of it.
fn range(sorted: &[f64]) -> [f64; 2] {
    let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else {
        return [0.0, 1.0];
    };
    // Each row has two values.
    if sorted.len() < 2 * MANY {
        return [low, high];
    }
    let last = (sorted.len() - 1) as f64;
    let [inner_low, inner_high] =
        [WILD, 1.0 - WILD].map(|share| sorted[(share * last).round() as usize]);
    if inner_high > inner_low && (inner_high - inner_low) < (high - low) / 2.0 {
        [inner_low, inner_high]
    } else {
        [low, high]
    }
}

/// Checks counts from a file, which anybody may have written.
pub(super) fn check(model: &Model, goodness: &GoodnessOfFit) -> Result<(), String> {
    let is_sound = match goodness {
        GoodnessOfFit::Density {
            bins,
            counts,
            beyond,
        } => {
            let square = counts.len() == bins.count && counts.iter().all(|l| l.len() == bins.count);
            let rows = rows(counts);
            bins.is_sound()
                && square
                && rows.is_some_and(|rows| rows <= model.rows() && *beyond <= rows)
        }
        GoodnessOfFit::Confusion { .. } => false,
    };
    match is_sound {
        true => Ok(()),
        false => Err("its predictions are not those of its model".to_owned()),
    }
}

/// All rows; nothing if a forged sum would overflow.
fn rows(counts: &[Vec<usize>]) -> Option<usize> {
    let mut all = counts.iter().flatten();
    all.try_fold(0usize, |sum, &count| sum.checked_add(count))
}

/// The squares as a picture. A model without features predicts one number, which
/// needs no picture.
pub(super) fn picture(subject: &Subject<'_>, goodness: &GoodnessOfFit) -> FitPicture {
    let GoodnessOfFit::Density {
        bins,
        counts,
        beyond,
    } = goodness
    else {
        return FitPicture::default();
    };
    if subject.model.selected().is_empty() {
        return FitPicture {
            note: Some(html! {
                "A picture of predicted against observed values would show a flat line, so there is none."
            }),
            ..FitPicture::default()
        };
    }
    let shown = rows(counts).unwrap_or(0);
    let lost = subject.model.rows().saturating_sub(shown);
    let note = html! {
        "The picture counts the rows in squares; it and the model file hold no value of a single row."
        @if *beyond > 0 {
            " " (plural(*beyond, "row with a value", "rows with values")) " beyond its ends "
            @if *beyond == 1 { "is" } @else { "are" } " drawn in the outermost squares."
        }
        @if lost > 0 {
            " " (plural(lost, "row", "rows")) " without a finite prediction "
            @if lost == 1 { "is" } @else { "are" } " left out."
        }
    };
    let most = counts.iter().flatten().copied().max().unwrap_or(0);
    let description = format!(
        "{} in squares of observed and predicted values. On the dashed diagonal, prediction and \
         observation are equal.",
        plural(shown, "row", "rows")
    );
    let alternative = TextAlternative {
        id: "fit-chart",
        title: "Predicted against observed values, training rows",
        description: &description,
    };
    FitPicture {
        note: Some(note),
        picture: Some(html! {
            (chart::density(&alternative, bins, counts))
            figcaption {
                "Training rows, counted in squares: the stronger the colour, the more rows, up to " (count(most))
                ". On the dashed line, prediction and observation are equal."
            }
        }),
        table: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> (Bins, Vec<Vec<usize>>, usize) {
        match compare(values, values) {
            GoodnessOfFit::Density {
                bins,
                counts,
                beyond,
            } => (bins, counts, beyond),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_row_is_counted_once() {
        for rows in [2, 20, 5000] {
            let values: Vec<f64> = (0..rows).map(f64::from).collect();
            let (bins, counts, beyond) = of(&values);
            assert_eq!(super::rows(&counts), Some(rows as usize));
            assert_eq!(beyond, 0);
            assert!((3..=MOST + 2).contains(&bins.count), "{rows}: {bins:?}");
        }
    }

    #[test]
    fn a_wild_value_does_not_hide_the_others() {
        let mut values: Vec<f64> = (0..1000).map(f64::from).collect();
        values[0] = 1e9;
        let (bins, _, beyond) = of(&values);
        assert!(bins.ends()[1] < 2000.0 && beyond >= 1);
    }
}
