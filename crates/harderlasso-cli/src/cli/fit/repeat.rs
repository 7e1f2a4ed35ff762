//! The command line that repeats a fit.

use std::path::Path;

use clap::ValueEnum;
use harderlasso::HarderLasso;

use super::FitArgs;
use crate::cli::shared::DateOrderFlag;

impl FitArgs {
    /// The flags that differ from their defaults and change the answer. Threads
    /// and output files do not, and would make the files of equal fits differ.
    pub(crate) fn command_line(&self) -> String {
        let (table, settings) = (&self.table, self.settings());
        let default = HarderLasso::default();
        let mut words = vec!["harderlasso".to_owned(), "fit".to_owned()];
        words.push(quoted(&path(&table.data)));
        let mut flag = |name: &str, value: String| {
            words.push(name.to_owned());
            words.push(quoted(&value));
        };
        for target in &table.target {
            flag("--target", target.clone());
        }
        if let Some(task) = chosen(table.task) {
            flag("--task", task);
        }
        if let Some(weights) = &table.weights {
            flag("--weights", weights.clone());
        }
        if let Some(how) = table.class_weight.and_then(|how| how.to_possible_value()) {
            flag("--class-weight", how.get_name().to_owned());
        }
        if let Some(id) = &table.id {
            flag("--id", id.clone());
        }
        for columns in &table.drop {
            flag("--drop", columns.clone());
        }
        for columns in &table.include {
            flag("--include", columns.clone());
        }
        for columns in &table.categorical {
            flag("--categorical", columns.clone());
        }
        if let Some(missing) = chosen(table.missing) {
            flag("--missing", missing);
        }
        if let Some(missing) = chosen(table.missing_target) {
            flag("--missing-target", missing);
        }
        let reading = &table.reading;
        match reading.delimiter {
            None => {}
            Some(b'\t') => flag("--delimiter", "tab".to_owned()),
            Some(byte) => flag("--delimiter", char::from(byte).to_string()),
        }
        if let Some(decimal) = reading.decimal {
            flag("--decimal", decimal.to_string());
        }
        match reading.thousands {
            None => {}
            Some(' ') => flag("--thousands", "space".to_owned()),
            Some(mark) => flag("--thousands", mark.to_string()),
        }
        if !reading.na.is_empty() {
            flag("--na", reading.na.join(","));
        }
        if let Some(sheet) = &reading.sheet {
            flag("--sheet", sheet.clone());
        }
        match reading.date_order {
            None => {}
            Some(DateOrderFlag::DayFirst) => flag("--date-order", "day-first".to_owned()),
            Some(DateOrderFlag::MonthFirst) => flag("--date-order", "month-first".to_owned()),
        }
        flag("--hidden", self.method.hidden.to_string());
        if settings.penalty != default.penalty {
            flag("--penalty", settings.penalty.name().to_owned());
        }
        if settings.alpha != default.alpha {
            flag("--alpha", settings.alpha.to_string());
        }
        if let Some(lambda) = settings.lambda {
            flag("--lambda", lambda.to_string());
        }
        if settings.draws != default.draws {
            flag("--draws", settings.draws.to_string());
        }
        if settings.restarts != default.restarts {
            flag("--restarts", settings.restarts.to_string());
        }
        if settings.activation != default.activation {
            flag("--activation", settings.activation.name().to_owned());
        }
        flag("--seed", settings.seed.to_string());
        words.join(" ")
    }
}

/// The name of a value, unless it is the default.
fn chosen<T: ValueEnum + Default + PartialEq>(value: T) -> Option<String> {
    let name = value.to_possible_value()?.get_name().to_owned();
    (value != T::default()).then_some(name)
}

fn path(path: &Path) -> String {
    let path = path.to_string_lossy().into_owned();
    // A name that begins with a dash must not be taken for a flag.
    match path.starts_with('-') && path != "-" {
        true => format!("./{path}"),
        false => path,
    }
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
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
