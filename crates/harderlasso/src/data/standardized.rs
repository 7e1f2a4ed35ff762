use super::Design;
use crate::error::Error;
use crate::linalg::{Columns, dot};
use crate::rng::Seed;
use rand_distr::{Distribution, StandardNormal};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// A column whose spread is below this fraction of its largest value is the
/// rounding error of a constant.
const CONSTANT: f64 = 1e-14;

/// Standardized columns that differ by no more than this anywhere are copies.
const SAME: f64 = 1e-10;

/// The columns that can be selected, centred and scaled to variance 1
/// (divisor n), in an order that depends on their contents alone. Constant
/// columns are not among them, and of copies only one is.
///
/// The order matters because coordinate descent and random starts visit
/// columns by position. Sorting them first by their association with the target
/// makes the fit independent of the order in which a table lists its columns.
#[derive(Clone, Debug)]
pub(crate) struct Standardized {
    /// The standardized columns.
    pub(crate) columns: Columns<f64>,
    /// Position in the design of each standardized column.
    pub(crate) origin: Vec<usize>,
    /// Mean of every column of the design, over the values that are there.
    pub(crate) means: Vec<f64>,
    /// Standard deviation of every column of the design; 0 for constants.
    pub(crate) scales: Vec<f64>,
}

impl Standardized {
    /// Standardizes a design. `score` rates a standardized column; the columns
    /// come out by falling score, and by content where scores are equal. Rows
    /// come out multiplied by `factors`, if there are any.
    pub(crate) fn new(
        design: &Design,
        factors: Option<&[f64]>,
        score: impl Fn(&[f64]) -> f64 + Sync,
    ) -> Result<Self, Error> {
        let rows = design.rows();
        let moments = all_moments(design)?;
        let scaled_into = |column: usize, out: &mut [f64]| {
            scale_into(design.column(column), moments[column], out);
            if let Some(factors) = factors {
                out.iter_mut()
                    .zip(factors)
                    .for_each(|(out, factor)| *out *= factor);
            }
        };
        let mut ranked = rated(&moments, rows, scaled_into, score);
        ranked.par_sort_by(|a, b| {
            b.score
                .total_cmp(&a.score)
                .then_with(|| by_content(design.column(a.column), design.column(b.column)))
        });
        let copies = copies(&ranked, rows, scaled_into);
        let origin: Vec<usize> = (0..ranked.len())
            .filter(|position| !copies.contains_key(position))
            .map(|position| ranked[position].column)
            .collect();
        let mut values = vec![0.0; rows * origin.len()];
        values
            .par_chunks_exact_mut(rows)
            .zip(&origin)
            .for_each(|(out, &column)| scaled_into(column, out));
        let (means, scales) = moments.into_iter().unzip();
        Ok(Self {
            columns: Columns::new(values, rows),
            origin,
            means,
            scales,
        })
    }
}

impl Design {
    /// Groups of columns that carry the same information: equal, or equal up to their
    /// unit, their mean and their sign. Of each group a fit takes one column only.
    /// Constant columns are in no group.
    ///
    /// # Errors
    /// If a column has no value in any row.
    pub fn copies(&self) -> Result<Vec<Vec<usize>>, Error> {
        let rows = self.rows();
        let moments = all_moments(self)?;
        let scaled_into = |column: usize, out: &mut [f64]| {
            scale_into(self.column(column), moments[column], out);
        };
        let ranked = rated(&moments, rows, scaled_into, |_| 0.0);
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (later, earlier) in copies(&ranked, rows, scaled_into) {
            let [later, earlier] = [later, earlier].map(|place| ranked[place].column);
            let group = groups.entry(earlier).or_insert_with(|| vec![earlier]);
            group.push(later);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.iter_mut().for_each(|group| group.sort_unstable());
        Ok(groups)
    }
}

/// A column in units of its standard deviation, with missing values at its mean.
fn scale_into(column: &[f64], (mean, scale): (f64, f64), out: &mut [f64]) {
    for (out, &value) in out.iter_mut().zip(column) {
        let centred = value - mean;
        *out = if value.is_nan() {
            0.0
        } else if centred.is_finite() {
            centred / scale
        } else {
            value / scale - mean / scale
        };
    }
}

/// A column that is to be sorted into its place.
struct Ranked {
    score: f64,
    /// Length of its projection on a random direction: equal for copies, and
    /// for hardly any others.
    shadow: f64,
    column: usize,
}

/// The columns that are not constant, in their order, with their scores.
fn rated(
    moments: &[(f64, f64)],
    rows: usize,
    scaled_into: impl Fn(usize, &mut [f64]) + Sync,
    score: impl Fn(&[f64]) -> f64 + Sync,
) -> Vec<Ranked> {
    let direction = random_direction(rows);
    (0..moments.len())
        .into_par_iter()
        .filter(|&column| moments[column].1 > 0.0)
        .map_init(
            || vec![0.0; rows],
            |buffer, column| {
                scaled_into(column, buffer);
                Ranked {
                    score: score(buffer),
                    shadow: dot(buffer, &direction).abs(),
                    column,
                }
            },
        )
        .collect()
}

fn random_direction(rows: usize) -> Vec<f64> {
    StandardNormal
        .sample_iter(Seed::new(0).rng())
        .take(rows)
        .collect()
}

/// Positions of columns that are copies of one before them, or its mirror
/// image, with the position of that one. They carry the same information, so no fit can choose among them.
fn copies(
    ranked: &[Ranked],
    rows: usize,
    scaled_into: impl Fn(usize, &mut [f64]),
) -> HashMap<usize, usize> {
    let mut by_shadow: Vec<usize> = (0..ranked.len()).collect();
    by_shadow.sort_by(|&a, &b| {
        ranked[a]
            .shadow
            .total_cmp(&ranked[b].shadow)
            .then(a.cmp(&b))
    });
    let is_near = |a: usize, b: usize| {
        let (a, b) = (ranked[a].shadow, ranked[b].shadow);
        (a - b).abs() <= SAME * rows as f64
    };
    let mut copies = HashMap::new();
    let (mut one, mut other) = (vec![0.0; rows], vec![0.0; rows]);
    for group in by_shadow.chunk_by(|&a, &b| is_near(a, b)) {
        let mut group = group.to_vec();
        group.sort_unstable();
        for (place, &later) in group.iter().enumerate().skip(1) {
            scaled_into(ranked[later].column, &mut one);
            for &earlier in group[..place].iter().filter(|e| !copies.contains_key(*e)) {
                scaled_into(ranked[earlier].column, &mut other);
                if is_same(&one, &other, 1.0) || is_same(&one, &other, -1.0) {
                    copies.insert(later, earlier);
                    break;
                }
            }
        }
    }
    copies
}

fn is_same(a: &[f64], b: &[f64], sign: f64) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - sign * b).abs() <= SAME)
}

fn by_content(a: &[f64], b: &[f64]) -> std::cmp::Ordering {
    a.iter()
        .zip(b)
        .map(|(x, y)| x.total_cmp(y))
        .find(|order| order.is_ne())
        .unwrap_or(std::cmp::Ordering::Equal)
}

/// The mean and the standard deviation of every column.
fn all_moments(design: &Design) -> Result<Vec<(f64, f64)>, Error> {
    (0..design.columns())
        .into_par_iter()
        .map(|column| moments(design, column))
        .collect()
}

/// Mean and standard deviation (divisor n, missing values at the mean) of a
/// column; the deviation is 0 if the column is constant.
fn moments(design: &Design, column: usize) -> Result<(f64, f64), Error> {
    let values = design.column(column);
    let present = || values.iter().copied().filter(|value| !value.is_nan());
    if present().next().is_none() {
        return Err(Error::MissingColumn {
            column,
            name: design.names()[column].clone(),
        });
    }
    // In units of the largest value, so that squares cannot overflow.
    let largest = present().fold(0.0, |most: f64, value| most.max(value.abs()));
    let first = present().next().unwrap_or(0.0);
    if largest == 0.0 || present().all(|value| value == first) {
        return Ok((first, 0.0));
    }
    let (mean, deviation) = match design.weights() {
        None => weighted_moments(values, std::iter::repeat(1.0), largest),
        Some(weights) => weighted_moments(values, weights.iter().copied(), largest),
    };
    if deviation <= CONSTANT {
        return Ok((mean * largest, 0.0));
    }
    Ok((mean * largest, deviation * largest))
}

/// Mean and standard deviation in units of `largest`.
fn weighted_moments(
    values: &[f64],
    weights: impl Iterator<Item = f64> + Clone,
    largest: f64,
) -> (f64, f64) {
    let present = || {
        let pairs = values.iter().zip(weights.clone());
        pairs.filter(|(value, _)| !value.is_nan())
    };
    let there: f64 = present().map(|(_, weight)| weight).sum();
    let mean = present()
        .map(|(value, weight)| weight * (value / largest))
        .sum::<f64>()
        / there;
    let squares: f64 = present()
        .map(|(value, weight)| weight * ((value / largest - mean) * (value / largest - mean)))
        .sum();
    let total: f64 = weights.take(values.len()).sum();
    (mean, (squares / total).sqrt())
}
