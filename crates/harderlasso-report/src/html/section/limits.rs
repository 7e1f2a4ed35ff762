//! What cannot be concluded from the list of features.

use crate::html::context::{Context, section};
use crate::text::percent;
use crate::threshold::ThresholdSource;
use maud::{Markup, html};

pub(crate) fn limits(page: &Context<'_>) -> Markup {
    section(
        "limits",
        "Limitations",
        html! {
            ul.plain {
                li {
                    "If several features carry the same information, usually only one of them is selected. The others "
                    "may matter just as much."
                }
                li {
                    "If the signal is weak, or if many features matter and there are few rows, the list can be wrong. "
                    "The list does not get worse little by little as the problem gets harder: it is right up to a "
                    "point, and then fails abruptly."
                }
                @if page.threshold == ThresholdSource::Calibrated {
                    li {
                        (percent(page.settings.alpha)) " is the probability of selecting anything at all when there is "
                        "nothing to find. It is not the share of false features in a list."
                    }
                }
                li {
                    "A selected feature is useful for predicting the target. This does not mean that changing the "
                    "feature would change the target."
                }
            }
        },
        None,
    )
}
