//! The names of the columns.

use harderlasso_report::field::{Grammar, Value, value};
use std::collections::HashMap;

use super::error::TableProblem;

/// Checks the names. Names are made up for columns without one; these names are
/// also returned by themselves.
pub(super) fn checked(fields: Vec<Vec<u8>>) -> Result<(Vec<String>, Vec<String>), TableProblem> {
    if fields.iter().all(|field| field.trim_ascii().is_empty()) {
        return Err(TableProblem::Empty);
    }
    let numbers: Vec<f64> = fields
        .iter()
        .map_while(|field| match value(field, &Grammar::default()) {
            Value::Number(number) => Some(number),
            _ => None,
        })
        .collect();
    // Different whole numbers, such as years, may be names; fractions or the same
    // number in every field may not.
    let looks_like_values = numbers.len() == fields.len()
        && (numbers.iter().any(|number| number.fract() != 0.0)
            || numbers.len() > 1 && numbers.iter().all(|number| *number == numbers[0]));
    if looks_like_values {
        return Err(TableProblem::NumericHeader);
    }
    let (mut names, mut unnamed) = (Vec::with_capacity(fields.len()), Vec::new());
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (position, field) in fields.into_iter().enumerate() {
        let name = String::from_utf8(field).map_err(|_| TableProblem::NameNotUtf8 {
            column: position + 1,
        })?;
        let mut name = name.trim().to_owned();
        if name.is_empty() {
            name = format!("column_{}", position + 1);
            unnamed.push(name.clone());
        }
        if let Some(first) = seen.insert(name.clone(), position) {
            return Err(TableProblem::DuplicateName {
                name,
                first: first + 1,
                second: position + 1,
            });
        }
        names.push(name);
    }
    Ok((names, unnamed))
}
