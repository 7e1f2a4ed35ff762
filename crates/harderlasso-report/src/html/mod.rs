//! The report as one HTML page: no script, no network, its own style sheet.

mod context;
mod section;

use crate::record::Record;
use crate::text;
use context::Context;
use maud::{DOCTYPE, PreEscaped, html};

const STYLE: &str = include_str!("style.css");

/// Nothing may be fetched or run; only the style sheet inside the page applies.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

impl Record {
    /// The report: one HTML page that needs nothing else.
    #[must_use]
    pub fn html(&self) -> String {
        page(self)
    }
}

/// The whole page.
fn page(record: &Record) -> String {
    let context = Context::of(record);
    let target = text::shortened_name(&record.preparation().target, 60);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(format!("harderlasso {}", env!("CARGO_PKG_VERSION")));
                title { "What predicts " (target) "? – harderlasso" }
                // The style sheet is part of this crate; nothing in it ends the element.
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    (section::head(&context))
                    (section::question(&context))
                    (section::features(&context))
                    (section::noise(&context))
                    (section::annealing(&context))
                    (section::choice(&context))
                    (section::fit(&context))
                    (section::effects(&context))
                    (section::limits(&context))
                    (section::data(&context))
                    (section::settings(&context))
                }
                footer {
                    p {
                        "Written by harderlasso " (env!("CARGO_PKG_VERSION")) ". "
                        "This page needs no network and runs no scripts."
                    }
                }
            }
        }
    }
    .into_string()
}
