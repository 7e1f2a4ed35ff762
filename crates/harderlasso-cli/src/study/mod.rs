//! `harderlasso study`: the paper's simulations, repeated.
//!
//! Flags become a [`plan`], the plan less what the [`store`] already holds
//! becomes jobs, [`run`] turns jobs into rows, and the store's rows become the
//! [`summary`] and the [`figure`]s.

mod figure;
mod list;
mod method;
mod plan;
mod row;
mod run;
mod store;
mod summary;

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) use list::{List, Widths};
pub(crate) use method::Methods;

use crate::cli::StudyArgs;
use crate::failure::Failure;
use crate::files;
use crate::output::{note, print};
use figure::Measure;
use plan::Plan;
use store::Store;
use summary::Summary;

/// Runs what is missing of a study and writes its files.
pub(crate) fn study(arguments: StudyArgs) -> Result<(), Failure> {
    let plan = Plan::new(arguments)?;
    let mut store = Store::open(&plan)?;
    let jobs = plan.jobs(|key| store.has(key));
    let kept = store.len();
    if kept > 0 {
        note(&format!(
            "{kept} finished rows are kept, {} are to come",
            jobs.len()
        ));
    }

    let bar = progress(jobs.len());
    let failures = run::run(&plan, &jobs, |row| {
        bar.inc(1);
        store.append(row)
    })?;
    bar.finish_and_clear();

    let rows = store.finish()?;
    let summary = Summary::of(&rows);
    files::replace(&plan.out.join("summary.csv"), &summary.csv()?)?;
    for measure in Measure::ALL {
        let picture = figure::draw(&summary, plan.axis, measure);
        let path = plan.out.join(format!("{}.svg", measure.name()));
        files::replace(&path, picture.as_bytes())?;
    }
    print(&summary.table(plan.axis))?;
    note(&format!(
        "runs.csv, summary.csv and the figures are in {}",
        plan.out.display()
    ));

    match failures.first() {
        None => Ok(()),
        Some(first) => Err(Failure::new(format!(
            "{} of {} fits failed and have no row; the first is {first}",
            failures.len(),
            jobs.len(),
        ))),
    }
}

/// A bar on stderr; nothing where stderr is no terminal.
fn progress(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} fits, {elapsed}, {eta} to go");
    let bar = ProgressBar::new(length as u64);
    // The template is a constant; were it wrong, the plain bar would do.
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
