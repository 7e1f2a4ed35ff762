//! Results for people: text that fits 80 columns.

use std::fmt::Write;

use harderlasso::{End, HarderLasso, Law, Metrics, Model, Threshold};
use harderlasso_report::{ColumnKind, MissingPolicy, Preparation, Record};

use super::Seconds;
use super::lines::{labelled, number, padded, shortened};
use crate::words::{count, listed};

/// Selected features beyond this many are counted, not shown.
const SHOWN: usize = 60;

/// The longest name in the table of features.
const NAME: usize = 38;

/// Draws beyond λ with which its interval can be trusted.
const ENOUGH: f64 = 10.0;

/// The longest bar beside a weight.
const BAR: f64 = 12.0;

/// The result of a fit, or of looking at a saved one.
pub(crate) fn fit_summary(record: &Record, seconds: Option<Seconds>) -> String {
    let (model, preparation) = (record.model(), record.preparation());
    let settings = model.settings();
    let mut text = String::new();
    let source = preparation.source.as_deref().unwrap_or("a table");
    text += &labelled(
        "Asked",
        &format!(
            "which columns of {source} explain `{}`?",
            preparation.target
        ),
    );
    text += &labelled("Task", &task(model, preparation));
    text += &labelled(
        "Table",
        &format!(
            "{}, {}",
            count(model.rows(), "row", "rows"),
            count(
                preparation.columns.len(),
                "feature column",
                "feature columns"
            )
        ),
    );
    for note in prepared_notes(preparation) {
        text += &labelled("", &note);
    }
    text += &labelled(
        "Model",
        &format!("{}, {} penalty", kind(settings), settings.penalty.name()),
    );
    let origin = Origin {
        own: settings.lambda.is_some(),
        alpha: settings.alpha,
        draws: settings.draws,
    };
    text += &lambda(model.threshold(), origin, Some(model.selected().len()));
    text.push('\n');
    text += &features(model, settings.alpha);
    text.push('\n');
    text += &labelled("Fit", &quality(model));
    if !model.certificate().is_optimal() {
        text += &labelled(
            "Note",
            "the search ended short of a local minimum; more --restarts may find a better one",
        );
    }
    if model.refit_end() == End::IterationLimit {
        text += &labelled(
            "Note",
            "the refit of the selected features used up its steps; the selection stands, and the weights are close to their best",
        );
    }
    if let Some(seconds) = seconds {
        let Seconds {
            read,
            qut,
            fit,
            refit,
            total,
        } = seconds;
        text += &labelled(
            "Time",
            &format!(
                "read {read:.2} s, threshold {qut:.2} s, fit {fit:.2} s, refit {refit:.2} s, total {total:.2} s"
            ),
        );
    }
    text
}

/// The result of `lambda`.
pub(crate) fn lambda_summary(
    threshold: &Threshold,
    preparation: &Preparation,
    alpha: f64,
    seconds: Seconds,
) -> String {
    let mut text = String::new();
    for note in preparation
        .task_note
        .iter()
        .cloned()
        .chain(prepared_notes(preparation))
    {
        text += &labelled("Note", &note);
    }
    let origin = Origin {
        own: false,
        alpha,
        draws: threshold.draws.len(),
    };
    text += &lambda(threshold, origin, None);
    text += &labelled(
        "Time",
        &format!(
            "read {:.2} s, threshold {:.2} s, total {:.2} s",
            seconds.read, seconds.qut, seconds.total
        ),
    );
    text
}

/// What was done to the table on the way, one sentence a matter.
pub(crate) fn prepared_notes(preparation: &Preparation) -> Vec<String> {
    let mut notes = Vec::new();
    let texts: Vec<String> = preparation
        .columns
        .iter()
        .filter_map(|column| match &column.kind {
            ColumnKind::Levels { levels } => Some(format!("{} ({})", column.name, levels.len())),
            ColumnKind::Numeric => None,
        })
        .collect();
    if !texts.is_empty() {
        notes.push(format!(
            "{} one column for each level: {}.",
            count(texts.len(), "text column became", "text columns became"),
            listed(&texts)
        ));
    }
    let gaps: usize = preparation
        .columns
        .iter()
        .map(|column| column.missing)
        .sum();
    let dropped = preparation.rows_dropped;
    if dropped > 0 {
        notes.push(format!(
            "{} left out because a value is missing.",
            count(dropped, "row was", "rows were")
        ));
    } else if gaps > 0 && preparation.missing == MissingPolicy::Mean {
        notes.push(format!(
            "{} missing; the means of the columns stand in for them.",
            count(gaps, "value is", "values are")
        ));
    }
    if let Some(weights) = &preparation.weights {
        let mut note = format!("Rows count as often as `{}` says", weights.name);
        if weights.zero > 0 {
            note += "; ";
            note += &count(weights.zero, "row of weight 0 is", "rows of weight 0 are");
            note += " left out";
        }
        notes.push(note + ".");
    }
    for left_out in &preparation.left_out {
        notes.push(format!(
            "Column `{}` is left out: {}.",
            left_out.name, left_out.reason
        ));
    }
    notes
}

/// `linear model`, or the layers of the network.
fn kind(settings: &HarderLasso) -> String {
    let activation = settings.activation.name();
    match &settings.hidden[..] {
        [] => "linear model".to_owned(),
        [width] => format!("network, one hidden layer of {width} ({activation})"),
        widths => {
            let widths: Vec<String> = widths.iter().map(usize::to_string).collect();
            let widths = widths.join(", ");
            format!("network, hidden layers of {widths} ({activation})")
        }
    }
}

fn task(model: &Model, preparation: &Preparation) -> String {
    let task = match model.law() {
        Law::Regression(_) => "regression".to_owned(),
        Law::Classification(law) => format!(
            "classification, {} classes: {}",
            law.classes().len(),
            listed(law.classes())
        ),
    };
    match &preparation.task_note {
        Some(note) => format!("{task}. {note}"),
        None => task,
    }
}

/// Where λ comes from.
struct Origin {
    own: bool,
    alpha: f64,
    draws: usize,
}

/// λ, and where the data stand; `selected` is how many features came in, if
/// that is known.
fn lambda(threshold: &Threshold, origin: Origin, selected: Option<usize>) -> String {
    if !origin.own && threshold.draws.is_empty() {
        return labelled(
            "Lambda λ",
            "none: every column has the same value in every row, so nothing can be selected",
        );
    }
    let (lower, upper) = threshold.interval;
    let lambda = number(threshold.lambda);
    let text = match origin.own {
        true => format!("{lambda}, as given"),
        false => format!(
            "{lambda} (95 % interval {} to {}; {}, alpha {})",
            number(lower),
            number(upper),
            count(origin.draws, "null draw", "null draws"),
            origin.alpha
        ),
    };
    let stands = match (threshold.observed > threshold.lambda, selected) {
        (true, _) => "above λ, so there is something to find",
        (false, None) => "not above λ, so no column alone stands out of pure noise",
        (false, Some(0)) => "not above λ, so this could be pure noise",
        (false, Some(_)) => {
            "not above λ: no column alone stands out of pure noise, but what is selected costs less than nothing selected; take it with care"
        }
    };
    let rough = match origin.own || origin.draws as f64 * origin.alpha >= ENOUGH {
        true => String::new(),
        false => labelled(
            "",
            &format!(
                "so few draws say little about a tail of {}; raise --draws",
                origin.alpha
            ),
        ),
    };
    labelled("Lambda λ", &text)
        + &rough
        + &labelled(
            "",
            &format!("the data stand at {}: {stands}", number(threshold.observed)),
        )
}

fn features(model: &Model, alpha: f64) -> String {
    let selected = model.selected().len();
    let total = model.names().len();
    if selected == 0 {
        return labelled(
            "Nothing",
            &format!(
                "is selected: no column of {total} explains the target better than noise would. In pure noise this is the answer with probability {:.0} %; it may also mean that the signal is too weak for {}.",
                100.0 * (1.0 - alpha),
                count(model.rows(), "row", "rows")
            ),
        );
    }
    let mut text = format!("{selected} of {total} features selected\n\n");
    let weights = model.importances();
    let slopes = slopes(model);
    let mut order: Vec<usize> = (0..selected).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    let names: Vec<String> = model
        .selected_names()
        .map(|name| shortened(name, NAME))
        .collect();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max("feature".len());
    let heading = slopes.as_ref().map_or("", |(heading, _)| heading);
    let heading = format!(
        "  {}  {:>6}  {}  {heading:>12}",
        padded("feature", width),
        "weight",
        padded("", BAR as usize),
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", heading.trim_end());
    for &place in order.iter().take(SHOWN) {
        let slope = slopes
            .as_ref()
            .and_then(|(_, slopes)| slopes.get(model.selected()[place]))
            .map_or(String::new(), |slope| number(*slope));
        let bar = "█".repeat((weights[place] * BAR).round() as usize);
        let line = format!(
            "  {}  {:>6.3}  {}  {slope:>12}",
            padded(&names[place], width),
            weights[place],
            padded(&bar, BAR as usize)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if selected > SHOWN {
        let _ = writeln!(text, "  … and {} more (--json has all)", selected - SHOWN);
    }
    text
}

/// What one unit of each column adds, where the model is a straight line: to
/// the prediction, or to the log odds of the second of two classes.
fn slopes(model: &Model) -> Option<(&'static str, Vec<f64>)> {
    let coefficients = model.coefficients()?;
    match &coefficients[..] {
        [slopes] => Some(("coefficient", slopes.clone())),
        [first, second] => {
            let slopes = first.iter().zip(second).map(|(a, b)| b - a).collect();
            Some(("log odds", slopes))
        }
        _ => None,
    }
}

fn quality(model: &Model) -> String {
    let told = match model.training_metrics() {
        Metrics::Regression { r2, rmse } => {
            // Rounding may leave a hair less than nothing.
            let r2 = if r2.abs() < 5e-4 { 0.0 } else { r2 };
            format!("R² {r2:.3}, root mean squared error {}", number(rmse))
        }
        Metrics::Classification { accuracy, log_loss } => {
            format!("accuracy {:.1} %, log loss {log_loss:.4}", 100.0 * accuracy)
        }
    };
    format!("{told}, on the training data; new rows will do a little worse")
}
