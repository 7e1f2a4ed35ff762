//! The random streams of a simulation, each named by its purpose.

use harderlasso::rng::Seed;

/// What a stream of random numbers is used for. The numbers are part of what a
/// seed means: changing one would change every simulation of that seed.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Design = 0,
    Runs = 1,
    Truth = 2,
    Noise = 3,
    Test = 4,
    Fit = 5,
}

impl Purpose {
    /// The seed of this stream below `seed`.
    pub(crate) fn below(self, seed: Seed) -> Seed {
        seed.child(self as u64)
    }
}
