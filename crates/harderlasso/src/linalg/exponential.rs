//! `exp` as a polynomial, so that loops over it vectorize; calls of a library's do
//! not.
//!
//! With `x = k ln 2 + r`, `|r| ≤ ½ ln 2`, and k whole: `exp(x) = 2^k exp(r)`. The
//! power of two is written into the bits of a float, and `exp(r)` is its Taylor
//! polynomial. Adding and subtracting 1.5 times the smallest number above which floats
//! are whole rounds to k and leaves k in the lowest bits.

/// `exp(x)` for `x ≤ 0`, to a few units of the last digit; zero or next to nothing
/// below the range of normal floats.
pub(crate) trait Exponential {
    fn exponential(self) -> Self;
}

impl Exponential for f32 {
    #[inline(always)]
    fn exponential(self) -> Self {
        const WHOLE: f32 = 12_582_912.0;
        // ln 2 in two parts, of which the first has few digits: k times it is exact.
        const UPPER: f32 = 0.693_359_4;
        const LOWER: f32 = -2.121_944_4e-4;
        let x = if self > -87.0 { self } else { -87.0 };
        let shifted = x * std::f32::consts::LOG2_E + WHOLE;
        let k = shifted - WHOLE;
        let r = (x - k * UPPER) - k * LOWER;
        let mut sum = 1.0 / 5040.0;
        for factor in [720.0f32, 120.0, 24.0, 6.0, 2.0, 1.0, 1.0] {
            sum = sum * r + 1.0 / factor;
        }
        sum * Self::from_bits(shifted.to_bits().wrapping_add(127) << 23)
    }
}

impl Exponential for f64 {
    #[inline(always)]
    fn exponential(self) -> Self {
        const WHOLE: f64 = 6_755_399_441_055_744.0;
        const UPPER: f64 = 0.693_147_180_369_123_8;
        const LOWER: f64 = 1.908_214_929_270_587_7e-10;
        let x = if self > -708.0 { self } else { -708.0 };
        let shifted = x * std::f64::consts::LOG2_E + WHOLE;
        let k = shifted - WHOLE;
        let r = (x - k * UPPER) - k * LOWER;
        let mut sum = 1.0 / 6_227_020_800.0;
        for factor in [
            479_001_600.0f64,
            39_916_800.0,
            3_628_800.0,
            362_880.0,
            40_320.0,
            5_040.0,
            720.0,
            120.0,
            24.0,
            6.0,
            2.0,
            1.0,
            1.0,
        ] {
            sum = sum * r + 1.0 / factor;
        }
        sum * Self::from_bits(shifted.to_bits().wrapping_add(1023) << 52)
    }
}

#[cfg(test)]
mod tests {
    use super::Exponential;

    #[test]
    fn it_is_the_exponential() {
        for step in 0..20_000 {
            let x = -f64::from(step) * 0.035;
            let error = (x.exponential() - x.exp()).abs() / x.exp();
            assert!(error < 1e-15 * 4.0, "{x}: {error}");
            let single = x as f32;
            if single > -87.0 {
                let exact = f64::from(single).exp();
                let error = (f64::from(single.exponential()) - exact).abs() / exact;
                assert!(error < 3e-7, "{single}: {error}");
            }
        }
        assert_eq!(0.0f64.exponential(), 1.0);
        assert!(f32::NEG_INFINITY.exponential() < 2e-38);
        assert!(f64::NEG_INFINITY.exponential() < 1e-300);
    }
}
