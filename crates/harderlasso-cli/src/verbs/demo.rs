//! `harderlasso demo`: the main job on a table that comes with the command.

use std::path::Path;

use harderlasso::HarderLasso;

use super::fit::Job;
use crate::cli::DemoArgs;
use crate::output::{Watcher, note};
use crate::prepare::{Asked, Task, training};
use crate::sentence::Sentence;
use crate::table::{Reader, Source};
use crate::{files, interrupt};

/// See data/README.md for its source and licence.
const TABLE: &[u8] = include_bytes!("../../data/breast_cancer.csv.gz");

const REPORT: &str = "harderlasso-report.html";

pub(crate) fn demo(arguments: &DemoArgs) -> Result<(), Sentence> {
    let report = Path::new(REPORT);
    files::check_writable(report)?;
    interrupt::watch()?;
    let watcher = Watcher::new(arguments.talk);
    let source = Source::bytes("the Wisconsin breast cancer data", TABLE)?;
    let asked = Asked {
        target: "diagnosis",
        weights: None,
        drop: &[],
        task: Task::Auto,
        missing: harderlasso_report::MissingPolicy::Mean,
        threads: arguments.threads.readers(),
    };
    let training = training(Reader::new(source, None)?, &asked)?;
    let settings = HarderLasso::new().threads(arguments.threads.asked);
    let job = Job {
        settings: &settings,
        command: Some("harderlasso demo".to_owned()),
        model: None,
        report: Some(report),
        json: false,
        talk: arguments.talk,
    };
    job.run(training, watcher)?;
    if !arguments.talk.quiet {
        note(&format!(
            "The report is in {REPORT}; open it in a browser. Your own table: harderlasso fit --help"
        ));
    }
    Ok(())
}
