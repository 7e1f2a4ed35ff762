//! No two modules use each other: in every folder of a crate, the arrows between
//! the modules beside each other form no circle. A folder's `mod.rs` and its own
//! files may use each other, as a trait and its implementations do. An item that
//! `mod.rs` passes on from one of its files counts as that file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates whose arrows are checked.
const CRATES: [&str; 6] = [
    "harderlasso",
    "harderlasso-cli",
    "harderlasso-onnx",
    "harderlasso-py",
    "harderlasso-report",
    "harderlasso-simulate",
];

/// The modules of the engine: each uses only those before it.
const ENGINE: [&str; 19] = [
    "error",
    "rng",
    "observer",
    "trace",
    "certificate",
    "linalg",
    "activation",
    "penalty",
    "schedule",
    "departure",
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

/// The modules of the report: each uses only those before it.
const REPORT: [&str; 13] = [
    "error",
    "text",
    "threshold",
    "choice",
    "verdict",
    "bins",
    "effect",
    "chart",
    "law",
    "record",
    "field",
    "notes",
    "html",
];

/// The modules of the command: each uses only those before it.
const COMMAND: [&str; 11] = [
    "files",
    "interrupt",
    "table",
    "task",
    "prepare",
    "cli",
    "advice",
    "failure",
    "output",
    "verbs",
    "fuzz",
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

/// The paths of a text that begin with `crate::` or `super::`, seen from the crate.
fn named(text: &str, module: &[String]) -> BTreeSet<Vec<String>> {
    // Tests may use everything.
    let text = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let code: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let mut found = BTreeSet::new();
    for (keyword, base) in [("crate::", &[] as &[String]), ("super::", module)] {
        for (place, _) in code.match_indices(keyword) {
            // `super::` within a path is part of that path.
            if !code[..place].ends_with("::") {
                let rest = &code[place..];
                let rest = rest.strip_prefix("crate::").unwrap_or(rest);
                add_tree(rest, base, &mut found);
            }
        }
    }
    found
}

/// Adds the paths of a tree such as `a::{b, c::{d, e}}` below `base`, and returns
/// what follows the tree.
fn add_tree<'a>(text: &'a str, base: &[String], found: &mut BTreeSet<Vec<String>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = add_tree(rest, base, found);
            // `as name` may follow, or the `*` of a glob.
            rest = &rest[rest.find([',', '}']).unwrap_or(rest.len())..];
            match rest.strip_prefix(',') {
                Some(next) => rest = next,
                None => return rest.strip_prefix('}').unwrap_or(rest),
            }
        }
    }
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let path = match name {
        "" | "self" => base.to_vec(),
        "super" => parent(base),
        name => [base, &[name.to_owned()]].concat(),
    };
    match rest.strip_prefix("::") {
        Some(rest) => add_tree(rest, &path, found),
        None => {
            found.insert(path);
            rest
        }
    }
}

/// The items that a module passes on from its own files: `pub use a::{B, C}`.
fn passed_on(text: &str, module: &[String]) -> BTreeMap<String, Vec<String>> {
    let mut items = BTreeMap::new();
    let starts = text.match_indices("use ").filter(|(place, _)| {
        let line = text[..*place].rsplit('\n').next().unwrap_or_default();
        line.starts_with("pub")
    });
    for (place, keyword) in starts {
        let mut paths = BTreeSet::new();
        add_tree(&text[place + keyword.len()..], module, &mut paths);
        for mut path in paths {
            if let Some(item) = path.pop() {
                items.insert(item, path);
            }
        }
    }
    items
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
    let is_test = |part: &std::ffi::OsStr| {
        ["tests", "tests.rs", "testing.rs"].contains(&part.to_string_lossy().as_ref())
    };
    files.retain(|file| !file.iter().any(is_test));
    let read = |file: &PathBuf| fs::read_to_string(file).expect("a source");
    let texts = files.iter().map(|file| (module(&source, file), read(file)));
    arrows_between(&texts.collect())
}

fn arrows_between(texts: &BTreeMap<Vec<String>, String>) -> Arrows {
    let items: BTreeMap<_, _> = texts
        .iter()
        .map(|(module, text)| (module, passed_on(text, module)))
        .collect();
    let mut arrows = Arrows::new();
    for (from, text) in texts {
        for path in named(text, from) {
            // The rest of a path names an item.
            let known = (0..=path.len())
                .rev()
                .find(|&end| texts.contains_key(&path[..end]));
            let Some(end) = known else { continue };
            let mut to = path[..end].to_vec();
            // The item may be passed on several times.
            while let Some(origin) = path
                .get(end)
                .and_then(|item| items[&to].get(item))
                .filter(|origin| texts.contains_key(*origin) && **origin != to)
            {
                to = origin.clone();
            }
            arrows.entry(from.clone()).or_default().insert(to);
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
fn no_modules_use_each_other_in_circles() {
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
fn modules_are_in_the_order_of_the_architecture() {
    for (name, order) in [
        ("harderlasso", &ENGINE as &[&str]),
        ("harderlasso-report", &REPORT),
        ("harderlasso-cli", &COMMAND),
    ] {
        let rank = |module: &str| order.iter().position(|&name| name == module);
        for (from, targets) in between_neighbours(&arrows(name)) {
            let Some(here) = (from.len() == 1).then(|| rank(&from[0])).flatten() else {
                continue;
            };
            for to in targets {
                let there =
                    rank(&to[0]).unwrap_or_else(|| panic!("{to:?} has no place in the order"));
                assert!(there < here, "{from:?} uses {to:?}, which comes later");
            }
        }
    }
}

/// Modules with these texts, named by their paths.
fn written(texts: &[(&str, &str)]) -> BTreeMap<Vec<String>, String> {
    let parts = |name: &str| -> Vec<String> {
        let parts = name.split('/').filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    texts
        .iter()
        .map(|(name, text)| (parts(name), (*text).to_owned()))
        .collect()
}

#[test]
fn a_circle_is_found_however_it_is_written() {
    let root = ("", "mod a; mod b;");
    for (a, b) in [
        ("use crate::b::B;", "use crate::a::A;"),
        (
            "use crate::{\n    b::{self, B},\n    c,\n};",
            "use super::a;",
        ),
        ("use crate::{c as d, b};", "fn f() { crate::a::g::<u8>() }"),
        ("use crate::c::*;", "use super::{c::{C, D}, a::*};"),
    ] {
        let c = ("c", "use crate::{c, b};");
        let texts = written(&[root, ("a", a), ("b", b), c]);
        let arrows = between_neighbours(&arrows_between(&texts));
        assert!(circle(&arrows, &vec!["a".to_owned()]).is_some(), "{a} {b}");
    }
    // Through items that a folder passes on, and up from a deeper folder.
    let texts = written(&[
        root,
        ("a", "pub(crate) use one::One;\npub use two::Two;"),
        ("a/one", "use super::Two;"),
        ("a/two", "use super::super::a::One;"),
    ]);
    let arrows = between_neighbours(&arrows_between(&texts));
    assert!(circle(&arrows, &vec!["a".to_owned(), "one".to_owned()]).is_some());
}

#[test]
fn what_is_no_circle_is_not_found() {
    let texts = written(&[
        ("", "mod a; mod b;"),
        ("a", "// use crate::b;\nuse crate::c::C;"),
        (
            "b",
            "use crate::a::A;\n#[cfg(test)]\nmod tests {\n    use crate::d;\n}",
        ),
        ("c", "use std::b;"),
        ("d", "use crate::b;"),
    ]);
    let arrows = between_neighbours(&arrows_between(&texts));
    assert!(arrows.keys().all(|start| circle(&arrows, start).is_none()));
    assert_eq!(arrows.len(), 3, "{arrows:?}");
}
