//! The paper's figures: one curve a method, as self-contained SVG.

use std::fmt::Write;

use super::plan::Axis;
use super::summary::{Point, Summary};

const HEIGHT: f64 = 420.0;
/// The plotting area: left, top, right, bottom.
const FRAME: [f64; 4] = [70.0, 40.0, 540.0, 365.0];

/// Space for a character of the legend: generous, as fonts differ.
const CHARACTER: f64 = 7.6;

/// Okabe and Ito's colours, which are told apart with any colour vision; the
/// shape of the mark says it again in print.
const COLOURS: [&str; 7] = [
    "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

/// What a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Pesr,
    Fdr,
    Tpr,
    L2,
}

impl Measure {
    pub(super) const ALL: [Self; 4] = [Self::Pesr, Self::Fdr, Self::Tpr, Self::L2];

    /// The name of the file, and of the column in `summary.csv`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pesr => "pesr",
            Self::Fdr => "fdr",
            Self::Tpr => "tpr",
            Self::L2 => "l2_error",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Pesr => "PESR",
            Self::Fdr => "FDR",
            Self::Tpr => "TPR",
            Self::L2 => "L2 error",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Pesr => "Probability of exact support recovery",
            Self::Fdr => "False discovery rate",
            Self::Tpr => "True positive rate",
            Self::L2 => "L2 error on fresh points",
        }
    }

    fn value(self, point: &Point) -> f64 {
        match self {
            Self::Pesr => point.pesr,
            Self::Fdr => point.fdr,
            Self::Tpr => point.tpr,
            Self::L2 => point.l2_error,
        }
    }

    /// Half the length of the whisker.
    fn error(self, point: &Point) -> Option<f64> {
        (self == Self::Pesr).then_some(point.pesr_se)
    }
}

/// One direction of the plot: which values it shows, where they go, and which
/// of them are written beside it.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

impl Scale {
    /// Shows at least the values `low..=high`, from pixel `from` to pixel `to`,
    /// in steps of at least `least`.
    fn new([low, high]: [f64; 2], least: f64, [from, to]: [f64; 2]) -> Self {
        let span = if high > low { high - low } else { 1.0 };
        // The smallest of 1, 2, 5, 10, 20, … that gives at most ten intervals.
        let unit = 10_f64.powf((span / 10.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * unit)
            .into_iter()
            .find(|step| span / step <= 10.0 + 1e-9)
            .unwrap_or(span)
            .max(least);
        let low = (low / step).floor() * step;
        let high = ((low + span).max(high) / step).ceil() * step;
        Self {
            low,
            high,
            from,
            to,
            step,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.from + share * (self.to - self.from)
    }

    /// The written values, with as many decimals as their step has.
    fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        let decimals = (-self.step.log10().floor()).max(0.0) as usize;
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(move |k| {
            let value = self.low + k as f64 * self.step;
            (value, format!("{value:.decimals$}"))
        })
    }
}

/// The figure of `measure` against `axis`.
pub(super) fn draw(summary: &Summary, axis: Axis, measure: Measure) -> String {
    let [left, top, right, bottom] = FRAME;
    // Points are sorted, and only one of s and n moves within a study.
    let place = |point: Option<&Point>| point.map_or(0.0, |point| point.place(axis) as f64);
    let (first, last) = (summary.points.first(), summary.points.last());
    let x = Scale::new([place(first), place(last)], 1.0, [left, right]);
    let values = summary.points.iter().map(|point| measure.value(point));
    let highest = match measure {
        Measure::L2 => values.filter(|value| value.is_finite()).fold(0.0, f64::max),
        Measure::Pesr | Measure::Fdr | Measure::Tpr => 1.0,
    };
    let y = Scale::new([0.0, highest], 0.0, [bottom, top]);

    let methods = summary.methods();
    let names = methods.iter().map(|method| method.to_string().len());
    let width = right + 50.0 + CHARACTER * names.max().unwrap_or(0) as f64;
    let mut svg = String::new();
    open(&mut svg, width, axis, measure);
    grid(&mut svg, &x, &y);
    for (rank, method) in methods.into_iter().enumerate() {
        let colour = COLOURS[rank % COLOURS.len()];
        let _ = writeln!(svg, r#"<g stroke="{colour}" fill="{colour}">"#);
        curve(
            &mut svg,
            summary.curve(method),
            &x,
            &y,
            (axis, measure),
            rank,
        );
        legend(&mut svg, &method.to_string(), rank);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

// Writing to a string cannot fail, so the results of `write!` are dropped below.

/// The element itself, its words for a screen reader, title and axis labels.
fn open(svg: &mut String, width: f64, axis: Axis, measure: Measure) {
    let [left, top, right, bottom] = FRAME;
    let (centre, middle) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let (title, label) = (measure.title(), measure.label());
    let along = match axis {
        Axis::Sparsity => "s, the number of features that matter",
        Axis::SampleSize => "n, the sample size",
    };
    let whiskers = match measure {
        Measure::Pesr => ", with one standard error to either side",
        Measure::Fdr | Measure::Tpr | Measure::L2 => "",
    };
    let _ = write!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {HEIGHT}" width="{width:.0}" height="{HEIGHT}" role="img" font-family="Helvetica, Arial, sans-serif" font-size="12">
<title>{title}</title>
<desc>{label} against {along}, one curve a method{whiskers}.</desc>
<rect width="{width:.0}" height="{HEIGHT}" fill="#ffffff"/>
<text x="{centre}" y="{}" text-anchor="middle" font-size="14">{title}</text>
<text x="{centre}" y="{}" text-anchor="middle">{along}</text>
<text transform="translate(22 {middle}) rotate(-90)" text-anchor="middle">{label}</text>
"##,
        top - 16.0,
        bottom + 40.0,
    );
}

fn grid(svg: &mut String, x: &Scale, y: &Scale) {
    let [left, top, right, bottom] = FRAME;
    svg.push_str("<g stroke=\"#e4e4e4\">\n");
    for (value, _) in y.ticks() {
        let at = y.at(value);
        let _ = writeln!(svg, r#"<path d="M{left} {at:.1}H{right}"/>"#);
    }
    for (value, _) in x.ticks() {
        let at = x.at(value);
        let _ = writeln!(svg, r#"<path d="M{at:.1} {top}V{bottom}"/>"#);
    }
    svg.push_str("</g>\n");
    for (value, text) in y.ticks() {
        let (x, y) = (left - 8.0, y.at(value) + 4.0);
        let _ = writeln!(
            svg,
            r#"<text x="{x}" y="{y:.1}" text-anchor="end">{text}</text>"#
        );
    }
    for (value, text) in x.ticks() {
        let (x, y) = (x.at(value), bottom + 18.0);
        let _ = writeln!(
            svg,
            r#"<text x="{x:.1}" y="{y}" text-anchor="middle">{text}</text>"#
        );
    }
    let _ = writeln!(
        svg,
        r##"<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="#333333"/>"##
    );
}

fn curve<'a>(
    svg: &mut String,
    points: impl Iterator<Item = &'a Point>,
    x: &Scale,
    y: &Scale,
    (axis, measure): (Axis, Measure),
    rank: usize,
) {
    let mut line = String::new();
    let mut marks = String::new();
    for point in points.filter(|point| measure.value(point).is_finite()) {
        let value = measure.value(point);
        let (across, up) = (x.at(point.place(axis) as f64), y.at(value));
        let _ = write!(
            line,
            "{}{across:.1} {up:.1}",
            if line.is_empty() { 'M' } else { 'L' }
        );
        if let Some(error) = measure.error(point) {
            let (low, high) = (y.at(value - error), y.at(value + error));
            let _ = writeln!(
                marks,
                r#"<path d="M{across:.1} {low:.1}V{high:.1}m-3 0h6M{:.1} {low:.1}h6"/>"#,
                across - 3.0
            );
        }
        marks.push_str(&mark(across, up, rank));
    }
    let _ = writeln!(svg, r#"<path d="{line}" fill="none" stroke-width="1.8"/>"#);
    svg.push_str(&marks);
}

fn legend(svg: &mut String, name: &str, rank: usize) {
    let (x, y) = (FRAME[2] + 16.0, FRAME[1] + 12.0 + 20.0 * rank as f64);
    let _ = writeln!(svg, r#"<path d="M{x} {y}h22" stroke-width="1.8"/>"#);
    svg.push_str(&mark(x + 11.0, y, rank));
    let _ = writeln!(
        svg,
        r##"<text x="{}" y="{}" stroke="none" fill="#111111">{name}</text>"##,
        x + 28.0,
        y + 4.0
    );
}

/// A circle, square, triangle or diamond around a point.
fn mark(x: f64, y: f64, rank: usize) -> String {
    let outline = match rank % 4 {
        0 => "m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z",
        1 => "m-3-3h6v6h-6z",
        2 => "m0-4l4 7h-8z",
        _ => "m0-4.2l4.2 4.2l-4.2 4.2l-4.2-4.2z",
    };
    format!("<path d=\"M{x:.1} {y:.1}{outline}\"/>\n")
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let texts = |low, high, least| {
            let scale = Scale::new([low, high], least, [0.0, 100.0]);
            assert!(scale.low <= low && scale.high >= high);
            scale.ticks().map(|(_, text)| text).collect::<Vec<_>>()
        };
        assert_eq!(texts(0.0, 5.0, 0.0).len(), 11);
        assert_eq!(texts(0.0, 1.0, 0.0)[..3], ["0.0", "0.1", "0.2"]);
        assert_eq!(texts(0.0, 25.0, 1.0), ["0", "5", "10", "15", "20", "25"]);
        assert_eq!(texts(100.0, 4000.0, 1.0)[..2], ["0", "500"]);
        assert_eq!(texts(0.0, 3.0, 1.0), ["0", "1", "2", "3"]);
        // A single value has an axis, too.
        assert_eq!(texts(4.0, 4.0, 1.0), ["4", "5"]);
        assert_eq!(texts(0.0, 0.0, 1.0), ["0", "1"]);
    }

    #[test]
    fn values_beyond_the_ends_stay_at_the_frame() {
        let scale = Scale::new([0.0, 1.0], 0.0, [300.0, 100.0]);
        assert_eq!(scale.at(0.5), 200.0);
        assert_eq!(scale.at(1.2), 100.0);
        assert_eq!(scale.at(-0.1), 300.0);
    }
}
