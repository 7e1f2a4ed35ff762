//! How long fits take and how much memory they need, against limits.
//!
//! ```text
//! cargo bench -p harderlasso --bench speed -- [--case NAME] [--repeat K] [--threads K]
//!                                             [--json] [--data-out DIR] [--list]
//! ```
//!
//! A plain program, because the cases take from milliseconds to minutes. Every
//! case runs in a process of its own, so that the peak of the resident memory
//! belongs to it alone. Only the fit is timed, not the making of the data. With
//! `--data-out` the data of a case are written as `.npy` files, for others to
//! be measured on the same bytes.

// Beside this file it would be taken for a benchmark of its own.
#[path = "speed/data.rs"]
mod data;

use data::{Data, absolute_differences, linear, word_counts};
use harderlasso::HarderLasso;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

struct Case {
    name: &'static str,
    rows: usize,
    columns: usize,
    make: fn(rows: usize, columns: usize) -> Result<Data>,
    settings: fn() -> HarderLasso,
    threads: usize,
    /// Fits unless `--repeat` says otherwise.
    repeats: usize,
    limit_seconds: f64,
}

const CASES: [Case; 6] = [
    Case {
        name: "linear-70x250",
        rows: 70,
        columns: 250,
        make: linear,
        settings: || HarderLasso::new().hidden([]),
        threads: 1,
        repeats: 20,
        limit_seconds: 0.04,
    },
    Case {
        name: "mlp-500x50-one-start",
        rows: 500,
        columns: 50,
        make: absolute_differences,
        settings: || HarderLasso::new().hidden([20]).restarts(1),
        threads: 1,
        repeats: 3,
        limit_seconds: 0.5,
    },
    Case {
        name: "mlp-500x50-default",
        rows: 500,
        columns: 50,
        make: absolute_differences,
        settings: HarderLasso::new,
        threads: 2,
        repeats: 3,
        limit_seconds: 6.0,
    },
    Case {
        name: "linear-wide",
        rows: 500,
        columns: 100_000,
        make: linear,
        settings: || HarderLasso::new().hidden([]),
        threads: 2,
        repeats: 1,
        limit_seconds: 25.0,
    },
    Case {
        name: "linear-long",
        rows: 100_000,
        columns: 1000,
        make: linear,
        settings: || HarderLasso::new().hidden([]),
        threads: 2,
        repeats: 1,
        limit_seconds: 30.0,
    },
    Case {
        name: "mlp-classification",
        rows: 1300,
        columns: 4900,
        make: word_counts,
        settings: || HarderLasso::new().hidden([20]).restarts(1),
        threads: 2,
        repeats: 1,
        limit_seconds: 60.0,
    },
];

/// What a child process tells its parent: one line of JSON.
#[derive(Serialize, Deserialize)]
struct Measurement {
    case: String,
    threads: usize,
    seconds_best: f64,
    seconds_median: f64,
    /// All repeats in their order; the first also pays for cold caches.
    seconds: Vec<f64>,
    seconds_limit: f64,
    /// Absent where the system does not tell.
    peak_rss_mb: Option<f64>,
    matrix_mb: f64,
    memory_limit_mb: f64,
    selected: usize,
    exact_recovery: bool,
}

fn main() -> Result<()> {
    let Some(options) = Options::parse(std::env::args().skip(1))? else {
        CASES.iter().for_each(|case| println!("{}", case.name));
        return Ok(());
    };
    let cases: Vec<&Case> = match &options.case {
        None => CASES.iter().collect(),
        Some(name) => vec![
            CASES
                .iter()
                .find(|case| case.name == name)
                .ok_or_else(|| format!("there is no case {name}; --list names them"))?,
        ],
    };
    if options.child {
        for case in cases {
            println!("{}", serde_json::to_string(&measure(case, &options)?)?);
        }
        return Ok(());
    }
    if !options.json {
        println!("{}", table_header());
    }
    for case in cases {
        let measurement = in_own_process(case, &options)?;
        if options.json {
            println!("{}", serde_json::to_string(&measurement)?);
        } else {
            println!("{}", table_row(&measurement));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Options {
    case: Option<String>,
    repeats: Option<usize>,
    threads: Option<usize>,
    data_out: Option<PathBuf>,
    json: bool,
    /// Measure here and now, in this process.
    child: bool,
}

impl Options {
    /// Nothing if only the names of the cases are wanted. That is also the
    /// answer to a call without a word, which is how `cargo test --all-targets`
    /// starts a benchmark; `cargo bench` says `--bench`.
    fn parse(words: impl Iterator<Item = String>) -> Result<Option<Self>> {
        let mut words = words.peekable();
        let mut options = Self::default();
        if words.peek().is_none() {
            return Ok(None);
        }
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--case" => options.case = Some(value()?),
                "--repeat" => options.repeats = Some(value()?.parse::<usize>()?.max(1)),
                "--threads" => options.threads = Some(value()?.parse::<usize>()?.max(1)),
                "--data-out" => options.data_out = Some(value()?.into()),
                "--json" => options.json = true,
                "--child" => options.child = true,
                "--list" => return Ok(None),
                "--bench" => {}
                _ => return Err(format!("unknown option {word}").into()),
            }
        }
        Ok(Some(options))
    }
}

fn in_own_process(case: &Case, options: &Options) -> Result<Measurement> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--child", "--case", case.name]);
    if let Some(repeats) = options.repeats {
        command.args(["--repeat", &repeats.to_string()]);
    }
    if let Some(threads) = options.threads {
        command.args(["--threads", &threads.to_string()]);
    }
    if let Some(directory) = &options.data_out {
        command.arg("--data-out").arg(directory);
    }
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{} failed: {}", case.name, output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn measure(case: &Case, options: &Options) -> Result<Measurement> {
    let data = (case.make)(case.rows, case.columns)?;
    if let Some(directory) = &options.data_out {
        data.write(directory, case.name)?;
    }
    let threads = options.threads.unwrap_or(case.threads);
    let settings = (case.settings)().threads(threads);
    let mut seconds = Vec::new();
    let mut selected = Vec::new();
    for _ in 0..options.repeats.unwrap_or(case.repeats) {
        let started = Instant::now();
        let model = settings.fit(&data.design, &data.response)?;
        seconds.push(started.elapsed().as_secs_f64());
        selected = model.selected().to_vec();
    }
    let mut sorted = seconds.clone();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let matrix_mb = (case.rows * case.columns * size_of::<f64>()) as f64 / 1e6;
    Ok(Measurement {
        case: case.name.to_owned(),
        threads,
        seconds_best: sorted[0],
        seconds_median: (sorted[middle] + sorted[(sorted.len() - 1) / 2]) / 2.0,
        seconds,
        seconds_limit: case.limit_seconds,
        peak_rss_mb: peak_rss_mb(),
        matrix_mb,
        memory_limit_mb: 3.0 * matrix_mb + 200.0,
        selected: selected.len(),
        exact_recovery: selected == data.support,
    })
}

/// The high-water mark of this process, from Linux.
fn peak_rss_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

fn table_header() -> String {
    format!(
        "{:<22} {:>7} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8}  {:<10} {}",
        "case",
        "threads",
        "best s",
        "median s",
        "limit s",
        "peak MB",
        "limit MB",
        "selected",
        "recovery",
        "verdict"
    )
}

fn table_row(m: &Measurement) -> String {
    let peak = m
        .peak_rss_mb
        .map_or("unknown".to_owned(), |peak| format!("{peak:.0}"));
    let is_slow = m.seconds_median > m.seconds_limit;
    let is_large = m.peak_rss_mb.is_some_and(|peak| peak > m.memory_limit_mb);
    let verdict = match (is_slow, is_large) {
        (false, false) => "within",
        (true, false) => "too slow",
        (false, true) => "too large",
        (true, true) => "too slow, too large",
    };
    format!(
        "{:<22} {:>7} {:>9.4} {:>9.4} {:>8} {:>8} {:>8.0} {:>8}  {:<10} {}",
        m.case,
        m.threads,
        m.seconds_best,
        m.seconds_median,
        m.seconds_limit,
        peak,
        m.memory_limit_mb,
        m.selected,
        if m.exact_recovery {
            "exact"
        } else {
            "not exact"
        },
        verdict
    )
}
