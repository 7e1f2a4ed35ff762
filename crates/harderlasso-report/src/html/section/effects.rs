//! What each selected feature does.

use crate::html::chart::{self, COLOURS, EffectLabels};
use crate::html::number::{count, figure};
use crate::html::view::{View, section};
use crate::html::words;
use crate::record::{AVERAGED, CURVES, EFFECTS, Effect};
use maud::{Markup, html};

/// Effects that stand open; the others fold.
const OPEN: usize = 12;

const TITLE: &str = "What each feature does";

pub(crate) fn effects(view: &View<'_>) -> Markup {
    if view.selected() == 0 {
        return html! {};
    }
    let effects = &view.record.training().effects;
    if effects.is_empty() {
        let words = html! {
            p {
                "The file holds the model alone, without the values of its features, so their effects "
                "cannot be drawn."
            }
        };
        return section("effects", TITLE, words, None);
    }
    let (open, folded) = effects.split_at(effects.len().min(OPEN));
    let range = range(view, effects);
    html! {
        (section("effects", TITLE, explained(view, effects), None))
        (legend(view, effects))
        (gallery(view, open, 0, range))
        @if !folded.is_empty() {
            details {
                summary { "Effects of " (words::plural(folded.len(), "more feature", "more features")) }
                (gallery(view, folded, open.len(), range))
            }
        }
    }
}

fn explained(view: &View<'_>, effects: &[Effect]) -> Markup {
    html! {
        p {
            "One feature moves while the others stay what they are in the table. The line is the average of "
            @if view.is_classification() { "the probability that the model gives" }
            @else { "the prediction of the model" }
            " over "
            @if view.model.rows() > AVERAGED { (AVERAGED) " rows spread evenly over the table" } @else { "all rows" }
            "; the grey bars below are the values that the feature has in the table: trust the line "
            "where there are bars. All pictures have the same vertical scale."
        }
        p.note {
            @if effects.iter().any(|effect| effect.values.beyond > 0) {
                "The outermost 1\u{202f}% of the values on either side are not drawn. "
            }
            @if view.selected() > effects.len() {
                "Shown are the " (EFFECTS) " most important of " (count(view.selected())) " features. "
            }
            @if view.model.classes().len() > CURVES && view.is_classification() {
                "Shown are " (CURVES) " of the " (count(view.model.classes().len())) " classes. "
            }
            "These are properties of the model; they are causes only if you have reasons to think so."
        }
    }
}

/// The range of all curves together; probabilities begin at zero.
fn range(view: &View<'_>, effects: &[Effect]) -> [f64; 2] {
    let start = if view.is_classification() {
        [0.0, 0.0]
    } else {
        [f64::INFINITY, f64::NEG_INFINITY]
    };
    let values = effects.iter().flat_map(|effect| &effect.curves).flatten();
    values.fold(start, |[low, high], &v| [low.min(v), high.max(v)])
}

fn legend(view: &View<'_>, effects: &[Effect]) -> Markup {
    let classes = &effects[0].classes;
    html! {
        @if classes.len() > 1 {
            ul.legend {
                @for (position, &class) in classes.iter().enumerate() {
                    li class=(format!("key k{}", position % COLOURS)) { (words::name(&view.model.classes()[class])) }
                }
            }
        }
    }
}

fn gallery(view: &View<'_>, effects: &[Effect], first: usize, range: [f64; 2]) -> Markup {
    html! {
        div.gallery {
            @for (number, effect) in effects.iter().enumerate() { (one(view, effect, first + number, range)) }
        }
    }
}

fn one(view: &View<'_>, effect: &Effect, number: usize, range: [f64; 2]) -> Markup {
    let name = &view.model.names()[effect.column];
    let (shown, id) = (words::fitted(name, 60), format!("effect-{number}"));
    let output = match effect.classes[..] {
        [] => words::fitted(view.target(), 34),
        [class] => format!(
            "probability of {} = {}",
            words::fitted(view.target(), 10),
            words::fitted(&view.model.classes()[class], 12)
        ),
        _ => "probability of each class".to_owned(),
    };
    let labels = EffectLabels {
        id: &id,
        title: &format!("Effect of {shown}"),
        description: &described(effect, &output),
        output: &output,
        range,
        level: view.is_level(effect.column),
    };
    html! {
        figure.small {
            figcaption { (words::name(name)) }
            (chart::effect(effect, &labels))
        }
    }
}

fn described(effect: &Effect, output: &str) -> String {
    let (low, high) = effect.values.range;
    let moved = match &effect.curves[..] {
        [curve] => {
            let ends = [curve.first(), curve.last()].map(|end| figure(end.copied().unwrap_or(0.0)));
            format!(" It goes from {} to {}.", ends[0], ends[1])
        }
        _ => String::new(),
    };
    format!(
        "Line of the {output} as the feature goes from {} to {}.{moved}",
        figure(low),
        figure(high)
    )
}
