use super::{Family, PenaltyConstant, Rho, lowest, threshold_by_bisection};
use serde::{Deserialize, Serialize};

/// Minimax concave penalty (Zhang), scaled to slope 1 at zero:
///
/// `ρ'(t) = 1 − t/(γ k)` up to `γ k`, then 0, with knee `k`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mcp {
    /// Where the penalty becomes flat, in knees; above 1.
    pub gamma: f64,
}

/// [`Mcp`] with its knee: flat from `γ k` on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McpFunction {
    flat: f64,
}

impl Family for Mcp {
    const NAME: &'static str = "mcp";
    const USUAL: Self = Self { gamma: 3.0 };
    type Function = McpFunction;

    fn function(&self, _nu: f64, knee: f64) -> McpFunction {
        debug_assert!(self.gamma > 1.0 && knee > 0.0, "{self:?}, knee = {knee}");
        McpFunction {
            flat: self.gamma * knee,
        }
    }

    fn constant(&self) -> Option<PenaltyConstant> {
        Some(PenaltyConstant {
            name: "gamma",
            symbol: "γ",
            value: self.gamma,
            between: (1.0, f64::INFINITY),
            range: "a finite number above 1",
        })
    }
}

impl Rho for McpFunction {
    fn value(&self, t: f64) -> f64 {
        let inside = t.min(self.flat);
        inside - 0.5 * inside * inside / self.flat
    }

    fn slope(&self, t: f64) -> f64 {
        (1.0 - t / self.flat).max(0.0)
    }

    fn prox(&self, z: f64, weight: f64) -> f64 {
        let (flat, target) = (self.flat, z.abs());
        // Below the flat part the problem is a parabola of this curvature; when
        // it opens downwards only the ends of the piece can be minima.
        let curvature = 1.0 - weight / flat;
        let inside = if curvature > 0.0 {
            ((target - weight) / curvature).clamp(0.0, flat)
        } else {
            0.0
        };
        lowest(self, target, weight, &[0.0, inside, target.max(flat)]).copysign(z)
    }

    fn threshold(&self, weight: f64) -> f64 {
        threshold_by_bisection(self, weight)
    }
}
