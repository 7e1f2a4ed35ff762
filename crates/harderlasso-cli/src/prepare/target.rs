//! Regression or classification, and the response of either.

use clap::ValueEnum;
use harderlasso::{Error, Response};
use harderlasso_report::LabelKind;

use super::listed;
use crate::sentence::Sentence;
use crate::table::{Kind, LEVELS, spell};

/// At most this many different whole numbers are taken for classes.
const FEW: usize = 10;

/// What is to be learnt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Task {
    /// Classes if the target is text or has at most 10 different whole numbers
    /// (and at most half as many as rows)
    #[default]
    Auto,
    /// The target is a number
    Regression,
    /// The target is one of a few classes
    Classification,
}

/// The target as the engine takes it.
pub(super) struct Target {
    pub(super) response: Response,
    /// What the classes are, if there are any.
    pub(super) labels: Option<LabelKind>,
    /// How the task was chosen, if nobody asked for it.
    pub(super) note: Option<String>,
}

impl Target {
    fn real(values: Vec<f64>, place: &str) -> Result<Self, Sentence> {
        Ok(Self {
            response: real(values, place)?,
            labels: None,
            note: None,
        })
    }

    fn with_note(mut self, note: String) -> Self {
        self.note = Some(note);
        self
    }
}

/// Makes the response; `place` is where the target stands, for messages.
pub(super) fn target(
    values: Vec<f64>,
    kind: &Kind,
    task: Task,
    name: &str,
    place: &str,
) -> Result<Target, Sentence> {
    match (kind, task) {
        (Kind::Levels(levels), Task::Regression) => Err(Sentence::new(format!(
            "{place} is text ({}), and --task regression needs numbers; choose another target, or --task classification",
            listed(levels)
        ))),
        (Kind::Levels(levels), _) => {
            let note = format!(
                "The target `{name}` is text, so this is a classification; a regression needs numbers."
            );
            let codes = values.iter().map(|value| *value as usize).collect();
            Ok(Target {
                response: classes(codes, levels.clone(), place)?,
                labels: Some(LabelKind::Text),
                note: (task == Task::Auto).then_some(note),
            })
        }
        (_, Task::Regression) => Target::real(values, place),
        (_, Task::Classification) => numbered(&values, place),
        (_, Task::Auto) => {
            let different = distinct(&values);
            let whole = values.iter().all(|value| value.fract() == 0.0);
            if whole && different.len() <= FEW && different.len() * 2 <= values.len() {
                let note = format!(
                    "The target `{name}` has {} different whole numbers, so this is a classification; --task regression takes them as numbers.",
                    different.len()
                );
                Ok(numbered(&values, place)?.with_note(note))
            } else {
                let mut note = format!(
                    "The target `{name}` has {} different numbers, so this is a regression",
                    different.len()
                );
                note += match different.len() <= LEVELS {
                    true => "; --task classification takes each as a class.",
                    false => ".",
                };
                Ok(Target::real(values, place)?.with_note(note))
            }
        }
    }
}

/// The different values, sorted.
fn distinct(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    // −0 and 0 are one value.
    sorted.dedup_by(|a, b| a == b);
    sorted
}

fn numbered(values: &[f64], place: &str) -> Result<Target, Sentence> {
    let different = distinct(values);
    if different.len() > LEVELS {
        return Err(Sentence::new(format!(
            "{place} has {} different values, and a classification takes at most {LEVELS} classes; choose --task regression, or another target",
            different.len()
        )));
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
    Ok(Target {
        response: classes(codes, names, place)?,
        labels: Some(labels),
        note: None,
    })
}

fn classes(codes: Vec<usize>, names: Vec<String>, place: &str) -> Result<Response, Sentence> {
    Response::classes(codes, names).map_err(|error| match error {
        Error::OneClass { class } => Sentence::new(format!(
            "{place} has one class only (`{class}`); at least two are needed, so choose another target or add rows of another class"
        )),
        error => error.into(),
    })
}

fn real(values: Vec<f64>, place: &str) -> Result<Response, Sentence> {
    Response::real(values).map_err(|error| match error {
        Error::ConstantTarget { value } => Sentence::new(format!(
            "{place} has the value {value} in every row, so there is nothing to explain; choose another target"
        )),
        error => error.into(),
    })
}
