//! Fitted models as ONNX files, for programs that predict without this one.
//!
//! A file takes one float column an input, called as the feature, with NaN for
//! missing values. Inside, columns become double precision, missing values are
//! imputed, and the layers are evaluated in the units of the data, so that
//! nothing has to be scaled by hand. A regression answers with `prediction`, a
//! classification with `label` and `probabilities`.
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
//! Nothing here reads or writes files.

mod activation;
mod export;
mod graph;
mod wire;

pub use export::{Error, Export, Inputs};
