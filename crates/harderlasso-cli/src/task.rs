//! The laws of the target in the command: the names of `--task`, how the columns
//! of the target become a response, and how predictions are written. No other file
//! of the command depends on the law.

use clap::ValueEnum;
use harderlasso::{Design, Error, Model, Prediction, Response};
use harderlasso_report::LabelKind;
use harderlasso_report::field::{LEVELS, is_plain_number, spell};

use crate::table::Contents;
use harderlasso_report::text::listed;

/// At most this many different whole numbers are taken for classes.
const FEW: usize = 10;

/// The names of `--task`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Task {
    /// Classification if the target is text or has at most 10 different whole
    /// numbers (and at most half as many as rows), else regression
    #[default]
    Auto,
    /// The target is a number
    Regression,
    /// The target is one of a few classes
    Classification,
}

/// The columns that hold the target: their names in a request, or their
/// positions. A law whose target has other columns, such as a time and an event,
/// adds a variant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TargetColumns<T> {
    /// The value to explain.
    Value(T),
}

impl<T: Copy> TargetColumns<T> {
    /// All columns, in the order of their roles.
    pub(crate) fn each(&self) -> Vec<T> {
        match *self {
            Self::Value(value) => vec![value],
        }
    }

    /// The column whose name stands for the target.
    pub(crate) fn named(&self) -> T {
        match *self {
            Self::Value(value) => value,
        }
    }

    pub(crate) fn map<U>(self, change: impl Fn(T) -> U) -> TargetColumns<U> {
        match self {
            Self::Value(value) => TargetColumns::Value(change(value)),
        }
    }

    pub(crate) fn try_map<U, E>(
        self,
        change: impl Fn(T) -> Result<U, E>,
    ) -> Result<TargetColumns<U>, E> {
        Ok(match self {
            Self::Value(value) => TargetColumns::Value(change(value)?),
        })
    }
}

/// A column of the target in the rows that are used.
#[derive(Debug)]
pub(crate) struct TargetColumn<'a> {
    pub(crate) name: &'a str,
    pub(crate) contents: &'a Contents,
    pub(crate) values: Vec<f64>,
}

/// The target as the engine takes it.
#[derive(Debug)]
pub(crate) struct ReadTarget {
    pub(crate) response: Response,
    /// What the classes were before they became names, if there are classes.
    pub(crate) labels: Option<LabelKind>,
    /// How the task was chosen, if it was chosen here. Part of the model file.
    pub(crate) note: Option<String>,
}

/// A target that the task cannot use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TargetProblem {
    #[error("the target is text ({}), and a regression needs numbers; choose another target", listed(.levels))]
    TextForRegression { levels: Vec<String> },

    #[error(
        "the target has {classes} different values, and a classification takes at most {LEVELS} classes; choose another target"
    )]
    TooManyClasses { classes: usize },

    #[error(
        "the target has only one class (`{class}`); at least two are needed, so choose another target or add rows of another class"
    )]
    OneClass { class: String },

    #[error(
        "the target has the value {value} in every row, so there is nothing to explain; choose another target"
    )]
    Constant { value: f64 },

    #[error("{0}")]
    Engine(Error),
}

impl From<Error> for TargetProblem {
    fn from(error: Error) -> Self {
        match error {
            Error::OneClass { class } => Self::OneClass { class },
            Error::ConstantTarget { value } => Self::Constant { value },
            error => Self::Engine(error),
        }
    }
}

/// Makes the response. [`Response`] checks it; what is checked here is whether
/// the task suits the columns.
pub(crate) fn read(
    columns: TargetColumns<TargetColumn>,
    task: Task,
) -> Result<ReadTarget, TargetProblem> {
    let TargetColumns::Value(TargetColumn {
        name,
        contents,
        values,
    }) = columns;
    match (contents, task) {
        (Contents::Levels(levels), Task::Regression) => Err(TargetProblem::TextForRegression {
            levels: levels.clone(),
        }),
        (Contents::Levels(levels), Task::Auto | Task::Classification) => {
            let note = format!(
                "The target `{name}` is text, so this is a classification; a regression needs numbers."
            );
            let codes = values.iter().map(|value| *value as usize).collect();
            Ok(ReadTarget {
                response: Response::classes(codes, levels.clone())?,
                labels: Some(LabelKind::Text),
                note: (task == Task::Auto).then_some(note),
            })
        }
        (Contents::Numbers | Contents::TooMany, Task::Regression) => numbers(values),
        (Contents::Numbers | Contents::TooMany, Task::Classification) => numbered_classes(&values),
        (Contents::Numbers | Contents::TooMany, Task::Auto) => {
            let count = distinct(&values).len();
            let is_whole = values.iter().all(|value| value.fract() == 0.0);
            let (target, note) = if is_whole && count <= FEW && count * 2 <= values.len() {
                let note = format!(
                    "The target `{name}` has {count} different whole numbers, so this is a classification; --task regression takes them as numbers."
                );
                (numbered_classes(&values)?, note)
            } else {
                let mut note = format!(
                    "The target `{name}` has {count} different numbers, so this is a regression"
                );
                if count <= LEVELS {
                    note += "; --task classification takes each as a class";
                }
                (numbers(values)?, note + ".")
            };
            Ok(ReadTarget {
                note: Some(note),
                ..target
            })
        }
    }
}

fn numbers(values: Vec<f64>) -> Result<ReadTarget, TargetProblem> {
    Ok(ReadTarget {
        response: Response::real(values)?,
        labels: None,
        note: None,
    })
}

/// Each different number is a class.
fn numbered_classes(values: &[f64]) -> Result<ReadTarget, TargetProblem> {
    let different = distinct(values);
    if different.len() > LEVELS {
        return Err(TargetProblem::TooManyClasses {
            classes: different.len(),
        });
    }
    let codes = values
        .iter()
        .map(|value| different.partition_point(|other| other < value))
        .collect();
    let names: Vec<String> = different.into_iter().map(spell).collect();
    let is_whole = |name: &String| name.parse::<i64>().is_ok();
    let labels = match names.iter().all(is_whole) {
        true => LabelKind::Integer,
        false => LabelKind::Real,
    };
    Ok(ReadTarget {
        response: Response::classes(codes, names)?,
        labels: Some(labels),
        note: None,
    })
}

/// The different values, sorted.
fn distinct(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    // −0 and 0 are one value.
    sorted.dedup_by(|a, b| a == b);
    sorted
}

/// A field of predictions.
#[derive(Debug)]
enum PredictedField {
    Number(f64),
    Text(String),
}

impl PredictedField {
    /// The field as it is written: numbers with an exponent where they are tiny or
    /// huge, and text `guarded` from spreadsheets or as it is.
    fn written(self, is_guarded: bool) -> String {
        match self {
            Self::Number(number) => spell(number),
            Self::Text(text) if is_guarded => guarded(text),
            Self::Text(text) => text,
        }
    }
}

/// Text with an apostrophe before it, where a spreadsheet would run it as a formula.
/// A number is none.
fn guarded(text: String) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_plain_number(&text) {
        true => format!("'{text}"),
        false => text,
    }
}

/// The table that `predict` writes.
pub(crate) struct Predictions {
    header: Vec<String>,
    rows: Box<dyn Iterator<Item = Vec<PredictedField>>>,
}

impl Predictions {
    /// The same behind a column that identifies the rows.
    pub(crate) fn with_ids(mut self, name: String, ids: Vec<String>) -> Self {
        self.header.insert(0, name);
        let rows = self.rows.zip(ids).map(|(mut row, id)| {
            row.insert(0, PredictedField::Text(id));
            row
        });
        Self {
            header: self.header,
            rows: Box::new(rows),
        }
    }

    /// The header and the rows as they are written.
    pub(crate) fn written(
        self,
        is_guarded: bool,
    ) -> (Vec<String>, impl Iterator<Item = Vec<String>>) {
        let names = self.header.into_iter().map(PredictedField::Text);
        let header = names.map(|name| name.written(is_guarded)).collect();
        let rows = self.rows.map(move |row| {
            let fields = row.into_iter();
            fields.map(|field| field.written(is_guarded)).collect()
        });
        (header, rows)
    }
}

/// Predicts the rows of a design: numbers, or the most probable classes.
pub(crate) fn predictions(model: &Model, design: &Design) -> Result<Predictions, Error> {
    let rows: Box<dyn Iterator<Item = Vec<PredictedField>>> = match model.law().prediction() {
        Prediction::Number => {
            let values = model.predict(design)?;
            Box::new(
                values
                    .into_iter()
                    .map(|value| vec![PredictedField::Number(value)]),
            )
        }
        Prediction::Probabilities => {
            let names = model.classes().to_vec();
            let classes = model.predict_classes(design)?;
            Box::new(
                classes
                    .into_iter()
                    .map(move |class| vec![PredictedField::Text(names[class].clone())]),
            )
        }
    };
    Ok(Predictions {
        header: vec!["prediction".to_owned()],
        rows,
    })
}

/// Predicts the probability of each class.
pub(crate) fn probabilities(model: &Model, design: &Design) -> Result<Predictions, Error> {
    let header = model.classes().to_vec();
    let width = header.len().max(1);
    let values = model.predict_proba(design)?;
    let rows = (0..values.len() / width).map(move |row| {
        let row = &values[row * width..][..width];
        row.iter()
            .map(|&value| PredictedField::Number(value))
            .collect()
    });
    Ok(Predictions {
        header,
        rows: Box::new(rows),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use harderlasso::Law;

    #[test]
    fn only_text_is_guarded() {
        for (text, written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-x", "'-x"),
            ("\t=1", "'\t=1"),
            ("-5", "-5"),
            ("+1e3", "+1e3"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(guarded(text.to_owned()), written);
        }
        assert_eq!(PredictedField::Number(-2.5).written(true), "-2.5");
        assert_eq!(PredictedField::Number(1.5e-300).written(true), "1.5e-300");
        assert_eq!(PredictedField::Text("=x".into()).written(false), "=x");
    }

    #[test]
    fn every_law_is_a_task() {
        let names: Vec<String> = Task::value_variants()
            .iter()
            .filter_map(Task::to_possible_value)
            .map(|value| value.get_name().to_owned())
            .collect();
        assert_eq!(names[0], "auto");
        assert_eq!(names[1..], *Law::NAMES);
    }
}
