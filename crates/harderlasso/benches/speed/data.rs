//! Simulated data for the speed bench, and a way to hand them to others.

use super::Result;
use harderlasso::rng::Seed;
use harderlasso::{ClassLabels, Design, Response, Target};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_distr::{Distribution, Poisson, StandardNormal};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// What a case is fitted on, and the columns that matter in it.
pub(crate) struct Data {
    pub(crate) design: Design,
    pub(crate) response: Response,
    pub(crate) support: Vec<usize>,
}

impl Data {
    /// Writes `NAME-x.npy` (Fortran order), `NAME-y.npy` (classes as 0, 1, …) and
    /// `NAME-support.npy`, the columns that matter. All values are doubles.
    pub(crate) fn write(&self, directory: &Path, name: &str) -> Result<()> {
        std::fs::create_dir_all(directory)?;
        let path = |what: &str| directory.join(format!("{name}-{what}.npy"));
        let (rows, columns) = (self.design.rows(), self.design.columns());
        let values = (0..columns).flat_map(|column| self.design.column(column).iter().copied());
        write_npy(&path("x"), &format!("({rows}, {columns})"), values)?;
        let target: Vec<f64> = match self.response.target() {
            Target::Real(values) => values.to_vec(),
            Target::Classes(ClassLabels { codes, .. }) => {
                codes.iter().map(|&code| code as f64).collect()
            }
        };
        write_npy(&path("y"), &format!("({rows},)"), target.into_iter())?;
        let support = self.support.iter().map(|&column| column as f64);
        write_npy(&path("support"), &format!("({},)", support.len()), support)?;
        Ok(())
    }
}

/// What a stream of random numbers is for. Two cases of the same size and kind
/// get the same data.
#[derive(Clone, Copy)]
enum Stream {
    Columns,
    Signal,
    Target,
}

fn stream(stream: Stream) -> impl RngExt {
    Seed::new(1).child(stream as u64).rng()
}

fn normals(count: usize, from: Stream) -> Vec<f64> {
    StandardNormal
        .sample_iter(stream(from))
        .take(count)
        .collect()
}

/// `count` of the columns, in no order.
fn draw_columns(count: usize, columns: usize, rng: &mut impl RngExt) -> Vec<usize> {
    let mut all: Vec<usize> = (0..columns).collect();
    all.partial_shuffle(rng, count).0.to_vec()
}

/// A regression with noise of variance 1 around some means.
fn regression(
    x: Vec<f64>,
    rows: usize,
    columns: usize,
    mut support: Vec<usize>,
    mean: impl Fn(&[&[f64]], usize) -> f64,
) -> Result<Data> {
    let design = Design::from_columns(x, rows, columns)?;
    let active: Vec<&[f64]> = support.iter().map(|&j| design.column(j)).collect();
    let mut target = normals(rows, Stream::Target);
    for (row, value) in target.iter_mut().enumerate() {
        *value += mean(&active, row);
    }
    support.sort_unstable();
    Ok(Data {
        response: Response::real(target)?,
        design,
        support,
    })
}

/// Ten columns with coefficients between 1 and 3 of either sign.
pub(crate) fn linear(rows: usize, columns: usize) -> Result<Data> {
    let mut rng = stream(Stream::Signal);
    let support = draw_columns(10, columns, &mut rng);
    let beta: Vec<f64> = support
        .iter()
        .map(|_| {
            let size = rng.random_range(1.0..3.0);
            if rng.random_bool(0.5) { size } else { -size }
        })
        .collect();
    let x = normals(rows * columns, Stream::Columns);
    regression(x, rows, columns, support, |active, row| {
        active.iter().zip(&beta).map(|(x, b)| x[row] * b).sum()
    })
}

/// `Σ 10 |x_a − x_b|` over two pairs of columns.
pub(crate) fn absolute_differences(rows: usize, columns: usize) -> Result<Data> {
    let support = draw_columns(4, columns, &mut stream(Stream::Signal));
    let x = normals(rows * columns, Stream::Columns);
    regression(x, rows, columns, support, |active, row| {
        let difference = |pair: &[&[f64]]| 10.0 * (pair[0][row] - pair[1][row]).abs();
        active.chunks_exact(2).map(difference).sum()
    })
}

/// Texts of two kinds: most words are rare and tell nothing, ten are frequent
/// in one kind and rare in the other, and a few texts are filed wrongly.
pub(crate) fn word_counts(rows: usize, columns: usize) -> Result<Data> {
    const MISFILED: f64 = 0.03;
    const TELLING: (f64, f64) = (0.05, 0.6);
    const RARE: (f64, f64) = (0.01, 0.3);
    let mut rng = stream(Stream::Target);
    let kinds: Vec<usize> = (0..rows).map(|_| rng.random_range(0..2)).collect();
    let codes = kinds
        .iter()
        .map(|&kind| kind ^ usize::from(rng.random_bool(MISFILED)))
        .collect();
    let mut support = draw_columns(10, columns, &mut stream(Stream::Signal));
    let mut rng = stream(Stream::Columns);
    let mut x = Vec::with_capacity(rows * columns);
    for column in 0..columns {
        let rates = match support.iter().position(|&telling| telling == column) {
            Some(even) if even % 2 == 0 => [TELLING.0, TELLING.1],
            Some(_) => [TELLING.1, TELLING.0],
            None => [RARE.0 * (RARE.1 / RARE.0).powf(rng.random_range(0.0..1.0)); 2],
        };
        let law = |rate| Poisson::new(rate).map_err(|error| error.to_string());
        let laws = [law(rates[0])?, law(rates[1])?];
        x.extend(kinds.iter().map(|&kind| laws[kind].sample(&mut rng)));
    }
    support.sort_unstable();
    Ok(Data {
        design: Design::from_columns(x, rows, columns)?,
        response: Response::classes(codes, vec!["a".to_owned(), "b".to_owned()])?,
        support,
    })
}

/// Version 1 of NumPy's format: magic, length of the header, the header padded
/// so that the values start at a multiple of 64, the values.
fn write_npy(path: &Path, shape: &str, values: impl Iterator<Item = f64>) -> io::Result<()> {
    const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
    let header = format!("{{'descr': '<f8', 'fortran_order': True, 'shape': {shape}, }}");
    let before = MAGIC.len() + size_of::<u16>();
    let length = (before + header.len() + 1).next_multiple_of(64) - before;
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(MAGIC)?;
    file.write_all(&(length as u16).to_le_bytes())?;
    writeln!(file, "{header:<width$}", width = length - 1)?;
    for value in values {
        file.write_all(&value.to_le_bytes())?;
    }
    file.flush()
}
