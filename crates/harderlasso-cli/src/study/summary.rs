//! Rows averaged over their runs.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::method::Method;
use super::plan::Axis;
use super::row::Row;
use crate::failure::Failure;
use crate::files;

/// The means of one method at one point.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) s: usize,
    pub(super) n: usize,
    pub(super) method: Method,
    pub(super) runs: usize,
    pub(super) pesr: f64,
    pub(super) pesr_se: f64,
    pub(super) fdr: f64,
    pub(super) tpr: f64,
    pub(super) l2_error: f64,
    pub(super) seconds: f64,
}

/// A line of `summary.csv`.
#[derive(Serialize)]
struct Record {
    s: usize,
    n: usize,
    method: String,
    runs: usize,
    pesr: f64,
    pesr_se: f64,
    fdr: f64,
    tpr: f64,
    l2_error: f64,
    seconds: f64,
}

/// All points, by s, n and method.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) points: Vec<Point>,
}

impl Point {
    fn of(rows: &[&Row]) -> Self {
        let runs = rows.len() as f64;
        let mean = |value: fn(&Row) -> f64| rows.iter().map(|row| value(row)).sum::<f64>() / runs;
        let pesr = mean(|row| f64::from(u8::from(row.recovery.exact)));
        let key = &rows[0].key;
        Self {
            s: key.s,
            n: key.n,
            method: key.method.clone(),
            runs: rows.len(),
            pesr,
            // Of a share of independent runs: sqrt(p (1 − p) / runs).
            pesr_se: (pesr * (1.0 - pesr) / runs).sqrt(),
            fdr: mean(|row| row.recovery.fdr),
            tpr: mean(|row| row.recovery.tpr),
            l2_error: mean(|row| row.l2_error),
            seconds: mean(|row| row.seconds),
        }
    }

    /// Where the point stands along `axis`.
    pub(super) fn place(&self, axis: Axis) -> usize {
        match axis {
            Axis::Sparsity => self.s,
            Axis::SampleSize => self.n,
        }
    }
}

impl Summary {
    pub(super) fn of(rows: &[Row]) -> Self {
        let mut groups: BTreeMap<_, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            let group = (row.key.s, row.key.n, &row.key.method);
            groups.entry(group).or_default().push(row);
        }
        Self {
            points: groups.values().map(|rows| Point::of(rows)).collect(),
        }
    }

    /// The methods, in the order of the legend.
    pub(super) fn methods(&self) -> Vec<&Method> {
        let mut methods: Vec<_> = self.points.iter().map(|point| &point.method).collect();
        methods.sort();
        methods.dedup();
        methods
    }

    /// The points of one method, along the axis.
    pub(super) fn curve(&self, method: &Method) -> impl Iterator<Item = &Point> {
        self.points
            .iter()
            .filter(move |point| point.method == *method)
    }

    /// `summary.csv`.
    pub(super) fn csv(&self) -> Result<Vec<u8>, Failure> {
        files::csv(
            true,
            self.points.iter().map(|point| Record {
                s: point.s,
                n: point.n,
                method: point.method.to_string(),
                runs: point.runs,
                pesr: point.pesr,
                pesr_se: point.pesr_se,
                fdr: point.fdr,
                tpr: point.tpr,
                l2_error: point.l2_error,
                seconds: point.seconds,
            }),
        )
        .map_err(|error| Failure::new(error.to_string()))
    }

    /// The summary for a person, with the area under each recovery curve.
    pub(super) fn table(&self, axis: Axis) -> String {
        let methods = self.methods();
        let names = methods.iter().map(|method| method.to_string().len());
        let width = names.max().unwrap_or(0).max("method".len());
        let mut text = format!(
            "{:>4} {:>5}  {:width$} {:>5} {:>6} {:>6} {:>6} {:>6} {:>10} {:>9}\n",
            "s", "n", "method", "runs", "PESR", "(se)", "FDR", "TPR", "L2 error", "seconds",
        );
        // Writing to a string cannot fail.
        for point in &self.points {
            let _ = writeln!(
                text,
                "{:>4} {:>5}  {:width$} {:>5} {:>6.3} {:>6.3} {:>6.3} {:>6.3} {:>10.4} {:>9.3}",
                point.s,
                point.n,
                point.method.to_string(),
                point.runs,
                point.pesr,
                point.pesr_se,
                point.fdr,
                point.tpr,
                point.l2_error,
                point.seconds,
            );
        }
        let axis = match axis {
            Axis::Sparsity => "s",
            Axis::SampleSize => "n",
        };
        let _ = writeln!(text, "\nsum of PESR over {axis}");
        for method in methods {
            let name = method.to_string();
            let points = self.curve(method).count();
            let (sum, se) = self.area(method);
            let _ = writeln!(
                text,
                "  {name:width$} {sum:>7.3} (se {se:.3}, {points} points)"
            );
        }
        text
    }

    /// The sum of PESR over the points, and its standard error; runs at
    /// different points are independent, so their variances add.
    fn area(&self, method: &Method) -> (f64, f64) {
        let sum = self.curve(method).map(|point| point.pesr).sum();
        let variance: f64 = self.curve(method).map(|point| point.pesr_se.powi(2)).sum();
        (sum, variance.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use harderlasso::simulate::Recovery;

    use super::{Row, Summary};
    use crate::study::plan::{Axis, Key};

    fn row(s: usize, run: u64, selected: &[usize], support: &[usize]) -> Row {
        let method = "LASSO_QUT".parse().unwrap();
        Row {
            key: Key {
                s,
                n: 70,
                method,
                run,
            },
            seed: 1,
            selected: selected.to_vec(),
            recovery: Recovery::of(selected, support),
            l2_error: run as f64,
            seconds: 0.5,
        }
    }

    #[test]
    fn means_and_their_errors_are_those_of_the_runs() {
        let rows = [
            row(1, 0, &[4], &[4]),
            row(1, 1, &[4, 5], &[4]),
            row(1, 2, &[4], &[4]),
            row(1, 3, &[], &[4]),
            row(2, 0, &[1, 2], &[1, 2]),
        ];
        let summary = Summary::of(&rows);
        let [one, two] = &summary.points[..] else {
            panic!("two points, not {}", summary.points.len())
        };
        assert_eq!((one.s, one.runs, one.pesr), (1, 4, 0.5));
        assert_eq!(one.pesr_se, 0.25);
        assert_eq!((one.fdr, one.tpr, one.l2_error), (0.125, 0.75, 1.5));
        assert_eq!((two.s, two.pesr, two.pesr_se), (2, 1.0, 0.0));
        assert_eq!(summary.area(&one.method), (1.5, 0.25));
        let table = summary.table(Axis::Sparsity);
        assert!(table.contains("1.500 (se 0.250, 2 points)"), "{table}");
    }

    #[test]
    fn a_row_survives_its_line() {
        let mut row = row(2, 7, &[3, 30, 249], &[3, 30]);
        row.l2_error = 0.1 + 0.2;
        row.key.method = "HarderLASSO_QUT (20, 10)".parse().unwrap();
        assert_eq!(Row::parse(&row.line().unwrap()).unwrap(), row);
    }
}
