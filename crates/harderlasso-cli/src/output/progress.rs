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
    clock: Mutex<Clock>,
}

/// What a fit spends its time on. A fit of several models, or of several views of
/// the target, comes back to each of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Read,
    Draws,
    Search,
    Refit,
}

const STAGES: usize = 4;

/// The time that each stage took so far.
struct Clock {
    stage: Stage,
    since: Instant,
    spent: [Duration; STAGES],
    /// The last line of `--verbose`.
    line: Option<Instant>,
}

impl Clock {
    fn begin(&mut self, stage: Stage) {
        let now = Instant::now();
        self.spent[self.stage as usize] += now.saturating_duration_since(self.since);
        (self.stage, self.since) = (stage, now);
    }
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
        let start = Instant::now();
        let clock = Clock {
            stage: Stage::Read,
            since: start,
            spent: [Duration::ZERO; STAGES],
            line: None,
        };
        Self {
            bar,
            verbose: verbosity.verbose,
            start,
            clock: Mutex::new(clock),
        }
    }

    /// The table has been read.
    pub(crate) fn read(&self, rows: usize, columns: usize) {
        self.begin(Stage::Draws);
        self.write(&format!(
            "read {}, {}",
            counted(rows, "row", "rows"),
            counted(columns, "feature column", "feature columns")
        ));
    }

    /// Everything is done: removes the bar.
    pub(crate) fn finish(&self) -> Seconds {
        self.bar.finish_and_clear();
        self.begin(Stage::Refit);
        let spent = self.with_clock(|clock| clock.spent);
        let spent = |stage: Stage| spent.map_or(0.0, |spent| seconds(spent[stage as usize]));
        Seconds {
            read: spent(Stage::Read),
            qut: spent(Stage::Draws),
            fit: spent(Stage::Search),
            refit: spent(Stage::Refit),
            total: seconds(self.start.elapsed()),
        }
    }

    fn begin(&self, stage: Stage) {
        self.with_clock(|clock| clock.begin(stage));
    }

    fn with_clock<R>(&self, change: impl FnOnce(&mut Clock) -> R) -> Option<R> {
        self.clock.lock().ok().map(|mut clock| change(&mut clock))
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
        let is_due = self.with_clock(|clock| {
            let is_due = clock
                .line
                .is_none_or(|last| now.duration_since(last) >= PAUSE);
            if is_due {
                clock.line = Some(now);
            }
            is_due
        });
        if is_due == Some(true) {
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
                self.begin(Stage::Draws);
                self.show("null draws".to_owned(), done, total);
                self.write_rarely(|| format!("{done} of {total} null draws"));
            }
            Event::Calibrated { lambda } => {
                self.begin(Stage::Search);
                self.write(&format!("threshold λ = {lambda:.6}"));
            }
            Event::Phase {
                done,
                total,
                features,
            } => {
                self.begin(Stage::Search);
                self.show(format!("search, {features} features"), done, total);
                self.write_rarely(|| {
                    let features = counted(features, "feature", "features");
                    format!("{done} of at most {total} phases, {features} left")
                });
            }
            Event::Refit => {
                self.begin(Stage::Refit);
                self.write("refit of the selected features");
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
