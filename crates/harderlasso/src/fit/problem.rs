//! What is known before the search.

use crate::data::{Design, Response, Standardized};
use crate::error::Error;
use crate::law::{AnyLoss, Law, Loss, NullModel};
use crate::linalg::{self, Columns};
use crate::observer::Observer;
use crate::settings::HarderLasso;
use std::sync::OnceLock;

/// A network starts this many times as wide as asked in its first layer, half
/// of the neurons for either sign, and loses what it does not need.
pub(super) const START_WIDTH: usize = 2;

/// A network cannot have more parameters than this.
const MAX_PARAMETERS: usize = 1 << 31;

/// A checked and standardized problem.
pub(super) struct Problem<'a> {
    pub(super) settings: &'a HarderLasso,
    pub(super) standardized: Standardized,
    pub(super) law: Law,
    pub(super) loss: AnyLoss,
    /// The model without features.
    pub(super) null: NullModel,
    pub(super) observer: &'a dyn Observer,
    gram: OnceLock<Vec<f64>>,
}

impl<'a> Problem<'a> {
    pub(super) fn new(
        settings: &'a HarderLasso,
        design: &Design,
        response: &Response,
        observer: &'a dyn Observer,
    ) -> Result<Self, Error> {
        let is_linear = settings.requests_linear();
        let (law, loss) = AnyLoss::prepare(response, design.weights(), is_linear)?;
        check_size(settings, design.columns(), loss.outputs())?;
        let rows = design.rows();
        let null = NullModel::new(&loss);
        let standardized = Standardized::new(design, loss.row_factors(), |column| {
            null.gradient
                .chunks_exact(rows)
                .map(|output| linalg::dot(column, output).abs())
                .sum()
        })?;
        Ok(Self {
            settings,
            standardized,
            law,
            loss,
            null,
            observer,
            gram: OnceLock::new(),
        })
    }

    /// The standardized columns.
    pub(super) fn x(&self) -> &Columns<f64> {
        &self.standardized.columns
    }

    /// Whether a linear model was asked for.
    pub(super) fn requests_linear(&self) -> bool {
        self.settings.requests_linear()
    }

    /// `XᵀX`, made when it is first asked for.
    pub(super) fn gram(&self) -> &[f64] {
        self.gram.get_or_init(|| linalg::gram(self.x()))
    }

    /// `XᵀX` where it was made already.
    pub(super) fn known_gram(&self) -> Option<&[f64]> {
        self.gram.get().map(Vec::as_slice)
    }
}

/// Refuses networks that no memory holds.
fn check_size(settings: &HarderLasso, columns: usize, outputs: usize) -> Result<(), Error> {
    let mut widths = vec![columns];
    widths.extend(&settings.hidden);
    if let Some(first) = widths.get_mut(1) {
        *first = first.saturating_mul(START_WIDTH);
    }
    widths.push(outputs);
    let parameters = widths.windows(2).try_fold(0usize, |sum, pair| {
        let layer = pair[0].checked_add(1)?.checked_mul(pair[1])?;
        sum.checked_add(layer)
    });
    match parameters {
        Some(parameters) if parameters <= MAX_PARAMETERS => Ok(()),
        _ => Err(Error::TooLarge {
            hidden: settings.hidden.clone(),
            columns,
            most: MAX_PARAMETERS,
        }),
    }
}
