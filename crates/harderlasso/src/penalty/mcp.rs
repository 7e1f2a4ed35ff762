use super::{Rho, lowest, threshold_by_bisection};

/// Minimax concave penalty (Zhang), scaled to slope 1 at zero:
///
/// `ρ'(t) = 1 − t/(γ k)` up to `γ k`, then 0, with knee `k`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mcp {
    flat: f64,
}

impl Mcp {
    /// MCP that is flat beyond `gamma` knees.
    #[must_use]
    pub(crate) fn new(gamma: f64, knee: f64) -> Self {
        debug_assert!(gamma > 1.0 && knee > 0.0, "gamma = {gamma}, knee = {knee}");
        Self { flat: gamma * knee }
    }
}

impl Rho for Mcp {
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
