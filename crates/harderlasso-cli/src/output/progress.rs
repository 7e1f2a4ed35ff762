//! How far a fit is, for a person; how long its parts took, for the result.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use harderlasso::{Event, Observer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::note;
use crate::cli::VerbosityArgs;
use crate::interrupt;

/// How long each part took.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Seconds {
    pub(crate) read: f64,
    pub(crate) qut: f64,
    pub(crate) fit: f64,
    pub(crate) refit: f64,
    pub(crate) total: f64,
}

/// Follows a fit: a bar where stderr is a terminal, lines if asked for them,
/// nothing if asked for that.
pub(crate) struct Watcher {
    bar: ProgressBar,
    verbose: bool,
    start: Instant,
    marks: Mutex<Marks>,
}

#[derive(Clone, Copy, Default)]
struct Marks {
    read: Option<Instant>,
    calibrated: Option<Instant>,
    refit: Option<Instant>,
    /// Of the last line of `--verbose`.
    said: Option<Instant>,
}

/// Lines come at most this often.
const PAUSE: Duration = Duration::from_millis(500);

impl Watcher {
    pub(crate) fn new(verbosity: VerbosityArgs) -> Self {
        let target = match verbosity.quiet || verbosity.verbose {
            true => ProgressDrawTarget::hidden(),
            // Draws nothing where stderr is no terminal.
            false => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(Some(1), target);
        let style = ProgressStyle::with_template("{msg:24} {wide_bar} {elapsed}");
        // The template is a constant; were it wrong, the plain bar would do.
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_message("reading");
        Self {
            bar,
            verbose: verbosity.verbose,
            start: Instant::now(),
            marks: Mutex::default(),
        }
    }

    /// The table is there.
    pub(crate) fn read(&self, rows: usize, columns: usize) {
        self.mark(|marks| marks.read = Some(Instant::now()));
        self.say(&format!("read {rows} rows, {columns} feature columns"));
    }

    /// Everything is done; takes the bar away.
    pub(crate) fn finish(&self) -> Seconds {
        self.bar.finish_and_clear();
        let now = Instant::now();
        let marks = self.mark(|_| {});
        let read = marks.read.unwrap_or(now);
        let calibrated = marks.calibrated.unwrap_or(now);
        let refit = marks.refit.unwrap_or(now);
        let between = |from: Instant, to: Instant| seconds(to.saturating_duration_since(from));
        Seconds {
            read: between(self.start, read),
            qut: between(read, calibrated),
            fit: between(calibrated, refit),
            refit: between(refit, now),
            total: between(self.start, now),
        }
    }

    fn mark(&self, change: impl FnOnce(&mut Marks)) -> Marks {
        match self.marks.lock() {
            Ok(mut marks) => {
                change(&mut marks);
                *marks
            }
            Err(_) => Marks::default(),
        }
    }

    fn say(&self, text: &str) {
        if self.verbose {
            note(&format!("{:8.2} s  {text}", seconds(self.start.elapsed())));
        }
    }

    /// Says something that comes many times a second, now and then.
    fn say_rarely(&self, text: impl FnOnce() -> String) {
        if !self.verbose {
            return;
        }
        let now = Instant::now();
        let mut is_due = false;
        self.mark(|marks| {
            is_due = marks
                .said
                .is_none_or(|said| now.duration_since(said) >= PAUSE);
            if is_due {
                marks.said = Some(now);
            }
        });
        if is_due {
            self.say(&text());
        }
    }

    fn show(&self, message: String, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(message);
    }
}

impl Observer for Watcher {
    fn event(&self, event: Event) {
        match event {
            Event::Draws { done, total } => {
                self.show("threshold".to_owned(), done, total);
                self.say_rarely(|| format!("{done} of {total} null draws"));
            }
            Event::Calibrated { lambda } => {
                self.mark(|marks| marks.calibrated = Some(Instant::now()));
                self.say(&format!("threshold λ = {lambda:.6}"));
            }
            Event::Phase {
                done,
                total,
                features,
            } => {
                self.show(format!("fit, {features} features in"), done, total);
                self.say_rarely(|| {
                    format!("{done} of at most {total} phases, {features} features in")
                });
            }
            Event::Refit => {
                self.mark(|marks| marks.refit = Some(Instant::now()));
                self.say("refit of the selected features");
            }
            _ => {}
        }
    }

    fn is_cancelled(&self) -> bool {
        interrupt::is_requested()
    }
}

/// To the microsecond; more digits would be noise.
fn seconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e6
}
