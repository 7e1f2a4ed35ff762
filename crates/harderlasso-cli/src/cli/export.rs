//! The flags of `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

const HELP: &str = "\
Examples:
  harderlasso export model.json --onnx model.onnx
  harderlasso export model.json --onnx model.onnx --inputs selected

The ONNX model has one float input of shape (rows, 1) for each feature, with the
name of the feature and NaN for a missing value. A level of a text column is a
feature of zeros and ones with the name column=level. The model imputes means and
scales by itself. The output is `prediction` for a regression, and `label` and
`probabilities` for a classification.";

/// Write a saved model as an ONNX file for other programs
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ExportArgs {
    /// A model that `fit --model` saved
    pub(crate) model: PathBuf,

    /// The ONNX file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) onnx: PathBuf,

    /// The features that are inputs of the ONNX model
    #[arg(long, value_enum, default_value_t)]
    pub(crate) inputs: InputsName,

    /// Write nothing but errors to stderr
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputsName {
    /// All features of the fit
    #[default]
    All,
    /// The selected features
    Selected,
}
