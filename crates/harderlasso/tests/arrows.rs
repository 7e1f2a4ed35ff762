//! No two modules use each other: in every folder of a crate, the arrows between
//! the modules beside each other form no circle. A folder's `mod.rs` and its own
//! files may know each other, as a trait and its implementations do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates whose arrows are checked, beside this one.
const CRATES: [&str; 5] = [
    "harderlasso",
    "harderlasso-onnx",
    "harderlasso-py",
    "harderlasso-report",
    "harderlasso-simulate",
];

/// The modules of the engine: each uses only those before it.
const ENGINE: [&str; 18] = [
    "error",
    "rng",
    "observer",
    "trace",
    "certificate",
    "linalg",
    "activation",
    "penalty",
    "schedule",
    "settings",
    "data",
    "null",
    "law",
    "qut",
    "network",
    "solver",
    "model",
    "fit",
];

/// From a module to the modules that it uses, all as paths below the crate.
type Arrows = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// `fit/polish.rs` is `["fit", "polish"]`, and `fit/mod.rs` is `["fit"]`.
fn module(source: &Path, file: &Path) -> Vec<String> {
    let path = file.strip_prefix(source).expect("below the sources");
    let mut parts: Vec<String> = path
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if parts
        .last()
        .is_some_and(|last| last == "mod" || last == "lib")
    {
        parts.pop();
    }
    parts
}

/// The paths that a file names: `crate::a::b`, and `super::b` seen from it.
fn named(text: &str, module: &[String]) -> BTreeSet<Vec<String>> {
    // Tests may look at everything.
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let mut found = BTreeSet::new();
    for line in code {
        for (keyword, base) in [("crate::", Vec::new()), ("super::", parent(module))] {
            for (place, _) in line.match_indices(keyword) {
                let rest = &line[place + keyword.len()..];
                let mut path = base.clone();
                for part in rest.split("::") {
                    let end = part
                        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                        .unwrap_or(part.len());
                    if end == 0 || part.starts_with(char::is_uppercase) {
                        break;
                    }
                    path.push(part[..end].to_owned());
                    if end < part.len() {
                        break;
                    }
                }
                found.insert(path);
            }
        }
    }
    found
}

fn parent(module: &[String]) -> Vec<String> {
    module[..module.len().saturating_sub(1)].to_vec()
}

fn arrows(crate_name: &str) -> Arrows {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(crate_name)
        .join("src");
    let mut files = Vec::new();
    files_below(&source, &mut files);
    files.retain(|file| {
        !file
            .iter()
            .any(|part| part == "tests" || part == "tests.rs")
    });
    let modules: BTreeSet<Vec<String>> = files.iter().map(|file| module(&source, file)).collect();
    let mut arrows = Arrows::new();
    for file in &files {
        let from = module(&source, file);
        let text = fs::read_to_string(file).expect("a source");
        for mut path in named(&text, &from) {
            // The rest of a path names an item.
            while !path.is_empty() && !modules.contains(&path) {
                path.pop();
            }
            arrows.entry(from.clone()).or_default().insert(path);
        }
    }
    arrows
}

/// The arrows between modules that stand beside each other in one folder.
fn between_neighbours(arrows: &Arrows) -> Arrows {
    let mut neighbours = Arrows::new();
    for (from, targets) in arrows {
        for to in targets {
            let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            if common < from.len() && common < to.len() {
                neighbours
                    .entry(from[..=common].to_vec())
                    .or_default()
                    .insert(to[..=common].to_vec());
            }
        }
    }
    neighbours
}

/// A way from a module back to itself, if there is one.
fn circle(arrows: &Arrows, start: &Vec<String>) -> Option<Vec<Vec<String>>> {
    let mut seen = BTreeSet::new();
    let mut open = vec![vec![start.clone()]];
    while let Some(way) = open.pop() {
        let here = &way[way.len() - 1];
        for next in arrows.get(here).into_iter().flatten() {
            if next == start {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                let mut longer = way.clone();
                longer.push(next.clone());
                open.push(longer);
            }
        }
    }
    None
}

#[test]
fn no_modules_know_each_other_in_circles() {
    for name in CRATES {
        let arrows = between_neighbours(&arrows(name));
        for start in arrows.keys() {
            if let Some(way) = circle(&arrows, start) {
                panic!("{name}: a circle through {way:?}");
            }
        }
    }
}

#[test]
fn the_engine_is_in_the_order_that_its_architecture_tells() {
    let rank = |module: &str| ENGINE.iter().position(|&name| name == module);
    for (from, targets) in between_neighbours(&arrows("harderlasso")) {
        let Some(here) = (from.len() == 1).then(|| rank(&from[0])).flatten() else {
            continue;
        };
        for to in targets {
            let there = rank(&to[0]).unwrap_or_else(|| panic!("{to:?} has no place in the order"));
            assert!(there < here, "{from:?} uses {to:?}, which comes later");
        }
    }
}

#[test]
fn a_circle_is_found() {
    let path = |name: &str| vec![name.to_owned()];
    let arrows = Arrows::from([
        (path("a"), BTreeSet::from([path("b")])),
        (path("b"), BTreeSet::from([path("c")])),
        (path("c"), BTreeSet::from([path("a")])),
    ]);
    assert!(circle(&arrows, &path("a")).is_some());
}
