//! Finding a column by its name or its number.

use super::error::PrepareProblem;
use crate::table::{Located, Reader};

/// The position of a requested column in the table of `reader`.
pub(super) fn find(requested: &str, reader: &Reader) -> Result<usize, Located<PrepareProblem>> {
    position(requested, reader.names()).map_err(|problem| Located::whole(reader.table(), problem))
}

/// A name, or a number from 0, negative from the end. A name that looks like a
/// number comes first.
fn position(requested: &str, names: &[String]) -> Result<usize, PrepareProblem> {
    if let Some(position) = names.iter().position(|name| name == requested.trim()) {
        return Ok(position);
    }
    let columns = names.len();
    let Ok(number) = requested.trim().parse::<i64>() else {
        let requested = requested.to_owned();
        return Err(match names {
            [only] => PrepareProblem::OneName {
                requested,
                only: only.clone(),
            },
            _ => PrepareProblem::UnknownName {
                near: near(&requested, names),
                requested,
            },
        });
    };
    let position = if number < 0 {
        columns.checked_sub(usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX))
    } else {
        usize::try_from(number)
            .ok()
            .filter(|&number| number < columns)
    };
    position.ok_or(PrepareProblem::UnknownNumber { number, columns })
}

/// The names that may have been meant by `requested`, as the end of a sentence.
fn near(requested: &str, names: &[String]) -> String {
    let lower = requested.to_lowercase();
    let mut close: Vec<(f64, &String)> = names
        .iter()
        .map(|name| {
            let name_lower = name.to_lowercase();
            let mut likeness = strsim::normalized_damerau_levenshtein(&lower, &name_lower);
            // Part of a name is often typed in place of the whole.
            if !lower.is_empty() && name_lower.contains(&lower) {
                likeness = likeness.max(0.7);
            }
            (likeness, name)
        })
        .filter(|(likeness, _)| *likeness >= 0.6)
        .collect();
    close.sort_by(|a, b| b.0.total_cmp(&a.0));
    let quoted = |names: Vec<&String>| -> String {
        let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        list.join(", ")
    };
    if close.is_empty() {
        let shown: Vec<&String> = names.iter().take(6).collect();
        let more = if names.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        format!("the columns are {}{more}", quoted(shown))
    } else {
        let shown = close.into_iter().take(3).map(|(_, name)| name).collect();
        format!("did you mean {}?", quoted(shown))
    }
}

#[cfg(test)]
mod tests {
    use super::position;

    #[test]
    fn columns_are_named_or_numbered() {
        let names = ["age", "size", "7"].map(str::to_owned);
        let found = |requested| position(requested, &names).ok();
        assert_eq!(found("size"), Some(1));
        assert_eq!(found("0"), Some(0));
        assert_eq!(found("-1"), Some(2));
        assert_eq!(found("-3"), Some(0));
        assert_eq!(found("7"), Some(2), "a name comes before a number");
        for requested in ["3", "-4", "", "Size2", "99999999999999999999"] {
            assert_eq!(found(requested), None, "{requested}");
        }
        let message = position("sise", &names).unwrap_err().to_string();
        assert!(message.contains("did you mean `size`?"), "{message}");
    }
}
