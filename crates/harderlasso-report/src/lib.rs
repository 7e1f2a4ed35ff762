//! The record of a fit, and the report that is written from it.
//!
//! [`Record`] holds a fitted model with everything needed to predict from a raw
//! table and to write the report: what was done to the table, and how well the
//! model fits the rows that it was fitted on. A model file is a record in JSON.
//! [`Record::html`] writes the report, one page that needs nothing else.
//!
//! [`choice`], [`law`], [`notes`], [`text`] and [`verdict`] hold the words that the report shares
//! with the terminal.
//!
//! ```
//! use harderlasso::{Design, HarderLasso, Layout, Response};
//! use harderlasso_report::{Preparation, Record};
//!
//! let x: Vec<f64> = (0..240).map(|i| ((i * i * 7 + 3 * i) % 41) as f64).collect();
//! let y: Vec<f64> = (0..60).map(|i| x[4 * i] - x[4 * i + 1]).collect();
//! let design = Design::new(&x, 60, 4, Layout::RowMajor)?;
//! let response = Response::real(y)?;
//! let model = HarderLasso::new().hidden([]).fit(&design, &response)?;
//!
//! let preparation = Preparation::plain(design.names(), "price");
//! let record = Record::new(model, &design, &response, preparation, None)?;
//! let file = record.to_json()?;
//! assert_eq!(Record::from_json(&file)?.html(), record.html());
//! # Ok::<(), harderlasso_report::Error>(())
//! ```
//!
//! Nothing here reads or writes files, and nothing depends on the time or on
//! the number of threads: the same fit gives the same bytes.

mod bins;
mod chart;
pub mod choice;
mod effect;
mod error;
pub mod field;
mod html;
pub mod law;
pub mod notes;
mod record;
pub mod text;
mod threshold;
pub mod verdict;

pub use bins::Bins;
pub use effect::{Effect, Histogram};
pub use error::Error;
pub use law::{BaseRates, GoodnessOfFit};
pub use record::{
    ClassWeight, ColumnKind, DateOrder, LabelKind, LeftOut, MISSING_LEVEL, MissingPolicy, Notation,
    Preparation, Record, SourceColumn, TrainingResults, WeightColumn, Writing, shown_level,
};
pub use threshold::ThresholdSource;
