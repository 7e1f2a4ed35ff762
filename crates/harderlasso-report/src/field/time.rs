//! Dates and times as numbers: days since 1970-01-01, or since midnight for a time
//! without a date.

use super::mark::Mark;

/// What a field is, seen as a date or a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Moment {
    Known(f64, Mark),
    /// It looks like a date, but cannot be read: a year of two digits, or no such day.
    Unclear,
    /// It is something else.
    Other,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const DAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// Longer fields are no dates.
const LONGEST: usize = 48;

/// Reads a trimmed field.
pub(super) fn moment(field: &[u8]) -> Moment {
    if field.len() < 4 || field.len() > LONGEST || !field.iter().any(u8::is_ascii_digit) {
        return Moment::Other;
    }
    let Ok(text) = std::str::from_utf8(field) else {
        return Moment::Other;
    };
    if let Some(clock) = clock(text) {
        return Moment::Known(clock, Mark::Clock);
    }
    let text = without_weekday(text);
    let Some((date, rest)) = date(text) else {
        return Moment::Other;
    };
    match time_after(rest) {
        None => Moment::Other,
        Some(TimeBehind::None) => date.moment(0.0, false),
        Some(TimeBehind::Local(time)) => date.moment(time, false),
        Some(TimeBehind::Zoned(time)) => date.moment(time, true),
    }
}

/// Whether a text looks like a date that cannot be read.
#[must_use]
pub fn is_unclear_date(text: &str) -> bool {
    moment(text.trim().as_bytes()) == Moment::Unclear
}

/// A date as it is written.
#[derive(Clone, Copy, Debug)]
enum DateText {
    Certain {
        year: i64,
        month: i64,
        day: i64,
    },
    /// Two numbers that are a day and a month, and a year.
    Numbers {
        first: i64,
        second: i64,
        year: i64,
        dotted: bool,
    },
    ShortYear,
}

impl DateText {
    fn moment(self, time: f64, zoned: bool) -> Moment {
        match self {
            Self::ShortYear => Moment::Unclear,
            Self::Certain { year, month, day } => match days(year, month, day) {
                None => Moment::Unclear,
                Some(days) => Moment::Known(
                    days as f64 + time,
                    match (zoned, time == 0.0) {
                        (true, _) => Mark::Zoned,
                        (false, true) => Mark::Date,
                        (false, false) => Mark::DateTime,
                    },
                ),
            },
            Self::Numbers { .. } if zoned => Moment::Unclear,
            Self::Numbers {
                first,
                second,
                year,
                dotted,
            } => {
                let (day_first, month_first) =
                    (days(year, second, first), days(year, first, second));
                let (days, mark) = match (day_first, month_first) {
                    (Some(days), Some(other)) if days == other => (days, Mark::Date),
                    (Some(days), Some(_)) if dotted => (days, Mark::Dotted),
                    (Some(days), Some(_)) => (days, Mark::Either),
                    (Some(days), None) => (days, Mark::DayFirst),
                    (None, Some(days)) => (days, Mark::MonthFirst),
                    (None, None) => return Moment::Unclear,
                };
                Moment::Known(days as f64 + time, mark)
            }
        }
    }
}

/// The text without the name of a day in front.
fn without_weekday(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(0);
    let (word, rest) = text.split_at(end);
    match named(word, &DAYS) {
        Some(_) => rest.trim_start_matches(',').trim_start(),
        None => text,
    }
}

/// The position of a name in a list, written in full or with at least three letters.
fn named(word: &str, names: &[&str]) -> Option<i64> {
    let lower = word.to_ascii_lowercase();
    let is_name = |name: &&str| {
        lower.len() >= 3 && name.starts_with(&*lower) || lower == "sept" && name.starts_with("sept")
    };
    names.iter().position(is_name).map(|at| at as i64)
}

/// Digits in front of a text: their number, how many they are, and the rest.
fn digits(text: &str) -> Option<(i64, usize, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    if end == 0 || end > 8 {
        return None;
    }
    Some((text[..end].parse().ok()?, end, &text[end..]))
}

/// The date in front of a text, and the rest.
fn date(text: &str) -> Option<(DateText, &str)> {
    let Some((first, length, rest)) = digits(text) else {
        return month_in_front(text);
    };
    let separator = rest.chars().next();
    // 20240131T120000 is a date; 20240131 alone is a number.
    if length == 8 && separator == Some('T') {
        let (year, month, day) = (first / 10_000, first / 100 % 100, first % 100);
        return Some((DateText::Certain { year, month, day }, rest));
    }
    // 31 Jan 2024, 31-Jan-2024, 31. Jan. 2024 and 31JAN2024.
    const BETWEEN: [char; 5] = ['.', ',', ' ', '-', '/'];
    if length <= 2
        && let Some((month, rest)) = month(rest.trim_start_matches(BETWEEN))
    {
        return year_after(first, month, rest.trim_start_matches(BETWEEN));
    }
    match separator {
        Some(mark @ ('-' | '/' | '.')) => {
            let after = &rest[1..];
            let (second, second_length, rest) = digits(after)?;
            if second_length > 2 {
                return None;
            }
            let Some(rest) = rest.strip_prefix(mark) else {
                // The month of a year, such as 2024-05.
                let is_month = length == 4 && second_length == 2 && mark == '-' && rest.is_empty();
                let certain = DateText::Certain {
                    year: first,
                    month: second,
                    day: 1,
                };
                return (is_month && (1..=12).contains(&second)).then_some((certain, rest));
            };
            let (third, third_length, rest) = digits(rest)?;
            let written = match (length, third_length) {
                (4, 1 | 2) => DateText::Certain {
                    year: first,
                    month: second,
                    day: third,
                },
                (1 | 2, 4) => DateText::Numbers {
                    first,
                    second,
                    year: third,
                    dotted: mark == '.',
                },
                // Points also separate the parts of other numbers.
                (1 | 2, 2) if mark != '.' || second_length == 2 => DateText::ShortYear,
                _ => return None,
            };
            Some((written, rest))
        }
        _ => None,
    }
}

/// The name of a month in front of a text, and the rest.
fn month(text: &str) -> Option<(i64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    Some((named(&text[..end], &MONTHS)? + 1, &text[end..]))
}

/// Jan 31, 2024, and Jan 31 12:00:00 2024 as C writes it.
fn month_in_front(text: &str) -> Option<(DateText, &str)> {
    let (month, rest) = month(text)?;
    let (day, length, rest) = digits(rest.trim_start_matches(['.', ' ', '-']))?;
    if length > 2 {
        return None;
    }
    year_after(day, month, rest.trim_start_matches([',', ' ', '-']))
}

fn year_after(day: i64, month: i64, text: &str) -> Option<(DateText, &str)> {
    let (year, length, rest) = digits(text)?;
    match length {
        4 => Some((DateText::Certain { year, month, day }, rest)),
        2 => Some((DateText::ShortYear, rest)),
        _ => None,
    }
}

/// What follows a date.
enum TimeBehind {
    None,
    /// As a share of a day.
    Local(f64),
    /// The same in UTC.
    Zoned(f64),
}

fn time_after(text: &str) -> Option<TimeBehind> {
    if text.is_empty() {
        return Some(TimeBehind::None);
    }
    // SAS writes 31JAN2024:12:00:00.
    let text = text
        .strip_prefix([',', 'T', 't', ':'])
        .unwrap_or(text)
        .trim_start();
    let (time, rest) = time(text)?;
    let rest = rest.trim_start();
    match rest {
        "" => Some(TimeBehind::Local(time)),
        "Z" | "z" | "UTC" | "GMT" => Some(TimeBehind::Zoned(time)),
        _ => {
            let (sign, rest) = match rest.split_at_checked(1)? {
                ("+", rest) => (1.0, rest),
                ("-", rest) => (-1.0, rest),
                _ => return None,
            };
            let (hours, length, rest) = digits(rest)?;
            let (hours, minutes) = match (length, rest) {
                (2, "") => (hours, 0),
                (4, "") => (hours / 100, hours % 100),
                (2, rest) => match digits(rest.strip_prefix(':')?)? {
                    (minutes, 2, "") => (hours, minutes),
                    _ => return None,
                },
                _ => return None,
            };
            if hours > 15 || minutes > 59 {
                return None;
            }
            Some(TimeBehind::Zoned(
                time - sign * (hours * 60 + minutes) as f64 / 1440.0,
            ))
        }
    }
}

/// A time without a date, as a share of a day.
fn clock(text: &str) -> Option<f64> {
    if !text.contains(':') {
        return None;
    }
    let (time, rest) = time(text)?;
    rest.is_empty().then_some(time)
}

/// The time in front of a text, as a share of a day, and the rest.
fn time(text: &str) -> Option<(f64, &str)> {
    let (first, length, rest) = digits(text)?;
    let (mut hours, minutes, mut seconds, mut rest) = match (length, rest.strip_prefix(':')) {
        (1 | 2, Some(rest)) => {
            let (minutes, length, rest) = digits(rest)?;
            if length != 2 {
                return None;
            }
            match rest.strip_prefix(':') {
                None => (first, minutes, 0, rest),
                Some(rest) => match digits(rest)? {
                    (seconds, 2, rest) => (first, minutes, seconds, rest),
                    _ => return None,
                },
            }
        }
        (4, None) => (first / 100, first % 100, 0, rest),
        (6, None) => (first / 10_000, first / 100 % 100, first % 100, rest),
        _ => return None,
    };
    let mut fraction = 0.0;
    if let Some(after) = rest.strip_prefix(['.', ',']) {
        let end = after
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(after.len());
        fraction = format!("0.{}", &after[..end])
            .parse()
            .ok()
            .filter(|_| end > 0)?;
        rest = &after[end..];
    }
    let half = rest.trim_start();
    if let Some(letters) = half.get(..2) {
        let is = |name: &str| letters.eq_ignore_ascii_case(name);
        if is("am") || is("pm") {
            if !(1..=12).contains(&hours) {
                return None;
            }
            hours = hours % 12 + if is("pm") { 12 } else { 0 };
            rest = &half[2..];
        }
    }
    // A leap second is the one after it.
    if seconds == 60 {
        seconds = 59;
        fraction += 1.0;
    }
    let is_midnight = hours == 24 && minutes == 0 && seconds == 0 && fraction == 0.0;
    if (hours > 23 && !is_midnight) || minutes > 59 || seconds > 59 {
        return None;
    }
    let whole = (hours * 3600 + minutes * 60 + seconds) as f64;
    Some(((whole + fraction) / 86_400.0, rest))
}

/// Days from 1970-01-01 to a date of the Gregorian calendar, if there is such a date.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if !(1..=longest).contains(&day) || !(1..=9999).contains(&year) {
        return None;
    }
    // Years begin in March here, so that the leap day is the last one.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    Some(
        era * 146_097 + year * 365 + year / 4 - year / 100 + (153 * month + 2) / 5 + day
            - 1
            - 719_468,
    )
}

/// Year, month and day of a day since 1970-01-01: [`days`] backwards.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year + next, month, day)
}

/// A date that was read with the day first, read with the month first.
#[must_use]
pub fn swapped(value: f64) -> f64 {
    let whole = value.floor();
    let (year, month, day) = civil(whole as i64);
    days(year, day, month).map_or(value, |days| days as f64 + (value - whole))
}

/// The one spelling of a date with its time, if it has one.
pub(super) fn spell(value: f64) -> String {
    let whole = value.floor();
    let (year, month, day) = civil(whole as i64);
    let date = format!("{year:04}-{month:02}-{day:02}");
    match value - whole {
        0.0 => date,
        time => format!("{date}T{}", spell_clock(time)),
    }
}

/// The same with day and month in the order that is not known.
pub(super) fn spell_slashed(value: f64) -> String {
    let whole = value.floor();
    let (year, month, day) = civil(whole as i64);
    let date = format!("{day:02}/{month:02}/{year:04}");
    match value - whole {
        0.0 => date,
        time => format!("{date} {}", spell_clock(time)),
    }
}

/// The one spelling of a time.
pub(super) fn spell_clock(value: f64) -> String {
    let thousandths = (value * 86_400_000.0).round() as i64;
    let (seconds, thousandths) = (thousandths / 1000, thousandths % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (seconds, thousandths) {
        (0, 0) => format!("{hours:02}:{minutes:02}"),
        (_, 0) => format!("{hours:02}:{minutes:02}:{seconds:02}"),
        _ => format!("{hours:02}:{minutes:02}:{seconds:02}.{thousandths:03}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Moment, civil, days, moment, spell, swapped};

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!(days(1970, 1, 1), Some(0));
        assert_eq!(days(2000, 3, 1), Some(11_017));
        assert_eq!(days(1969, 12, 31), Some(-1));
        for (year, month, day) in [
            (2023, 2, 29),
            (1900, 2, 29),
            (2024, 13, 1),
            (2024, 4, 31),
            (0, 1, 1),
        ] {
            assert_eq!(days(year, month, day), None);
        }
        for day in (-800_000..800_000).step_by(97) {
            let (year, month, dom) = civil(day);
            if (1..=9999).contains(&year) {
                assert_eq!(days(year, month, dom), Some(day));
            }
        }
    }

    #[test]
    fn common_forms_are_read() {
        let day = days(2024, 1, 31).unwrap() as f64;
        for text in [
            "2024-01-31",
            "2024/01/31",
            "2024/1/31",
            "2024.01.31",
            "31 Jan 2024",
            "31-Jan-2024",
            "31JAN2024",
            "Jan 31, 2024",
            "January 31 2024",
            "31 January 2024",
            "Wed, 31 Jan 2024",
            "31. Jan. 2024",
            "2024-01-31T00:00",
            "31/Jan/2024",
        ] {
            assert_eq!(
                moment(text.as_bytes()),
                Moment::Known(day, Mark::Date),
                "{text}"
            );
        }
        for (text, time, mark) in [
            ("2024-01-31 12:00", 0.5, Mark::DateTime),
            ("2024-01-31T12:00:00.000", 0.5, Mark::DateTime),
            ("2024-01-31 06:00 pm", 0.75, Mark::DateTime),
            ("2024-01-31T12:00:00Z", 0.5, Mark::Zoned),
            ("2024-01-31 12:00:00+00:00", 0.5, Mark::Zoned),
            ("2024-01-31T12:00:00+0600", 0.25, Mark::Zoned),
            ("2024-01-31T12:00-06", 0.75, Mark::Zoned),
            ("20240131T120000Z", 0.5, Mark::Zoned),
            ("31JAN2024:12:00:00", 0.5, Mark::DateTime),
            ("31/01/2024 12:00", 0.5, Mark::DayFirst),
            ("1/31/2024 12:00 PM", 0.5, Mark::MonthFirst),
            ("31.01.2024", 0.0, Mark::DayFirst),
        ] {
            assert_eq!(
                moment(text.as_bytes()),
                Moment::Known(day + time, mark),
                "{text}"
            );
        }
        let ambiguous = days(2024, 2, 1).unwrap() as f64;
        assert_eq!(
            moment(b"01/02/2024"),
            Moment::Known(ambiguous, Mark::Either)
        );
        assert_eq!(
            moment(b"01.02.2024"),
            Moment::Known(ambiguous, Mark::Dotted)
        );
        assert_eq!(swapped(ambiguous), days(2024, 1, 2).unwrap() as f64);
        assert_eq!(
            moment(b"2024-05"),
            Moment::Known(days(2024, 5, 1).unwrap() as f64, Mark::Date)
        );
        assert_eq!(moment(b"06:00"), Moment::Known(0.25, Mark::Clock));
        assert_eq!(moment(b"6:00:00 PM"), Moment::Known(0.75, Mark::Clock));
        assert_eq!(spell(day + 0.5), "2024-01-31T12:00");
    }

    #[test]
    fn what_is_no_date_is_left_alone() {
        for text in [
            "2024-02-30",
            "31/01/24",
            "1-2-03",
            "31 Jan 24",
            "13/13/2024",
            "2024-01-31T25:00",
        ] {
            assert!(
                !matches!(moment(text.as_bytes()), Moment::Known(..)),
                "{text}"
            );
        }
        assert_eq!(moment(b"31/01/24"), Moment::Unclear);
        assert_eq!(moment(b"2024-02-30"), Moment::Unclear);
        for text in [
            "1.2.3",
            "192.168.1.1",
            "2-1",
            "12-34",
            "may",
            "may be 4",
            "20240131",
            "3:1",
            "25:00",
            "mar",
            "Mar 5",
            "2010-13",
            "1/2",
            "a 2024-01-01",
            "10-K",
            "é123",
            "1/2/3",
            "12:3",
        ] {
            assert_eq!(moment(text.as_bytes()), Moment::Other, "{text}");
        }
    }
}
