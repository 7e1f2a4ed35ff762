//! How well the model fits the rows that it was fitted on.

use crate::html::context::{Context, section};
use crate::law;
use crate::notes;
use crate::text;
use maud::{Markup, html};

pub(crate) fn fit(page: &Context<'_>) -> Markup {
    let goodness = page.subject.goodness;
    let shown = goodness.map(|goodness| page.law.picture(&page.subject, goodness));
    let shown = shown.unwrap_or_default();
    let words = html! {
        p { (law::quality(&page.subject)) }
        @if let Some(note) = notes::separation(page.model) { p { (text::capitalized(note)) "." } }
        p { "These numbers are for the rows that the model was fitted on." }
        @if page.record.preparation().is_weighted() {
            p { "Rows count by their weights in them: a share of the rows is a share of their weight." }
        }
        @if goodness.is_none() {
            p { "The file holds only the model, without its predictions, so there is no picture." }
        }
        @if let Some(note) = shown.note { p { (note) } }
    };
    html! {
        (section("fit", "How well the model fits", words, shown.picture))
        @if let Some(table) = shown.table { (table) }
    }
}
