//! The plotting area with its axes.

use super::scale::{CHARACTER, Scale};
use crate::text::{self, px};
use maud::{Markup, html};

/// The plotting area.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlotArea {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl PlotArea {
    /// Both ends of the horizontal direction.
    pub(super) fn across(&self) -> [f64; 2] {
        [self.left, self.right]
    }

    /// Both ends of the vertical direction, upwards.
    pub(super) fn up(&self) -> [f64; 2] {
        [self.bottom, self.top]
    }

    /// The line of the axis below.
    pub(super) fn baseline(&self) -> Markup {
        html! { path.axis d=(format!("M{} {}H{}", px(self.left), px(self.bottom), px(self.right))) {} }
    }

    /// The axis below with its label.
    pub(super) fn below(&self, scale: &Scale, label: &str) -> Markup {
        html! {
            (self.baseline())
            @for (value, text) in scale.ticks() {
                path.axis d=(format!("M{} {}v4", px(scale.at(value)), px(self.bottom))) {}
                text.tick x=(px(self.inside(scale.at(value), &text))) y=(px(self.bottom + 17.0))
                    text-anchor="middle" { (text) }
            }
            (self.label_below(label))
        }
    }

    /// The middle of a tick label, moved to the left where the label would stick out.
    fn inside(&self, place: f64, text: &str) -> f64 {
        place.min(self.right + 8.0 - text::width(text) * CHARACTER / 2.0)
    }

    /// The label of the axis below.
    pub(super) fn label_below(&self, label: &str) -> Markup {
        html! {
            text.axis-label x=(px((self.left + self.right) / 2.0)) y=(px(self.bottom + 35.0))
                text-anchor="middle" { (label) }
        }
    }

    /// Lines at the ticks of the axis on the left, and its numbers.
    pub(super) fn beside(&self, scale: &Scale) -> Markup {
        html! {
            @for (value, text) in scale.ticks() {
                path.grid d=(format!("M{} {}H{}", px(self.left), px(scale.at(value)), px(self.right))) {}
                text.tick x=(px(self.left - 6.0)) y=(px(scale.at(value) + 4.0)) text-anchor="end" { (text) }
            }
        }
    }

    /// The label of the axis on the left, written above it so that it is horizontal.
    pub(super) fn label_above(&self, label: &str) -> Markup {
        html! {
            text.axis-label x="2" y=(px(self.top - 14.0)) { (label) }
        }
    }
}

/// Room that the numbers of the axis on the left need.
pub(super) fn margin(scale: &Scale) -> f64 {
    let widest = text::widest(scale.ticks().iter().map(|(_, text)| text));
    (widest * CHARACTER + 12.0).max(24.0)
}
