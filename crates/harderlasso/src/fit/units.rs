//! The noise units that a fit is tried in.

use super::problem::Problem;
use crate::departure::Departure;
use crate::law::Loss;
use crate::null::width_factor;

/// The noise units of a problem, the largest first.
///
/// Deeper networks divide them by `π_L`, as that is what multiplies their λ. A
/// homogeneous penalty gives the same answer in every unit.
pub(super) fn noise_units(problem: &Problem<'_>) -> Vec<f64> {
    let (settings, policy) = (problem.settings, problem.loss.policy());
    let mut units = match problem.requests_linear() {
        true => policy.linear_units.values(),
        false => policy.network_units.values(),
    };
    if settings.penalty.is_homogeneous() || !settings.takes(Departure::Units) {
        units.truncate(1);
    }
    let depth = width_factor(&settings.hidden);
    units.iter_mut().for_each(|unit| *unit /= depth);
    units
}
