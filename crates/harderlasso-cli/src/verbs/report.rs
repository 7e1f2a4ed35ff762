//! `harderlasso report`: the HTML report of a saved model.

use super::read_model;
use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::files;
use crate::output::print;

pub(crate) fn report(arguments: &ReportArgs) -> Result<(), Failure> {
    if let Some(path) = &arguments.output {
        if files::is_same(path, &arguments.model) {
            return Err(Failure::new(
                "the report would overwrite the model; give -o another file",
            ));
        }
        files::check_writable(path)?;
    }
    let html = read_model(&arguments.model)?.html();
    match &arguments.output {
        Some(path) => Ok(files::replace(path, html.as_bytes())?),
        None => print(&html),
    }
}
