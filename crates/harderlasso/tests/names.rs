//! One name, one type: no two types of the workspace are called the same, public
//! or not, so that a name in a search or a conversation means one thing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A library's type of errors has the customary name.
const CUSTOMARY: [&str; 1] = ["Error"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "tests" {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
}

/// The name that a line defines, if it begins the definition of a type.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let rest = ["struct ", "enum ", "trait "]
        .iter()
        .find_map(|keyword| line.strip_prefix(keyword))?;
    let end = rest.find(|c: char| !c.is_alphanumeric())?;
    (end > 0).then(|| &rest[..end])
}

#[test]
fn no_two_types_have_one_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in fs::read_dir(crates).expect("the crates") {
        sources(&entry.expect("a crate").path().join("src"), &mut files);
    }
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        // Helpers of tests are nobody else's business.
        let code = text.split("\nmod tests").next().unwrap_or_default();
        for name in code.lines().filter_map(defined) {
            places
                .entry(name.to_owned())
                .or_default()
                .push(file.clone());
        }
    }
    assert!(
        places.contains_key("HarderLasso"),
        "the sources were not read"
    );
    places.retain(|name, files| files.len() > 1 && !CUSTOMARY.contains(&name.as_str()));
    assert!(places.is_empty(), "types that share a name: {places:#?}");
}

#[test]
fn definitions_are_found() {
    assert_eq!(defined("pub(crate) struct Net<T> {"), Some("Net"));
    assert_eq!(defined("    enum Kind {"), Some("Kind"));
    assert_eq!(defined("pub trait Rho {"), Some("Rho"));
    assert_eq!(defined("// struct Net {"), None);
    assert_eq!(defined("let structure = 1;"), None);
}
