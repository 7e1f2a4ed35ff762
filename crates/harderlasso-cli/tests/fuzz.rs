//! Damaged and strange bytes for the readers of tables and models: whatever
//! comes, the answer is a value or a sentence. How long it is tried is set by
//! `HARDERLASSO_FUZZ_SECONDS`, and where it starts by `HARDERLASSO_FUZZ_SEED`.

mod common;

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use common::{Folder, table};
use harderlasso_cli::fuzz;
use harderlasso_report::{MissingPolicy, Record};

/// A stream of numbers that depends on nothing but its seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `end`; 0 if there is nothing below it.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// What tables are made of, and what breaks them.
const PARTS: [&[u8]; 42] = [
    b",",
    b";",
    b"\t",
    b"|",
    b"\n",
    b"\r\n",
    b"\r",
    b"\"",
    b"\"\"",
    b"\",\"",
    b" ",
    b"NA",
    b"?",
    b"nan",
    b"null",
    b"inf",
    b"-inf",
    b"1e999",
    b"1e-999",
    b"-0",
    b"0.0",
    b"1",
    b"3,14",
    b"1,234.5",
    b"+5",
    b".5",
    b"5.",
    b"--5",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xe9",
    b"\xc3\xa9",
    b"\0",
    b"x",
    b"yes",
    b"no",
    b"a=b",
    b"179769313486231570000e300",
    b"0x1p3",
    b"\x1b[2J",
    b"\x1f\x8b",
    b"\x28\xb5\x2f\xfd",
];

fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], dice: &mut Dice) {
    for _ in 0..=dice.below(8) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(9) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            2 if at < bytes.len() => bytes[at] = dice.next() as u8,
            3 => {
                let end = (at + dice.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let end = (at + dice.below(200)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            5 => {
                let other = dice.one(others);
                let from = dice.below(other.len() + 1);
                let end = (from + dice.below(300)).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
            _ => {
                let part = *dice.one(&PARTS);
                bytes.splice(at..at, part.iter().copied());
            }
        }
    }
    // Copies of copies would grow without end.
    bytes.truncate(1 << 16);
}

fn setting(name: &str, default: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.map_or(default, |text| text.parse().expect("a whole number"))
}

/// Feeds mutants of `seeds` to `target` for its share of the time. Mutants of
/// which something new was said become seeds. Returns how many were tried.
fn fuzz(name: &str, mut seeds: Vec<Vec<u8>>, target: impl Fn(&[u8], &mut Dice) -> String) -> u64 {
    let time = Duration::from_secs(setting("HARDERLASSO_FUZZ_SECONDS", 10)) / 3;
    let mut dice = Dice(setting("HARDERLASSO_FUZZ_SEED", 1));
    let start = Instant::now();
    let mut tried = 0;
    let mut sayings = std::collections::BTreeMap::new();
    while start.elapsed() < time {
        let mut bytes = dice.one(&seeds).clone();
        mutate(&mut bytes, &seeds, &mut dice);
        let dice_before = dice.0;
        let answer = panic::catch_unwind(AssertUnwindSafe(|| target(&bytes, &mut dice)));
        let Ok(answer) = answer else {
            let path = std::env::temp_dir().join(format!("harderlasso-fuzz-{name}"));
            std::fs::write(&path, &bytes).expect("the input can be kept");
            panic!(
                "{name}: the input is in {}, the dice were {dice_before}",
                path.display()
            );
        };
        // The first words without numbers and quotations: what kind of answer
        // it is.
        let kind: String = answer
            .split('`')
            .step_by(2)
            .flat_map(|part| {
                part.chars()
                    .filter(|c| c.is_ascii_alphabetic() || *c == ' ')
            })
            .take(48)
            .collect();
        let seen = sayings.entry(kind).or_insert(0u64);
        *seen += 1;
        if *seen <= 3 && seeds.len() < 2000 {
            seeds.push(bytes);
        }
        tried += 1;
    }
    eprintln!("{name}: {tried} inputs, {} kinds of answers", sayings.len());
    if std::env::var_os("HARDERLASSO_FUZZ_SAYINGS").is_some() {
        for (kind, count) in &sayings {
            eprintln!("{count:>9} {kind}");
        }
    }
    assert!(
        tried > 100 && sayings.len() > 3,
        "{name}: {tried} inputs, {sayings:?}"
    );
    tried
}

fn tables() -> Vec<Vec<u8>> {
    let plain = table(40, 1);
    let gzipped = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(plain.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    vec![
        plain.clone().into_bytes(),
        plain.replace(',', ";").into_bytes(),
        plain.replace(',', "\t").replace('\n', "\r\n").into_bytes(),
        plain
            .replace("Rome", "\"Ro\"\"me, \n the eternal\"")
            .into_bytes(),
        gzipped,
        include_bytes!("data/two_frames.csv.zst").to_vec(),
        b"a,b,y\n1,2,yes\n2,3,no\n3,,yes\n4,x,no\n".to_vec(),
        b"id,y\n007,1.5\nA12,2.5\n7,3.5\n7.0,4.5\n".to_vec(),
        Vec::new(),
    ]
}

#[test]
fn the_table_reader_always_answers() {
    fuzz("table", tables(), |bytes, dice| {
        let missing = *dice.one(&[
            MissingPolicy::Mean,
            MissingPolicy::Drop,
            MissingPolicy::Error,
        ]);
        let answer = fuzz::table(bytes, missing, 1);
        match &answer {
            Ok(prepared) => {
                assert!(prepared.rows >= 2 && !prepared.names.is_empty());
                assert_eq!(prepared.bits.len(), prepared.rows * prepared.names.len());
                // The same again, on other threads.
                assert_eq!(fuzz::table(bytes, missing, 2), answer);
                "a table".to_owned()
            }
            Err(sentence) => {
                assert!(
                    !sentence.is_empty() && !sentence.contains('\u{1b}'),
                    "{sentence}"
                );
                sentence.clone()
            }
        }
    });
}

/// Two models of tables like those above.
fn models() -> Vec<String> {
    let folder = Folder::new();
    folder.write("data.csv", table(60, 1));
    ["none", "3"]
        .map(|hidden| {
            let fit = [
                "fit", "data.csv", "--target", "y", "--draws", "20", "--model", "m.json",
            ];
            folder.succeed(&[&fit[..], &["--hidden", hidden]].concat());
            folder.read("m.json")
        })
        .to_vec()
}

#[test]
fn the_model_reader_always_answers() {
    let seeds: Vec<Vec<u8>> = models().into_iter().map(String::into_bytes).collect();
    let good: Vec<Record> = seeds
        .iter()
        .map(|seed| Record::from_json(std::str::from_utf8(seed).unwrap()).unwrap())
        .collect();
    fuzz("model", seeds, |bytes, _| {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return "not text".to_owned();
        };
        match Record::from_json(text) {
            Ok(record) => {
                // What is believed is what was written, or can be told apart
                // from it by nothing that matters.
                let same = good.iter().any(|good| good.model() == record.model());
                assert!(same, "an altered model was believed");
                assert!(!record.html().is_empty());
                "a model".to_owned()
            }
            Err(error) => error.to_string(),
        }
    });
}

#[test]
fn predicting_always_answers() {
    let records: Vec<Record> = models()
        .iter()
        .map(|model| Record::from_json(model).unwrap())
        .collect();
    fuzz("predict", tables(), |bytes, dice| {
        match fuzz::predict(dice.one(&records), bytes) {
            Ok(rows) => {
                assert!(rows > 0);
                "predictions".to_owned()
            }
            Err(sentence) => sentence,
        }
    });
}
