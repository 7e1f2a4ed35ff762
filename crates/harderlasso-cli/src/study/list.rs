//! Lists of numbers, as they are typed.

use std::collections::BTreeSet;
use std::str::FromStr;

/// More points than any study has; a slip of the hand, not a request.
const LONGEST: usize = 100_000;

/// Distinct numbers in increasing order: `0,5,10`, or a range with both ends,
/// `0..25`, or one with a step, `0..20..2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List(pub(crate) Vec<usize>);

impl FromStr for List {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut numbers = BTreeSet::new();
        for item in text.split(',') {
            let ends: Vec<usize> = item.split("..").map(number).collect::<Result<_, _>>()?;
            let (first, last, step) = match ends[..] {
                [only] => (only, only, 1),
                [first, last] => (first, last, 1),
                [first, last, step] => (first, last, step),
                _ => {
                    return Err(format!(
                        "`{item}` is neither a number nor a range like 0..20..2"
                    ));
                }
            };
            if step == 0 {
                return Err(format!("the step of `{item}` is 0"));
            }
            if first > last {
                return Err(format!("`{item}` goes down; a range goes up"));
            }
            if (last - first) / step >= LONGEST {
                return Err(format!("`{item}` has more than {LONGEST} numbers"));
            }
            numbers.extend((first..=last).step_by(step));
        }
        Ok(Self(numbers.into_iter().collect()))
    }
}

/// The widths of the hidden layers of one network, from the first on: `20,10`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Widths(pub(crate) Vec<usize>);

impl FromStr for Widths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let widths: Vec<usize> = text.split(',').map(number).collect::<Result<_, _>>()?;
        if widths.contains(&0) {
            return Err("a hidden layer needs at least one neuron".to_owned());
        }
        Ok(Self(widths))
    }
}

fn number(text: &str) -> Result<usize, String> {
    let text = text.trim();
    text.parse()
        .map_err(|_| format!("`{text}` is not a whole number"))
}

#[cfg(test)]
mod tests {
    use super::{List, Widths};

    #[test]
    fn lists_are_sorted_sets_of_numbers_and_ranges() {
        let list = |text: &str| text.parse::<List>().unwrap().0;
        assert_eq!(list("7"), [7]);
        assert_eq!(list("10, 0,5,5"), [0, 5, 10]);
        assert_eq!(list("0..3"), [0, 1, 2, 3]);
        assert_eq!(list("0..5..2,9"), [0, 2, 4, 9]);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for text in [
            "",
            "a",
            "1,",
            "-1",
            "1.5",
            "3..1",
            "0..4..0",
            "1..2..3..4",
            "0..999999999",
        ] {
            assert!(text.parse::<List>().is_err(), "{text}");
        }
        for text in ["", "20,0", "20;10"] {
            assert!(text.parse::<Widths>().is_err(), "{text}");
        }
    }
}
