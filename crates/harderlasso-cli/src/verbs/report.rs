//! `harderlasso report`: the HTML report of a saved model.

use super::saved;
use crate::cli::ReportArgs;
use crate::files;
use crate::output::print;
use crate::sentence::Sentence;

pub(crate) fn report(arguments: &ReportArgs) -> Result<(), Sentence> {
    if let Some(path) = &arguments.output {
        if files::is_same(path, &arguments.model) {
            return Err(Sentence::new(
                "the report would take the place of the model; give another -o",
            ));
        }
        files::check_writable(path)?;
    }
    let html = saved::read(&arguments.model)?.html();
    match &arguments.output {
        Some(path) => files::replace(path, html.as_bytes()),
        None => print(&html),
    }
}
