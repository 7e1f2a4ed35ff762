//! Columns, as people name them.

use crate::sentence::Sentence;
use crate::table::near;

/// The column that `asked` means: a name, or a number from 0, negative from the
/// end. A name comes before a number.
pub(super) fn find(asked: &str, names: &[String], source: &str) -> Result<usize, Sentence> {
    if let Some(position) = names.iter().position(|name| name == asked.trim()) {
        return Ok(position);
    }
    let columns = names.len();
    let Ok(number) = asked.trim().parse::<i64>() else {
        return Err(Sentence::new(format!(
            "{source} has no column `{asked}`; {}",
            near(asked, names)
        )));
    };
    let position = if number < 0 {
        columns.checked_sub(usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX))
    } else {
        usize::try_from(number)
            .ok()
            .filter(|&number| number < columns)
    };
    position.ok_or_else(|| {
        Sentence::new(format!(
            "{source} has no column {number}; its {columns} columns are numbered from 0 to {}, or from -1, the last, to -{columns}",
            columns.saturating_sub(1)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn columns_are_named_or_numbered() {
        let names = ["age", "size", "7"].map(str::to_owned);
        let position = |asked| find(asked, &names, "t.csv").ok();
        assert_eq!(position("size"), Some(1));
        assert_eq!(position("0"), Some(0));
        assert_eq!(position("-1"), Some(2));
        assert_eq!(position("-3"), Some(0));
        assert_eq!(position("7"), Some(2), "a name comes before a number");
        for asked in ["3", "-4", "", "Size2", "99999999999999999999"] {
            assert_eq!(position(asked), None, "{asked}");
        }
        let said = find("sise", &names, "t.csv").unwrap_err().to_string();
        assert!(said.contains("did you mean `size`?"), "{said}");
    }
}
