//! The report as one HTML page.

use crate::record::Record;
use maud::{DOCTYPE, html};

/// The whole page.
pub(crate) fn page(record: &Record) -> String {
    let names: Vec<&str> = record.model().selected_names().collect();
    html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; title { "harderlasso" } }
            body {
                h1 { "What matters for " (record.preparation().target) }
                ul { @for name in names { li { (name) } } }
            }
        }
    }
    .into_string()
}
