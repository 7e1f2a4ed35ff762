//! Which model a fit kept and why, what of the target it looked at, and which
//! features are uncertain. The terminal, the page and Python use the same words.

use crate::text::listed;
use harderlasso::{Comparison, HarderLasso, Model, Response, Target, View};

/// Widths of the hidden layers of the model that was kept, as they were asked for;
/// none is the linear model. A network that was asked for and selected nothing
/// stays a network, so that equal settings give equal words.
#[must_use]
pub fn kept(model: &Model) -> &[usize] {
    let settings = model.settings();
    if settings.auto && model.has_one_layer() {
        &[]
    } else {
        &settings.hidden
    }
}

/// Whether the model that was kept is a linear one.
#[must_use]
pub fn is_linear(model: &Model) -> bool {
    kept(model).is_empty()
}

/// The model that was kept: `linear model`, or the layers of the network.
#[must_use]
pub fn architecture(model: &Model) -> String {
    let activation = model.activation().name();
    match kept(model) {
        [] => "linear model".to_owned(),
        [width] => format!("network, one hidden layer of {width} ({activation})"),
        widths => {
            let widths: Vec<String> = widths.iter().map(usize::to_string).collect();
            let widths = widths.join(", ");
            format!("network, hidden layers of {widths} ({activation})")
        }
    }
}

/// Why this model was kept and not the other one, in a sentence; nothing where only
/// one was fitted.
#[must_use]
pub fn reason(model: &Model) -> Option<&'static str> {
    let comparison = model.comparison()?;
    Some(match (is_linear(model), comparison.ranks.is_some()) {
        (true, _) => against_network(comparison),
        (false, false) => "The network explains the target better than a linear model.",
        (false, true) => {
            "The network explains the target better than a linear model, by its values and its ranks together."
        }
    })
}

fn against_network(comparison: &Comparison) -> &'static str {
    let by_values = comparison.values.network < comparison.values.linear;
    let by_ranks = comparison
        .ranks
        .map(|scores| scores.network < scores.linear);
    match (by_values, by_ranks) {
        (true, Some(false)) => {
            "A network explains the values of the target better but not its ranks, as happens with outliers."
        }
        (false, Some(true)) => {
            "A network explains the ranks of the target better but not its values."
        }
        _ => "A network explains the target no better.",
    }
}

/// What it means that features were selected by the ranks of the target; nothing
/// where they were selected by its values.
#[must_use]
pub fn view(model: &Model) -> Option<&'static str> {
    (model.view() == View::Ranks).then_some(
        "the target, or what a model leaves of it, has heavy tails, so features are selected by \
         the ranks of the target and not by its values; the model still predicts values",
    )
}

/// Features that are in some of the lists that explain the target about equally
/// well, but not in all of them, as positions in the design.
#[must_use]
pub fn uncertain(model: &Model) -> Vec<usize> {
    let mut lists: Vec<&[usize]> = vec![model.selected()];
    lists.extend(model.alternatives().iter().map(|other| &*other.selected));
    (0..model.names().len())
        .filter(|feature| {
            let count = lists.iter().filter(|list| list.contains(feature)).count();
            count > 0 && count < lists.len()
        })
        .collect()
}

/// What is uncertain about the list of features; nothing where no other list comes
/// close.
#[must_use]
pub fn doubt(model: &Model) -> Option<String> {
    let uncertain = uncertain(model);
    let names: Vec<&str> = uncertain.iter().map(|&i| &*model.names()[i]).collect();
    let words = doubt_about(model.alternatives().len(), names.len())?;
    Some(format!("{words}: {}", listed(&names)))
}

/// The same without the names of the features.
pub(crate) fn doubt_about(others: usize, uncertain: usize) -> Option<String> {
    let which = match others {
        0 => return None,
        1 => "another list of features explains".to_owned(),
        many => format!("{many} other lists of features explain"),
    };
    let uncertain = match uncertain {
        0 => return None,
        1 => "it is uncertain whether this feature matters",
        _ => "it is uncertain which of these features matter",
    };
    Some(format!("{which} the target nearly as well, so {uncertain}"))
}

/// What λ without a fit belongs to, where a fit with these settings would try two
/// models and each of them has a λ of its own; nothing where both are the same.
#[must_use]
pub fn of_which_model(settings: &HarderLasso, response: &Response) -> Option<String> {
    // A network adds up what several outputs find in a feature.
    let is_same = match response.target() {
        Target::Real(_) => settings.activation.max_slope() == 1.0,
        Target::Classes(_) => false,
    };
    let widths: Vec<String> = settings.hidden.iter().map(usize::to_string).collect();
    (settings.auto && !is_same).then(|| {
        format!(
            "this λ is that of the network with a hidden layer of {}; the linear model, which a fit tries as well, has one of its own",
            widths.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use harderlasso::{Activation, Scores};

    #[test]
    fn the_words_follow_the_scores() {
        let scores = |linear, network| Scores { linear, network };
        let (better, worse) = (scores(2.0, 1.0), scores(1.0, 2.0));
        let say = |values, ranks| against_network(&Comparison { values, ranks });
        assert!(say(worse, None).contains("no better"));
        assert!(say(worse, Some(worse)).contains("no better"));
        assert!(say(better, Some(worse)).contains("outliers"));
        assert!(say(worse, Some(better)).contains("ranks of the target better"));
    }

    #[test]
    fn a_doubt_counts_right() {
        assert_eq!(doubt_about(0, 1), None);
        assert_eq!(doubt_about(1, 0), None);
        assert_eq!(
            doubt_about(1, 2).unwrap(),
            "another list of features explains the target nearly as well, so it is uncertain \
             which of these features matter"
        );
        let one = doubt_about(2, 1).unwrap();
        assert!(one.starts_with("2 other lists of features explain the target"));
        assert!(one.ends_with("whether this feature matters"));
    }

    #[test]
    fn only_a_lambda_that_differs_is_told_of() {
        let numbers = Response::real(vec![1.0, 2.0]).unwrap();
        let names = vec!["a".to_owned(), "b".to_owned()];
        let classes = Response::classes(vec![0, 1], names).unwrap();
        let auto = HarderLasso::new();
        assert_eq!(of_which_model(&auto, &numbers), None);
        let told = of_which_model(&auto, &classes).unwrap();
        assert!(told.contains("layer of 20"));
        let curved = HarderLasso::new().activation(Activation::Gelu);
        assert!(of_which_model(&curved, &numbers).is_some());
        assert_eq!(of_which_model(&auto.hidden([20]), &classes), None);
    }
}
