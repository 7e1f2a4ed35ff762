//! What is added to the true mean.

use rand_distr::{Distribution, StandardNormal, StudentT};

use crate::Error;
use crate::rng::Seed;

/// The law of the noise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Noise {
    /// Standard normal, as in the paper.
    #[default]
    Normal,
    /// Student's t with so many degrees of freedom ν, as it is: with heavy
    /// tails, and a variance of ν/(ν − 2) where ν > 2.
    Student(f64),
}

impl Noise {
    /// Whether the parameters are legal.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless the degrees of freedom are finite and
    /// positive.
    pub fn check(self) -> Result<(), Error> {
        self.law().map(|_| ())
    }

    fn law(self) -> Result<Option<StudentT<f64>>, Error> {
        let Self::Student(freedom) = self else {
            return Ok(None);
        };
        let refused = Error::OutOfRange {
            name: "the degrees of freedom",
            value: freedom,
            range: "finite and positive",
        };
        if !freedom.is_finite() {
            return Err(refused);
        }
        StudentT::new(freedom).map(Some).map_err(|_| refused)
    }

    pub(super) fn draw(self, seed: Seed, count: usize) -> Result<Vec<f64>, Error> {
        let rng = seed.rng();
        Ok(match self.law()? {
            None => StandardNormal.sample_iter(rng).take(count).collect(),
            Some(law) => law.sample_iter(rng).take(count).collect(),
        })
    }
}
