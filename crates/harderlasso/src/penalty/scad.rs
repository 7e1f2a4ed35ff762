use super::{Family, PenaltyConstant, Rho, lowest, threshold_by_bisection};
use serde::{Deserialize, Serialize};

/// Smoothly clipped absolute deviation (Fan and Li), scaled to slope 1 at zero:
///
/// `ρ'(t) = 1` up to the knee `k`, then falling linearly to 0 at `a k`.
///
/// The usual λ of the literature plays two parts, slope and knee. Here the
/// slope is the weight handed to [`Rho::prox`]; the knee is a length in the
/// unit of θ and does not move with the step size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scad {
    /// Where the penalty becomes flat, in knees; above 2.
    pub a: f64,
}

/// [`Scad`] with its knee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScadFunction {
    a: f64,
    knee: f64,
}

impl Family for Scad {
    const NAME: &'static str = "scad";
    const USUAL: Self = Self { a: 3.7 };
    type Function = ScadFunction;

    fn function(&self, _nu: f64, knee: f64) -> ScadFunction {
        debug_assert!(self.a > 2.0 && knee > 0.0, "{self:?}, knee = {knee}");
        ScadFunction { a: self.a, knee }
    }

    fn constant(&self) -> Option<PenaltyConstant> {
        Some(PenaltyConstant {
            name: "a",
            symbol: "a",
            value: self.a,
            between: (2.0, f64::INFINITY),
            range: "a finite number above 2",
        })
    }
}

impl Rho for ScadFunction {
    fn value(&self, t: f64) -> f64 {
        let (a, k) = (self.a, self.knee);
        if t <= k {
            t
        } else if t <= a * k {
            k + (a * k * (t - k) - 0.5 * (t * t - k * k)) / ((a - 1.0) * k)
        } else {
            0.5 * (a + 1.0) * k
        }
    }

    fn slope(&self, t: f64) -> f64 {
        let (a, k) = (self.a, self.knee);
        ((a * k - t) / ((a - 1.0) * k)).clamp(0.0, 1.0)
    }

    fn prox(&self, z: f64, weight: f64) -> f64 {
        let (a, k, target) = (self.a, self.knee, z.abs());
        let soft = (target - weight).clamp(0.0, k);
        // Between the knees the problem is a parabola of this curvature; when
        // it opens downwards only the ends of the piece can be minima.
        let curvature = 1.0 - weight / ((a - 1.0) * k);
        let middle = if curvature > 0.0 {
            ((target - weight * a / (a - 1.0)) / curvature).clamp(k, a * k)
        } else {
            k
        };
        lowest(
            self,
            target,
            weight,
            &[0.0, soft, middle, target.max(a * k)],
        )
        .copysign(z)
    }

    fn threshold(&self, weight: f64) -> f64 {
        threshold_by_bisection(self, weight)
    }
}
