//! Features and accuracy over random stratified splits of real tables.
//!
//! ```text
//! cargo run --release --example splits -- --hidden 20 --splits 10 FILE.csv …
//! ```
//!
//! Each file has a header and a target column `label`. Two thirds of every
//! class are fitted on, the rest is predicted, and a line tells the mean number
//! of selected features and the mean accuracy with their standard errors.

use harderlasso::rng::Seed;
use harderlasso::{Design, HarderLasso, Penalty, Response};
use rand::seq::SliceRandom;
use std::error::Error;
use std::time::Instant;

struct Table {
    columns: Vec<Vec<f64>>,
    labels: Vec<String>,
}

fn read(path: &str) -> Result<Table, Box<dyn Error>> {
    let mut reader = csv::Reader::from_path(path)?;
    let header = reader.headers()?.clone();
    let target = header
        .iter()
        .position(|name| name == "label")
        .ok_or_else(|| format!("{path} has no column called label"))?;
    let mut columns = vec![Vec::new(); header.len() - 1];
    let mut labels = Vec::new();
    for record in reader.records() {
        let record = record?;
        let mut column = 0;
        for (position, field) in record.iter().enumerate() {
            if position == target {
                labels.push(field.to_owned());
            } else {
                columns[column].push(field.trim().parse().unwrap_or(f64::NAN));
                column += 1;
            }
        }
    }
    Ok(Table { columns, labels })
}

/// Rows of the training part: two thirds of each class.
fn training_rows(labels: &[String], seed: Seed) -> Vec<bool> {
    let mut rng = seed.rng();
    let mut classes = labels.to_vec();
    classes.sort();
    classes.dedup();
    let mut chosen = vec![false; labels.len()];
    for class in classes {
        let mut rows: Vec<usize> = (0..labels.len())
            .filter(|&row| labels[row] == class)
            .collect();
        rows.shuffle(&mut rng);
        let count = (rows.len() * 2).div_ceil(3);
        rows[..count].iter().for_each(|&row| chosen[row] = true);
    }
    chosen
}

fn part(
    table: &Table,
    chosen: &[bool],
    wanted: bool,
) -> Result<(Design, Vec<String>), Box<dyn Error>> {
    let rows: Vec<usize> = (0..chosen.len())
        .filter(|&row| chosen[row] == wanted)
        .collect();
    let values = table
        .columns
        .iter()
        .flat_map(|column| rows.iter().map(|&row| column[row]))
        .collect();
    let labels = rows.iter().map(|&row| table.labels[row].clone()).collect();
    Ok((
        Design::from_columns(values, rows.len(), table.columns.len())?,
        labels,
    ))
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut hidden = vec![20];
    let mut penalty = Penalty::default();
    let (mut splits, mut restarts) = (10u64, None);
    let mut files = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--hidden" => {
                let text = value()?;
                hidden = if text == "none" {
                    vec![]
                } else {
                    text.split(',').map(str::parse).collect::<Result<_, _>>()?
                };
            }
            "--penalty" => penalty = Penalty::from_name(&value()?)?,
            "--splits" => splits = value()?.parse()?,
            "--restarts" => restarts = Some(value()?.parse()?),
            _ => files.push(word),
        }
    }
    println!(
        "{:<28} {:>15} {:>17} {:>9}",
        "file", "features", "accuracy %", "seconds"
    );
    for file in files {
        let table = read(&file)?;
        let (mut features, mut accuracy, mut seconds) = (Vec::new(), Vec::new(), Vec::new());
        for split in 0..splits {
            let chosen = training_rows(&table.labels, Seed::new(split).child(1));
            let (x, y) = part(&table, &chosen, true)?;
            let (new_x, new_y) = part(&table, &chosen, false)?;
            let started = Instant::now();
            let mut settings = HarderLasso::new()
                .hidden(hidden.clone())
                .penalty(penalty)
                .seed(split);
            if let Some(restarts) = restarts {
                settings = settings.restarts(restarts);
            }
            let model = settings.fit(&x, &Response::labels(&y)?)?;
            seconds.push(started.elapsed().as_secs_f64());
            let hits = model
                .predict_classes(&new_x)?
                .into_iter()
                .zip(&new_y)
                .filter(|(class, label)| &model.classes()[*class] == *label)
                .count();
            features.push(model.selected().len() as f64);
            accuracy.push(100.0 * hits as f64 / new_y.len() as f64);
        }
        let ((f, f_se), (a, a_se), (s, _)) = (
            mean_and_error(&features),
            mean_and_error(&accuracy),
            mean_and_error(&seconds),
        );
        let name = file.rsplit('/').next().unwrap_or(&file);
        println!("{name:<28} {f:>7.2} ± {f_se:<5.2} {a:>9.2} ± {a_se:<5.2} {s:>9.3}");
    }
    Ok(())
}
