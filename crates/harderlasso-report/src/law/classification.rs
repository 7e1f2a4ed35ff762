//! Classification: the target is one of several classes.

use super::{BaseRates, FitPicture, GoodnessOfFit, Headline, LawReport, Subject, wrong_response};
use crate::chart::{self, TextAlternative};
use crate::effect::{Curves, Effect};
use crate::error::Error;
use crate::text::{
    count, figure, list, name, percent, plain_number, plural, printable, shortened_name,
};
use harderlasso::{ClassLabels, Classification, Design, Model, Response, Target};
use maud::{Markup, html};

/// Classes that get a row of their own in the confusion matrix.
const MATRIX_CLASSES: usize = 24;

/// Classes that have their own effect curve and their own weights.
const CURVES: usize = 12;

/// Classes that a sentence names.
const NAMED: usize = 8;

impl LawReport for Classification {
    fn compare(
        &self,
        model: &Model,
        design: &Design,
        response: &Response,
    ) -> Result<GoodnessOfFit, Error> {
        let Target::Classes(ClassLabels { codes, names }) = response.target() else {
            return Err(wrong_response(model, response));
        };
        if names != self.classes() {
            return Err(Error::OtherClasses {
                found: names.len(),
                expected: self.classes().len(),
            });
        }
        let shown = most_frequent(codes, names.len());
        let counts = confusion(codes, &model.predict_classes(design)?, &shown, names.len());
        Ok(GoodnessOfFit::Confusion { shown, counts })
    }

    fn check(&self, model: &Model, goodness: &GoodnessOfFit) -> Result<(), String> {
        let refused = || Err("its confusion matrix is not that of its model".to_owned());
        let GoodnessOfFit::Confusion { shown, counts } = goodness else {
            return refused();
        };
        let classes = self.classes().len();
        let size = shown.len() + usize::from(shown.len() < classes);
        let rising = shown.windows(2).all(|pair| pair[0] < pair[1]);
        let square = counts.len() == size && counts.iter().all(|row| row.len() == size);
        // Sums of forged counts must not overflow.
        let total = counts
            .iter()
            .flatten()
            .try_fold(0usize, |sum, &count| sum.checked_add(count));
        if rising
            && shown.last().is_some_and(|&last| last < classes)
            && square
            && total == Some(model.rows())
        {
            Ok(())
        } else {
            refused()
        }
    }

    fn curves(&self, goodness: &GoodnessOfFit) -> Curves {
        let classes = match self.classes().len() {
            // The probability of one of two classes determines that of the other.
            2 => vec![1],
            _ => self.shown_classes(Some(goodness)),
        };
        Curves {
            classes,
            is_identity_link: false,
        }
    }

    fn shown_classes(&self, goodness: Option<&GoodnessOfFit>) -> Vec<usize> {
        if let Some(GoodnessOfFit::Confusion { shown, .. }) = goodness {
            return shown.iter().copied().take(CURVES).collect();
        }
        (0..self.classes().len().min(CURVES)).collect()
    }

    fn task(&self) -> String {
        format!("classification, {} classes", count(self.classes().len()))
    }

    fn coefficient(&self) -> &'static str {
        "log odds"
    }

    fn target_kind(&self) -> Markup {
        let names = self.classes();
        let mut parts: Vec<Markup> = names.iter().take(NAMED).map(|class| name(class)).collect();
        if names.len() > NAMED {
            parts.push(html! { (plural(names.len() - NAMED, "other", "others")) });
        }
        html! { "one of the " (count(names.len())) " classes " (list(&parts)) }
    }

    fn constant_prediction(&self, _: &Subject<'_>) -> Markup {
        html! { "the share of each class in the table, as its probability" }
    }

    fn picture(&self, subject: &Subject<'_>, goodness: &GoodnessOfFit) -> FitPicture {
        let GoodnessOfFit::Confusion { shown, counts } = goodness else {
            return FitPicture::default();
        };
        let mut names: Vec<String> = shown
            .iter()
            .map(|&class| printable(&self.classes()[class]))
            .collect();
        let note = (shown.len() < self.classes().len()).then(|| {
            names.push("all others".to_owned());
            html! {
                "The " (MATRIX_CLASSES) " most frequent classes are shown; the others share the last row and column."
            }
        });
        let hits: usize = (0..counts.len()).map(|class| counts[class][class]).sum();
        let description = format!(
            "Rows of each true class by predicted class; {} of {} are on the diagonal, where the prediction is \
             correct. A table with the same numbers follows.",
            count(hits),
            count(subject.model.rows())
        );
        let alternative = TextAlternative {
            id: "fit-chart",
            title: "Confusion matrix, training rows",
            description: &description,
        };
        FitPicture {
            note,
            picture: Some(html! {
                (chart::confusion(&alternative, &names, counts))
                figcaption {
                    "Training rows. The stronger the colour of a square, the larger its share of the true class. "
                    "Predictions on the diagonal are correct."
                }
            }),
            table: Some(table(&names, counts)),
        }
    }

    fn weight_axis(&self, subject: &Subject<'_>, series: usize) -> String {
        match (self.classes(), series) {
            ([_, second], 1) => format!(
                "log odds of {} = {} per standard deviation",
                subject.target_label(24),
                shortened_name(second, 24)
            ),
            _ => "log odds against the mean of the classes, per standard deviation".to_owned(),
        }
    }

    fn weight_scale(&self, series: usize) -> Option<Markup> {
        Some(html! {
            "The change is given in log odds: 0 means no change, and an increase of 1 multiplies the odds of a class "
            "by about 2.7, compared with "
            @if series == 1 { "the other class" } @else { "the average of the classes" } "."
        })
    }

    fn effect_output(&self) -> Markup {
        match self.classes() {
            [_, second] => html! { "the predicted probability of " (name(second)) },
            _ => html! { "the predicted probability of each class" },
        }
    }

    fn effect_axis(&self, _: &Subject<'_>, effect: &Effect) -> String {
        match effect.classes[..] {
            [class] => format!(
                "probability of {}",
                shortened_name(&self.classes()[class], 24)
            ),
            _ => "probability of each class".to_owned(),
        }
    }

    fn effect_origin(&self) -> Option<f64> {
        Some(0.0)
    }
}

/// Accuracy and mean log loss, in words for a terminal.
pub(super) fn metrics(accuracy: f64, log_loss: f64) -> String {
    // A tiny loss must not be written as 0.0000.
    let log_loss = match log_loss {
        tiny if tiny > 0.0 && tiny < 1e-3 => plain_number(tiny),
        usual => format!("{usual:.4}"),
    };
    format!("accuracy {:.1} %, log loss {log_loss}", 100.0 * accuracy)
}

/// Accuracy in large print.
pub(super) fn headline(accuracy: f64) -> Headline {
    Headline {
        value: percent(accuracy),
        label: "of the rows classified correctly",
    }
}

/// Accuracy and mean log loss in sentences.
pub(super) fn quality(subject: &Subject<'_>, accuracy: f64, log_loss: f64) -> Markup {
    let most_frequent = subject.base.and_then(BaseRates::most_frequent);
    html! {
        "The model predicts the correct class for " b { (percent(accuracy)) } " of the rows."
        @if let Some((class, share)) = most_frequent {
            " Always predicting the most frequent class, " (name(&subject.model.classes()[class]))
            ", would be correct for " (percent(share)) "."
        }
        " The mean log loss is " (figure(log_loss)) "; it is 0 where the model is certain of the correct class of "
        "every row."
    }
}

fn table(names: &[String], counts: &[Vec<usize>]) -> Markup {
    html! {
        details {
            summary { "The confusion matrix as a table" }
            div.scroll tabindex="0" role="region" aria-label="Confusion matrix" {
                table {
                    thead { tr {
                        th scope="col" { "True class" }
                        @for class in names { th.number scope="col" { "Predicted " (name(class)) } }
                    } }
                    tbody {
                        @for (class, row) in names.iter().zip(counts) {
                            tr {
                                th scope="row" { (name(class)) }
                                @for &rows in row { td.number { (count(rows)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The classes to show, in rising order.
fn most_frequent(codes: &[usize], classes: usize) -> Vec<usize> {
    let mut frequency = vec![0usize; classes];
    for &code in codes {
        frequency[code] += 1;
    }
    let mut order: Vec<usize> = (0..classes).collect();
    // A stable sort: of equally frequent classes the first stay first.
    order.sort_by_key(|&class| std::cmp::Reverse(frequency[class]));
    order.truncate(MATRIX_CLASSES);
    order.sort_unstable();
    order
}

fn confusion(
    truth: &[usize],
    predicted: &[usize],
    shown: &[usize],
    classes: usize,
) -> Vec<Vec<usize>> {
    let size = shown.len() + usize::from(shown.len() < classes);
    let mut place = vec![shown.len(); classes];
    for (position, &class) in shown.iter().enumerate() {
        place[class] = position;
    }
    let mut counts = vec![vec![0; size]; size];
    for (&truth, &predicted) in truth.iter().zip(predicted) {
        counts[place[truth]][place[predicted]] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tiny_loss_is_not_zero() {
        assert!(metrics(1.0, 2.5e-9).ends_with("log loss 2.5000e-9"));
        assert!(metrics(0.5, 0.68317).ends_with("log loss 0.6832"));
        assert!(metrics(1.0, 0.0).ends_with("log loss 0.0000"));
    }

    #[test]
    fn rare_classes_share_the_last_row() {
        // Class c of 30 occurs c + 1 times.
        let codes: Vec<usize> = (0..30)
            .flat_map(|c| std::iter::repeat_n(c, c + 1))
            .collect();
        let shown = most_frequent(&codes, 30);
        assert_eq!(shown, (6..30).collect::<Vec<_>>());
        let counts = confusion(&codes, &codes, &shown, 30);
        assert_eq!(counts.len(), MATRIX_CLASSES + 1);
        assert_eq!(
            counts[MATRIX_CLASSES][MATRIX_CLASSES],
            1 + 2 + 3 + 4 + 5 + 6
        );
        assert_eq!(counts[0][0], 7);
    }
}
