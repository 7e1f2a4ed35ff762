//! How the prediction depends on each selected feature.

use crate::chart::{self, COLOURS, EffectLabels, Range, TextAlternative};
use crate::effect::{AVERAGED, EFFECTS, Effect};
use crate::html::context::{Context, section};
use crate::text::{self, count, figure};
use maud::{Markup, html};

/// Effects that are open at first; the others are folded.
const OPEN: usize = 12;

/// Up to so many straight lines have a picture each.
const PANELS: usize = 6;

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
    if is_compact(page, effects) {
        return compact(page, effects);
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

/// Whether the effects are many lines that only rise or only fall: those of a linear
/// model with one curve for each feature. One picture then says all.
fn is_compact(page: &Context<'_>, effects: &[Effect]) -> bool {
    page.is_linear()
        && effects.len() > PANELS
        && effects.iter().all(|effect| effect.curves.len() == 1)
}

/// All effects in one picture.
fn compact(page: &Context<'_>, effects: &[Effect]) -> Markup {
    let output = page.law.effect_axis(&page.subject, &effects[0]);
    let rows: Vec<Range> = effects
        .iter()
        .map(|effect| {
            let curve = &effect.curves[0];
            let (low, high) = effect.values.range;
            let ends = match page.is_level(effect.column) {
                true => ["no".to_owned(), "yes".to_owned()],
                false => [low, high].map(figure),
            };
            let end = |value: Option<&f64>| value.copied().unwrap_or(0.0);
            Range {
                name: page.model.names()[effect.column].clone(),
                ends,
                outputs: [end(curve.first()), end(curve.last())],
            }
        })
        .collect();
    let words = html! {
        p {
            "The picture shows how " (page.law.effect_output()) " changes when one feature goes from the lower to the "
            "upper end of its range, while the other features keep the values that they have in the table. The numbers "
            "beside a bar are the ends of the range; the dot is at its upper end. All values are averages over "
            (averaged(page)) "."
        }
        p.note { (remarks(page, effects)) }
    };
    let description = format!(
        "One row for each of {}, the most important one first: {output}, from the lower to the upper end of the feature.",
        text::plural(rows.len(), "feature", "features")
    );
    let alternative = TextAlternative {
        id: "effects-chart",
        title: "Effects of the selected features",
        description: &description,
    };
    let picture = chart::ranges(&alternative, &output, &rows, page.law.effect_origin());
    section("effects", TITLE, words, Some(picture))
}

/// The rows that an effect is averaged over.
fn averaged(page: &Context<'_>) -> Markup {
    html! {
        @if page.model.rows() > AVERAGED { (AVERAGED) " rows, spread evenly over the table" } @else { "all rows" }
    }
}

fn explained(page: &Context<'_>, effects: &[Effect]) -> Markup {
    html! {
        p {
            "Each picture shows how " (page.law.effect_output()) " depends on one feature, while the other features keep "
            "the values that they have in the table. The line is an average over "
            (averaged(page)) ". The grey bars below it show how often each value occurs: rely on the line only where there are bars. "
            "All pictures have the same vertical scale."
        }
        p.note { (remarks(page, effects)) }
    }
}

/// What the pictures do not show.
fn remarks(page: &Context<'_>, effects: &[Effect]) -> Markup {
    let (shown, classes) = (effects[0].classes.len(), page.model.classes().len());
    html! {
            @if effects.iter().any(|effect| effect.values.beyond > 0) {
                "The lowest and the highest values of a feature, at most 1\u{202f}% each, are not shown. "
            }
            @if page.selected() > effects.len() {
                "Shown are the " (EFFECTS) " most important of " (count(page.selected())) " features. "
            }
            @if shown > 1 && shown < classes { "Shown are " (shown) " of the " (count(classes)) " classes. " }
            "This describes the model; it does not prove that a feature is a cause."
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
