//! The noise that is added to the true mean.

use harderlasso::Error;
use harderlasso::rng::Seed;
use rand_distr::{Distribution, StandardNormal, StudentT};

/// The law of the noise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Noise {
    /// Standard normal, as in the paper.
    #[default]
    Normal,
    /// Student's t with ν degrees of freedom, which has heavy tails. It is not
    /// rescaled: its variance is ν/(ν − 2) where ν > 2.
    Student(f64),
}

impl Noise {
    /// Checks the degrees of freedom.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless the degrees of freedom are finite and
    /// positive.
    pub fn check(self) -> Result<(), Error> {
        self.law().map(|_| ())
    }

    /// The standard deviation in the unit of the noise; none where it is
    /// infinite.
    #[must_use]
    pub fn standard_deviation(self) -> Option<f64> {
        match self {
            Self::Normal => Some(1.0),
            Self::Student(freedom) if freedom > 2.0 => Some((freedom / (freedom - 2.0)).sqrt()),
            Self::Student(_) => None,
        }
    }

    /// Student's law; none for the normal one.
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

    pub(crate) fn draw(self, seed: Seed, count: usize) -> Result<Vec<f64>, Error> {
        let rng = seed.rng();
        Ok(match self.law()? {
            None => StandardNormal.sample_iter(rng).take(count).collect(),
            Some(law) => law.sample_iter(rng).take(count).collect(),
        })
    }
}
