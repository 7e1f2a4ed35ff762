//! The pictures of the report, one per file. Each is an `svg` element with a
//! title and a description; colours come from the style sheet of the page.

mod area;
mod bars;
mod confusion;
mod effect;
mod null;
mod scale;
mod scatter;
mod support;

pub(crate) use bars::{Bar, bars};
pub(crate) use confusion::confusion;
pub(crate) use effect::{EffectLabels, effect};
pub(crate) use null::null;
pub(crate) use scatter::scatter;
pub(crate) use support::support;

use crate::text::px;
use maud::{Markup, html};

/// Width of a chart in its own units. On a phone a unit is about a CSS pixel, so
/// text stays readable there.
const WIDTH: f64 = 460.0;

/// Curves and bars of classes take these many colours in turn.
pub(crate) const COLOURS: usize = 6;

/// An `svg` element with a name and a description for screen readers.
struct Picture<'a> {
    /// Unique in the page.
    id: &'a str,
    title: &'a str,
    description: &'a str,
    size: [f64; 2],
}

impl Picture<'_> {
    fn draw(&self, inside: Markup) -> Markup {
        let [width, height] = self.size.map(px);
        let (title, description) = (format!("{}-title", self.id), format!("{}-desc", self.id));
        html! {
            svg.chart role="img" viewBox=(format!("0 0 {width} {height}"))
                aria-labelledby=(title) aria-describedby=(description) {
                title id=(title) { (self.title) }
                desc id=(description) { (self.description) }
                (inside)
            }
        }
    }
}
