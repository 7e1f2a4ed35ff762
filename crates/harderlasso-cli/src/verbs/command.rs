//! The command that repeats a fit.

use std::path::Path;

use crate::cli::{FitArgs, Missing};
use crate::prepare::Task;

/// The flags that differ from their defaults and change the answer. Threads and
/// where results go do neither, and would make files of one fit differ.
pub(super) fn fit(arguments: &FitArgs) -> String {
    let (table, method) = (&arguments.table, &arguments.method);
    let mut words = vec!["harderlasso".to_owned(), "fit".to_owned()];
    words.push(quoted(&path(&table.data)));
    let mut flag = |name: &str, value: String| {
        words.push(name.to_owned());
        words.push(quoted(&value));
    };
    flag("--target", table.target.clone());
    match table.task {
        Task::Auto => {}
        Task::Regression => flag("--task", "regression".to_owned()),
        Task::Classification => flag("--task", "classification".to_owned()),
    }
    if let Some(weights) = &table.weights {
        flag("--weights", weights.clone());
    }
    for columns in &table.drop {
        flag("--drop", columns.clone());
    }
    match table.missing {
        Missing::Mean => {}
        Missing::Drop => flag("--missing", "drop".to_owned()),
        Missing::Error => flag("--missing", "error".to_owned()),
    }
    match table.delimiter {
        None => {}
        Some(b'\t') => flag("--delimiter", "tab".to_owned()),
        Some(byte) => flag("--delimiter", char::from(byte).to_string()),
    }
    flag("--hidden", method.hidden.to_string());
    if method.penalty.name() != "harder" {
        flag("--penalty", method.penalty.name().to_owned());
    }
    if method.alpha != 0.05 {
        flag("--alpha", method.alpha.to_string());
    }
    if let Some(lambda) = arguments.lambda {
        flag("--lambda", lambda.to_string());
    }
    if method.draws != 5000 {
        flag("--draws", method.draws.to_string());
    }
    if arguments.restarts != 3 {
        flag("--restarts", arguments.restarts.to_string());
    }
    if method.activation.name() != "relu" {
        flag("--activation", method.activation.name().to_owned());
    }
    flag("--seed", method.seed.to_string());
    words.join(" ")
}

fn path(path: &Path) -> String {
    let path = path.to_string_lossy().into_owned();
    // A name that begins like a flag must not be taken for one.
    match path.starts_with('-') && path != "-" {
        true => format!("./{path}"),
        false => path,
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("data/x-1.csv"), "data/x-1.csv");
        assert_eq!(quoted("mean radius"), "'mean radius'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("$(rm)"), "'$(rm)'");
    }
}
