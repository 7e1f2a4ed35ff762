//! What a reader of the answer has to know, one sentence each. The terminal, JSON,
//! the page and Python use the same words.

use crate::choice;
use crate::record::{Preparation, Record};
use crate::verdict;
use harderlasso::{Metrics, Model};

/// Copies that a sentence names.
const NAMED: usize = 4;

/// The columns that were left out, and why.
#[must_use]
pub fn left_out(preparation: &Preparation) -> Vec<String> {
    let columns = preparation.left_out.iter();
    columns
        .map(|column| format!("Column `{}` was left out: {}.", column.name, column.reason))
        .collect()
}

/// Notes on the selection. The arguments are what the reader calls the option for
/// another seed and for the number of random starts.
#[must_use]
pub fn of_selection(record: &Record, seed: &str, starts: &str) -> Vec<String> {
    let model = record.model();
    let notes = [
        choice::view(model).map(str::to_owned),
        choice::doubt(model),
        copies(record),
        separation(model).map(str::to_owned),
        verdict::unsettled(model, seed, starts),
    ];
    notes.into_iter().flatten().collect()
}

/// Columns that carry the same information as others, as pairs of a copy and the
/// column that stands for it: the selected one, or the first one.
#[must_use]
pub fn copies_of(record: &Record) -> Vec<(usize, usize)> {
    let selected = record.model().selected();
    let groups = record.training().copies.iter();
    groups
        .flat_map(|group| {
            let is_selected = |column: &&usize| selected.contains(column);
            let kept = group.iter().find(is_selected).or(group.first()).copied();
            let others = group.iter().copied();
            others.filter_map(move |column| Some((column, kept?)).filter(|(a, b)| a != b))
        })
        .collect()
}

/// The same in a sentence; nothing where there are no copies.
#[must_use]
pub fn copies(record: &Record) -> Option<String> {
    let (pairs, names) = (copies_of(record), record.model().names());
    let pair = |&(copy, of): &(usize, usize)| format!("`{}` of `{}`", names[copy], names[of]);
    let mut list: Vec<String> = pairs.iter().take(NAMED).map(pair).collect();
    if pairs.len() > NAMED {
        list.push(format!("and {} more", pairs.len() - NAMED));
    }
    let words = match pairs.len() {
        0 => return None,
        1 => "one column is a copy of another one, up to unit and sign, and says nothing else"
            .to_owned(),
        many => format!(
            "{many} columns are copies of others, up to unit and sign, and say nothing else"
        ),
    };
    Some(format!("{words}: {}", list.join(", ")))
}

/// What it means that no training row is classified wrongly; nothing where one is.
#[must_use]
pub fn separation(model: &Model) -> Option<&'static str> {
    let is_separated = match model.training_metrics() {
        Metrics::Regression { .. } => false,
        Metrics::Classification { accuracy, .. } => accuracy >= 1.0,
    };
    (is_separated && !model.selected().is_empty()).then_some(
        "the selected features separate the classes without an error, so the training rows set \
         no limit to the weights; their size, and probabilities close to 0 and 1, follow from \
         the shrinkage of the refit and not from the data",
    )
}
