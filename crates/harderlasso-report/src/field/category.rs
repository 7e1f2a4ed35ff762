//! Which columns are categories, and in what order their levels stand.

use super::{Grammar, Value, value};

/// Text columns with more different values than this are not categories.
pub const LEVELS: usize = 100;

/// More different numbers than this are measurements, not names of categories.
pub const CODES: usize = 10;

/// Why a column of text is no category, if it is none: it has this many different
/// values (nothing if they are more than [`LEVELS`]) in this many rows.
///
/// The reason is part of the model file, which holds no value of a row.
#[must_use]
pub fn no_category(different: Option<usize>, rows: usize) -> Option<String> {
    match different.filter(|different| *different <= LEVELS) {
        Some(different) if different <= 2 || different * 2 <= rows => None,
        Some(different) => Some(format!(
            "text with {different} different values in {rows} rows, more like an id than a category"
        )),
        None => Some(format!(
            "text with more than {LEVELS} different values; a category has at most {LEVELS}"
        )),
    }
}

/// Whether a column of text was meant to hold numbers: `texts` of its `rows` values are
/// no numbers, and the others are `numbers` different ones.
#[must_use]
pub fn are_numbers(texts: usize, numbers: usize, rows: usize) -> bool {
    2 * texts < rows && numbers > CODES
}

/// The place of a value among the levels of a fit. Truth values are written in several
/// ways.
#[must_use]
pub fn place(levels: &[String], found: &str) -> Option<usize> {
    let exact = levels.iter().position(|level| level == found);
    let is_truth = ["true", "false"]
        .iter()
        .any(|word| found.eq_ignore_ascii_case(word));
    let similar = || {
        let is_same = |level: &String| level.eq_ignore_ascii_case(found);
        levels.iter().position(is_same).filter(|_| is_truth)
    };
    exact.or_else(similar)
}

/// Levels in the usual order, numbers by size before text by letters, and the
/// new position of each old one.
#[must_use]
pub fn sorted(names: &[String]) -> (Vec<String>, Vec<f64>) {
    let grammar = Grammar::default();
    let number = |name: &String| match value(name.as_bytes(), &grammar) {
        Value::Number(number) | Value::Marked(number, _) => number,
        Value::Missing | Value::Text(_) => f64::INFINITY,
    };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&names[a], &names[b]);
        number(a).total_cmp(&number(b)).then_with(|| a.cmp(b))
    });
    let mut places = vec![0.0; names.len()];
    for (place, &old) in order.iter().enumerate() {
        places[old] = place as f64;
    }
    (
        order.into_iter().map(|old| names[old].clone()).collect(),
        places,
    )
}

#[cfg(test)]
mod tests {
    use super::{are_numbers, no_category, place, sorted};

    #[test]
    fn categories_have_few_levels_for_the_rows() {
        assert_eq!(no_category(Some(2), 3), None);
        assert_eq!(no_category(Some(3), 6), None);
        assert!(no_category(Some(3), 5).is_some_and(|why| why.contains("an id")));
        assert!(no_category(Some(101), 9000).is_some_and(|why| why.contains("100")));
        assert!(no_category(None, 9000).is_some());
    }

    #[test]
    fn a_text_among_many_numbers_is_a_mistake() {
        assert!(are_numbers(1, 11, 60) && are_numbers(0, 11, 60));
        assert!(!are_numbers(1, 10, 60) && !are_numbers(30, 30, 60));
    }

    #[test]
    fn levels_are_in_the_order_of_numbers_and_letters() {
        let names = ["b", "10", "a", "9"].map(str::to_owned);
        let (levels, places) = sorted(&names);
        assert_eq!(levels, ["9", "10", "a", "b"]);
        assert_eq!(places, [3.0, 1.0, 2.0, 0.0]);
    }

    #[test]
    fn truth_values_are_found_in_any_case() {
        let levels = ["False", "True"].map(str::to_owned);
        assert_eq!(place(&levels, "TRUE"), Some(1));
        assert_eq!(place(&levels, "yes"), None);
        assert_eq!(place(&["a".to_owned(), "A".to_owned()], "A"), Some(1));
        assert_eq!(place(&["a".to_owned()], "A"), None);
    }
}
