//! Damaged and strange bytes for the readers of tables and models: the result is
//! a value or a message, never a panic. This is the short version; the targets in
//! `fuzz/` try for as long as they are given.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use harderlasso_cli::fuzz;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// What tables are made of, and what breaks them, separated by spaces.
const TOKENS: &[u8] = b", ; \t | \n \r\n \r \" \"\" \",\" NA ? nan null inf -inf 1e999 1e-999 -0 \
    0.0 1 3,14 1,234.5 +5 .5 5. --5 \xef\xbb\xbf \xff\xfe \xe9 \xc3\xa9 \0 x yes no a=b \
    179769313486231570000e300 0x1p3 \x1b[2J \x1f\x8b \x28\xb5\x2f\xfd \
    12% $5 -\xE2\x82\xAC5 2024-01-31 31.01.2024 01/02/2024 2024-01-31T12:00:00Z 8:30 sep=; \
    9007199254740993 . #DIV/0! PK\x03\x04 <c> <!-- uniqueCount=\"9\"";

/// Tables of several kinds.
fn tables() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/table");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the seeds")
        .map(|entry| entry.expect("a seed").path())
        .collect();
    paths.sort();
    let mut tables = vec![Vec::new()];
    tables.extend(paths.iter().map(|path| fs::read(path).expect("a seed")));
    tables
}

/// A change of some bytes; the indices say where.
#[derive(Clone, Debug)]
enum Mutation {
    Cut(Index),
    Set(Index, u8),
    Remove(Index, usize),
    /// Repeats a part somewhere else.
    Repeat(Index, usize, Index),
    Insert(Index, Vec<u8>),
}

impl Mutation {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let place = |index: &Index| index.index(bytes.len() + 1);
        let part = |index: &Index, length: usize| {
            let start = place(index);
            start..(start + length).min(bytes.len())
        };
        match self {
            Self::Cut(at) => bytes.truncate(place(at)),
            Self::Set(at, byte) if !bytes.is_empty() => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Self::Set(..) => {}
            Self::Remove(at, length) => drop(bytes.drain(part(at, *length))),
            Self::Repeat(at, length, to) => {
                let (part, to) = (bytes[part(at, *length)].to_vec(), place(to));
                bytes.splice(to..to, part);
            }
            Self::Insert(at, part) => {
                let at = place(at);
                bytes.splice(at..at, part.iter().copied());
            }
        }
    }
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let tokens: Vec<Vec<u8>> = TOKENS
        .split(|byte| *byte == b' ')
        .map(<[u8]>::to_vec)
        .collect();
    let at = any::<Index>;
    prop_oneof![
        1 => at().prop_map(Mutation::Cut),
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Mutation::Set(at, byte)),
        1 => (at(), 0usize..40).prop_map(|(at, length)| Mutation::Remove(at, length)),
        1 => (at(), 0usize..200, at()).prop_map(|(at, length, to)| Mutation::Repeat(at, length, to)),
        4 => (at(), select(tokens)).prop_map(|(at, token)| Mutation::Insert(at, token)),
    ]
}

/// Passes `cases` mutated seeds to a target, the same ones in every run. They
/// must be accepted at times, and refused for `kinds` different reasons.
fn try_mutants(seeds: Vec<Vec<u8>>, cases: u32, kinds: usize, target: fn(&[u8]) -> Option<String>) {
    let mut runner = TestRunner::new(Config {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    });
    let mutants = (select(seeds), vec(mutation(), 0..8)).prop_map(|(mut bytes, mutations)| {
        mutations
            .iter()
            .for_each(|mutation| mutation.apply(&mut bytes));
        bytes
    });
    let answers = RefCell::new(BTreeSet::new());
    let outcome = runner.run(&mutants, |bytes| {
        let message = target(&bytes).unwrap_or_default();
        // A message without its numbers and quotations.
        let words = message.split('`').step_by(2);
        let kind: String = words
            .flat_map(|part| {
                part.chars()
                    .filter(|c| c.is_ascii_alphabetic() || *c == ' ')
            })
            .collect();
        answers.borrow_mut().insert(kind);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let answers = answers.into_inner();
    assert!(
        answers.contains("") && answers.len() > kinds,
        "{answers:#?}"
    );
}

#[test]
fn every_table_is_read_or_refused() {
    try_mutants(tables(), 6000, 20, fuzz::table);
}

#[test]
fn every_model_is_read_or_refused() {
    let models = fuzz::models().map(String::into_bytes).to_vec();
    try_mutants(models, 6000, 4, fuzz::model);
}

#[test]
fn every_table_is_predicted_or_refused() {
    try_mutants(tables(), 6000, 10, fuzz::predict);
}
