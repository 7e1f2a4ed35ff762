//! Equal parts of a range, with round numbers as their ends.
//!
//! Summaries of the training rows are counts in such parts. Round ends say nothing
//! about the row that has the smallest or the largest value.

use serde::{Deserialize, Serialize};

/// Larger values are treated as if they had this size, because their differences
/// could overflow.
const HUGE: f64 = 1e300;

/// More parts than this are not made, and are refused in a file.
const MOST: usize = 64;

/// Equal parts of a range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bins {
    /// Where the first part begins.
    pub low: f64,
    /// The width of each part.
    pub step: f64,
    /// The number of parts.
    pub count: usize,
}

impl Bins {
    /// About `parts` parts, at most 60, that cover a range.
    pub(crate) fn over(range: [f64; 2], parts: usize) -> Self {
        let [low, high] = opened(range);
        let step = step(high - low, parts.min(60));
        let first = (low / step + 1e-9).floor();
        let last = (high / step - 1e-9).ceil();
        Self {
            low: first * step,
            step,
            count: ((last - first) as usize).clamp(1, MOST),
        }
    }

    /// The part that a value falls into; values outside fall into the outermost parts.
    pub(crate) fn place(&self, value: f64) -> usize {
        let place = ((value.clamp(-HUGE, HUGE) - self.low) / self.step).floor();
        // A negative number and NaN become 0.
        (place as usize).min(self.count - 1)
    }

    /// Where a part begins; that of number `count` is the end of the last one.
    #[must_use]
    pub fn edge(&self, part: usize) -> f64 {
        self.low + part as f64 * self.step
    }

    /// Both ends.
    pub(crate) fn ends(&self) -> [f64; 2] {
        [self.low, self.edge(self.count)]
    }

    /// Whether parts from a file, which anybody may have written, are parts at all.
    pub(crate) fn is_sound(&self) -> bool {
        let edges: Vec<f64> = (0..=self.count.min(MOST + 1))
            .map(|part| self.edge(part))
            .collect();
        (1..=MOST).contains(&self.count)
            && edges.iter().all(|edge| edge.abs() <= 2.0 * HUGE)
            && edges.windows(2).all(|pair| pair[0] < pair[1])
    }
}

/// The range, widened where its ends are equal or nearly so, with ends whose
/// difference is finite.
pub(crate) fn opened([low, high]: [f64; 2]) -> [f64; 2] {
    let clean = |value: f64| {
        if value.is_nan() {
            0.0
        } else {
            value.clamp(-HUGE, HUGE)
        }
    };
    let (low, high) = (clean(low), clean(high));
    let size = low.abs().max(high.abs());
    if high - low > (1e-12 * size).max(1e-290) {
        return [low, high];
    }
    let pad = if size > 1e-290 { size / 2.0 } else { 1.0 };
    [low - pad, low + pad]
}

/// The 1, 2 or 5 times a power of ten that divides `span` into at most
/// `parts` parts.
pub(crate) fn step(span: f64, parts: usize) -> f64 {
    let least = span / parts.max(1) as f64;
    let unit = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0]
        .map(|factor| factor * unit)
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ends_are_round() {
        let bins = Bins::over([0.137, 9.71], 10);
        assert_eq!((bins.low, bins.step, bins.count), (0.0, 1.0, 10));
        assert_eq!((bins.place(-5.0), bins.place(3.0)), (0, 3));
        assert_eq!((bins.place(10.0), bins.place(f64::INFINITY)), (9, 9));
    }

    proptest! {
        #[test]
        fn any_range_has_parts(a in any::<f64>(), b in any::<f64>(), parts in 1usize..60) {
            let range = [a.min(b), a.max(b)];
            let bins = Bins::over(range, parts);
            prop_assert!(bins.is_sound(), "{bins:?}");
            for value in [a, b, 0.0, f64::MAX] {
                prop_assert!(bins.place(value) < bins.count);
            }
        }
    }
}
