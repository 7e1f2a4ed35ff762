//! The progress of a fit for the terminal, and the times of its parts for the result.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use harderlasso::{Event, Observer};
use harderlasso_report::text::counted;
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

/// Follows a fit: with a bar where stderr is a terminal, with lines for
/// `--verbose`, with nothing for `--quiet`.
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
    /// The last line of `--verbose`.
    line: Option<Instant>,
}

/// The shortest time between lines about events that come many times a second.
const PAUSE: Duration = Duration::from_millis(500);

impl Watcher {
    pub(crate) fn new(verbosity: VerbosityArgs) -> Self {
        let target = match verbosity.quiet || verbosity.verbose {
            true => ProgressDrawTarget::hidden(),
            // Draws nothing where stderr is not a terminal.
            false => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(Some(1), target);
        let style = ProgressStyle::with_template("{msg:24} {wide_bar} {elapsed}");
        // The template is a constant; if it were wrong, the plain bar would appear.
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_message("reading the table");
        Self {
            bar,
            verbose: verbosity.verbose,
            start: Instant::now(),
            marks: Mutex::default(),
        }
    }

    /// The table has been read.
    pub(crate) fn read(&self, rows: usize, columns: usize) {
        self.mark(|marks| marks.read = Some(Instant::now()));
        self.write(&format!(
            "read {}, {}",
            counted(rows, "row", "rows"),
            counted(columns, "feature column", "feature columns")
        ));
    }

    /// Everything is done: removes the bar.
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

    fn write(&self, text: &str) {
        if self.verbose {
            note(&format!("{:8.2} s  {text}", seconds(self.start.elapsed())));
        }
    }

    /// Writes about an event that comes many times a second, but not every time.
    fn write_rarely(&self, text: impl FnOnce() -> String) {
        if !self.verbose {
            return;
        }
        let now = Instant::now();
        let mut is_due = false;
        self.mark(|marks| {
            is_due = marks
                .line
                .is_none_or(|last| now.duration_since(last) >= PAUSE);
            if is_due {
                marks.line = Some(now);
            }
        });
        if is_due {
            self.write(&text());
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
                self.show("null draws".to_owned(), done, total);
                self.write_rarely(|| format!("{done} of {total} null draws"));
            }
            Event::Calibrated { lambda } => {
                self.mark(|marks| marks.calibrated = Some(Instant::now()));
                self.write(&format!("threshold λ = {lambda:.6}"));
            }
            Event::Phase {
                done,
                total,
                features,
            } => {
                self.show(format!("search, {features} features"), done, total);
                self.write_rarely(|| {
                    let features = counted(features, "feature", "features");
                    format!("{done} of at most {total} phases, {features} left")
                });
            }
            Event::Refit => {
                self.mark(|marks| marks.refit = Some(Instant::now()));
                self.write("refit of the selected features without penalty");
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
