//! What the answer does not say.

use crate::html::number::percent;
use crate::html::view::{View, section};
use maud::{Markup, html};

pub(crate) fn limits(view: &View<'_>) -> Markup {
    section(
        "limits",
        "What this does not say",
        html! {
            ul.plain {
                li {
                    "Of features that carry the same information one is selected. The others may matter as much."
                }
                li {
                    "With a weak signal, or many features that matter and few rows, the list can be wrong, and it "
                    "turns wrong abruptly rather than little by little."
                }
                @if view.settings.lambda.is_none() && !view.is_constant() {
                    li {
                        (percent(view.settings.alpha)) " is the chance of selecting anything where there is "
                        "nothing to find. It is not the share of wrong features in a list."
                    }
                }
                li {
                    "Selected means useful for predicting. It does not mean that changing the feature "
                    "changes the target."
                }
            }
        },
        None,
    )
}
