//! How the values of a table are written.

use clap::{Args, ValueEnum};
use harderlasso_report::{DateOrder, Notation};

use crate::table::{ReadOptions, usual_limit};

/// How to read a table, for a fit and for predictions.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReadingArgs {
    /// The character that separates fields, or `tab` [default: the most frequent one in the header]
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    pub(crate) delimiter: Option<u8>,

    /// The character before decimals, . or , [default: . or, in predict, that of the fit]
    #[arg(long, value_name = "CHAR", value_parser = decimal)]
    pub(crate) decimal: Option<char>,

    /// The character between thousands: . , ' _ or `space` [default: none or, in predict, that of the fit]
    #[arg(long, value_name = "CHAR", value_parser = thousands)]
    pub(crate) thousands: Option<char>,

    /// Further codes of missing values, such as -999,- [default: none or, in predict, those of the fit]
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) na: Vec<String>,

    /// The sheet of a workbook, by its name [default: the first one]
    #[arg(long, value_name = "NAME")]
    pub(crate) sheet: Option<String>,

    /// The memory that reading may use, such as 500M or 8G [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: Option<usize>,

    /// The order in dates such as 01/02/2024, if no other date of the column shows it [default: none]
    #[arg(long, value_enum, value_name = "ORDER", hide_possible_values = false)]
    pub(crate) date_order: Option<DateOrderFlag>,
}

impl ReadingArgs {
    /// What the flags say, and otherwise what the table of the fit was like.
    pub(crate) fn options(&self, fitted: &Notation) -> Result<ReadOptions, String> {
        let decimal = self.decimal.unwrap_or(fitted.decimal);
        let thousands = match self.thousands {
            Some(given) if given == decimal => {
                let other = if decimal == '.' { ',' } else { '.' };
                return Err(format!(
                    "`{given}` cannot stand before decimals and between thousands; set --decimal {other}, or another --thousands"
                ));
            }
            Some(given) => Some(given),
            None => fitted.thousands.filter(|mark| *mark != decimal),
        };
        let missing = match self.na.is_empty() {
            true => fitted.missing.clone(),
            false => self.na.clone(),
        };
        Ok(ReadOptions {
            delimiter: self.delimiter,
            notation: Notation {
                decimal,
                thousands,
                missing,
            },
            sheet: self.sheet.clone(),
            memory: self.memory.unwrap_or_else(usual_limit),
        })
    }

    /// The order of day and month that was asked for.
    pub(crate) fn date_order(&self) -> Option<DateOrder> {
        self.date_order.map(|order| match order {
            DateOrderFlag::DayFirst => DateOrder::DayFirst,
            DateOrderFlag::MonthFirst => DateOrder::MonthFirst,
        })
    }
}

/// The names of `--date-order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DateOrderFlag {
    /// 1 February 2024
    DayFirst,
    /// 2 January 2024
    MonthFirst,
}

/// A delimiter is one byte that has no other meaning in a table.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        &[byte]
            if !matches!(byte, b'"' | b'\n' | b'\r' | b'.' | b'-' | b'+')
                && !byte.is_ascii_alphanumeric() =>
        {
            Ok(byte)
        }
        _ => Err(
            "expected one character, such as , or ;, that is not a letter, digit, sign, point or quote; or the word tab"
                .to_owned(),
        ),
    }
}

fn decimal(text: &str) -> Result<char, String> {
    match text {
        "." => Ok('.'),
        "," => Ok(','),
        _ => Err("expected . or ,".to_owned()),
    }
}

fn thousands(text: &str) -> Result<char, String> {
    match text {
        "." => Ok('.'),
        "," => Ok(','),
        "'" | "’" => Ok('\''),
        "_" => Ok('_'),
        " " | "space" => Ok(' '),
        _ => Err("expected . , ' _ or the word space".to_owned()),
    }
}

/// A number of bytes, with a unit of powers of 1024.
fn memory(text: &str) -> Result<usize, String> {
    let upper = text.trim().to_ascii_uppercase();
    let bare = upper
        .strip_suffix("IB")
        .or(upper.strip_suffix('B'))
        .unwrap_or(&upper);
    let units = [('K', 10), ('M', 20), ('G', 30), ('T', 40)];
    let unit = units.iter().find(|(letter, _)| bare.ends_with(*letter));
    let (number, power) = match unit {
        Some((letter, power)) => (bare.trim_end_matches(*letter), *power),
        None => (bare, 0),
    };
    let bytes = number
        .trim()
        .parse()
        .map(|number: f64| number * (1u64 << power) as f64);
    match bytes {
        Ok(bytes) if (1e6..1e18).contains(&bytes) => Ok(bytes as usize),
        _ => Err("expected a size of at least 1M, such as 500M or 8G".to_owned()),
    }
}
