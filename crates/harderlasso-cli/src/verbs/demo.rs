//! `harderlasso demo`: a fit of a table that comes with the command.

use std::path::Path;

use harderlasso::HarderLasso;

use super::fit::Job;
use crate::cli::DemoArgs;
use crate::failure::Failure;
use crate::output::{Watcher, note};
use crate::prepare::{TableRequest, fit_table};
use crate::table::{ReadOptions, Reader, Source};
use crate::task::TargetColumns;
use crate::{files, interrupt};

/// See data/README.md for the source and the licence of this table.
const TABLE: &[u8] = include_bytes!("../../data/breast_cancer.csv.gz");

const REPORT: &str = "harderlasso-report.html";

pub(crate) fn demo(arguments: &DemoArgs) -> Result<(), Failure> {
    let report = Path::new(REPORT);
    files::check_writable(report)?;
    interrupt::watch(files::remove_partial)?;
    let watcher = Watcher::new(arguments.verbosity);
    let source = Source::bytes("the Wisconsin breast cancer data", TABLE)?;
    let target = TargetColumns::Value("diagnosis");
    let request = TableRequest::plain(target, arguments.threads.readers());
    let input = fit_table(Reader::new(source, ReadOptions::default())?, &request)?;
    let settings = HarderLasso::new().threads(arguments.threads.requested);
    let job = Job {
        settings: &settings,
        command: Some("harderlasso demo".to_owned()),
        model: None,
        report: Some(report),
        json: false,
        verbosity: arguments.verbosity,
    };
    job.run(input, watcher)?;
    if !arguments.verbosity.quiet {
        note(&format!(
            "The report is in {REPORT}; open it in a browser. For a table of your own, see harderlasso fit --help."
        ));
    }
    Ok(())
}
