//! The pictures of the report, one per file. Each is an `svg` element with a
//! title and a description; colours come from the style sheet of the page.

mod area;
mod bars;
mod confusion;
mod density;
mod effect;
mod null;
mod ranges;
mod scale;
mod support;

pub(crate) use bars::{Bar, bars};
pub(crate) use confusion::confusion;
pub(crate) use density::density;
pub(crate) use effect::{EffectLabels, effect};
pub(crate) use null::null;
pub(crate) use ranges::{Range, ranges};
pub(crate) use support::support;

use crate::text::{self, px};
use maud::{Markup, html};

/// Width of a chart in its own units. On a phone a unit is about a CSS pixel, so
/// text stays readable there.
const WIDTH: f64 = 460.0;

/// Curves and bars of classes take these many colours in turn.
pub(crate) const COLOURS: usize = 12;

/// Height of a line of a name.
const LINE: f64 = 13.5;

/// The smallest and the largest of some values.
pub(crate) fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
        [low.min(value), high.max(value)]
    })
}

/// A name beside the picture, ending at `x` around the height `y`, in as many lines
/// as it has parts; pointing at it shows all of it.
fn name_beside(x: f64, y: f64, name: &str, lines: &[String]) -> Markup {
    let first = y - LINE * (lines.len() as f64 - 1.0) / 2.0;
    html! {
        g {
            title { (text::printable(name)) }
            @for (number, line) in lines.iter().enumerate() {
                text.label x=(px(x)) y=(px(first + LINE * number as f64)) text-anchor="end" { (line) }
            }
        }
    }
}

/// The text alternative of a picture, for screen readers.
#[derive(Clone, Copy)]
pub(crate) struct TextAlternative<'a> {
    /// Unique in the page.
    pub(crate) id: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
}

impl TextAlternative<'_> {
    /// The picture, as an `svg` element with this text.
    fn draw(&self, size: [f64; 2], inside: Markup) -> Markup {
        let [width, height] = size.map(px);
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
