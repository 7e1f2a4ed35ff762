//! Results for people: text that fits 80 columns.

use std::fmt::Write;

use harderlasso::{HarderLasso, Model, Response, Threshold};
use harderlasso_report::text::{counted, listed, plain_number, visible};
use harderlasso_report::{
    ColumnKind, MissingPolicy, Preparation, Record, ThresholdSource, choice, law, notes, verdict,
};
use unicode_width::UnicodeWidthStr;

use super::Seconds;
use super::lines::{labelled, padded, shortened};

/// Selected features that are listed; more are only counted.
const SHOWN: usize = 60;

/// The widest name in the table of features.
const NAME: usize = 38;

/// What the notes call the options for another seed and more random starts.
const SEED: &str = "--seed";
const STARTS: &str = "--restarts";

const FEW_DRAWS: &str = "with so few null draws λ is imprecise; increase --draws";

/// The longest bar beside an importance.
const BAR: usize = 12;

/// The result of a fit.
pub(crate) fn fit_summary(record: &Record, seconds: Option<Seconds>) -> String {
    let (model, preparation) = (record.model(), record.preparation());
    let settings = model.settings();
    let mut text = String::new();
    let source = preparation.source.as_deref().unwrap_or("a table");
    text += &labelled(
        "Question",
        &format!(
            "which columns of {source} predict `{}`?",
            preparation.target
        ),
    );
    text += &labelled("Task", &task(model, preparation));
    text += &labelled(
        "Table",
        &format!(
            "{}, {}",
            counted(model.rows(), "row", "rows"),
            counted(
                preparation.columns.len(),
                "feature column",
                "feature columns"
            )
        ),
    );
    for note in prepared_notes(preparation) {
        text += &labelled("", &note);
    }
    text += &labelled("Model", &kind(model));
    text += &lambda(model.threshold(), settings, Some(model));
    text.push('\n');
    text += &features(model);
    text.push('\n');
    text += &labelled(
        "Fit",
        &format!("{} on the training data", law::metrics(model)),
    );
    if let Some(base) = &record.training().base {
        text += &labelled("", &base.sentence(model));
    }
    for note in notes::of_selection(record, SEED, STARTS) {
        text += &labelled("Note", &note);
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

/// A saved model: the result of its fit, and how it was made.
pub(crate) fn inspect_summary(record: &Record) -> String {
    let mut text = fit_summary(record, None);
    // Lines to be copied are not wrapped.
    let mut line = |label: &str, value: &str| {
        text += &format!("{label:<11}{}\n", visible(value));
    };
    line("Made by", &format!("harderlasso {}", record.version()));
    if let Some(command) = record.command() {
        line("Command", command);
    }
    text
}

/// The result of `lambda`.
pub(crate) fn lambda_summary(
    threshold: &Threshold,
    preparation: &Preparation,
    settings: &HarderLasso,
    response: &Response,
    seconds: Seconds,
) -> String {
    let mut text = String::new();
    let mut notes = prepared_notes(preparation);
    notes.extend(choice::of_which_model(settings, response));
    for note in preparation.task_note.iter().chain(&notes) {
        text += &labelled("Note", note);
    }
    text += &lambda(threshold, settings, None);
    text += &labelled(
        "Time",
        &format!(
            "read {:.2} s, threshold {:.2} s, total {:.2} s",
            seconds.read, seconds.qut, seconds.total
        ),
    );
    text
}

/// What was done to the table, one sentence for each step.
pub(crate) fn prepared_notes(preparation: &Preparation) -> Vec<String> {
    let mut notes = preparation.reading_notes();
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
            counted(
                texts.len(),
                "column of categories became",
                "columns of categories became"
            ),
            listed(&texts)
        ));
    }
    notes.extend(missing_notes(preparation));
    if let Some(weights) = &preparation.weights {
        let mut note = format!(
            "Rows count in proportion to `{}`, also in the shares and errors below",
            weights.name
        );
        if weights.zero > 0 {
            note += "; ";
            note += &counted(weights.zero, "row of weight 0 was", "rows of weight 0 were");
            note += " left out";
        }
        notes.push(note + ".");
    }
    notes.extend(
        preparation
            .class_weight
            .map(|how| how.sentence().to_owned()),
    );
    if let Some(id) = &preparation.id {
        notes.push(format!("`{id}` identifies the rows and is not a feature."));
    }
    notes.extend(notes::left_out(preparation));
    notes
}

/// Every note of a result, in the order and in the words of its text.
pub(crate) fn fit_notes(record: &Record) -> Vec<String> {
    let (model, preparation) = (record.model(), record.preparation());
    let mut notes: Vec<String> = preparation.task_note.iter().cloned().collect();
    notes.extend(prepared_notes(preparation));
    notes.extend(choice::reason(model).map(str::to_owned));
    let has_draws = !model.threshold().draws.is_empty();
    if has_draws && !model.settings().has_enough_draws() {
        notes.push(FEW_DRAWS.to_owned());
    }
    notes.extend(notes::of_selection(record, SEED, STARTS));
    notes
}

/// What was done about missing values.
fn missing_notes(preparation: &Preparation) -> Vec<String> {
    let mut notes = Vec::new();
    let dropped = preparation.rows_dropped;
    // Where only the target has to be there, a remark of its own says so.
    if dropped > 0 && preparation.missing == MissingPolicy::Drop {
        notes.push(format!(
            "{} left out because a value is missing.",
            counted(dropped, "row was", "rows were")
        ));
    }
    if preparation.missing != MissingPolicy::Mean {
        return notes;
    }
    let gaps = |has_level: bool| -> usize {
        let columns = preparation.columns.iter();
        columns
            .filter(|column| column.has_missing_level() == has_level)
            .map(|column| column.missing)
            .sum()
    };
    let (replaced, levels) = (gaps(false), gaps(true));
    if replaced > 0 {
        notes.push(format!(
            "{} replaced by the mean of their column.",
            counted(replaced, "missing value was", "missing values were")
        ));
    }
    if levels > 0 {
        notes.push(format!(
            "{} a level of {} own in {} column.",
            counted(levels, "missing value is", "missing values are"),
            if levels == 1 { "its" } else { "their" },
            if levels == 1 { "its" } else { "their" },
        ));
    }
    notes
}

/// The model that was kept with its penalty, and why it was kept.
fn kind(model: &Model) -> String {
    let penalty = model.settings().penalty.name();
    let kind = format!("{}, {penalty} penalty", choice::architecture(model));
    match choice::reason(model) {
        Some(reason) => format!("{kind}. {reason}"),
        None => kind,
    }
}

fn task(model: &Model, preparation: &Preparation) -> String {
    let mut task = law::task(model.law());
    if !model.classes().is_empty() {
        task += ": ";
        task += &listed(model.classes());
    }
    match &preparation.task_note {
        Some(note) => format!("{task}. {note}"),
        None => task,
    }
}

/// λ, and how the data compare with it; what follows is known where there is a model.
fn lambda(threshold: &Threshold, settings: &HarderLasso, model: Option<&Model>) -> String {
    let source = ThresholdSource::of(threshold, settings);
    let lambda = plain_number(threshold.lambda);
    let mut text = match source {
        ThresholdSource::Unneeded => {
            return labelled(
                "Lambda λ",
                "none: every column has the same value in every row, so nothing can be selected",
            );
        }
        ThresholdSource::Given => labelled("Lambda λ", &format!("{lambda}, as given")),
        ThresholdSource::Calibrated => {
            let (lower, upper) = threshold.interval;
            let text = format!(
                "{lambda} (95 % interval {} to {}; {}, alpha {})",
                plain_number(lower),
                plain_number(upper),
                counted(threshold.draws.len(), "null draw", "null draws"),
                settings.alpha
            );
            labelled("Lambda λ", &text)
        }
    };
    if !settings.has_enough_draws() {
        text += &labelled("", FEW_DRAWS);
    }
    let comparison = match model {
        Some(model) => verdict::comparison(model),
        None if threshold.observed > threshold.lambda => "above λ",
        None => "not above λ: no column by itself stands out from noise",
    };
    text + &labelled(
        "",
        &format!(
            "strongest signal in the data: {}, {comparison}",
            plain_number(threshold.observed)
        ),
    )
}

fn features(model: &Model) -> String {
    let (selected, total) = (model.selected().len(), model.names().len());
    if selected == 0 {
        return nothing(model);
    }
    let mut text = format!("{selected} of {total} features selected\n\n");
    let importances = model.importances();
    let coefficients = law::coefficients(model);
    let names: Vec<String> = model
        .selected_names()
        .map(|name| shortened(name, NAME))
        .collect();
    let widest = names.iter().map(|name| name.width()).max();
    let width = widest.unwrap_or(0).max("feature".len());
    let heading = coefficients.as_ref().map_or("", |(heading, _)| heading);
    // Writing to a string cannot fail.
    let mut line = |name: &str, importance: &str, bar: &str, coefficient: &str| {
        let (name, bar) = (padded(name, width), padded(bar, BAR));
        let line = format!("  {name}  {importance:>10}  {bar}  {coefficient:>12}");
        let _ = writeln!(text, "{}", line.trim_end());
    };
    line("feature", "importance", "", heading);
    for position in model.by_importance().into_iter().take(SHOWN) {
        let importance = importances[position];
        let coefficient = coefficients.as_ref().map(|(_, values)| values[position]);
        line(
            &names[position],
            &format!("{importance:.3}"),
            &"█".repeat((importance * BAR as f64).round() as usize),
            &coefficient.map_or(String::new(), plain_number),
        );
    }
    if selected > SHOWN {
        let _ = writeln!(text, "  … and {} more (--json lists all)", selected - SHOWN);
    }
    text
}

fn nothing(model: &Model) -> String {
    let (threshold, settings) = (model.threshold(), model.settings());
    let features = counted(model.names().len(), "feature", "features");
    let mut text = format!("none of {features}");
    let source = ThresholdSource::of(threshold, settings);
    if source != ThresholdSource::Unneeded {
        text += ": ";
        text += verdict::why_nothing(threshold, settings);
    }
    if source == ThresholdSource::Calibrated && threshold.observed <= threshold.lambda {
        text += &format!(
            ". In pure noise this is the result with a probability of {:.0} %; it can also mean that the signal is too weak to be found in {}",
            100.0 * (1.0 - settings.alpha),
            counted(model.rows(), "row", "rows")
        );
    }
    labelled("Selected", &(text + "."))
}
