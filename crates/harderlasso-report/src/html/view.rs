//! A record as the sections of the report look at it.

use super::words;
use crate::record::{ColumnKind, Record};
use harderlasso::{HarderLasso, Law, Metrics, Model};
use maud::{Markup, html};

/// A record with what several sections want to know about it.
pub(crate) struct View<'a> {
    pub(crate) record: &'a Record,
    pub(crate) model: &'a Model,
    pub(crate) settings: &'a HarderLasso,
    /// Positions among the selected features, the most important first.
    pub(crate) order: Vec<usize>,
    /// Importance of each selected feature, in the order of the design.
    pub(crate) importances: Vec<f64>,
}

impl<'a> View<'a> {
    pub(crate) fn of(record: &'a Record) -> Self {
        let model = record.model();
        let importances = model.importances();
        let mut order: Vec<usize> = (0..importances.len()).collect();
        order.sort_by(|&a, &b| importances[b].total_cmp(&importances[a]));
        Self {
            record,
            model,
            settings: model.settings(),
            order,
            importances,
        }
    }

    pub(crate) fn selected(&self) -> usize {
        self.model.selected().len()
    }

    pub(crate) fn features(&self) -> usize {
        self.model.names().len()
    }

    pub(crate) fn is_classification(&self) -> bool {
        match self.model.law() {
            Law::Regression(_) => false,
            Law::Classification(_) => true,
        }
    }

    /// Whether every feature is constant: then there is nothing that noise
    /// could be measured on, and λ is neither drawn nor set.
    pub(crate) fn is_constant(&self) -> bool {
        self.settings.lambda.is_none() && self.model.threshold().draws.is_empty()
    }

    /// Whether a linear model was asked for.
    pub(crate) fn is_linear(&self) -> bool {
        self.settings.hidden.is_empty()
    }

    /// How well the model fits, without the rounding error that an R² of zero
    /// comes with.
    pub(crate) fn fit(&self) -> Metrics {
        match self.model.training_metrics() {
            Metrics::Regression { r2, rmse } if r2.abs() < 1e-9 => {
                Metrics::Regression { r2: 0.0, rmse }
            }
            fit => fit,
        }
    }

    /// Name of a selected feature.
    pub(crate) fn feature(&self, position: usize) -> &'a str {
        &self.model.names()[self.model.selected()[position]]
    }

    pub(crate) fn target(&self) -> &'a str {
        &self.record.preparation().target
    }

    /// The target in running text.
    pub(crate) fn target_name(&self) -> Markup {
        if self.record.is_bare() {
            html! { "the target" }
        } else {
            words::name(self.target())
        }
    }

    /// Whether a column of the design is a level of a text column.
    pub(crate) fn is_level(&self, column: usize) -> bool {
        let preparation = self.record.preparation();
        let origin = preparation.origins().get(column).copied();
        origin.is_some_and(|origin| {
            matches!(preparation.columns[origin].kind, ColumnKind::Levels { .. })
        })
    }

    /// The most frequent classes, as far as they are known.
    pub(crate) fn shown_classes(&self, most: usize) -> Vec<usize> {
        use crate::record::Outcome;
        match &self.record.training().outcome {
            Some(Outcome::Classification { shown, .. }) => {
                shown.iter().copied().take(most).collect()
            }
            _ => (0..self.model.classes().len().min(most)).collect(),
        }
    }
}

/// A section with words on one side and a picture, if any, on the other.
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
