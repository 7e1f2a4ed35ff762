//! What the strongest signal and the search say about a selection. The terminal, the
//! page and Python use the same words, so that no sentence contradicts another one or
//! the list of features.

use crate::choice;
use crate::threshold::ThresholdSource;
use harderlasso::{HarderLasso, Model, Threshold};

/// Violations of the KKT conditions, in units of λ, from which on another search may
/// select other features. Networks with a kink in their activation often end at a few
/// hundredths, which does no harm.
const UNSETTLED: f64 = 0.1;

/// How the strongest signal of a single feature compares with λ, and what follows for
/// the number of selected features; it continues `the strongest signal is 3.1, …`.
#[must_use]
pub fn comparison(model: &Model) -> &'static str {
    let is_given = model.settings().lambda.is_some();
    let (is_linear, selected) = (choice::is_linear(model), model.selected().len());
    compared(model.threshold(), is_given, is_linear, selected)
}

fn compared(
    threshold: &Threshold,
    is_given: bool,
    is_linear: bool,
    selected: usize,
) -> &'static str {
    match (is_above(threshold), selected) {
        (true, 1..) => "above λ",
        (true, 0) => {
            "above λ, but no model with features describes the target well enough to be selected"
        }
        (false, 0) if is_given => "not above λ",
        (false, 0) => "not above λ, so this could be pure noise",
        (false, 1) if is_linear => {
            "not above λ, but the model with the selected feature describes the target better than the one without; interpret it with care"
        }
        (false, 1) => {
            "not above λ, but the model with the selected feature describes the target better than the one without. The effect may be curved, which this signal does not measure; interpret it with care"
        }
        (false, 2..) => {
            "not above λ: no feature by itself stands out, but the selected features together explain the target; interpret them with care"
        }
    }
}

/// Why no feature was selected; it continues `none of them was selected: …`.
#[must_use]
pub fn why_nothing(threshold: &Threshold, settings: &HarderLasso) -> &'static str {
    match ThresholdSource::of(threshold, settings) {
        ThresholdSource::Unneeded => "every one has the same value in all rows",
        _ if is_above(threshold) => {
            "no model with features describes the target well enough to be selected"
        }
        ThresholdSource::Given => "none of them predicts the target well enough for this λ",
        ThresholdSource::Calibrated => "none of them predicts the target better than noise would",
    }
}

/// Whether the strongest signal of a single feature is above λ.
pub(crate) fn is_above(threshold: &Threshold) -> bool {
    threshold.observed > threshold.lambda
}

/// What to do where the search ended so far from a local minimum that another one may
/// select other features; nothing where it did not. The arguments are what the reader
/// calls the option for another seed and for the number of random starts.
#[must_use]
pub fn unsettled(model: &Model, seed: &str, starts: &str) -> Option<String> {
    let is_linear = choice::is_linear(model);
    // Where nothing was selected, the comparison with λ says why.
    let is_empty = model.selected().is_empty();
    (!is_empty && violation(model) > UNSETTLED).then(|| advice(is_linear, seed, starts))
}

/// The largest violation of the KKT conditions, in units of λ.
pub(crate) fn violation(model: &Model) -> f64 {
    let certificate = model.certificate();
    certificate.zeros.max(certificate.nonzeros)
}

/// A linear model has one start and no random numbers: another search would be the
/// same.
fn advice(is_linear: bool, seed: &str, starts: &str) -> String {
    if is_linear {
        return "the search ended far from a local minimum, as happens where columns are nearly \
                sums of others; leave out such columns and fit again"
            .to_owned();
    }
    format!(
        "the search ended far from a local minimum, so another one may select other features; \
         compare with the selection of another {seed}, or increase {starts}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No words of a signal beside an empty list, and no words of noise beside features
    /// or above λ.
    #[test]
    fn no_sentence_contradicts_another() {
        for (observed, lambda) in [(0.0, 1.0), (1.0, 1.0), (1.0 + 1e-9, 1.0), (50.0, 1.0)] {
            for is_given in [false, true] {
                for is_linear in [true, false] {
                    for selected in [0, 1, 2, 30] {
                        check(observed, lambda, is_given, is_linear, selected);
                    }
                }
            }
        }
    }

    #[test]
    fn advice_for_a_linear_model_has_no_starts() {
        assert!(!advice(true, "--seed", "--restarts").contains("--"));
        let network = advice(false, "--seed", "--restarts");
        assert!(network.contains("another --seed") && network.contains("increase --restarts"));
    }

    fn check(observed: f64, lambda: f64, is_given: bool, is_linear: bool, selected: usize) {
        let mut settings = HarderLasso::new();
        if is_given {
            settings = settings.lambda(lambda);
        }
        let threshold = Threshold {
            lambda,
            interval: (lambda, lambda),
            observed,
            draws: if is_given { vec![] } else { vec![0.5; 20] },
        };
        let words = compared(&threshold, is_given, is_linear, selected);
        let case = format!("{observed} {is_given} {is_linear} {selected}: {words}");
        let is_above = observed > lambda;
        assert_eq!(words.starts_with("above λ"), is_above, "{case}");
        assert_eq!(words.starts_with("not above λ"), !is_above, "{case}");
        let says = |part: &str| words.contains(part);
        assert_eq!(
            says("noise"),
            !is_above && !is_given && selected == 0,
            "{case}"
        );
        assert_eq!(says("but no model"), is_above && selected == 0, "{case}");
        assert_eq!(says("together"), !is_above && selected > 1, "{case}");
        assert_eq!(
            says("curved"),
            !is_above && selected == 1 && !is_linear,
            "{case}"
        );
        if selected > 0 {
            assert!(!says("enough to be selected"), "{case}");
        } else {
            assert!(!says("the selected") && !says("explain"), "{case}");
            let why = why_nothing(&threshold, &settings);
            assert_eq!(
                why.contains("noise"),
                !is_above && !is_given,
                "{case}: {why}"
            );
            assert_eq!(why.contains("no model"), is_above, "{case}: {why}");
        }
    }
}
