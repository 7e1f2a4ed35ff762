//! Following a fit, and stopping it.

mod common;

use common::{bump_target, columns, design, linear, linear_target, quick_network, real};
use harderlasso::{Error, Event, HarderLasso, Observer, Schedule};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Keeps every event, and cancels when one of them meets a condition.
struct EventLog {
    events: Mutex<Vec<Event>>,
    stop_at: fn(&Event) -> bool,
    stopped: AtomicBool,
}

impl EventLog {
    fn new(stop_at: fn(&Event) -> bool) -> Self {
        Self {
            events: Mutex::default(),
            stop_at,
            stopped: AtomicBool::new(false),
        }
    }

    fn events(self) -> Vec<Event> {
        self.events.into_inner().unwrap()
    }
}

impl Observer for EventLog {
    fn event(&self, event: Event) {
        if (self.stop_at)(&event) {
            self.stopped.store(true, Ordering::SeqCst);
        }
        self.events.lock().unwrap().push(event);
    }

    fn is_cancelled(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }
}

fn never(_: &Event) -> bool {
    false
}

/// The events of each model of a fit: a network with one hidden layer looks at the
/// linear model first.
fn passes(events: &[Event]) -> Vec<&[Event]> {
    let is_next =
        |pair: &[Event]| matches!(pair[0], Event::Refit) && matches!(pair[1], Event::Draws { .. });
    let ends = events
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| is_next(pair));
    let mut starts = vec![0];
    starts.extend(ends.map(|(place, _)| place + 1));
    starts.push(events.len());
    starts
        .windows(2)
        .map(|span| &events[span[0]..span[1]])
        .collect()
}

/// The laws of a complete list of events.
fn check(events: &[Event], draws: usize) {
    let drawn: Vec<(usize, usize)> = events
        .iter()
        .filter_map(|event| match *event {
            Event::Draws { done, total } => Some((done, total)),
            _ => None,
        })
        .collect();
    assert!(
        drawn
            .iter()
            .all(|&(done, total)| total == draws && done <= total)
    );
    assert!(drawn.iter().any(|&(done, total)| done == total));
    let position = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let last_draw = events
        .iter()
        .rposition(|e| matches!(e, Event::Draws { .. }))
        .unwrap();
    let calibrated = position(|e| matches!(e, Event::Calibrated { .. }));
    let first_phase = position(|e| matches!(e, Event::Phase { .. }));
    let last_phase = events
        .iter()
        .rposition(|e| matches!(e, Event::Phase { .. }))
        .unwrap();
    let refit = position(|e| matches!(e, Event::Refit));
    assert!(last_draw < calibrated && calibrated < first_phase && last_phase < refit);
    for event in events {
        if let Event::Phase { done, total, .. } = event {
            assert!((1..=*total).contains(done));
        }
    }
}

#[test]
fn a_fit_tells_what_it_does() {
    let x = columns(60, 8, 1);
    let cases: [(HarderLasso, Vec<f64>, usize); 3] = [
        (linear().draws(700), linear_target(&x, 1), 1),
        (quick_network().draws(700), bump_target(&x, 1), 2),
        (
            quick_network().hidden([5, 3]).draws(700),
            bump_target(&x, 1),
            1,
        ),
    ];
    for (settings, y, models) in cases {
        let log = EventLog::new(never);
        let model = settings.fit_observed(&design(&x), &real(y), &log).unwrap();
        let events = log.events();
        let passes = passes(&events);
        assert_eq!(passes.len(), models);
        passes.iter().for_each(|events| check(events, 700));
        let lambda = model.threshold().lambda;
        assert!(events.contains(&Event::Calibrated { lambda }));
    }
}

#[test]
fn watching_changes_nothing() {
    let x = columns(60, 8, 1);
    let y = real(bump_target(&x, 1));
    let watched = quick_network()
        .fit_observed(&design(&x), &y, &EventLog::new(never))
        .unwrap();
    assert_eq!(watched, quick_network().fit(&design(&x), &y).unwrap());
}

/// Time from the wish to stop to the end of the fit, for a fit that would
/// otherwise take much longer.
fn cancelled(settings: &HarderLasso, rows: usize, count: usize, stop_at: fn(&Event) -> bool) {
    let x = columns(rows, count, 1);
    let log = EventLog::new(stop_at);
    let start = Instant::now();
    let result = settings.fit_observed(&design(&x), &real(bump_target(&x, 1)), &log);
    assert_eq!(result.unwrap_err(), Error::Cancelled);
    assert!(
        !log.events()
            .iter()
            .any(|event| matches!(event, Event::Refit))
    );
    // The whole fit would take minutes.
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_fit_stops_while_it_calibrates() {
    let settings = linear().draws(100_000_000);
    cancelled(&settings, 100, 200, |event| {
        matches!(event, Event::Draws { .. })
    });
}

#[test]
fn a_network_stops_while_it_anneals() {
    let phase = |fraction, nu| harderlasso::Phase {
        fraction,
        nu,
        steps: 1_000_000,
    };
    let first = harderlasso::Phase {
        steps: 10,
        ..phase(0.0, 0.9)
    };
    let schedule = Schedule::new(vec![first, phase(0.5, 0.5), phase(1.0, 0.1)]).unwrap();
    let settings = HarderLasso::new()
        .hidden([20, 5])
        .draws(200)
        .restarts(1)
        .schedule(schedule);
    cancelled(&settings, 200, 20, |event| {
        matches!(event, Event::Phase { .. })
    });
}

#[test]
fn a_linear_fit_stops_between_its_phases() {
    let settings = linear().draws(200);
    cancelled(&settings, 100, 50, |event| {
        matches!(event, Event::Phase { .. })
    });
}

#[test]
fn a_calibration_alone_can_be_watched_and_stopped() {
    let x = columns(50, 30, 1);
    let y = real(linear_target(&x, 1));
    let log = EventLog::new(never);
    let threshold = linear()
        .draws(1000)
        .calibrate(&design(&x), &y, &log)
        .unwrap();
    assert_eq!(threshold.draws.len(), 1000);
    assert!(log.events().contains(&Event::Draws {
        done: 1000,
        total: 1000
    }));
    let log = EventLog::new(|_| true);
    let stopped = linear().draws(100_000).calibrate(&design(&x), &y, &log);
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
}
