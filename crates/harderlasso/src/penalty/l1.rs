use super::{Family, Rho};
use serde::{Deserialize, Serialize};

/// The lasso penalty `ρ(t) = t`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct L1;

impl Family for L1 {
    const NAME: &'static str = "l1";
    const USUAL: Self = Self;
    type Function = Self;

    fn function(&self, _nu: f64, _knee: f64) -> Self {
        Self
    }

    fn is_homogeneous(&self) -> bool {
        true
    }
}

impl Rho for L1 {
    fn value(&self, t: f64) -> f64 {
        t
    }

    fn slope(&self, _t: f64) -> f64 {
        1.0
    }

    /// Soft thresholding.
    fn prox(&self, z: f64, weight: f64) -> f64 {
        (z.abs() - weight).max(0.0).copysign(z)
    }

    fn threshold(&self, weight: f64) -> f64 {
        weight
    }
}
