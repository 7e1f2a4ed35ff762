//! The functions that are fuzzed: each takes bytes and returns the message of a
//! refusal, if there is one; a panic is a defect. They are used by the short test in `tests/fuzz.rs` and by the targets in `fuzz/`.

use std::sync::LazyLock;

use harderlasso::HarderLasso;
use harderlasso_report::{MissingPolicy, Record};

use crate::failure::Failure;
use crate::prepare::{self, FitInput, NewRequest, TableRequest};
use crate::table::{ReadOptions, Reader, Source};
use crate::task::TargetColumns;

/// The table that the models below are fitted on.
pub const PLAIN: &[u8] = include_bytes!("../fuzz/seeds/table/plain.csv");

/// Two models of [`PLAIN`], linear and with a hidden layer.
static RECORDS: LazyLock<[Record; 2]> = LazyLock::new(|| {
    [vec![], vec![3]].map(|hidden| {
        let input = read(PLAIN, MissingPolicy::Mean, 1).expect("the table is good");
        let settings = HarderLasso::new().hidden(hidden).draws(20);
        let (design, response) = (&input.design, &input.response);
        let model = settings.fit(design, response).expect("the fit works");
        Record::new(model, design, response, input.preparation, None).expect("they fit together")
    })
});

/// The model files of both models.
#[must_use]
pub fn models() -> [String; 2] {
    RECORDS
        .each_ref()
        .map(|record| record.to_json().expect("a model can be saved"))
}

fn read(bytes: &[u8], missing: MissingPolicy, threads: usize) -> Result<FitInput, Failure> {
    let reader = Reader::new(
        Source::bytes("table", bytes.to_vec())?,
        ReadOptions::default(),
    )?;
    let request = TableRequest {
        missing,
        ..TableRequest::plain(TargetColumns::Value("-1"), threads)
    };
    Ok(prepare::fit_table(reader, &request)?)
}

/// Reads a table as `fit` does, with its last column as the target; gives the
/// message of a refusal.
///
/// # Panics
/// If the design and the response have different rows, if two threads read
/// something else than one, or if a message is empty or has control characters.
pub fn table(bytes: &[u8]) -> Option<String> {
    let policies = [
        MissingPolicy::Mean,
        MissingPolicy::Drop,
        MissingPolicy::Error,
    ];
    let missing = policies[bytes.len() % 3];
    let bits = |threads| -> Result<_, String> {
        let input = read(bytes, missing, threads).map_err(|failure| failure.to_string())?;
        let design = input.design;
        assert!(design.rows() >= 2 && design.columns() >= 1);
        assert_eq!(design.rows(), input.response.rows());
        let columns = (0..design.columns()).flat_map(|column| design.column(column));
        let bits: Vec<u64> = columns.map(|value| value.to_bits()).collect();
        Ok((design.names().to_vec(), bits))
    };
    let one = bits(1);
    match &one {
        // Threads must not change what is read.
        Ok(_) => assert_eq!(one, bits(2)),
        Err(message) => check(message),
    }
    one.err()
}

/// Reads a model; gives the message of a refusal.
///
/// # Panics
/// If an altered model is accepted, or one that is accepted cannot be shown.
pub fn model(bytes: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Some("not text".to_owned());
    };
    match Record::from_json(text) {
        Ok(record) => {
            let is_same = |good: &Record| good.model() == record.model();
            assert!(RECORDS.iter().any(is_same), "an altered model was accepted");
            assert!(!record.html().is_empty());
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

/// Reads a table as `predict` does and predicts its rows; gives the message of a
/// refusal.
///
/// # Panics
/// If there are no predictions for a table that was read.
pub fn predict(bytes: &[u8]) -> Option<String> {
    let predict = |record: &Record| -> Result<_, Failure> {
        let reader = Reader::new(
            Source::bytes("table", bytes.to_vec())?,
            ReadOptions::default(),
        )?;
        let request = NewRequest {
            id: None,
            date_order: None,
            threads: 1,
        };
        let design = prepare::new_table(reader, record, &request)?.design;
        Ok(record.model().decision_function(&design)?)
    };
    match predict(&RECORDS[bytes.len() % 2]) {
        Ok(predictions) => {
            assert!(!predictions.is_empty());
            None
        }
        Err(failure) => {
            check(&failure.to_string());
            Some(failure.to_string())
        }
    }
}

fn check(message: &str) {
    assert!(
        !message.is_empty() && !message.contains('\u{1b}'),
        "{message}"
    );
}
