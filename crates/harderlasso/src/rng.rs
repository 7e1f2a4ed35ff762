//! One seed, many independent streams.
//!
//! Every random number of a fit comes from a stream that is identified by its
//! purpose (the 37th block of null draws, the second start) and never by the
//! thread that uses it. That is why the number of threads cannot change a
//! result.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;

/// A seed from which independent child seeds can be derived.
///
/// ```
/// use harderlasso::rng::Seed;
/// let seed = Seed::new(7);
/// assert_eq!(seed.child(1), seed.child(1));
/// assert_ne!(seed.child(1), seed.child(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// The root of a family of streams.
    #[must_use]
    pub const fn new(value: u64) -> Self {
        Self(value)
    }

    /// The seed of the stream number `label` below this one.
    #[must_use]
    pub const fn child(self, label: u64) -> Self {
        Self(mix(mix(self.0)
            ^ mix(label.wrapping_add(0x9e37_79b9_7f4a_7c15))
                .rotate_left(17)))
    }

    /// The value behind this seed, to be stored or shown.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }

    /// A generator at the beginning of this stream.
    #[must_use]
    pub fn rng(self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(self.0)
    }
}

/// The finalizer of SplitMix64: a bijection that scatters nearby numbers.
const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
