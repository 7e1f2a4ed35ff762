use super::{Family, PenaltyConstant, Rho};
use serde::{Deserialize, Serialize};

/// `ρ(t) = t / (1 + t^(1−ν))`, `0 < ν < 1`: slope 1 at zero, growing like
/// `t^ν` far away. ν near 1 is close to half of l1, ν near 0 close to a count.
///
/// Its proximal operator has a jump (paper, theorem on the univariate
/// thresholding function): with weight `t`, nothing between 0 and the jump κ
/// is ever returned, where
///
/// `κ^(1−ν/2) + κ^(ν/2) = sqrt(2 t (1 − ν))`,
///
/// and the threshold is `φ = κ/2 + t/(1 + κ^(1−ν))`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harder {
    /// The concavity ν, in (0, 1): for a person, that at the end of the
    /// annealing.
    pub nu: f64,
}

/// Newton's iterations below converge quadratically and from one side; the
/// limit only bounds what rounding could do.
const MAX_NEWTON: usize = 64;

impl Family for Harder {
    const NAME: &'static str = "harder";
    const USUAL: Self = Self { nu: 0.1 };
    type Function = Self;

    fn function(&self, nu: f64, _knee: f64) -> Self {
        debug_assert!(nu > 0.0 && nu < 1.0, "nu = {nu}");
        Self { nu }
    }

    fn constant(&self) -> Option<PenaltyConstant> {
        Some(PenaltyConstant {
            name: "nu",
            symbol: "ν",
            value: self.nu,
            between: (0.0, 1.0),
            range: "strictly between 0 and 1",
        })
    }

    fn concavity(&self, nu: f64, is_last: bool) -> f64 {
        if is_last { self.nu } else { nu.max(self.nu) }
    }
}

impl Harder {
    /// The size κ of the jump for this weight.
    ///
    /// In `u = ln κ` the left side is convex and increasing, so Newton's method
    /// started right of the root descends to it and cannot overshoot.
    fn jump(&self, weight: f64) -> f64 {
        let nu = self.nu;
        let (steep, flat) = (1.0 - 0.5 * nu, 0.5 * nu);
        let right = (2.0 * weight * (1.0 - nu)).sqrt();
        // Each term alone is at most the right side: two upper bounds of the root.
        let mut u = (right.ln() / steep).min(right.ln() / flat);
        for _ in 0..MAX_NEWTON {
            let (a, b) = ((steep * u).exp(), (flat * u).exp());
            let step = (a + b - right) / (steep * a + flat * b);
            u -= step;
            if step.abs() <= 1e-14 * (1.0 + u.abs()) {
                break;
            }
        }
        u.exp()
    }
}

impl Rho for Harder {
    #[inline]
    fn value(&self, t: f64) -> f64 {
        t / (1.0 + t.powf(1.0 - self.nu))
    }

    /// `(1 + ν t^(1−ν)) / (1 + t^(1−ν))²`.
    #[inline]
    fn slope(&self, t: f64) -> f64 {
        let q = t.powf(1.0 - self.nu);
        (1.0 + self.nu * q) / ((1.0 + q) * (1.0 + q))
    }

    fn prox(&self, z: f64, weight: f64) -> f64 {
        if weight <= 0.0 {
            return z;
        }
        if z.abs() <= self.threshold(weight) {
            return 0.0;
        }
        self.prox_beyond(z, weight)
    }

    fn threshold(&self, weight: f64) -> f64 {
        if weight <= 0.0 {
            return 0.0;
        }
        let kappa = self.jump(weight);
        0.5 * kappa + weight / (1.0 + kappa.powf(1.0 - self.nu))
    }

    /// The larger root of `θ − z + t ρ'(θ) = 0` for `z` above the threshold.
    ///
    /// ρ' is convex and decreasing, so the left side is convex with a positive
    /// value at `θ = z`: Newton's method from there descends to the larger root.
    fn prox_beyond(&self, z: f64, weight: f64) -> f64 {
        let (nu, target) = (self.nu, z.abs());
        let mut theta = target;
        for _ in 0..MAX_NEWTON {
            let q = theta.powf(1.0 - nu);
            let one = 1.0 + q;
            let slope = (1.0 + nu * q) / (one * one);
            // ρ'' = (1−ν) q/θ · (ν(1+q) − 2(1+νq)) / (1+q)³
            let curvature =
                (1.0 - nu) * (q / theta) * (nu * one - 2.0 * (1.0 + nu * q)) / (one * one * one);
            let derivative = 1.0 + weight * curvature;
            if derivative <= 0.0 {
                break;
            }
            let step = (theta - target + weight * slope) / derivative;
            if step >= theta {
                // So close to the threshold that the jump is below the
                // rounding error of z.
                theta = 0.0;
                break;
            }
            theta -= step;
            if step <= 1e-14 * theta {
                break;
            }
        }
        theta.copysign(z)
    }
}
