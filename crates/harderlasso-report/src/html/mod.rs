//! The report as one HTML page: no script, no network, its own style sheet.

mod chart;
mod number;
mod section;
mod view;
mod words;

use crate::record::Record;
use maud::{DOCTYPE, PreEscaped, html};
use view::View;

const STYLE: &str = include_str!("style.css");

/// Nothing may be fetched and nothing may run; the style sheet of the page is
/// all there is.
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
    let view = View::of(record);
    let target = words::fitted(view.target(), 60);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(format!("harderlasso {}", env!("CARGO_PKG_VERSION")));
                title { "What matters for " (target) " – harderlasso" }
                // The sheet is ours and holds nothing that ends the element.
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    (section::head(&view))
                    (section::asked(&view))
                    (section::features(&view))
                    (section::noise(&view))
                    (section::annealing(&view))
                    (section::fit(&view))
                    (section::effects(&view))
                    (section::limits(&view))
                    (section::data(&view))
                    (section::repeat(&view))
                }
                footer {
                    p {
                        "Written by harderlasso " (env!("CARGO_PKG_VERSION")) ". "
                        "This page is complete in itself: it loads nothing and runs nothing."
                    }
                }
            }
        }
    }
    .into_string()
}
