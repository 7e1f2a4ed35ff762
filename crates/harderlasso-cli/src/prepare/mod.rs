//! From a table to what the engine takes, and back again for new tables.

mod features;
mod find;
mod new_table;
mod target;
mod training;
mod weights;

pub(crate) use new_table::new_table;
pub(crate) use target::Task;
pub(crate) use training::{Asked, Training, training};

/// `1 row`, `2 rows`.
pub(crate) fn count(number: usize, singular: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { singular } else { plural })
}

/// Some names for a sentence: all of a few, the first of many.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const SHOWN: usize = 4;
    let mut list: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    if names.len() > SHOWN {
        list.push(format!("and {} more", names.len() - SHOWN));
    }
    list.join(", ")
}
