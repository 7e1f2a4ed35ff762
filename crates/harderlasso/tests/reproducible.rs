//! Same seed, same bytes, whatever the number of threads.

mod common;

use common::{
    bump_target, class_target, classes, columns, design, linear, linear_target, quick_network, real,
};
use harderlasso::{Design, HarderLasso, Penalty, Phase, Response, Schedule, Silent};

fn assert_same_bytes(settings: &HarderLasso, x: &Design, y: &Response) {
    let with = |threads| settings.clone().threads(threads).fit(x, y).unwrap();
    let one = with(1);
    let bytes = one.to_json().unwrap();
    assert!(
        bytes == with(2).to_json().unwrap(),
        "threads change the bytes"
    );
    assert!(
        bytes == with(2).to_json().unwrap(),
        "chance changes the bytes"
    );
    let other = settings.clone().seed(1).calibrate(x, y, &Silent).unwrap();
    assert_ne!(one.threshold().draws, other.draws);
}

#[test]
fn linear_regression() {
    // Few columns, more columns than rows, and more than a Gram matrix is
    // made for.
    for (rows, count) in [(80, 10), (50, 300), (30, 2100)] {
        let x = columns(rows, count, 1);
        let y = real(linear_target(&x, 1));
        for penalty in Penalty::ALL {
            assert_same_bytes(&linear().penalty(penalty).draws(1000), &design(&x), &y);
        }
    }
}

#[test]
fn linear_classification() {
    for count in [10, 300] {
        let x = columns(80, count, 1);
        let y = classes(class_target(&x, 1));
        assert_same_bytes(&linear().draws(1000), &design(&x), &y);
    }
}

#[test]
fn networks() {
    let x = columns(80, 10, 1);
    for hidden in [vec![6], vec![6, 4]] {
        let settings = quick_network().hidden(hidden).restarts(3);
        assert_same_bytes(&settings, &design(&x), &real(bump_target(&x, 1)));
        assert_same_bytes(&settings, &design(&x), &classes(class_target(&x, 1)));
    }
}

/// Products that are large enough to be cut into parallel pieces.
#[test]
fn large_networks() {
    let phase = |fraction, nu| Phase {
        fraction,
        nu,
        steps: 8,
    };
    let schedule = Schedule::new(vec![phase(0.0, 0.9), phase(1.0, 0.1)]).unwrap();
    let x = columns(2500, 60, 1);
    let settings = quick_network().hidden([20]).schedule(schedule);
    assert_same_bytes(&settings, &design(&x), &real(bump_target(&x, 1)));
}
