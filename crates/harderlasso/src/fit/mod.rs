//! From data and settings to a model: the only module that uses all the others.
//!
//! [`Problem`] is what is known before the search. [`calibration`] adds λ,
//! [`linear`] and [`anneal`] search for candidates, and [`selection`] chooses among
//! them. [`views`] does this for the values of a target and for its ranks, and
//! [`auto`] for a linear model and a network. [`importance`] measures what each
//! feature is worth, [`refit`] and [`shrinkage`] fit the choice again, and
//! [`assemble`] takes the answer back to the units of the data.

mod anneal;
mod annealing;
mod assemble;
mod auto;
mod calibration;
mod candidate;
mod elimination;
mod importance;
mod linear;
mod nearby;
mod neighbours;
mod objective;
mod polish;
mod problem;
mod pruning;
mod refit;
mod score;
mod selection;
mod shrinkage;
mod straight;
mod tails;
mod units;
mod views;

use crate::data::{Design, Response};
use crate::error::Error;
use crate::model::Model;
use crate::observer::{Observer, Silent};
use crate::qut::Threshold;
use crate::settings::HarderLasso;
use problem::Problem;
use views::Views;

/// Threads that are started at most.
const MAX_THREADS: usize = 256;

impl HarderLasso {
    /// Fits a model.
    ///
    /// # Errors
    /// If a setting is out of range, the response does not fit the design, or
    /// numbers overflow.
    pub fn fit(&self, design: &Design, response: &Response) -> Result<Model, Error> {
        self.fit_observed(design, response, &Silent)
    }

    /// Fits a model while an observer follows the progress and may stop it.
    ///
    /// # Errors
    /// As [`HarderLasso::fit`], and [`Error::Cancelled`].
    pub fn fit_observed(
        &self,
        design: &Design,
        response: &Response,
        observer: &dyn Observer,
    ) -> Result<Model, Error> {
        self.on_used_rows(design, response, |design, response| {
            let views = Views::new(self, response)?;
            let linear = self.clone().hidden([]);
            if !self.auto {
                let answer = match straight::is_candidate(self, response) {
                    false => views::answer(self, design, &views, observer)?,
                    true => {
                        let linear = views::answer(&linear, design, &views, observer)?;
                        let network = views::answer(self, design, &views, observer)?;
                        straight::or_linear(network, &linear)?
                    }
                };
                return assemble::model(self, answer, None, design, response);
            }
            let network = self.clone().hidden(self.hidden.clone());
            let (answer, comparison) = auto::answer((&linear, &network), design, &views, observer)?;
            assemble::model(self, answer, Some(comparison), design, response)
        })
    }

    /// Only the threshold λ, with its null distribution.
    ///
    /// # Errors
    /// As [`HarderLasso::fit_observed`].
    pub fn calibrate(
        &self,
        design: &Design,
        response: &Response,
        observer: &dyn Observer,
    ) -> Result<Threshold, Error> {
        self.on_used_rows(design, response, |design, response| {
            let views = Views::new(self, response)?;
            let response = views.response(views.first);
            calibration::threshold(&Problem::new(self, design, response, observer)?)
        })
    }

    /// Runs `body` in a pool of the wanted size, on the rows with a positive
    /// weight and with weights that add up to the rows that they are worth.
    fn on_used_rows<R: Send>(
        &self,
        design: &Design,
        response: &Response,
        body: impl FnOnce(&Design, &Response) -> Result<R, Error> + Send,
    ) -> Result<R, Error> {
        self.check()?;
        let used = design.used_rows(response)?;
        let (design, response) = match &used {
            Some((design, response)) => (design, response),
            None => (design, response),
        };
        if design.rows() < 2 {
            return Err(Error::EmptyDesign {
                rows: design.rows(),
                columns: design.columns(),
            });
        }
        let weighted = design.with_effective_weights();
        let design = weighted.as_ref().unwrap_or(design);
        self.pool()?.install(|| body(design, response))
    }

    fn pool(&self) -> Result<rayon::ThreadPool, Error> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.min(MAX_THREADS))
            .build()
            .map_err(|error| Error::Threads {
                threads: self.threads,
                reason: error.to_string(),
            })
    }
}
