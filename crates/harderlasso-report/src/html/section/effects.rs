//! How the prediction depends on each selected feature.

use crate::chart::{self, COLOURS, EffectLabels, TextAlternative};
use crate::effect::{AVERAGED, EFFECTS, Effect};
use crate::html::context::{Context, section};
use crate::text::{self, count, figure};
use maud::{Markup, html};

/// Effects that are open at first; the others are folded.
const OPEN: usize = 12;

const TITLE: &str = "What each feature does";

pub(crate) fn effects(page: &Context<'_>) -> Markup {
    if page.selected() == 0 {
        return html! {};
    }
    let effects = &page.record.training().effects;
    if effects.is_empty() {
        let words = html! {
            p {
                "The file holds only the model, without the values of its features, so their effects cannot be drawn."
            }
        };
        return section("effects", TITLE, words, None);
    }
    let (open, folded) = effects.split_at(effects.len().min(OPEN));
    let range = range(page, effects);
    html! {
        (section("effects", TITLE, explained(page, effects), None))
        (legend(page, effects))
        (gallery(page, open, 0, range))
        @if !folded.is_empty() {
            details {
                summary { "Effects of " (text::plural(folded.len(), "more feature", "more features")) }
                (gallery(page, folded, open.len(), range))
            }
        }
    }
}

fn explained(page: &Context<'_>, effects: &[Effect]) -> Markup {
    let (shown, classes) = (effects[0].classes.len(), page.model.classes().len());
    html! {
        p {
            "Each picture shows how " (page.law.effect_output()) " depends on one feature, while the other features keep "
            "the values that they have in the table. The line is an average over "
            @if page.model.rows() > AVERAGED { (AVERAGED) " rows, spread evenly over the table" } @else { "all rows" }
            ". The grey bars below it show how often each value occurs: rely on the line only where there are bars. "
            "All pictures have the same vertical scale."
        }
        p.note {
            @if effects.iter().any(|effect| effect.values.beyond > 0) {
                "The lowest and the highest 1\u{202f}% of the values of a feature are not shown. "
            }
            @if page.selected() > effects.len() {
                "Shown are the " (EFFECTS) " most important of " (count(page.selected())) " features. "
            }
            @if shown > 1 && shown < classes { "Shown are " (shown) " of the " (count(classes)) " classes. " }
            "The lines describe the model; by themselves they do not prove that a feature is a cause."
        }
    }
}

/// The range of all curves together.
fn range(page: &Context<'_>, effects: &[Effect]) -> [f64; 2] {
    let values = effects.iter().flat_map(|effect| &effect.curves).flatten();
    chart::range(values.copied().chain(page.law.effect_origin()))
}

fn legend(page: &Context<'_>, effects: &[Effect]) -> Markup {
    let classes = &effects[0].classes;
    html! {
        @if classes.len() > 1 {
            ul.legend {
                @for (position, &class) in classes.iter().enumerate() {
                    li class=(format!("key k{}", position % COLOURS)) { (text::name(&page.model.classes()[class])) }
                }
            }
        }
    }
}

fn gallery(page: &Context<'_>, effects: &[Effect], first: usize, range: [f64; 2]) -> Markup {
    html! {
        div.gallery {
            @for (number, effect) in effects.iter().enumerate() { (one(page, effect, first + number, range)) }
        }
    }
}

fn one(page: &Context<'_>, effect: &Effect, number: usize, range: [f64; 2]) -> Markup {
    let name = &page.model.names()[effect.column];
    let (shown, id) = (text::shortened_name(name, 60), format!("effect-{number}"));
    let output = page.law.effect_axis(&page.subject, effect);
    let labels = EffectLabels {
        alternative: TextAlternative {
            id: &id,
            title: &format!("Effect of {shown}"),
            description: &described(effect, &output),
        },
        output: &output,
        range,
        level: page.is_level(effect.column),
    };
    html! {
        figure.small {
            figcaption { (text::name(name)) }
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
        "Line: {output}, as the feature goes from {} to {}.{moved}",
        figure(low),
        figure(high)
    )
}
