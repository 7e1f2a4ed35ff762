use super::Rho;

/// The lasso penalty `ρ(t) = t`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct L1;

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
