//! `harderlasso simulate`: one table of a design of the paper, and its truth.

use std::path::{Path, PathBuf};

use harderlasso::Design;
use harderlasso::rng::Seed;
use harderlasso_simulate::{Correlation, Experiment, Noise, Run, Truth};
use serde_json::{Value, json};

use crate::cli::SimulateArgs;
use crate::failure::Failure;
use crate::output::{note, print};
use crate::{files, interrupt};

pub(crate) fn simulate(arguments: &SimulateArgs) -> Result<(), Failure> {
    let table = arguments
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let truth = arguments
        .truth
        .clone()
        .or_else(|| table.map(|path| path.with_extension("truth.json")));
    check_files(table, truth.as_deref())?;
    interrupt::watch(files::remove_partial)?;
    let scenario = arguments.scenario().map_err(Failure::new)?;
    let experiment = Experiment::under(
        arguments.conditions(),
        scenario,
        arguments.n.unwrap_or(scenario.default_rows()),
        Seed::new(arguments.seed),
    )?;
    let s = arguments.s.unwrap_or(scenario.default_sparsity());
    let run = experiment.run(s, arguments.run, arguments.scale()?)?;
    let csv = csv(experiment.design(), run.values());
    if interrupt::is_requested() {
        return Err(Failure::interrupted());
    }
    if let Some(path) = &truth {
        let text = format!("{:#}\n", truth_of(arguments, &experiment, &run));
        files::replace(path, text.as_bytes())?;
    }
    match table {
        Some(path) => files::replace(path, csv.as_bytes())?,
        None => print(&csv)?,
    }
    if !arguments.quiet {
        note(&format!(
            "{} of {} columns matter.{}",
            s,
            scenario.columns(),
            truth.map_or_else(String::new, |path: PathBuf| format!(
                " The truth is in {}.",
                path.display()
            ))
        ));
    }
    Ok(())
}

/// Checks before the work that the files can be written and are two files.
fn check_files(table: Option<&Path>, truth: Option<&Path>) -> Result<(), Failure> {
    for path in [table, truth].into_iter().flatten() {
        files::check_writable(path)?;
    }
    match (table, truth) {
        (Some(table), Some(truth)) if files::is_same(table, truth) => Err(Failure::new(format!(
            "the truth would take the place of the table {}; give another --truth",
            table.display()
        ))),
        _ => Ok(()),
    }
}

fn name(column: usize) -> String {
    format!("x{column}")
}

/// The table. Numbers are the shortest that read back as the same doubles, so
/// that a fit of the file is a fit of the simulated data. Nothing in it needs
/// quotes, and without looking for such fields a large table is written a fifth
/// faster than by [`files::csv`].
fn csv(design: &Design, y: &[f64]) -> String {
    let mut text: String = (0..design.columns())
        .map(|column| name(column) + ",")
        .collect();
    text += "y\n";
    for (row, y) in y.iter().enumerate() {
        for column in 0..design.columns() {
            text += &design.column(column)[row].to_string();
            text.push(',');
        }
        text += &y.to_string();
        text.push('\n');
    }
    text
}

/// What the table was made from.
fn truth_of(arguments: &SimulateArgs, experiment: &Experiment, run: &Run) -> Value {
    let truth = run.truth();
    let support = truth.support();
    let conditions = experiment.conditions();
    let (law, freedom) = match conditions.noise {
        Noise::Normal => ("normal", None),
        Noise::Student(freedom) => ("student", Some(freedom)),
    };
    json!({
        "design": experiment.scenario().name(),
        "n": experiment.design().rows(),
        "p": experiment.design().columns(),
        "s": support.len(),
        "seed": arguments.seed,
        "run": arguments.run,
        "support": support,
        "names": support.iter().copied().map(name).collect::<Vec<_>>(),
        "terms": terms(truth),
        "mean": truth.formula(),
        "noise": {
            "law": law,
            "degrees_of_freedom": freedom,
            "standard_deviation": conditions.noise.standard_deviation(),
        },
        "correlation": match conditions.correlation {
            Correlation::Toeplitz(rho) => json!({"toeplitz": rho}),
            Correlation::Blocks { size, within } => json!({"blocks": [size, within]}),
            Correlation::Independent => Value::Null,
        },
        // y = scale · (mean + noise) + shift
        "y_scale": arguments.y_scale,
        "y_shift": arguments.y_shift,
        "fit_seed": run.fit_seed(),
        "version": env!("CARGO_PKG_VERSION"),
    })
}

/// The coefficient or the height of each term, with its columns.
fn terms(truth: &Truth) -> Value {
    match truth {
        Truth::Linear(terms) => terms
            .iter()
            .map(|(column, coefficient)| json!({"columns": [column], "coefficient": coefficient}))
            .collect(),
        Truth::Bumps(bumps) => bumps
            .iter()
            .map(|bump| json!({"columns": bump.columns, "height": bump.height}))
            .collect(),
        Truth::Nested { columns, height } => json!([{"columns": columns, "height": height}]),
    }
}
