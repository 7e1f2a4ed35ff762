//! Numbers for people. The report writes them as a paper would, by [`figure`]; the
//! terminal writes them so that programs can read them, by [`plain`].

/// A thin space at which a line does not break.
const THIN: char = '\u{202f}';

/// Numbers at least as large as this, or smaller, are written with a power of ten.
const LARGE: f64 = 1e7;
const SMALL: f64 = 1e-4;

/// A number of the report: four significant digits, with a true minus sign, a thin
/// space between thousands, and powers of ten such as `1.5·10⁻⁹`.
pub(crate) fn figure(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return "not a finite number".to_owned();
    }
    let size = value.abs();
    if (SMALL..LARGE).contains(&size) {
        let magnitude = size.log10().floor();
        let decimals = (3.0 - magnitude).max(0.0) as usize;
        return signed(value, &trimmed(&format!("{size:.decimals$}")));
    }
    let exponent = exponent(size);
    let mantissa = scaled(size, exponent);
    signed(value, &power(&trimmed(&format!("{mantissa:.3}")), exponent))
}

/// A number of the terminal: about five significant digits, without grouping, and
/// with exponents such as `1.5000e-9`, so that it can be copied into a program.
#[must_use]
pub fn plain(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if (1e-3..1e6).contains(&size) {
        let decimals = (4 - size.log10().floor() as i32).clamp(0, 7) as usize;
        format!("{value:.decimals$}")
    } else {
        format!("{value:.4e}")
    }
}

/// The label of a tick, with as many decimals as neighbours `step` apart need.
/// Where `largest`, the largest of all ticks, needs a power of ten, every tick is
/// written as a multiple of that power.
pub(crate) fn tick(value: f64, step: f64, largest: f64) -> String {
    if value.abs() < step / 1e6 {
        return "0".to_owned();
    }
    let digits = |step: f64| (-step.log10() - 1e-9).ceil().clamp(0.0, 15.0) as usize;
    if (1e-3..LARGE).contains(&largest) {
        let decimals = digits(step);
        return signed(value, &grouped(&format!("{:.decimals$}", value.abs())));
    }
    let exponent = exponent(largest);
    let decimals = digits(scaled(step, exponent));
    let mantissa = format!("{:.decimals$}", scaled(value.abs(), exponent));
    signed(value, &power(&mantissa, exponent))
}

/// A whole number.
pub(crate) fn count(value: usize) -> String {
    grouped(&value.to_string())
}

/// A share in percent, to one decimal. A share below 1 is never rounded to
/// 100 %, and one above 0 never to 0 %.
pub(crate) fn percent(share: f64) -> String {
    let text = if share > 0.999 && share < 1.0 {
        format!(">{THIN}99.9")
    } else if share > 0.0 && share < 0.001 {
        format!("<{THIN}0.1")
    } else {
        let text = trimmed(&format!("{:.1}", 100.0 * share.abs()));
        signed(if text == "0" { 0.0 } else { share }, &text)
    };
    format!("{text}{THIN}%")
}

/// A share in percent that always has a decimal, for numbers in a column.
pub(crate) fn share(share: f64) -> String {
    let text = percent(share);
    match text.split_once(THIN) {
        Some((whole, "%")) if !whole.contains('.') => format!("{whole}.0{THIN}%"),
        _ => text,
    }
}

/// An R² with its sign of relation: `= 0.7219`, or `> 0.9999` for one that would be
/// rounded to 1.
pub(crate) fn r_squared(value: f64) -> String {
    match figure(value).as_str() {
        "1" if value < 1.0 => "> 0.9999".to_owned(),
        text => format!("= {text}"),
    }
}

/// A coordinate of a drawing, to a tenth.
pub(crate) fn px(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

fn exponent(size: f64) -> i32 {
    size.log10().floor() as i32
}

/// `value / 10^exponent`, also where that power would overflow.
fn scaled(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    value / 10f64.powi(half) / 10f64.powi(exponent - half)
}

fn power(mantissa: &str, exponent: i32) -> String {
    let raised: String = exponent
        .to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            digit => char::from_u32('⁰' as u32 + digit.to_digit(10).unwrap_or(0)).unwrap_or('⁰'),
        })
        .collect();
    format!("{mantissa}·10{raised}")
}

fn signed(value: f64, size: &str) -> String {
    if value < 0.0 {
        format!("−{size}")
    } else {
        size.to_owned()
    }
}

/// Without zeros at the end of the decimals, and grouped.
fn trimmed(text: &str) -> String {
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    };
    grouped(text)
}

/// Thousands set apart, from five digits on.
fn grouped(text: &str) -> String {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    if whole.len() < 5 {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for (position, digit) in whole.chars().enumerate() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            out.push(THIN);
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits_are_enough() {
        let cases = [
            (0.0, "0"),
            (0.5, "0.5"),
            (-1.23456, "−1.235"),
            (1234.5, "1234"),
            (99999.0, "99\u{202f}999"),
            (0.00123456, "0.001235"),
            (12345678.0, "1.235·10⁷"),
            (-1.5e-9, "−1.5·10⁻⁹"),
            (f64::MAX, "1.798·10³⁰⁸"),
            (5e-324, "4.941·10⁻³²⁴"),
        ];
        for (value, text) in cases {
            assert_eq!(figure(value), text);
        }
    }

    #[test]
    fn numbers_of_a_terminal_have_five_digits() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1.0000"),
            (-123.456, "-123.46"),
            (99999.0, "99999"),
            (0.001234, "0.0012340"),
            (1e9, "1.0000e9"),
            (-2.5e-8, "-2.5000e-8"),
        ] {
            assert_eq!(plain(value), text);
        }
    }

    #[test]
    fn ticks_show_what_tells_them_apart() {
        assert_eq!(tick(0.25, 0.05, 1.0), "0.25");
        assert_eq!(tick(-20.0, 10.0, 40.0), "−20");
        assert_eq!(tick(2.5e8, 0.5e8, 3e8), "2.5·10⁸");
        assert_eq!(tick(1e-17, 0.5, 2.0), "0");
        assert_eq!(tick(15000.0, 5000.0, 20000.0), "15\u{202f}000");
    }

    #[test]
    fn nearly_all_is_not_all() {
        assert_eq!(percent(1.0), "100\u{202f}%");
        assert_eq!(percent(0.9999), ">\u{202f}99.9\u{202f}%");
        assert_eq!(percent(0.00001), "<\u{202f}0.1\u{202f}%");
        assert_eq!(percent(-1e-16), "0\u{202f}%");
        assert_eq!(percent(-0.25), "−25\u{202f}%");
        assert_eq!(percent(0.05), "5\u{202f}%");
        assert_eq!(percent(0.9534), "95.3\u{202f}%");
    }

    #[test]
    fn shares_in_a_column_have_one_decimal() {
        let cases = [
            (0.7219, "72.2\u{202f}%"),
            (0.06, "6.0\u{202f}%"),
            (0.12999, "13.0\u{202f}%"),
            (1.0, "100.0\u{202f}%"),
            (0.0, "0.0\u{202f}%"),
            (0.9999, ">\u{202f}99.9\u{202f}%"),
        ];
        for (value, text) in cases {
            assert_eq!(share(value), text);
        }
    }

    #[test]
    fn an_r_squared_agrees_with_its_percentage() {
        assert_eq!(r_squared(1.0), "= 1");
        assert_eq!(r_squared(0.99997), "> 0.9999");
        assert_eq!(r_squared(0.7219), "= 0.7219");
        for value in [0.9995, 0.99994, 0.99996, 1.0 - 1e-12] {
            assert!(percent(value).starts_with('>'));
            assert_ne!(r_squared(value), r_squared(1.0));
        }
    }

    #[test]
    fn whole_numbers_are_grouped() {
        assert_eq!(count(1234), "1234");
        assert_eq!(count(1234567), "1\u{202f}234\u{202f}567");
    }
}
