//! Backward elimination: features that the best candidate does not need.
//!
//! A noise unit smaller than the noise lets in features that explain some of it.
//! There are two rules: an exact test for linear regression, and the score for
//! networks and where views are compared. Classes have a search of their own, see
//! [`neighbours`](super::neighbours).

use super::candidate::{Candidate, Scored};
use super::nearby::Nearby;
use super::refit::Effort;
use crate::error::Error;
use crate::solver::coordinate::Quadratic;
use rayon::prelude::*;

/// The features of a linear regression that are stronger than the strongest of
/// pure noise would be, given the others; the rest is dropped one at a time.
///
/// With the other features projected out, `n − k` directions are left and a
/// useless column lies in a random one; the threshold λ is calibrated for
/// `sqrt(n)` times the cosine of such an angle, so a feature stays if
/// `(n − k) · cos² > λ²`. The rows stand for `observations` n.
pub(super) fn by_noise_test(
    problem: &Quadratic<'_>,
    support: &[usize],
    observations: f64,
    lambda: f64,
) -> Vec<usize> {
    let mut support = support.to_vec();
    while let Some(shares) = problem.partial_shares(&support) {
        let weakest = (0..shares.len()).min_by(|&a, &b| shares[a].total_cmp(&shares[b]));
        match weakest {
            Some(weakest)
                if (observations - support.len() as f64) * shares[weakest] <= lambda * lambda =>
            {
                support.remove(weakest);
            }
            _ => break,
        }
    }
    support
}

/// Drops features, one at a time, as long as that lowers the score. `scored`
/// refits a candidate and scores it.
pub(super) fn by_score(
    mut best: Scored,
    scored: impl Fn(Candidate, Effort) -> Result<Scored, Error> + Sync,
) -> Result<Scored, Error> {
    let mut seen = Nearby::default();
    while best.candidate.columns.len() > 1 {
        seen.add(&best.candidate.columns, best.score);
        let smaller: Vec<Scored> = (0..best.candidate.columns.len())
            .into_par_iter()
            .map(|input| scored(best.candidate.without(input), Effort::Trial))
            .collect::<Result<_, Error>>()?;
        for one in &smaller {
            seen.add(&one.candidate.columns, one.score);
        }
        let smaller = smaller
            .into_iter()
            .min_by(|a, b| a.score.total_cmp(&b.score));
        match smaller {
            Some(smaller) if smaller.score < best.score => {
                best = scored(smaller.candidate, Effort::Full)?;
            }
            _ => break,
        }
    }
    for (columns, difference) in seen.other_than(&best.candidate.columns, best.score) {
        best.nearby.add(&columns, difference);
    }
    Ok(best)
}
