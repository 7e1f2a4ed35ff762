//! How the prediction depends on each selected feature.

use crate::bins::Bins;
use crate::error::Error;
use harderlasso::{Design, Model};
use serde::{Deserialize, Serialize};

/// Selected features whose effect is computed: the most important ones.
pub(crate) const EFFECTS: usize = 60;

/// About how many places a curve is computed at, evenly spaced.
const EVEN: usize = 48;

/// Up to this many distinct values are taken as they are, if there are
/// [`REPEATED`] times as many rows: otherwise they would be the values of rows.
const DISTINCT: usize = 12;
const REPEATED: usize = 3;

/// Bars of the histogram of the observed values: few for few rows.
const FEWEST_BARS: usize = 8;
const MOST_BARS: usize = 30;

/// Rows that an effect is averaged over, spread evenly over the table.
pub(crate) const AVERAGED: usize = 200;

/// The prediction of a model as a function of one feature, averaged over rows of
/// the table in which the other selected features keep their values (partial
/// dependence). With the others at their means instead, a classifier of skewed
/// features can be so certain that no feature seems to matter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// The feature, as a position among the columns of the design.
    pub column: usize,
    /// The observed values of the feature.
    pub values: Histogram,
    /// Values of the feature at which the prediction was computed, rising.
    pub grid: Vec<f64>,
    /// The classes that have a curve, as positions in [`Model::classes`]: the
    /// second one of two, or up to 12 of the most frequent ones; none where the
    /// target is no class.
    pub classes: Vec<usize>,
    /// One curve per class, with the probability of that class at each place of
    /// the grid; or one curve with the prediction.
    pub curves: Vec<Vec<f64>>,
}

/// A histogram of the observed values of a feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Histogram {
    /// The range that is shown, with round ends: at least the middle 98 % of the
    /// values, or all of them where that is a single value.
    pub range: (f64, f64),
    /// Whether the feature has few distinct values, all of which are in the
    /// grid.
    pub distinct: bool,
    /// Values in equal parts of the range; for a feature of few values, rows
    /// with each value of the grid.
    pub counts: Vec<usize>,
    /// Values outside of the range.
    pub beyond: usize,
    /// Missing values.
    pub missing: usize,
}

/// The effect curves of a law of the target.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Curves {
    /// See [`Effect::classes`].
    pub(crate) classes: Vec<usize>,
    /// Whether the prediction of a linear model is linear in its features.
    pub(crate) is_identity_link: bool,
}

/// Effects of the most important features of a model.
pub(crate) fn measure(
    model: &Model,
    design: &Design,
    curves: &Curves,
) -> Result<Vec<Effect>, Error> {
    let rows = sample(model, design);
    model
        .by_importance()
        .into_iter()
        .take(EFFECTS)
        .map(|input| one(model, design, &rows, input, curves))
        .collect()
}

/// The selected columns of rows that are spread evenly over the table.
fn sample(model: &Model, design: &Design) -> Vec<Vec<f64>> {
    let row = |row: usize| {
        let selected = model.selected().iter();
        selected.map(|&column| design.column(column)[row]).collect()
    };
    spread(design.rows(), AVERAGED).map(row).collect()
}

/// At most `most` of a number of rows, spread evenly.
pub(crate) fn spread(rows: usize, most: usize) -> impl Iterator<Item = usize> {
    let kept = rows.min(most);
    (0..kept).map(move |place| place * rows / kept)
}

fn one(
    model: &Model,
    design: &Design,
    rows: &[Vec<f64>],
    input: usize,
    asked: &Curves,
) -> Result<Effect, Error> {
    let column = model.selected()[input];
    let (values, grid) = look(design.column(column));
    let outputs: &[usize] = match &asked.classes[..] {
        [] => &[0],
        classes => classes,
    };
    // A straight line is known from its first point and the coefficient, which
    // saves most of the time.
    let slope = model
        .coefficients()
        .filter(|_| asked.is_identity_link)
        .map(|coefficients| coefficients[0][column]);
    let computed = if slope.is_some() { 1 } else { grid.len() };
    let mut curves = vec![vec![0.0; grid.len()]; outputs.len()];
    for row in rows {
        let mut row = row.clone();
        for (place, &value) in grid[..computed].iter().enumerate() {
            row[input] = value;
            let answer = model.predict_row(&row)?;
            for (curve, &output) in curves.iter_mut().zip(outputs) {
                curve[place] += answer[output] / rows.len() as f64;
            }
        }
    }
    if let Some(slope) = slope {
        let (first, start) = (curves[0][0], grid[0]);
        for (value, place) in curves[0].iter_mut().zip(&grid) {
            // The difference of two places may overflow.
            *value = first + (slope * place - slope * start);
        }
    }
    if curves.iter().flatten().any(|value| !value.is_finite()) {
        return Err(Error::Engine(harderlasso::Error::NotFinite {
            place: format!("in the effect of {}", design.names()[column]),
        }));
    }
    Ok(Effect {
        column,
        values,
        grid,
        classes: asked.classes.clone(),
        curves,
    })
}

/// The values of a column, and the grid on which its effect is computed.
fn look(observed: &[f64]) -> (Histogram, Vec<f64>) {
    let mut sorted: Vec<f64> = observed.iter().copied().filter(|v| !v.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let missing = observed.len() - sorted.len();
    // −0 and 0 are one value.
    let mut distinct: Vec<f64> = sorted.iter().map(|value| value + 0.0).collect();
    distinct.dedup();
    let is_repeated = distinct.len() <= 2 || distinct.len() * REPEATED <= sorted.len();
    if distinct.len() <= DISTINCT && is_repeated {
        let counts = distinct
            .iter()
            .map(|value| sorted.iter().filter(|&other| other == value).count())
            .collect();
        let range = (
            distinct.first().copied().unwrap_or(0.0),
            distinct.last().copied().unwrap_or(0.0),
        );
        let values = Histogram {
            range,
            distinct: true,
            counts,
            beyond: 0,
            missing,
        };
        return (values, distinct);
    }
    let last = sorted.len() - 1;
    let quantile = |share: f64| sorted[(share * last as f64).round() as usize];
    let mut range = [quantile(0.01), quantile(0.99)];
    if range[0] == range[1] {
        range = [sorted[0], sorted[last]];
    }
    let bars = (2.2 * (sorted.len() as f64).sqrt()) as usize;
    let bins = Bins::over(range, bars.clamp(FEWEST_BARS, MOST_BARS));
    let [low, high] = bins.ends();
    let mut counts = vec![0; bins.count];
    let mut beyond = 0;
    for &value in &sorted {
        if (low..=high).contains(&value) {
            counts[bins.place(value)] += 1;
        } else {
            beyond += 1;
        }
    }
    let fine = EVEN.div_ceil(bins.count);
    let inside = |place: usize| match place % fine {
        0 => bins.edge(place / fine),
        part => {
            let share = part as f64 / fine as f64;
            let part = place / fine;
            bins.edge(part) * (1.0 - share) + bins.edge(part + 1) * share
        }
    };
    let grid = (0..=bins.count * fine).map(inside).collect();
    let values = Histogram {
        range: (low, high),
        distinct: false,
        counts,
        beyond,
        missing,
    };
    (values, grid)
}

impl Effect {
    /// Checks an effect from a file, which anybody may have written.
    pub(crate) fn check(&self, model: &Model) -> Result<(), String> {
        let classes = model.classes().len();
        let curves = self.classes.len().max(1);
        let bars = self.values.counts.len();
        let has_bars = match self.values.distinct {
            true => bars == self.grid.len(),
            false => (1..=self.grid.len()).contains(&bars),
        };
        let rows = self
            .values
            .counts
            .iter()
            .chain([&self.values.beyond, &self.values.missing])
            .try_fold(0usize, |sum, &count| sum.checked_add(count));
        let (low, high) = self.values.range;
        let sound = model.selected().contains(&self.column)
            && self.classes.iter().all(|&class| class < classes)
            && !self.grid.is_empty()
            && self.grid.windows(2).all(|pair| pair[0] < pair[1])
            && low <= high
            && self.curves.len() == curves
            && self
                .curves
                .iter()
                .all(|curve| curve.len() == self.grid.len())
            && has_bars
            && rows == Some(model.rows());
        if sound {
            Ok(())
        } else {
            Err(format!(
                "the effect of column {} is not one of its model",
                self.column
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_taken_as_they_are() {
        let (values, grid) = look(&[1.0, 0.0, f64::NAN, 1.0, -0.0]);
        assert_eq!(grid, [0.0, 1.0]);
        assert_eq!(values.counts, [2, 2]);
        assert_eq!((values.missing, values.distinct), (1, true));
    }

    #[test]
    fn values_of_single_rows_are_not_kept() {
        let column = [3.1716, 1.4242, 2.7283, 1.6281, 9.9999];
        let (values, grid) = look(&column);
        assert!(!values.distinct);
        assert!(column.iter().all(|value| !grid.contains(value)));
        assert_eq!(values.counts.iter().sum::<usize>() + values.beyond, 5);
    }

    #[test]
    fn many_values_give_a_grid_over_their_middle() {
        let mut column: Vec<f64> = (0..1000).map(f64::from).collect();
        column[999] = 1e9;
        let (values, grid) = look(&column);
        assert_eq!(values.range, (0.0, 1000.0));
        assert_eq!((grid[0], grid[grid.len() - 1]), (0.0, 1000.0));
        assert_eq!(values.counts.iter().sum::<usize>() + values.beyond, 1000);
        assert!(grid.len() > EVEN && grid.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn a_column_that_is_nearly_always_the_same_shows_all_of_its_range() {
        let mut column = vec![0.0; 5000];
        for (value, place) in column.iter_mut().zip(0..20) {
            *value = f64::from(place);
        }
        assert_eq!(look(&column).0.range, (0.0, 19.0));
    }

    #[test]
    fn the_widest_range_can_be_shown() {
        let column: Vec<f64> = (-7..=7)
            .map(|step| f64::from(step) / 7.0 * f64::MAX)
            .collect();
        let (values, grid) = look(&column);
        assert!(grid.iter().all(|value| value.is_finite()));
        assert_eq!(values.counts.iter().sum::<usize>() + values.beyond, 15);
    }
}
