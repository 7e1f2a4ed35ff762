//! Activations of the hidden layers: unbounded above, with bounded slope.

use crate::error::Error;
use crate::linalg::{Real, vectorized};
use serde::{Deserialize, Serialize};

/// Makes [`Activation`] from a list of variants with their names, and a loop for
/// each of them.
macro_rules! activations {
    ($($(#[$about:meta])* $kind:ident = $name:literal),+ $(,)?) => {
        /// The function σ that a neuron applies to its input.
        ///
        /// `κ = sup |σ'|` enters the threshold λ, so it must be the true supremum; for
        /// GELU and SiLU it is above 1.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Activation {
            $(
                $(#[$about])*
                #[serde(rename = $name)]
                $kind,
            )+
        }

        impl Activation {
            /// Every activation.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$kind),+];

            /// The name by which the command and saved models call it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// Replaces inputs by values and writes the slopes beside them.
            pub(crate) fn apply<T: Real>(self, inputs: &mut [T], slopes: &mut [T]) {
                // One loop for each activation, so that each is compiled without a
                // branch on the kind inside.
                match self {
                    $(Self::$kind => vectorized(#[inline(always)] || {
                        for (u, slope) in inputs.iter_mut().zip(slopes) {
                            (*u, *slope) = Self::$kind.value_and_slope(*u);
                        }
                    }),)+
                }
            }
        }
    };
}

activations! {
    /// `max(u, 0)`.
    #[default]
    Relu = "relu",
    /// `u` above zero, `0.01 u` below.
    LeakyRelu = "leaky_relu",
    /// `u` above zero, `exp(u) − 1` below.
    Elu = "elu",
    /// `log(1 + exp(u))`.
    Softplus = "softplus",
    /// `u Φ(u)` in the usual approximation by tanh.
    Gelu = "gelu",
    /// `u / (1 + exp(−u))`.
    Silu = "silu",
}

const LEAK: f64 = 0.01;
const GELU_SCALE: f64 = 0.797_884_560_802_865_4; // sqrt(2/π)
const GELU_CUBE: f64 = 0.044_715;
const GELU_FAR: f64 = 10.0;

/// Activations that people know and that cannot work here.
const BOUNDED: [&str; 6] = [
    "tanh", "sigmoid", "logistic", "hardtanh", "softsign", "relu6",
];

impl Activation {
    /// The activation of that name.
    ///
    /// # Errors
    /// [`Error::BoundedActivation`] for tanh, sigmoid and their like, with the
    /// reason; [`Error::UnknownName`] for anything else.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let known = || Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|activation| activation.name() == name)
            .ok_or_else(|| {
                if BOUNDED.contains(&name) {
                    Error::BoundedActivation {
                        name: name.to_owned(),
                        known: known(),
                    }
                } else {
                    Error::UnknownName {
                        what: "activation",
                        name: name.to_owned(),
                        known: known(),
                    }
                }
            })
    }

    /// `κ = sup |σ'|`.
    #[must_use]
    pub const fn max_slope(self) -> f64 {
        match self {
            Self::Relu | Self::LeakyRelu | Self::Elu | Self::Softplus => 1.0,
            // Suprema of the derivatives, attained near u = 1.42 and u = 2.40.
            Self::Gelu => 1.129_0,
            Self::Silu => 1.099_84,
        }
    }

    /// `σ(u)`.
    #[must_use]
    pub fn value(self, u: f64) -> f64 {
        self.value_and_slope(u).0
    }

    /// `σ(u)` and `σ'(u)`.
    #[inline(always)]
    pub(crate) fn value_and_slope<T: Real>(self, u: T) -> (T, T) {
        let (zero, one) = (T::of(0.0), T::of(1.0));
        match self {
            Self::Relu => {
                if u > zero {
                    (u, one)
                } else {
                    (zero, zero)
                }
            }
            Self::LeakyRelu => {
                if u > zero {
                    (u, one)
                } else {
                    (T::of(LEAK) * u, T::of(LEAK))
                }
            }
            Self::Elu => {
                if u > zero {
                    (u, one)
                } else {
                    let e = num_traits::Float::exp(u);
                    (e - one, e)
                }
            }
            Self::Softplus => {
                // log(1 + e^u) without overflow.
                let e = num_traits::Float::exp(-num_traits::Float::abs(u));
                let tail = num_traits::Float::ln_1p(e);
                if u > zero {
                    (u + tail, one / (one + e))
                } else {
                    (tail, e / (one + e))
                }
            }
            Self::Gelu => {
                let (a, b) = (T::of(GELU_SCALE), T::of(GELU_CUBE));
                let half = T::of(0.5);
                // Beyond this tanh is ±1 to the last digit, and the cube of a
                // larger input could overflow.
                let far = T::of(GELU_FAR);
                if u > far {
                    return (u, one);
                }
                if u < -far {
                    return (zero, zero);
                }
                let t = num_traits::Float::tanh(a * (u + b * u * u * u));
                let inner = a * (one + T::of(3.0) * b * u * u);
                (
                    half * u * (one + t),
                    half * (one + t) + half * u * (one - t * t) * inner,
                )
            }
            Self::Silu => {
                let e = num_traits::Float::exp(-num_traits::Float::abs(u));
                let s = if u > zero {
                    one / (one + e)
                } else {
                    e / (one + e)
                };
                (u * s, s * (one + u * (one - s)))
            }
        }
    }
}

#[cfg(test)]
mod tests;
