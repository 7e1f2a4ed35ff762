//! Unusual ends: Ctrl-C, a full disk, a folder that cannot be written, a reader that
//! stops reading.
#![cfg(unix)]

mod common;

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, Numbers, fitted, table};

/// A table that keeps a network busy for much longer than any test waits.
fn long_table() -> String {
    let mut numbers = Numbers::new(3);
    let names: Vec<String> = (0..60).map(|column| format!("x{column}")).collect();
    let mut text = names.join(",") + ",y\n";
    for _ in 0..3000 {
        let row: Vec<f64> = (0..60).map(|_| numbers.next()).collect();
        let y: f64 = row.chunks(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
        let fields: Vec<String> = row.iter().map(f64::to_string).collect();
        text += &format!("{},{y}\n", fields.join(","));
    }
    text
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .expect("kill is there");
    assert!(sent.success());
}

fn interrupted(arguments: &[&str], signal: &str, wait: &str) {
    let folder = Folder::new();
    folder.write("data.csv", long_table());
    folder.write("kept.json", "an older model");
    let before = folder.names();
    let mut child = folder
        .command(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // It must be at work, past reading.
    let mut stderr = child.stderr.take().unwrap();
    let mut finished = String::new();
    let mut byte = [0];
    while !finished.contains(wait) {
        assert_eq!(
            stderr.read(&mut byte).unwrap(),
            1,
            "it ended early: {finished}"
        );
        finished.push(char::from(byte[0]));
    }
    assert!(child.try_wait().unwrap().is_none(), "it was too quick");
    let asked = Instant::now();
    send(&child, signal);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(asked.elapsed() < Duration::from_secs(20), "it does not end");
        thread::sleep(Duration::from_millis(5));
    };
    let took = asked.elapsed();
    assert_eq!((status.code(), status.signal()), (Some(130), None));
    assert!(took < Duration::from_secs(1), "{took:?}");
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    assert_eq!(out, "");
    assert_eq!(folder.names(), before);
    assert_eq!(folder.read("kept.json"), "an older model");
}

#[test]
fn an_interrupt_ends_a_fit_within_a_second_and_leaves_nothing() {
    let fit = [
        "fit",
        "data.csv",
        "--target",
        "y",
        "--restarts",
        "50",
        "--verbose",
        "--threads",
        "2",
        "--model",
        "kept.json",
        "--report",
        "report.html",
    ];
    interrupted(&fit, "-INT", "phases");
    interrupted(&fit, "-TERM", "phases");
}

#[test]
fn an_interrupt_ends_the_draws_too() {
    let fit = [
        "fit",
        "data.csv",
        "--target",
        "y",
        "--draws",
        "100000000",
        "--verbose",
        "--model",
        "kept.json",
    ];
    interrupted(&fit, "-INT", "null draws");
}

#[test]
fn an_interrupt_ends_waiting_for_a_table() {
    let folder = Folder::new();
    let mut child = folder
        .command(&["fit", "-", "--target", "y", "--model", "model.json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.take();
    thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    send(&child, "-INT");
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(1));
    assert!(folder.names().is_empty());
    drop(input);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = fitted();
    folder.write("new.csv", table(20_000, 2));
    for arguments in [
        vec!["predict", "model.json", "new.csv"],
        vec!["report", "model.json"],
        vec!["inspect", "model.json", "--json"],
        vec!["completions", "bash"],
        vec![
            "fit", "data.csv", "--target", "y", "--hidden", "none", "--quiet",
        ],
        vec!["--help"],
    ] {
        let mut child = folder
            .command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let finished = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {finished}");
        assert!(
            !finished.contains("error") && !finished.contains("panic"),
            "{arguments:?}: {finished}"
        );
    }
}

#[test]
fn a_full_device_is_an_error() {
    if !Path::new("/dev/full").exists() {
        eprintln!("skipped: there is no /dev/full on this system");
        return;
    }
    let folder = fitted();
    let before = folder.names();
    let predict = ["predict", "model.json", "data.csv"];
    let report = ["report", "model.json", "-o", "/dev/full"];
    folder.refused(
        &[&predict[..], &["-o", "/dev/full"]].concat(),
        &["/dev/full", "space"],
    );
    folder.refused(&report, &["/dev/full", "space"]);
    for arguments in [
        &predict[..],
        &["inspect", "model.json"],
        &["report", "model.json"],
    ] {
        let output = folder
            .command(arguments)
            .stdout(File::options().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        let finished = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {finished}");
        assert!(
            finished.contains("stdout") && finished.contains("space"),
            "{finished}"
        );
    }
    assert_eq!(folder.names(), before);
    // The device is still a device.
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
}

/// The work is done: the answer is printed all the same.
#[test]
fn the_answer_is_printed_if_a_file_cannot_be_written() {
    if !Path::new("/dev/full").exists() {
        eprintln!("skipped: there is no /dev/full on this system");
        return;
    }
    let folder = fitted();
    let answer = common::timeless(&folder.succeed(&common::with(&common::LINEAR, &["--json"])));
    for files in [
        ["--model", "/dev/full", "--report", "kept.html"],
        ["--report", "/dev/full", "--model", "kept.json"],
    ] {
        let arguments = common::with(&common::LINEAR, &files);
        let finished = folder.run(&common::with(&arguments, &["--json"]));
        assert_eq!(finished.code, Some(2), "{}", finished.err);
        assert_eq!(common::timeless(&finished.out), answer);
        let told = "error: writing /dev/full failed";
        assert!(finished.err.contains(told), "{}", finished.err);
        assert!(folder.run(&arguments).out.contains("features selected"));
        assert!(folder.path(files[3]).is_file(), "the other file is written");
    }
}

#[test]
fn a_full_disk_keeps_the_old_file() {
    let folder = fitted();
    let disk = folder.path("disk");
    fs::create_dir(&disk).unwrap();
    // A file system of 64 kB, if this process may make one.
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(&disk)
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !mounted {
        eprintln!("skipped: only root can mount a small file system; /dev/full is tested above");
        return;
    }
    // Predictions of so many rows take several times as much.
    folder.write("new.csv", table(20_000, 2));
    let check = || {
        fs::write(disk.join("out.csv"), "older predictions").unwrap();
        let predict = ["predict", "model.json", "new.csv", "-o", "disk/out.csv"];
        let finished = folder.run(&predict);
        folder.check_refusal(&predict, &finished, &["disk/out.csv", "space"]);
        let names: Vec<_> = fs::read_dir(&disk)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["out.csv"], "no temporary file is left");
        let kept = fs::read_to_string(disk.join("out.csv")).unwrap();
        assert_eq!(kept, "older predictions");
    };
    let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
    let unmounted = Command::new("umount").arg(&disk).status().unwrap();
    assert!(unmounted.success());
    if let Err(panic) = checked {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_found_out_before_the_fit() {
    let folder = Folder::new();
    folder.write("data.csv", long_table());
    // /proc takes no files from anybody, root included; nor can a file be a
    // folder.
    let mut places = vec!["data.csv/model.json"];
    if Path::new("/proc/self").exists() {
        places.push("/proc/model.json");
    } else {
        eprintln!("skipped a part: there is no /proc on this system");
    }
    for place in places {
        for flag in ["--model", "--report"] {
            let fit = [
                "fit",
                "data.csv",
                "--target",
                "y",
                "--restarts",
                "50",
                flag,
                place,
            ];
            let start = Instant::now();
            folder.refused(&fit, &[place]);
            assert!(
                start.elapsed() < Duration::from_secs(2),
                "it was found out late"
            );
        }
    }
}

#[test]
fn a_device_is_written_and_stays_a_device() {
    let folder = fitted();
    folder.succeed(&["predict", "model.json", "data.csv", "-o", "/dev/null"]);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let text = folder.succeed(&["predict", "model.json", "data.csv", "-o", "/dev/stdout"]);
    assert!(text.starts_with("prediction\n"));
}

#[test]
fn a_link_stays_a_link() {
    let folder = fitted();
    std::os::unix::fs::symlink(folder.path("real.html"), folder.path("link.html")).unwrap();
    folder.write("real.html", "old");
    folder.succeed(&["report", "model.json", "-o", "link.html"]);
    assert!(
        fs::symlink_metadata(folder.path("link.html"))
            .unwrap()
            .is_symlink()
    );
    assert!(folder.read("real.html").starts_with("<!DOCTYPE html>"));
}

/// A model may be kept from others, and a new one in its place stays so.
#[test]
fn a_file_that_is_replaced_keeps_its_mode() {
    let folder = fitted();
    let mode = |name: &str| {
        let about = fs::metadata(folder.path(name)).unwrap();
        about.permissions().mode() & 0o777
    };
    let set = |name: &str, mode: u32| {
        fs::write(folder.path(name), "old").unwrap();
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    for wanted in [0o600, 0o640, 0o664] {
        set("kept.json", wanted);
        set("kept.html", wanted);
        set("kept.csv", wanted);
        let files = ["--model", "kept.json", "--report", "kept.html"];
        folder.succeed(&common::with(&common::LINEAR, &files));
        folder.succeed(&["predict", "model.json", "data.csv", "-o", "kept.csv"]);
        for name in ["kept.json", "kept.html", "kept.csv"] {
            assert_eq!(mode(name), wanted, "{name}");
            assert_ne!(folder.read(name), "old");
        }
    }
}
