//! From jobs to rows, several at a time.
//!
//! Each worker takes the next job of the list, so rows finish roughly in the
//! order of the list; the thread that called collects them. A row sees nothing
//! but its own key and the plan, which is why it does not matter who makes it,
//! or when.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use harderlasso::simulate::Recovery;
use harderlasso::{Error, HarderLasso};

use super::plan::{Key, Plan};
use super::row::Row;
use crate::failure::Failure;

/// Makes the rows of `jobs` and hands each to `finished`. Returns a sentence
/// for every fit that failed: one bad fit should not cost the others.
pub(super) fn run(
    plan: &Plan,
    jobs: &[Key],
    mut finished: impl FnMut(Row) -> Result<(), Failure>,
) -> Result<Vec<Failure>, Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<_>| {
        while let Some(key) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Nobody listens any more once a row could not be stored.
            if sender.send((key, row(plan, key))).is_err() {
                break;
            }
        }
    };
    let work = &work;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads.min(jobs.len()))
            .map(|_| {
                let sender = sender.clone();
                scope.spawn(move || work(sender))
            })
            .collect();
        drop(sender);
        let mut failures = Vec::new();
        for (key, made) in receiver {
            match made {
                Ok(row) => finished(row)?,
                Err(error) => failures.push(failure(key, &error)),
            }
        }
        let panicked = workers.into_iter().filter_map(|worker| worker.join().err());
        match panicked.count() {
            0 => Ok(failures),
            _ => Err(Failure::new(
                "a fit broke down, which is a defect of this program; the finished rows are kept, and --resume goes on from them",
            )),
        }
    })
}

/// The fit that `key` names, and what it is worth.
fn row(plan: &Plan, key: &Key) -> Result<Row, Error> {
    let experiment = plan.experiment(key.n);
    let run = experiment.run(key.s, key.run, plan.scale)?;
    let learner = HarderLasso::new()
        .hidden(plan.hidden(&key.method))
        .penalty(key.method.penalty())
        .seed(run.fit_seed())
        .threads(1);
    let start = Instant::now();
    let model = learner.fit(experiment.design(), run.response())?;
    let seconds = start.elapsed().as_secs_f64();
    let test = experiment.test_set(&run)?;
    Ok(Row {
        key: key.clone(),
        seed: run.fit_seed(),
        selected: model.selected().to_vec(),
        recovery: Recovery::of(model.selected(), &run.truth().support()),
        l2_error: test.l2_error(&model.predict(test.design())?)?,
        seconds: (seconds * 1e6).round() / 1e6,
    })
}

fn failure(key: &Key, error: &Error) -> Failure {
    let Key { s, n, method, run } = key;
    Failure::new(format!("{method} at s = {s}, n = {n}, run {run}: {error}"))
}
