//! The guide shows what the program prints. With `HARDERLASSO_WRITE_GUIDE` in the
//! environment, it is written into the guide instead of compared.

mod common;

use common::Folder;
use std::fs;
use std::path::Path;

/// A console block of the guide: a command, and what it prints.
struct Shown {
    arguments: Vec<String>,
    output: String,
}

fn shown(guide: &str) -> Vec<Shown> {
    guide
        .split("```console\n$ harderlasso ")
        .skip(1)
        .map(|block| {
            let block = block.split("```").next().unwrap_or_default();
            let (command, output) = block.split_once('\n').expect("an output");
            Shown {
                arguments: command.split(' ').map(str::to_owned).collect(),
                output: output.to_owned(),
            }
        })
        .collect()
}

/// Times differ from one run to the next.
fn without_times(output: &str) -> Vec<&str> {
    output
        .lines()
        .filter(|line| !line.starts_with("Time "))
        .collect()
}

/// The last digits of a prediction may differ from machine to machine.
fn is_same(printed: &str, shown: &str) -> bool {
    match (printed.parse::<f64>(), shown.parse::<f64>()) {
        (Ok(printed), Ok(shown)) => (printed - shown).abs() <= 1e-9 * shown.abs(),
        _ => printed == shown,
    }
}

#[test]
fn the_commands_of_the_guide_print_what_it_shows() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let guide = fs::read_to_string(docs.join("guide.md")).expect("the guide");
    let folder = Folder::new();
    for table in ["flats.csv", "new.csv"] {
        let path = docs.join("guide").join(table);
        folder.write(table, fs::read(path).expect("a table of the guide"));
    }
    let shown = shown(&guide);
    assert_eq!(shown.len(), 2);
    let writes = std::env::var_os("HARDERLASSO_WRITE_GUIDE").is_some();
    let mut written = guide.clone();
    for Shown { arguments, output } in shown {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let printed = folder.succeed(&arguments);
        if writes {
            written = written.replace(&output, &printed);
            continue;
        }
        let (printed, output) = (without_times(&printed), without_times(&output));
        assert_eq!(printed.len(), output.len(), "{printed:#?}");
        for (printed, output) in printed.into_iter().zip(output) {
            assert!(is_same(printed, output), "{printed}\n{output}");
        }
    }
    if written != guide {
        fs::write(docs.join("guide.md"), written).expect("the guide can be written");
    }
    assert!(folder.read("report.html").contains("price"));
}
