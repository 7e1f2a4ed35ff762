//! Scales: from numbers to positions in a picture, with the ticks of an axis.

use crate::bins::{opened, step};
use crate::text;

/// Space that one character of a tick label takes.
pub(super) const CHARACTER: f64 = 7.0;

/// One direction of a chart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

/// A value with the text beside its tick.
pub(super) type Tick = (f64, String);

impl Scale {
    /// Shows the values `low..=high` from place `from` to place `to`, with
    /// about `ticks` round numbers inside.
    pub(super) fn new([low, high]: [f64; 2], ticks: usize, [from, to]: [f64; 2]) -> Self {
        let [low, high] = opened([low, high]);
        Self {
            low,
            high,
            from,
            to,
            step: step(high - low, ticks),
        }
    }

    /// The same with both ends moved outwards to round numbers.
    pub(super) fn round(range: [f64; 2], ticks: usize, places: [f64; 2]) -> Self {
        let inner = Self::new(range, ticks, places);
        Self {
            low: (inner.low / inner.step + 1e-9).floor() * inner.step,
            high: (inner.high / inner.step - 1e-9).ceil() * inner.step,
            ..inner
        }
    }

    /// The scale with as many ticks as have room beside each other.
    pub(super) fn fitting(range: [f64; 2], places: [f64; 2]) -> Self {
        let room = (places[1] - places[0]).abs();
        let candidates = [7, 6, 5, 4, 3, 2, 1].map(|ticks| Self::new(range, ticks, places));
        let fits = |scale: &Self| {
            let labels = scale.ticks();
            let widest = text::widest(labels.iter().map(|(_, text)| text)) + 2.0;
            labels.len() as f64 * widest * CHARACTER <= room
        };
        candidates.into_iter().find(fits).unwrap_or(candidates[6])
    }

    /// The scale of a count, which has no fractional ticks.
    pub(super) fn whole(mut self) -> Self {
        self.step = self.step.max(1.0);
        self
    }

    /// Where a value is drawn; values outside stay at the end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.from + share * (self.to - self.from)
    }

    pub(super) fn ticks(&self) -> Vec<Tick> {
        let largest = self.low.abs().max(self.high.abs());
        let first = (self.low / self.step - 1e-9).ceil();
        let last = (self.high / self.step + 1e-9).floor();
        // A step is at least a fiftieth of the span, so this is few.
        (0..=(last - first).clamp(-1.0, 50.0) as i32)
            .map(|k| (first + f64::from(k)) * self.step)
            .map(|value| (value, text::tick(value, self.step, largest)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(scale: &Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round() {
        let scale = Scale::round([0.03, 0.97], 5, [0.0, 100.0]);
        assert_eq!(texts(&scale), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(scale.at(0.5), 50.0);
        let counts = Scale::round([0.0, 2.0], 6, [0.0, 1.0]).whole();
        assert_eq!(texts(&counts), ["0", "1", "2"]);
    }

    #[test]
    fn ends_stay_where_they_are_unless_rounded() {
        let scale = Scale::new([0.3, 9.7], 5, [0.0, 100.0]);
        assert_eq!(texts(&scale), ["2", "4", "6", "8"]);
        assert_eq!((scale.at(0.3), scale.at(9.7)), (0.0, 100.0));
    }

    proptest! {
        /// Any two numbers make a scale whose ticks lie inside, are few, rise
        /// and can be told apart.
        #[test]
        fn any_range_can_be_drawn(a in any::<f64>(), b in any::<f64>(), ticks in 1usize..9) {
            let range = [a.min(b), a.max(b)];
            for scale in [
                Scale::new(range, ticks, [0.0, 300.0]),
                Scale::round(range, ticks, [0.0, 300.0]),
                Scale::fitting(range, [0.0, 300.0]),
            ] {
                let marks = scale.ticks();
                prop_assert!(marks.len() <= 12, "{marks:?}");
                for (value, _) in &marks {
                    prop_assert!((-0.01..=300.01).contains(&scale.at(*value)));
                }
                for pair in marks.windows(2) {
                    prop_assert!(pair[0].0 < pair[1].0);
                    prop_assert_ne!(&pair[0].1, &pair[1].1);
                }
                for value in [a, b, 0.0, f64::MAX] {
                    prop_assert!(value.is_nan() || scale.at(value).is_finite());
                }
            }
        }
    }
}
