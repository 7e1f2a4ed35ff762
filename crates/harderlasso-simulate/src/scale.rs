//! The response in another unit.

use harderlasso::Error;

/// `y ↦ scale · y + shift`: a change of unit of the response. It must not change
/// what a fit selects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseScale {
    scale: f64,
    shift: f64,
}

impl Default for ResponseScale {
    /// The unit of the noise, as in the paper.
    fn default() -> Self {
        Self {
            scale: 1.0,
            shift: 0.0,
        }
    }
}

impl ResponseScale {
    /// The map `y ↦ scale · y + shift`.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless both are finite and `scale` is not 0.
    pub fn new(scale: f64, shift: f64) -> Result<Self, Error> {
        let refuse = |name, value, range| Err(Error::OutOfRange { name, value, range });
        if !scale.is_finite() || scale == 0.0 {
            return refuse("the scale of y", scale, "finite and not 0");
        }
        if !shift.is_finite() {
            return refuse("the shift of y", shift, "finite");
        }
        Ok(Self { scale, shift })
    }

    /// Converts from the unit of the noise to this one.
    #[must_use]
    pub fn apply(self, y: f64) -> f64 {
        self.scale * y + self.shift
    }

    /// Converts from this unit to the unit of the noise.
    #[must_use]
    pub fn undo(self, y: f64) -> f64 {
        (y - self.shift) / self.scale
    }
}
