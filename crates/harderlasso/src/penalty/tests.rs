//! The laws of every penalty in [`Penalty::ALL`], under generated constants.

use super::{Harder, Mcp, Penalty, PenaltyConstant, Rho, Scad, ScaledPenalty};
use crate::error::Error;
use proptest::prelude::*;

/// Numbers spread evenly over the orders of magnitude `10^from … 10^to`.
fn magnitude(from: f64, to: f64) -> impl Strategy<Value = f64> {
    (from..to).prop_map(|exponent| 10f64.powf(exponent))
}

/// The same kind of penalty with another value of its constant. A saved penalty
/// has the constant under its name.
fn with_constant(penalty: Penalty, constant: &PenaltyConstant, value: f64) -> Penalty {
    let mut saved = serde_json::to_value(penalty).unwrap();
    saved[constant.name] = value.into();
    serde_json::from_value(saved).unwrap()
}

/// Every kind of penalty, with its usual constant or with one that lies a `share`
/// of the way through its range.
fn penalties() -> impl Strategy<Value = Penalty> {
    let kinds = prop::sample::select(Penalty::ALL.to_vec());
    (kinds, prop::option::weighted(0.9, 0.0..1.0)).prop_map(|(penalty, share)| {
        let (Some(constant), Some(share)) = (penalty.constant(), share) else {
            return penalty;
        };
        let (low, high): (f64, f64) = constant.between;
        let (first, last) = match high.is_finite() {
            true => (low + 0.02 * (high - low), high - 0.02 * (high - low)),
            false => (low + 0.05, low + 19.0),
        };
        with_constant(penalty, &constant, first + share * (last - first))
    })
}

/// A penalty at some moment of a fit, and its unit.
fn scaled_penalties() -> impl Strategy<Value = (ScaledPenalty, f64)> {
    let unit = magnitude(-3.0, 3.0);
    let knee = magnitude(-2.0, 2.0);
    (penalties(), 0.02..0.98, unit, knee)
        .prop_map(|(penalty, nu, unit, knee)| (penalty.scaled(nu, unit, knee), unit))
}

/// What a prox minimizes: `½(z − θ)² + weight · ρ(|θ|)`.
struct ProxObjective {
    shape: ScaledPenalty,
    z: f64,
    weight: f64,
}

impl ProxObjective {
    fn at(&self, theta: f64) -> f64 {
        0.5 * (self.z - theta).powi(2) + self.weight * self.shape.value(theta.abs())
    }

    /// A bound of the rounding error at any `|θ| ≤ |z|`.
    fn rounding(&self) -> f64 {
        1e-14 * (0.5 * self.z * self.z + self.weight * self.shape.value(self.z.abs()))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_point_of_a_grid_beats_the_prox(
        (shape, unit) in scaled_penalties(),
        z in magnitude(-3.0, 3.0),
        weight in magnitude(-3.0, 3.0),
    ) {
        let objective = ProxObjective { shape, z: z * unit, weight: weight * unit };
        let theta = shape.prox(objective.z, objective.weight);
        let reached = objective.at(theta);
        let coarse = (-500..=2000).map(|i| f64::from(i) / 2000.0 * objective.z);
        let fine = (-200..=200).map(|i| theta * (1.0 + f64::from(i) * 1e-5));
        for other in coarse.chain(fine) {
            let cost = objective.at(other);
            prop_assert!(
                reached <= cost + objective.rounding(),
                "the prox {theta} costs {reached}, {other} costs {cost}"
            );
        }
    }

    #[test]
    fn the_threshold_is_where_the_prox_leaves_zero(
        (shape, unit) in scaled_penalties(),
        weight in magnitude(-3.0, 3.0),
    ) {
        let weight = weight * unit;
        let threshold = shape.threshold(weight);
        // Beyond |z| = weight zero is no local minimum: the slope there is 1.
        prop_assert!(threshold > 0.0 && threshold <= weight * (1.0 + 1e-12));
        prop_assert_eq!(shape.prox(threshold * (1.0 - 1e-6), weight), 0.0);
        prop_assert!(shape.prox(threshold * (1.0 + 1e-6), weight) > 0.0);
    }

    #[test]
    fn beyond_the_threshold_the_shortcut_is_the_prox(
        (shape, unit) in scaled_penalties(),
        weight in magnitude(-3.0, 3.0),
        excess in magnitude(-6.0, 3.0),
        negative: bool,
    ) {
        let weight = weight * unit;
        let size = shape.threshold(weight) * (1.0 + excess);
        let z = if negative { -size } else { size };
        prop_assert_eq!(shape.prox_beyond(z, weight), shape.prox(z, weight));
    }

    #[test]
    fn the_prox_is_odd_and_rising_and_shrinks(
        (shape, unit) in scaled_penalties(),
        weight in magnitude(-3.0, 3.0),
        z in magnitude(-3.0, 3.0),
        further in magnitude(-6.0, 1.0),
    ) {
        let (z, weight) = (z * unit, weight * unit);
        let theta = shape.prox(z, weight);
        prop_assert_eq!(shape.prox(-z, weight), -theta);
        prop_assert!((0.0..=z).contains(&theta));
        prop_assert!(shape.prox(z * (1.0 + further), weight) >= theta);
    }

    #[test]
    fn the_prox_survives_extreme_numbers(
        penalty in penalties(),
        nu in 0.001..0.999,
        weight in magnitude(-300.0, 10.0),
        z in magnitude(-300.0, 100.0),
    ) {
        let shape = penalty.scaled(nu, 1.0, 1.0);
        let theta = shape.prox(z, weight);
        prop_assert!((0.0..=z).contains(&theta), "prox({z}) with weight {weight} is {theta}");
    }

    /// Where a root finder is most likely to fail: at the first numbers beyond
    /// the threshold the jump may be smaller than the rounding error.
    #[test]
    fn the_prox_survives_the_first_numbers_beyond_the_threshold(
        penalty in penalties(),
        nu in 0.001..0.999,
        weight in magnitude(-12.0, 10.0),
    ) {
        let shape = penalty.scaled(nu, 1.0, 1.0);
        let mut z = shape.threshold(weight);
        for _ in 0..8 {
            z = z.next_up();
            for theta in [shape.prox(z, weight), shape.prox_beyond(z, weight)] {
                prop_assert!((0.0..=z).contains(&theta), "prox({z}) with weight {weight} is {theta}");
            }
        }
    }

    #[test]
    fn every_penalty_starts_at_zero_with_slope_one(
        penalty in penalties(),
        nu in 0.02..0.9,
        unit in magnitude(-3.0, 3.0),
        knee in magnitude(-2.0, 2.0),
    ) {
        let penalty = match penalty {
            // `t^(1−ν)` vanishes too slowly to be seen for ν near 1.
            Penalty::Harder(Harder { nu }) => Penalty::Harder(Harder { nu: nu.min(0.9) }),
            other => other,
        };
        let shape = penalty.scaled(nu, unit, knee);
        prop_assert_eq!(shape.value(0.0), 0.0);
        prop_assert_eq!(shape.slope(0.0), 1.0);
        let tiny = 1e-200;
        prop_assert!((shape.value(tiny) / tiny - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_slope_is_the_derivative_of_the_value(
        (shape, unit) in scaled_penalties(),
        t in magnitude(-3.0, 3.0),
    ) {
        let t = t * unit;
        let h = 1e-6 * t;
        let difference = (shape.value(t + h) - shape.value(t - h)) / (2.0 * h);
        // At a knee the slope itself bends by 1e-6; rounding is below 1e-9.
        prop_assert!((shape.slope(t) - difference).abs() < 1e-5);
    }

    #[test]
    fn every_penalty_is_rising_and_concave(
        (shape, unit) in scaled_penalties(),
        s in magnitude(-3.0, 3.0),
        t in magnitude(-3.0, 3.0),
    ) {
        let (low, high) = (s.min(t) * unit, s.max(t) * unit);
        let rounding = 1e-14 * shape.value(high);
        prop_assert!(shape.value(low) <= shape.value(high) + rounding);
        prop_assert!(shape.slope(low) >= shape.slope(high) && shape.slope(high) >= 0.0);
        let chord = 0.5 * (shape.value(low) + shape.value(high));
        prop_assert!(shape.value(0.5 * (low + high)) >= chord - rounding);
    }

    /// `κ^(1−ν/2) + κ^(ν/2) = sqrt(2t(1−ν))` for the jump and
    /// `φ = κ/2 + t/(1 + κ^(1−ν))` for the threshold (paper, theorem on
    /// univariate thresholding).
    #[test]
    fn the_jump_of_harder_solves_its_equation(nu in 0.05..0.95, t in magnitude(0.0, 3.0)) {
        let shape = Penalty::Harder(Harder { nu }).scaled(nu, 1.0, 1.0);
        let threshold = shape.threshold(t);
        let jump = shape.prox(threshold * (1.0 + 1e-13), t);
        prop_assert!(jump > 0.0 && jump <= t * (1.0 - nu) / 2.0);
        let left = jump.powf(1.0 - nu / 2.0) + jump.powf(nu / 2.0);
        let right = (2.0 * t * (1.0 - nu)).sqrt();
        prop_assert!((left / right - 1.0).abs() < 1e-9, "{left} and {right}");
        let phi = jump / 2.0 + t / (1.0 + jump.powf(1.0 - nu));
        prop_assert!((threshold / phi - 1.0).abs() < 1e-9, "{threshold} and {phi}");
    }

    /// Fan and Li (2001), equation 2.8, where slope and knee are one λ.
    #[test]
    fn scad_is_the_classical_rule_at_unit_step(z in -20.0..20.0f64, lambda in 0.1..5.0f64) {
        let a = 3.7;
        let size = z.abs();
        let expected = if size <= 2.0 * lambda {
            (size - lambda).max(0.0)
        } else if size <= a * lambda {
            ((a - 1.0) * size - a * lambda) / (a - 2.0)
        } else {
            size
        };
        let found = Penalty::scad().scaled(0.5, 1.0, lambda).prox(z, lambda);
        prop_assert!((found - expected.copysign(z)).abs() < 1e-6 * lambda);
    }

    /// Firm thresholding: Zhang (2010), MCP with orthonormal columns.
    #[test]
    fn mcp_is_the_classical_rule_at_unit_step(z in -20.0..20.0f64, lambda in 0.1..5.0f64) {
        let gamma = 3.0;
        let size = z.abs();
        let expected = if size <= gamma * lambda {
            (size - lambda).max(0.0) / (1.0 - 1.0 / gamma)
        } else {
            size
        };
        let found = Penalty::mcp().scaled(0.5, 1.0, lambda).prox(z, lambda);
        prop_assert!((found - expected.copysign(z)).abs() < 1e-6 * lambda);
    }

    #[test]
    fn only_homogeneous_penalties_forget_the_unit(penalty in penalties()) {
        let (one, ten) = (penalty.scaled(0.5, 1.0, 1.0), penalty.scaled(0.5, 10.0, 1.0));
        let same = (one.value(2.0) - ten.value(2.0)).abs() < 1e-12;
        prop_assert_eq!(same, penalty.is_homogeneous());
    }
}

#[test]
fn the_phases_lead_to_the_concavity_that_was_asked() {
    let gentle = Penalty::Harder(Harder { nu: 0.4 });
    assert_eq!(gentle.concavity(0.9, false), 0.9);
    assert_eq!(gentle.concavity(0.1, false), 0.4);
    assert_eq!(gentle.concavity(0.9, true), 0.4);
    assert_eq!(gentle.concavity(0.1, true), 0.4);
}

#[test]
fn constants_out_of_range_are_refused_by_name_and_value() {
    let harder = |nu| Penalty::Harder(Harder { nu });
    let scad = |a| Penalty::Scad(Scad { a });
    let mcp = |gamma| Penalty::Mcp(Mcp { gamma });
    let refused = [0.0, 1.0, -0.1, 2.0]
        .map(|nu| (harder(nu), "nu", nu))
        .into_iter()
        .chain([2.0, 0.0, -3.0, f64::INFINITY].map(|a| (scad(a), "a", a)))
        .chain([1.0, 0.0, -3.0, f64::INFINITY].map(|gamma| (mcp(gamma), "gamma", gamma)));
    for (penalty, constant, given) in refused {
        match penalty.check() {
            Err(Error::OutOfRange { name, value, .. }) => {
                assert_eq!((name, value), (constant, given));
            }
            other => panic!("{penalty:?} gave {other:?}"),
        }
    }
    for penalty in [harder(f64::NAN), scad(f64::NAN), mcp(f64::NAN)] {
        assert!(matches!(penalty.check(), Err(Error::OutOfRange { .. })));
    }
    for penalty in Penalty::ALL {
        assert_eq!(penalty.check(), Ok(()));
    }
}

#[test]
fn names_lead_back_to_penalties() {
    for penalty in Penalty::ALL {
        assert_eq!(Penalty::from_name(penalty.name()), Ok(penalty));
    }
    assert_eq!(Penalty::from_name("lasso"), Ok(Penalty::l1()));
    let message = Penalty::from_name("ridge").unwrap_err().to_string();
    assert!(message.contains("ridge"));
    for penalty in Penalty::ALL {
        assert!(message.contains(penalty.name()), "{message}");
    }
}
