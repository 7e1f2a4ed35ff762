//! The plotting area with its axes.

use super::scale::{CHARACTER, Scale, widest};
use crate::html::number::px;
use crate::html::words;
use maud::{Markup, html};

/// The plotting area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Frame {
    /// Places of the horizontal direction.
    pub(super) fn across(&self) -> [f64; 2] {
        [self.left, self.right]
    }

    /// Places of the vertical direction, upwards.
    pub(super) fn up(&self) -> [f64; 2] {
        [self.bottom, self.top]
    }

    /// The axis below, with what it counts.
    pub(super) fn below(&self, scale: &Scale, label: &str) -> Markup {
        html! {
            path.axis d=(format!("M{} {}H{}", px(self.left), px(self.bottom), px(self.right))) {}
            @for (value, text) in scale.ticks() {
                path.axis d=(format!("M{} {}v4", px(scale.at(value)), px(self.bottom))) {}
                text.tick x=(px(self.inside(scale.at(value), &text))) y=(px(self.bottom + 17.0))
                    text-anchor="middle" { (text) }
            }
            (self.label_below(label))
        }
    }

    /// The middle of a tick label that must not stick out to the right.
    fn inside(&self, place: f64, text: &str) -> f64 {
        place.min(self.right + 8.0 - words::width(text) * CHARACTER / 2.0)
    }

    /// What the axis below counts.
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

    /// What the axis on the left counts, written above it: nobody should have
    /// to turn the head.
    pub(super) fn label_above(&self, label: &str) -> Markup {
        html! {
            text.axis-label x="2" y=(px(self.top - 14.0)) { (label) }
        }
    }
}

/// Room that the numbers of the axis on the left need.
pub(super) fn margin(scale: &Scale) -> f64 {
    (widest(&scale.ticks()) * CHARACTER + 12.0).max(24.0)
}
