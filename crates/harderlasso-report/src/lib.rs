//! What is kept of a fit, and the report that is written from it.
//!
//! [`Record`] is a fitted model with everything needed to predict from a raw
//! table and to write the report again: what was done to the table, and how the
//! model does on the rows that it was fitted on. It is what a model file holds.
//! [`Record::html`] is the report, one page that needs nothing else.
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

mod error;
mod html;
mod record;

pub use error::Error;
pub use record::{
    ColumnKind, Effect, LabelKind, LeftOut, MissingPolicy, Outcome, Preparation, Record,
    SourceColumn, Training, Values, WeightColumn,
};
