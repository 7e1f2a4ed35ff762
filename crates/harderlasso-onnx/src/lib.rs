//! Fitted models as ONNX files, to predict without harderlasso.
//!
//! A file has one input per feature: a column of floats with the name of the
//! feature, in which NaN is a missing value. The graph converts the inputs to
//! double precision, imputes missing values, and evaluates the layers in the
//! units of the data, so inputs need no scaling. The output of a regression is
//! `prediction`; those of a classification are `label` and `probabilities`.
//!
//! ```
//! use harderlasso::{Design, HarderLasso, Layout, Response};
//! use harderlasso_onnx::{Export, Inputs};
//!
//! let x: Vec<f64> = (0..240).map(|i| ((i * i * 7 + 3 * i) % 41) as f64).collect();
//! let y: Vec<f64> = (0..60).map(|i| x[4 * i] - x[4 * i + 1]).collect();
//! let design = Design::new(&x, 60, 4, Layout::RowMajor)?;
//! let model = HarderLasso::new().hidden([]).fit(&design, &Response::real(y)?)?;
//!
//! let file = Export::new(&model).inputs(Inputs::Selected).to_bytes()?;
//! assert!(file.windows(2).any(|name| name == b"x1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate builds the bytes of a file and does not write it.

mod activation;
mod export;
mod graph;
mod wire;

pub use export::{Export, ExportError, Inputs};
