//! What the sections of the page share.

use crate::choice;
use crate::law::{self, LawReport, Subject};
use crate::record::{ColumnKind, Record};
use crate::threshold::ThresholdSource;
use harderlasso::{HarderLasso, Model};
use maud::{Markup, html};

/// A record with what several sections need.
pub(crate) struct Context<'a> {
    pub(crate) record: &'a Record,
    pub(crate) model: &'a Model,
    pub(crate) settings: &'a HarderLasso,
    pub(crate) law: &'a dyn LawReport,
    pub(crate) subject: Subject<'a>,
    pub(crate) threshold: ThresholdSource,
    /// Positions among the selected features, the most important first.
    pub(crate) order: Vec<usize>,
    /// Importance of each selected feature, in the order of the design.
    pub(crate) importances: Vec<f64>,
    /// Share of each selected feature in the weight of the first layer.
    pub(crate) weight_shares: Vec<f64>,
}

impl<'a> Context<'a> {
    pub(crate) fn of(record: &'a Record) -> Self {
        let model = record.model();
        Self {
            record,
            model,
            settings: model.settings(),
            law: law::of(model.law()),
            subject: record.subject(),
            threshold: ThresholdSource::of(model.threshold(), model.settings()),
            order: model.by_importance(),
            importances: model.importances(),
            weight_shares: model.weight_shares(),
        }
    }

    pub(crate) fn selected(&self) -> usize {
        self.model.selected().len()
    }

    pub(crate) fn features(&self) -> usize {
        self.model.names().len()
    }

    /// Whether the model that was kept is a linear one.
    pub(crate) fn is_linear(&self) -> bool {
        choice::is_linear(self.model)
    }

    /// The name of a selected feature.
    pub(crate) fn feature(&self, position: usize) -> &'a str {
        &self.model.names()[self.model.selected()[position]]
    }

    /// Whether a column of the design is a level of a text column.
    pub(crate) fn is_level(&self, column: usize) -> bool {
        let preparation = self.record.preparation();
        let origin = preparation.origins().get(column).copied();
        origin.is_some_and(|origin| match preparation.columns[origin].kind {
            ColumnKind::Levels { .. } => true,
            ColumnKind::Numeric => false,
        })
    }
}

/// A section with text on one side and a picture, if any, on the other.
pub(crate) fn section(id: &str, title: &str, words: Markup, picture: Option<Markup>) -> Markup {
    let heading = format!("{id}-heading");
    html! {
        section id=(id) aria-labelledby=(heading) {
            div.words {
                h2 id=(heading) { (title) }
                (words)
            }
            @if let Some(picture) = picture {
                figure { (picture) }
            }
        }
    }
}
