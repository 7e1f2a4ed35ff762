//! `harderlasso export`: a saved model for other programs.

use harderlasso_onnx::{Export, ExportError, Inputs};
use harderlasso_report::LabelKind;
use harderlasso_report::text::listed;

use super::read_model;
use crate::cli::{ExportArgs, InputsName};
use crate::failure::Failure;
use crate::files;
use crate::output::note;

pub(crate) fn export(arguments: &ExportArgs) -> Result<(), Failure> {
    let path = &arguments.onnx;
    if files::is_same(path, &arguments.model) {
        return Err(Failure::new(
            "the ONNX file would overwrite the model; give --onnx another file",
        ));
    }
    files::check_writable(path)?;
    let record = read_model(&arguments.model)?;
    let inputs = match arguments.inputs {
        InputsName::All => Inputs::All,
        InputsName::Selected => Inputs::Selected,
    };
    let bytes = Export::new(record.model())
        .inputs(inputs)
        .integer_labels(record.labels() == Some(LabelKind::Integer))
        .to_bytes()
        .map_err(|error| {
            Failure::new(match error {
                ExportError::NoInputs => format!("{error} (--inputs all)"),
                _ => error.to_string(),
            })
        })?;
    files::replace(path, &bytes)?;
    if !arguments.quiet {
        let levels: Vec<&str> = match arguments.inputs {
            InputsName::All => record.model().names().iter().map(String::as_str).collect(),
            InputsName::Selected => record.model().selected_names().collect(),
        };
        let columns = &record.preparation().columns;
        let levels: Vec<&str> = levels
            .into_iter()
            .filter(|name| !columns.iter().any(|column| column.name == *name))
            .collect();
        if !levels.is_empty() {
            note(&format!(
                "Each level of a column of categories is an input of zeros and ones: {}.",
                listed(&levels)
            ));
        }
    }
    Ok(())
}
