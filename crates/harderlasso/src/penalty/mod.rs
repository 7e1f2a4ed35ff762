//! Sparsity penalties `λ Σ ρ(θ_j)`, each with slope exactly 1 at 0+.
//!
//! The common slope at zero is what lets one λ serve them all: whether the
//! null model is a local minimum depends on nothing else.
//!
//! A [`Penalty`] is what a person asks for. A `ScaledPenalty` is the function
//! at one moment of a fit, with the concavity ν of the current annealing phase
//! and the knee that the noise unit implies. A new penalty is a file that
//! implements [`Family`] and [`Rho`], and a line in the list below; everything
//! else, the tests of every penalty included, follows from that list.

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

    /// [`Rho::prox`] for a caller that has checked that `|z|` is beyond the
    /// threshold.
    #[inline]
    fn prox_beyond(&self, z: f64, weight: f64) -> f64 {
        self.prox(z, weight)
    }
}

/// Penalties that differ in one constant at most, as a person asks for them.
pub trait Family: Copy {
    /// What the command, Python and saved models call it.
    const NAME: &'static str;

    /// The member with the usual constant.
    const USUAL: Self;

    /// ρ at one moment of a fit.
    type Function: Rho;

    /// ρ in a phase of concavity `nu`, where the usual λ of SCAD and MCP stands
    /// for the length `knee` (in noise units).
    fn function(&self, nu: f64, knee: f64) -> Self::Function;

    /// The constant that tells the members apart.
    fn constant(&self) -> Option<PenaltyConstant> {
        None
    }

    /// Whether `ρ(ct) = c ρ(t)`: then the unit of y cannot change the answer
    /// and there is nothing to search.
    fn is_homogeneous(&self) -> bool {
        false
    }

    /// The concavity in a phase whose table entry is `nu`.
    fn concavity(&self, nu: f64, _is_last: bool) -> f64 {
        nu
    }
}

/// The constant of a penalty and where it must lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenaltyConstant {
    /// What programs call it.
    pub name: &'static str,
    /// What formulas call it.
    pub symbol: &'static str,
    /// Its value.
    pub value: f64,
    /// The open interval that it must lie in.
    pub between: (f64, f64),
    /// That interval in words.
    pub range: &'static str,
}

impl PenaltyConstant {
    fn check(&self) -> Result<(), Error> {
        let (low, high) = self.between;
        if self.value > low && self.value < high {
            return Ok(());
        }
        Err(Error::OutOfRange {
            name: self.name,
            value: self.value,
            range: self.range,
        })
    }
}

/// Makes [`Penalty`] and the function behind [`ScaledPenalty`] from a list of
/// `module::Family`, with a match over all of them for each question.
macro_rules! penalties {
    ($($module:ident :: $family:ident),+ $(,)?) => {
        $(
            mod $module;
            pub use $module::$family;
        )+

        /// The penalty that a person chooses.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase", tag = "name")]
        pub enum Penalty {
            $(
                #[doc = concat!("See [`", stringify!($family), "`].")]
                $family($family),
            )+
        }

        /// An enum in place of a trait object: the solvers call it in their
        /// innermost loops.
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Function {
            $($family(<$family as Family>::Function),)+
        }

        impl Penalty {
            /// Every penalty with its usual constant.
            pub const ALL: [Self; [$(stringify!($family)),+].len()] = [$(Self::$module()),+];

            $(
                #[doc = concat!("[`", stringify!($family), "`] with its usual constant.")]
                #[must_use]
                pub const fn $module() -> Self {
                    Self::$family($family::USUAL)
                }
            )+

            /// What the command, Python and saved models call it.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$family(_) => $family::NAME,)+
                }
            }

            /// The constant that tells it from its relatives, if there is one.
            #[must_use]
            pub fn constant(&self) -> Option<PenaltyConstant> {
                match self {
                    $(Self::$family(family) => family.constant(),)+
                }
            }

            /// Whether `ρ(ct) = c ρ(t)`: then the unit of y cannot change the
            /// answer and there is nothing to search.
            #[must_use]
            pub fn is_homogeneous(&self) -> bool {
                match self {
                    $(Self::$family(family) => family.is_homogeneous(),)+
                }
            }

            /// The concavity in a phase whose table entry is `nu`: never below
            /// the person's own ν, and exactly that in the last phase, which is
            /// the problem that was asked.
            pub(crate) fn concavity(&self, nu: f64, is_last: bool) -> f64 {
                match self {
                    $(Self::$family(family) => family.concavity(nu, is_last),)+
                }
            }

            /// The function at one moment of a fit, in the noise unit `unit`;
            /// see [`Family::function`].
            pub(crate) fn scaled(&self, nu: f64, unit: f64, knee: f64) -> ScaledPenalty {
                let function = match self {
                    $(Self::$family(family) => Function::$family(family.function(nu, knee)),)+
                };
                ScaledPenalty { function, unit }
            }
        }

        macro_rules! each_function {
            ($self:ident, $rho:ident => $body:expr) => {
                match &$self.function {
                    $(Function::$family($rho) => $body,)+
                }
            };
        }
    };
}

penalties! {
    harder::Harder,
    l1::L1,
    scad::Scad,
    mcp::Mcp,
}

impl Default for Penalty {
    fn default() -> Self {
        Self::harder()
    }
}

impl Penalty {
    /// The penalty of that name with its usual constant; `lasso` is another
    /// name of `l1`.
    ///
    /// # Errors
    /// [`Error::UnknownName`] with the names that exist.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let wanted = if name == "lasso" { L1::NAME } else { name };
        Self::ALL
            .into_iter()
            .find(|penalty| penalty.name() == wanted)
            .ok_or_else(|| Error::UnknownName {
                what: "penalty",
                name: name.to_owned(),
                known: Self::ALL.map(|penalty| penalty.name()).join(", "),
            })
    }

    /// Checks the constant against its documented range.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] that names the constant and its value.
    pub fn check(&self) -> Result<(), Error> {
        self.constant().map_or(Ok(()), |constant| constant.check())
    }
}

/// A penalty with all its constants fixed, in a noise unit `u`:
/// `t ↦ u ρ(t/u)`, which again has slope 1 at 0+.
///
/// Fitting `y/u` with ρ is fitting `y` with this function; keeping the unit in
/// the penalty leaves the target, and with it every step size, where it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScaledPenalty {
    function: Function,
    unit: f64,
}

impl Rho for ScaledPenalty {
    #[inline]
    fn value(&self, t: f64) -> f64 {
        self.unit * each_function!(self, rho => rho.value(t / self.unit))
    }

    #[inline]
    fn slope(&self, t: f64) -> f64 {
        each_function!(self, rho => rho.slope(t / self.unit))
    }

    /// With `θ = uφ` the problem is `u²` times that of φ with everything
    /// divided by u.
    #[inline]
    fn prox(&self, z: f64, weight: f64) -> f64 {
        let u = self.unit;
        u * each_function!(self, rho => rho.prox(z / u, weight / u))
    }

    #[inline]
    fn threshold(&self, weight: f64) -> f64 {
        let u = self.unit;
        u * each_function!(self, rho => rho.threshold(weight / u))
    }

    #[inline]
    fn prox_beyond(&self, z: f64, weight: f64) -> f64 {
        let u = self.unit;
        u * each_function!(self, rho => rho.prox_beyond(z / u, weight / u))
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
