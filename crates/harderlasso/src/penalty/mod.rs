//! Sparsity penalties `λ Σ ρ(θ_j)`, each with slope exactly 1 at 0+.
//!
//! The common slope at zero is what lets one λ serve them all: whether the
//! null model is a local minimum depends on nothing else.
//!
//! A [`Penalty`] is what a person asks for. A [`ScaledPenalty`] is the function at one
//! moment of a fit, with the concavity ν of the current annealing phase and
//! the knee that the noise unit implies. Adding a penalty is one file with an
//! implementation of [`Rho`], one variant here and one line in
//! [`Penalty::ALL`]; the law tests run over that list.

mod harder;
mod l1;
mod mcp;
mod scad;

pub use harder::Harder;
pub use l1::L1;
pub use mcp::Mcp;
pub use scad::Scad;

use crate::error::Error;
use serde::{Deserialize, Serialize};

/// A scalar penalty ρ on `[0, ∞)`: concave, increasing, `ρ(0) = 0`, `ρ'(0+) = 1`.
pub trait Rho {
    /// `ρ(t)` for `t ≥ 0`.
    fn value(&self, t: f64) -> f64;

    /// `ρ'(t)` for `t ≥ 0`; 1 at 0.
    fn slope(&self, t: f64) -> f64;

    /// `argmin_θ ½(z − θ)² + weight · ρ(|θ|)`.
    fn prox(&self, z: f64, weight: f64) -> f64;

    /// The largest `|z|` that [`Rho::prox`] sends to zero.
    fn threshold(&self, weight: f64) -> f64;

    /// [`Rho::prox`] for a caller that knows that `|z|` is beyond the threshold.
    #[inline]
    fn prox_beyond(&self, z: f64, weight: f64) -> f64 {
        self.prox(z, weight)
    }
}

/// The penalty that a person chooses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "name", deny_unknown_fields)]
pub enum Penalty {
    /// `|t| / (1 + |t|^(1−ν))`, between l1 and a count; see [`Harder`].
    Harder {
        /// Concavity at the end of the annealing, in (0, 1).
        nu: f64,
    },
    /// `|t|`, the lasso; see [`L1`].
    L1,
    /// Smoothly clipped absolute deviation; see [`Scad`].
    Scad {
        /// Where the penalty becomes flat, in knees; above 2.
        a: f64,
    },
    /// Minimax concave penalty; see [`Mcp`].
    Mcp {
        /// Where the penalty becomes flat, in knees; above 1.
        gamma: f64,
    },
}

impl Default for Penalty {
    fn default() -> Self {
        Self::harder()
    }
}

impl Penalty {
    /// Every penalty with its usual constants. Law tests and the command
    /// read this list.
    pub const ALL: [Self; 4] = [Self::harder(), Self::L1, Self::scad(), Self::mcp()];

    /// The default: harder with ν = 0.1.
    #[must_use]
    pub const fn harder() -> Self {
        Self::Harder { nu: 0.1 }
    }

    /// SCAD with a = 3.7.
    #[must_use]
    pub const fn scad() -> Self {
        Self::Scad { a: 3.7 }
    }

    /// MCP with γ = 3.
    #[must_use]
    pub const fn mcp() -> Self {
        Self::Mcp { gamma: 3.0 }
    }

    /// The name by which the command and saved models call it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Harder { .. } => "harder",
            Self::L1 => "l1",
            Self::Scad { .. } => "scad",
            Self::Mcp { .. } => "mcp",
        }
    }

    /// The penalty of that name with its usual constants; `lasso` is another
    /// name of `l1`.
    ///
    /// # Errors
    /// [`Error::UnknownName`] with the names that exist.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let wanted = if name == "lasso" { "l1" } else { name };
        Self::ALL
            .into_iter()
            .find(|penalty| penalty.name() == wanted)
            .ok_or_else(|| Error::UnknownName {
                what: "penalty",
                name: name.to_owned(),
                known: Self::ALL.map(|penalty| penalty.name()).join(", "),
            })
    }

    /// Checks the constants against their documented ranges.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] that names the constant and its value.
    pub fn check(&self) -> Result<(), Error> {
        let (name, value, inside, range) = match *self {
            Self::Harder { nu } => ("nu", nu, nu > 0.0 && nu < 1.0, "strictly between 0 and 1"),
            Self::L1 => return Ok(()),
            Self::Scad { a } => ("a", a, a > 2.0 && a.is_finite(), "a finite number above 2"),
            Self::Mcp { gamma } => (
                "gamma",
                gamma,
                gamma > 1.0 && gamma.is_finite(),
                "a finite number above 1",
            ),
        };
        if inside {
            Ok(())
        } else {
            Err(Error::OutOfRange { name, value, range })
        }
    }

    /// Whether `ρ(ct) = c ρ(t)`: then the unit of y cannot change the answer
    /// and there is nothing to search.
    #[must_use]
    pub const fn is_homogeneous(&self) -> bool {
        matches!(self, Self::L1)
    }

    /// The concavity in a phase that asks for `nu`: never below the person's
    /// own ν, and exactly that in the last phase, which is the problem that was
    /// asked.
    pub(crate) fn concavity(&self, nu: f64, is_last: bool) -> f64 {
        match *self {
            Self::Harder { nu: own } if is_last => own,
            Self::Harder { nu: own } => nu.max(own),
            _ => nu,
        }
    }

    /// The function at one moment of a fit.
    ///
    /// `nu` is the concavity of the phase (only `harder` has one; see
    /// [`Penalty::concavity`]), `unit` the noise unit and `knee` the length, in
    /// noise units, that the usual λ of SCAD and MCP stands for.
    #[must_use]
    pub(crate) fn scaled(&self, nu: f64, unit: f64, knee: f64) -> ScaledPenalty {
        let kind = match *self {
            Self::Harder { .. } => Kind::Harder(Harder::new(nu)),
            Self::L1 => Kind::L1(L1),
            Self::Scad { a } => Kind::Scad(Scad::new(a, knee)),
            Self::Mcp { gamma } => Kind::Mcp(Mcp::new(gamma, knee)),
        };
        ScaledPenalty { kind, unit }
    }
}

/// A penalty with all its constants fixed, in a noise unit `u`:
/// `t ↦ u ρ(t/u)`, which again has slope 1 at 0+.
///
/// Fitting `y/u` with ρ is fitting `y` with this function; keeping the unit in
/// the penalty leaves the target, and with it every step size, where it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaledPenalty {
    kind: Kind,
    unit: f64,
}

/// An enum in place of a trait object: the solvers call it in their innermost
/// loops.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Harder(Harder),
    L1(L1),
    Scad(Scad),
    Mcp(Mcp),
}

macro_rules! each_kind {
    ($self:ident, $rho:ident => $body:expr) => {
        match &$self.kind {
            Kind::Harder($rho) => $body,
            Kind::L1($rho) => $body,
            Kind::Scad($rho) => $body,
            Kind::Mcp($rho) => $body,
        }
    };
}

impl Rho for ScaledPenalty {
    #[inline]
    fn value(&self, t: f64) -> f64 {
        self.unit * each_kind!(self, rho => rho.value(t / self.unit))
    }

    #[inline]
    fn slope(&self, t: f64) -> f64 {
        each_kind!(self, rho => rho.slope(t / self.unit))
    }

    /// With `θ = uφ` the problem is `u²` times that of φ with everything
    /// divided by u.
    #[inline]
    fn prox(&self, z: f64, weight: f64) -> f64 {
        let u = self.unit;
        u * each_kind!(self, rho => rho.prox(z / u, weight / u))
    }

    #[inline]
    fn threshold(&self, weight: f64) -> f64 {
        let u = self.unit;
        u * each_kind!(self, rho => rho.threshold(weight / u))
    }

    #[inline]
    fn prox_beyond(&self, z: f64, weight: f64) -> f64 {
        let u = self.unit;
        u * each_kind!(self, rho => rho.prox_beyond(z / u, weight / u))
    }
}

/// Of several stationary points, the one with the lowest
/// `½(z − θ)² + weight · ρ(θ)`; on a tie the first, so list the smallest first.
fn lowest(rho: &impl Rho, z: f64, weight: f64, candidates: &[f64]) -> f64 {
    let cost = |theta: f64| 0.5 * (z - theta) * (z - theta) + weight * rho.value(theta);
    let mut best = candidates[0];
    let mut best_cost = cost(best);
    for &theta in &candidates[1..] {
        let candidate = cost(theta);
        if candidate < best_cost {
            (best, best_cost) = (theta, candidate);
        }
    }
    best
}

/// The threshold of a prox that is zero up to some point and never again,
/// found by bisection; for penalties whose threshold has no closed form.
fn threshold_by_bisection(rho: &impl Rho, weight: f64) -> f64 {
    // At |z| = weight zero stops being a local minimum, because ρ'(0+) = 1.
    let (mut zero, mut beyond) = (0.0, weight);
    for _ in 0..60 {
        let middle = 0.5 * (zero + beyond);
        if rho.prox(middle, weight) == 0.0 {
            zero = middle;
        } else {
            beyond = middle;
        }
    }
    if rho.prox(weight, weight) == 0.0 {
        weight
    } else {
        zero
    }
}

#[cfg(test)]
mod tests;
