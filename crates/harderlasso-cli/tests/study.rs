//! `harderlasso study`, run as a person runs it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

/// Small enough for a test, with more than one point and method.
const TINY: [&str; 7] = [
    "linear",
    "--runs",
    "2",
    "--s",
    "0,3",
    "--methods",
    "HarderLASSO_QUT,LASSO_QUT",
];

fn study(out: &Path, flags: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_harderlasso"))
        .arg("study")
        .args(flags)
        .arg("--out")
        .arg(out)
        .output()
        .expect("the binary starts")
}

fn succeed(out: &Path, flags: &[&str]) -> String {
    let output = study(out, flags);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{flags:?}: {said}");
    String::from_utf8(output.stdout).expect("the table is text")
}

/// Runs what must be refused: exit code 2, nothing on stdout, and a sentence
/// with every one of `words`.
fn refused(out: &Path, flags: &[&str], words: &[&str]) {
    let output = study(out, flags);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{flags:?}: {said}");
    assert!(output.stdout.is_empty(), "{flags:?}");
    assert!(said.starts_with("error: "), "{flags:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{flags:?}: no `{word}` in: {said}");
    }
}

fn with<'a>(flags: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [flags, more].concat()
}

fn runs(out: &Path) -> String {
    fs::read_to_string(out.join("runs.csv")).expect("runs.csv is there")
}

/// `runs.csv` without its last column, the time that a fit took.
fn timeless(out: &Path) -> Vec<String> {
    let cut = |line: &str| line.rsplit_once(',').expect("a comma").0.to_owned();
    runs(out).lines().map(cut).collect()
}

/// The rows of `TINY`, made at one go on one thread.
fn whole() -> &'static [String] {
    static ROWS: OnceLock<Vec<String>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let out = TempDir::new().unwrap();
        succeed(out.path(), &with(&TINY, &["--threads", "1"]));
        timeless(out.path())
    })
}

#[test]
fn a_study_leaves_rows_summary_figures_and_a_table() {
    let out = TempDir::new().unwrap();
    let table = succeed(out.path(), &TINY);

    let runs = runs(out.path());
    let mut lines = runs.lines();
    assert_eq!(
        lines.next().unwrap(),
        "run,s,n,method,seed,selected,exact,fdr,tpr,l2_error,seconds"
    );
    let keys: Vec<_> = lines
        .map(|line| line.split(',').take(4).collect::<Vec<_>>().join(","))
        .collect();
    assert_eq!(
        keys,
        [
            "0,0,70,HarderLASSO_QUT",
            "1,0,70,HarderLASSO_QUT",
            "0,0,70,LASSO_QUT",
            "1,0,70,LASSO_QUT",
            "0,3,70,HarderLASSO_QUT",
            "1,3,70,HarderLASSO_QUT",
            "0,3,70,LASSO_QUT",
            "1,3,70,LASSO_QUT",
        ]
    );

    let summary = fs::read_to_string(out.path().join("summary.csv")).unwrap();
    assert!(summary.starts_with("s,n,method,runs,pesr,pesr_se,fdr,tpr,l2_error,seconds\n"));
    assert_eq!(summary.lines().count(), 5);
    assert!(table.contains("sum of PESR over s"), "{table}");

    for figure in ["pesr", "fdr", "tpr", "l2_error"] {
        let path = out.path().join(figure).with_extension("svg");
        let svg = fs::read_to_string(path).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(svg.contains(">HarderLASSO_QUT</text>") && svg.contains(">LASSO_QUT</text>"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    let names = fs::read_dir(out.path()).unwrap();
    assert_eq!(names.count(), 7, "no temporary file is left");
}

#[test]
fn threads_do_not_change_a_row() {
    let out = TempDir::new().unwrap();
    succeed(out.path(), &with(&TINY, &["--threads", "2"]));
    assert_eq!(timeless(out.path()), whole());
}

#[test]
fn a_study_in_pieces_has_the_rows_of_one_at_a_go() {
    let out = TempDir::new().unwrap();
    let piece = [
        "linear",
        "--runs",
        "1",
        "--s",
        "3",
        "--methods",
        "LASSO_QUT",
    ];
    succeed(out.path(), &piece);
    succeed(out.path(), &with(&TINY, &["--resume", "--threads", "2"]));
    assert_eq!(timeless(out.path()), whole());
}

#[test]
fn resuming_keeps_finished_rows_and_drops_a_torn_one() {
    let out = TempDir::new().unwrap();
    succeed(out.path(), &TINY);
    let full = runs(out.path());
    // A time that only a kept row can have.
    let (header, rows) = full.split_once('\n').unwrap();
    let (row, rows) = rows.split_once('\n').unwrap();
    let marked = format!("{},1234.5", row.rsplit_once(',').unwrap().0);
    for torn in [1, 3, 20, 40] {
        let rows = &rows[..rows.len() - torn];
        fs::write(
            out.path().join("runs.csv"),
            format!("{header}\n{marked}\n{rows}"),
        )
        .unwrap();
        succeed(out.path(), &with(&TINY, &["--resume"]));
        assert_eq!(timeless(out.path()), whole());
        assert!(runs(out.path()).contains(&marked));
    }
    // A header without its end, or no row at all, is a study not begun.
    for stored in ["", "run,s,n,me"] {
        fs::write(out.path().join("runs.csv"), stored).unwrap();
        succeed(out.path(), &with(&TINY, &["--resume"]));
        assert_eq!(timeless(out.path()), whole());
    }
}

#[test]
fn rows_are_never_overwritten_or_mixed() {
    let out = TempDir::new().unwrap();
    succeed(out.path(), &TINY);
    let before = runs(out.path());
    refused(out.path(), &TINY, &["runs.csv", "--resume"]);
    let other = |flags: &[&str], words: &[&str]| {
        refused(out.path(), &with(&with(&TINY, &["--resume"]), flags), words);
    };
    other(&["--seed", "2"], &["--seed was 1 and is now 2"]);
    other(&["--y-scale", "100"], &["--y-scale was 1 and is now 100"]);
    other(&["--y-shift", "-5"], &["--y-shift was 0 and is now -5"]);
    let nonlinear = ["nonlinear", "--s", "0", "--resume"];
    refused(
        out.path(),
        &nonlinear,
        &["the study was linear and is now nonlinear"],
    );
    assert_eq!(runs(out.path()), before);

    fs::remove_file(out.path().join("study.json")).unwrap();
    other(&[], &["study.json"]);
    let damaged = before.replacen("HarderLASSO_QUT", "Harder", 1);
    fs::write(out.path().join("runs.csv"), damaged).unwrap();
    other(&[], &["line 2", "no method called `Harder`"]);
    fs::write(out.path().join("runs.csv"), "some,other,table\n1,2,3\n").unwrap();
    other(&[], &["line 1", "header"]);
}

#[test]
fn a_study_that_cannot_be_is_refused_before_a_file_is_written() {
    let home = TempDir::new().unwrap();
    let out = home.path().join("study");
    let refused = |flags: &[&str], words: &[&str]| refused(&out, flags, words);
    refused(&[], &[]);
    refused(&["quadratic"], &["quadratic"]);
    refused(&["linear", "--runs", "0"], &["--runs"]);
    refused(&["linear", "--threads", "0"], &["--threads"]);
    refused(&["linear", "--s", "5..1"], &["goes down"]);
    refused(&["linear", "--s", "251"], &["s is 251", "from 0 to 250"]);
    refused(&["linear", "--n", "70"], &["--n", "--s"]);
    refused(&["linear", "--signs", "random"], &["--signs"]);
    refused(&["linear", "--hidden", "20"], &["hidden"]);
    refused(&["linear", "--methods", "ridge"], &["ridge", "SCAD_QUT"]);
    refused(&["linear", "--y-scale", "0"], &["the scale of y is 0"]);
    refused(&["linear", "--y-shift", "inf"], &["the shift of y is inf"]);
    refused(&["nonlinear", "--s", "0..4"], &["s is 1", "even"]);
    refused(&["architecture", "--s", "4"], &["--s", "--n"]);
    refused(&["architecture", "--n", "1"], &["n is 1"]);
    refused(&["architecture", "--hidden", "20,0"], &["neuron"]);
    assert!(!out.exists());

    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    let output = study(&file, &TINY);
    assert_eq!(output.status.code(), Some(2));
}

/// Stopped before the first row, a study can be started anew.
#[test]
fn a_file_without_rows_is_no_obstacle() {
    let out = TempDir::new().unwrap();
    let header = whole()[0].clone() + ",seconds\n";
    fs::write(out.path().join("runs.csv"), header).unwrap();
    succeed(out.path(), &TINY);
    assert_eq!(timeless(out.path()), whole());
}

#[test]
fn designs_beyond_all_memory_are_refused() {
    let out = TempDir::new().unwrap();
    let flags = ["architecture", "--runs", "1", "--n", "100..90000"];
    refused(out.path(), &flags, &["GB", "--n"]);
}
