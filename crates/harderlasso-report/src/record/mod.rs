//! A fit with everything that predictions and the report need.

mod labels;
mod notes;
mod preparation;
mod training;
mod writing;

pub use labels::LabelKind;
pub use preparation::{
    ClassWeight, ColumnKind, LeftOut, MISSING_LEVEL, MissingPolicy, Preparation, SourceColumn,
    WeightColumn, shown_level,
};
pub use training::TrainingResults;
pub use writing::{DateOrder, Notation, Writing};

use crate::error::Error;
use crate::law::Subject;
use harderlasso::{Design, Model, Response};
use serde::{Deserialize, Serialize};

/// A fitted model, how its table was prepared, and how well it fits the rows of
/// that table. Immutable.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    model: Model,
    about: About,
    /// Whether there is only a model, without a description of its table.
    bare: bool,
}

/// What a file holds beside the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    /// Version of the program that made the fit.
    version: String,
    command: Option<String>,
    preparation: Preparation,
    training: TrainingResults,
    /// Absent in the file where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    labels: Option<LabelKind>,
}

impl Record {
    /// Measures a model on the data that it was fitted on, which are the rows with
    /// a positive weight; `preparation` has the number of the others.
    ///
    /// `command` is the command that repeats the fit, for the report.
    ///
    /// # Errors
    /// If the design, the response or the description of the table are not
    /// those of the model.
    pub fn new(
        model: Model,
        design: &Design,
        response: &Response,
        mut preparation: Preparation,
        command: Option<String>,
    ) -> Result<Self, Error> {
        if preparation.rows_read == 0 {
            preparation.rows_read = model.rows();
        }
        check_preparation(&model, &preparation)?;
        let used = design.used_rows(response)?;
        let (design, response) = match &used {
            Some((design, response)) => (design, response),
            None => (design, response),
        };
        if design.rows() != model.rows() {
            return Err(Error::Engine(harderlasso::Error::SizeMismatch {
                what: "the design",
                found: design.rows(),
                expected: model.rows(),
            }));
        }
        let training = TrainingResults::measure(&model, design, response, &preparation.origins())?;
        Ok(Self {
            model,
            about: About {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                command,
                preparation,
                training,
                labels: None,
            },
            bare: false,
        })
    }

    /// Adds the type of the class labels before they became names.
    #[must_use]
    pub fn with_labels(mut self, kind: LabelKind) -> Self {
        self.about.labels = Some(kind);
        self
    }

    /// The type of the class labels before they became names, where it is known.
    #[must_use]
    pub fn labels(&self) -> Option<LabelKind> {
        self.about.labels
    }

    /// The fitted model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How the table was prepared.
    #[must_use]
    pub fn preparation(&self) -> &Preparation {
        &self.about.preparation
    }

    /// How well the model fits the rows that it was fitted on.
    #[must_use]
    pub fn training(&self) -> &TrainingResults {
        &self.about.training
    }

    /// The command that repeats the fit.
    #[must_use]
    pub fn command(&self) -> Option<&str> {
        self.about.command.as_deref()
    }

    /// Version of the program that made the fit; `unknown` if the engine wrote the
    /// file, which then holds only the model.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.about.version
    }

    /// Whether the model came without a description of its table.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.bare
    }

    /// The model file.
    ///
    /// # Errors
    /// If it cannot be written, which would be a defect of this library.
    pub fn to_json(&self) -> Result<String, Error> {
        Ok(if self.bare {
            self.model.to_json()?
        } else {
            self.model.to_json_with(&self.about)?
        })
    }

    /// Reads a model file. A file that the engine wrote, without a description of
    /// the table, is read as a model of a table of numbers.
    ///
    /// # Errors
    /// If the text is not a model file, has an unknown version of the format, was
    /// damaged, or has parts that contradict each other.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let (model, about) = Model::from_json_with::<About>(text)?;
        let Some(about) = about else {
            return Ok(Self::bare(model));
        };
        check_preparation(&model, &about.preparation)?;
        about
            .training
            .check(&model)
            .map_err(|reason| Error::Inconsistent { reason })?;
        Ok(Self {
            model,
            about,
            bare: false,
        })
    }

    /// The fit as the law of its target describes it.
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject {
            model: &self.model,
            target: (!self.bare).then_some(&*self.about.preparation.target),
            goodness: self.about.training.outcome.as_ref(),
            base: self.about.training.base.as_ref(),
        }
    }

    fn bare(model: Model) -> Self {
        let mut preparation = Preparation::plain(model.names(), "target");
        preparation.rows_read = model.rows();
        Self {
            model,
            about: About {
                version: "unknown".to_owned(),
                command: None,
                preparation,
                training: TrainingResults::absent(),
                labels: None,
            },
            bare: true,
        }
    }
}

fn check_preparation(model: &Model, preparation: &Preparation) -> Result<(), Error> {
    let described = preparation.design_names();
    let count = described.len().max(model.names().len());
    let quoted =
        |name: Option<&String>| name.map_or("not there".to_owned(), |name| format!("{name:?}"));
    for column in 0..count {
        let (found, expected) = (described.get(column), model.names().get(column));
        if found != expected {
            return Err(Error::OtherColumn {
                column,
                described: quoted(found),
                expected: quoted(expected),
            });
        }
    }
    let (read, dropped) = (preparation.rows_read, preparation.unused_rows());
    if read.checked_sub(dropped) != Some(model.rows()) {
        return Err(Error::OtherRows {
            read,
            dropped,
            rows: model.rows(),
        });
    }
    Ok(())
}
