//! A record of every kind that the report must be able to show.

// Each test binary, and the example, use their own part of this file.
#![allow(dead_code)]

use harderlasso::{Design, HarderLasso, Model, Penalty, Phase, Response, Schedule};
use harderlasso_report::{ColumnKind, LeftOut, Preparation, Record};
use std::sync::LazyLock;

/// Names of the kinds, in the order of [`all`].
pub(crate) const KINDS: [&str; 21] = [
    "linear-regression",
    "linear-two-classes",
    "linear-three-classes",
    "network-regression",
    "network-classification",
    "empty",
    "one-feature",
    "five-hundred",
    "odd-names",
    "many-classes",
    "wild-numbers",
    "forty-phases",
    "constant",
    "one-draw",
    "no-noise",
    "auto-linear",
    "auto-network",
    "ranks",
    "alternatives",
    "ten-classes",
    "long-names",
];

/// One record of every kind, with its name. Fitted once.
pub(crate) fn all() -> Vec<(&'static str, Record)> {
    static ALL: LazyLock<Vec<(&str, Record)>> =
        LazyLock::new(|| KINDS.map(|kind| (kind, make(kind))).to_vec());
    ALL.clone()
}

/// The record of a kind.
pub(crate) fn record(kind: &str) -> Record {
    let found = all().into_iter().find(|(name, _)| *name == kind);
    found.expect("a kind of record").1
}

fn make(kind: &str) -> Record {
    match kind {
        "linear-regression" => linear_regression(),
        "linear-two-classes" => classification(2, linear()),
        "linear-three-classes" => classification(3, linear()),
        "network-regression" => yields(network()),
        "network-classification" => classification(3, network()),
        "empty" => empty(),
        "one-feature" => dose(2600, 1.0, linear()),
        "five-hundred" => five_hundred(),
        "odd-names" => odd_names(),
        "many-classes" => classification(30, lasso().lambda(2.0)),
        "wild-numbers" => wild_numbers(),
        "forty-phases" => forty_phases(),
        "constant" => constant(),
        "one-draw" => dose(100, 1.0, linear().draws(1)),
        "no-noise" => dose(100, 0.01, linear()),
        "auto-linear" => dose(100, 1.0, auto()),
        "auto-network" => yields(auto()),
        "ranks" => by_ranks(),
        "alternatives" => alternatives(),
        "ten-classes" => classification(10, lasso().lambda(2.0)),
        "long-names" => long_names(),
        other => panic!("no kind of record is called {other}"),
    }
}

/// A model as the engine saves it, without a word about its table.
pub(crate) fn bare() -> Record {
    let text = record("linear-regression").model().to_json().unwrap();
    Record::from_json(&text).unwrap()
}

fn linear() -> HarderLasso {
    HarderLasso::new().hidden([]).draws(2000)
}

/// What is fastest where there are many weights.
fn lasso() -> HarderLasso {
    linear().penalty(Penalty::from_name("l1").unwrap())
}

/// A small network that is fitted in a moment.
fn network() -> HarderLasso {
    let table = [
        (0.0, 0.9),
        (0.02, 0.9),
        (0.1, 0.7),
        (0.3, 0.5),
        (0.7, 0.2),
        (1.0, 0.1),
    ];
    let phases = table.map(|(fraction, nu)| Phase {
        fraction,
        nu,
        steps: 150,
    });
    HarderLasso::new()
        .hidden([8])
        .draws(1000)
        .restarts(1)
        .schedule(Schedule::new(phases.to_vec()).unwrap())
}

/// The linear model or a network that is fitted in a moment.
fn auto() -> HarderLasso {
    network().auto()
}

/// Numbers that look random, the same on every machine: a linear congruential
/// generator whose sums of twelve are nearly normal.
struct Noise(u64);

impl Noise {
    fn uniform(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    fn columns(&mut self, rows: usize, count: usize) -> Vec<Vec<f64>> {
        (0..count)
            .map(|_| (0..rows).map(|_| self.normal()).collect())
            .collect()
    }
}

fn design(columns: &[Vec<f64>], names: Vec<String>) -> Design {
    Design::from_columns(columns.concat(), columns[0].len(), columns.len())
        .unwrap()
        .with_names(names)
        .unwrap()
}

fn numbered(word: &str, count: usize) -> Vec<String> {
    (1..=count)
        .map(|number| format!("{word} {number}"))
        .collect()
}

fn plain(design: &Design, response: &Response, settings: HarderLasso, target: &str) -> Record {
    let model = settings.fit(design, response).unwrap();
    let preparation = Preparation::plain(design.names(), target);
    Record::new(model, design, response, preparation, None).unwrap()
}

/// Prices of flats: numbers with gaps, a text column, and columns left out.
fn linear_regression() -> Record {
    let rows = 240;
    let mut noise = Noise(1);
    let mut columns = noise.columns(rows, 34);
    for area in &mut columns[0] {
        *area = (62.0 + 18.0 * *area).max(14.0).round();
    }
    for rooms in &mut columns[1] {
        *rooms = (*rooms * 1.2 + 3.5).clamp(1.0, 7.0).round();
    }
    for distance in &mut columns[2] {
        *distance = (6.0 * distance.exp()).min(60.0);
    }
    for (level, column) in columns[31..].iter_mut().enumerate() {
        for (row, value) in column.iter_mut().enumerate() {
            *value = f64::from(u8::from(row % 3 == level));
        }
    }
    let price: Vec<f64> = (0..rows)
        .map(|row| {
            let at = |column: usize| columns[column][row];
            4200.0 * at(0) - 1900.0 * at(2) + 12000.0 * at(1) + 52000.0 * at(31) - 14000.0 * at(7)
                + 80000.0
                + 21000.0 * noise.normal()
        })
        .collect();
    for row in (0..rows).step_by(17) {
        columns[0][row] = f64::NAN;
        columns[5][(row + 3) % rows] = f64::NAN;
    }
    let mut names = vec![
        "floor area".to_owned(),
        "rooms".into(),
        "distance to centre".into(),
    ];
    names.extend(numbered("indicator", 28));
    names.extend([
        "town=Genève".into(),
        "town=Lausanne".into(),
        "town=Sion".into(),
    ]);
    let design = design(&columns, names.clone());
    let response = Response::real(price).unwrap();
    let model = linear().fit(&design, &response).unwrap();
    let mut preparation = Preparation::plain(&names[..31], "price");
    preparation.source = Some("flats.csv".to_owned());
    preparation.rows_read = rows + 4;
    preparation.rows_dropped = 4;
    preparation.columns[0].missing = 15;
    preparation.columns[5].missing = 15;
    let mut town = preparation.columns[0].clone();
    town.name = "town".to_owned();
    town.missing = 0;
    town.kind = ColumnKind::Levels {
        levels: vec!["Genève".into(), "Lausanne".into(), "Sion".into()],
    };
    preparation.columns.push(town);
    preparation.left_out = vec![
        LeftOut {
            name: "id".into(),
            reason: "asked by --drop".into(),
        },
        LeftOut {
            name: "country".into(),
            reason: "it has the same value in every row".into(),
        },
    ];
    preparation.task_note = Some(
        "The target `price` has 240 different numbers, so this is a regression; \
         --task classification would change that."
            .into(),
    );
    let command = "harderlasso fit flats.csv --target price --hidden none --drop id --draws 2000";
    Record::new(model, &design, &response, preparation, Some(command.into())).unwrap()
}

/// Classes around centres on a circle, blurred.
fn classification(classes: usize, settings: HarderLasso) -> Record {
    let rows = 150 + 25 * classes;
    let mut noise = Noise(classes as u64 + 5);
    let mut columns = noise.columns(rows, 12);
    let codes: Vec<usize> = (0..rows)
        .map(|_| (noise.uniform().powf(1.3) * classes as f64) as usize)
        .collect();
    for (row, &class) in codes.iter().enumerate() {
        let angle = std::f64::consts::TAU * class as f64 / classes as f64;
        columns[0][row] += 2.4 * angle.cos();
        columns[4][row] = 10.0 + 3.0 * (columns[4][row] + 2.4 * angle.sin());
    }
    let mut names = numbered("measurement", 12);
    names[0] = "petal length".into();
    names[4] = "sepal width".into();
    let labels = ["setosa", "versicolor", "virginica"];
    let classes = (0..classes)
        .map(|class| {
            labels
                .get(class)
                .map_or(format!("species {class}"), |l| (*l).to_owned())
        })
        .collect();
    let response = Response::classes(codes, classes).unwrap();
    plain(&design(&columns, names), &response, settings, "species")
}

/// A target that no linear model can see.
fn yields(settings: HarderLasso) -> Record {
    let rows = 300;
    let mut noise = Noise(13);
    let columns = noise.columns(rows, 15);
    let y = (0..rows)
        .map(|row| 10.0 * (columns[3][row] - columns[8][row]).abs() + noise.normal())
        .collect();
    let names = numbered("sensor", 15);
    let response = Response::real(y).unwrap();
    plain(&design(&columns, names), &response, settings, "yield")
}

/// Pure noise with λ set by hand.
pub(crate) fn noise(lambda: f64) -> Record {
    genes(linear().lambda(lambda))
}

fn genes(settings: HarderLasso) -> Record {
    let mut noise = Noise(4);
    let columns = noise.columns(80, 30);
    let response = Response::real((0..80).map(|_| noise.normal()).collect()).unwrap();
    let design = design(&columns, numbered("gene", 30));
    plain(&design, &response, settings, "weight")
}

fn empty() -> Record {
    let record = genes(linear());
    assert!(record.model().selected().is_empty());
    record
}

/// Columns that say nothing, as each has one value only.
fn constant() -> Record {
    let mut noise = Noise(10);
    let columns: Vec<Vec<f64>> = (0..3).map(|value| vec![f64::from(value); 40]).collect();
    let response = Response::real((0..40).map(|_| noise.normal()).collect()).unwrap();
    plain(
        &design(&columns, numbered("constant", 3)),
        &response,
        linear(),
        "height",
    )
}

/// A model with other lists beside its own: without a feature, with another one in
/// its place, and with one more.
fn alternatives() -> Record {
    let others = concat!(
        r#""alternatives":[{"selected":[0],"difference":1.5},"#,
        r#"{"selected":[0,7],"difference":2.25},"#,
        r#"{"selected":[0,4,11],"difference":3.0}]"#
    );
    altered(&classification(3, linear()), r#""alternatives":[]"#, others)
}

/// A model whose features were selected by the ranks of the target.
fn by_ranks() -> Record {
    let values = dose(100, 1.0, linear());
    altered(&values, r#""view":"values""#, r#""view":"ranks""#)
}

/// A record with another text in its model.
fn altered(record: &Record, from: &str, to: &str) -> Record {
    let text = record.to_json().unwrap();
    let (model, about) = parts(&text);
    assert!(model.contains(from), "{from}");
    Record::from_json(&signed(&model.replace(from, to), about)).unwrap()
}

/// One feature, and how much else there is.
fn dose(rows: usize, spread: f64, settings: HarderLasso) -> Record {
    let mut noise = Noise(5);
    let columns = noise.columns(rows, 1);
    let y = columns[0]
        .iter()
        .map(|x| 3.0 * x + spread * noise.normal())
        .collect();
    let response = Response::real(y).unwrap();
    plain(
        &design(&columns, vec!["dose".into()]),
        &response,
        settings,
        "response",
    )
}

/// λ by hand and a feature in nearly every column.
fn five_hundred() -> Record {
    let (rows, features) = (1100, 520);
    let mut noise = Noise(6);
    let columns = noise.columns(rows, features);
    let mut y: Vec<f64> = (0..rows).map(|_| noise.normal()).collect();
    for (number, column) in columns.iter().take(500).enumerate() {
        let weight = 1.0 + (number % 7) as f64;
        let sign = if number % 3 == 0 { -1.0 } else { 1.0 };
        y.iter_mut()
            .zip(column)
            .for_each(|(y, x)| *y += sign * weight * x);
    }
    let response = Response::real(y).unwrap();
    let record = plain(
        &design(&columns, numbered("probe", features)),
        &response,
        linear().lambda(1.5),
        "signal",
    );
    let selected = record.model().selected().len();
    assert!(selected > 450, "{selected}");
    record
}

/// Many features with names that need two lines.
fn long_names() -> Record {
    let mut noise = Noise(14);
    let columns = noise.columns(160, 12);
    let y = (0..160)
        .map(|row| {
            (0..9)
                .map(|c| columns[c][row] * (2.0 + c as f64))
                .sum::<f64>()
                + noise.normal()
        })
        .collect();
    let words = ["smallest", "average", "largest"];
    let names = (0..12)
        .map(|number| {
            let word = words[number % 3];
            format!("{word} distance to the station no. {number}")
        })
        .collect();
    let response = Response::real(y).unwrap();
    let target = "monthly rent of the flat";
    plain(
        &design(&columns, names),
        &response,
        linear().lambda(1.5),
        target,
    )
}

/// Units that need powers of ten, and a name as long as a paragraph.
fn wild_numbers() -> Record {
    let mut noise = Noise(8);
    let mut columns = noise.columns(120, 8);
    columns[2].iter_mut().for_each(|x| *x *= 1e90);
    columns[5].iter_mut().for_each(|x| *x = 1e6 + *x * 1e-3);
    let y = (0..120)
        .map(|row| {
            1e-40 * (columns[2][row] / 1e90 + 1e3 * (columns[5][row] - 1e6) + 0.2 * noise.normal())
        })
        .collect();
    let response = Response::real(y).unwrap();
    let target = "a target with a name that goes on and on ".repeat(25);
    plain(
        &design(&columns, numbered("wide", 8)),
        &response,
        linear(),
        &target,
    )
}

/// An annealing of one's own, of many small steps.
fn forty_phases() -> Record {
    let mut noise = Noise(9);
    let columns = noise.columns(150, 60);
    let y = (0..150)
        .map(|row| 2.0 * columns[1][row] - columns[9][row] + noise.normal())
        .collect();
    let phases = (1..=40)
        .map(|step| Phase {
            fraction: f64::from(step) / 40.0,
            nu: 0.9 - 0.02 * f64::from(step - 1),
            steps: 100,
        })
        .collect();
    let settings = linear().schedule(Schedule::new(phases).unwrap());
    let response = Response::real(y).unwrap();
    plain(
        &design(&columns, numbered("signal", 60)),
        &response,
        settings,
        "output",
    )
}

/// Names that try to break out of the page.
pub(crate) const ODD_NAMES: [&str; 8] = [
    "<script>alert(1)</script>",
    "a & b \"quoted\" 'single' &amp; </title></style></svg>",
    "温度センサーの平均値と分散",
    "🦀🧪 emoji 👩‍🔬",
    "\u{202e}reversed\u{202c} עברית",
    "line\nbreak\ttab\u{0}nul",
    " ",
    "",
];

fn odd_names() -> Record {
    let mut noise = Noise(7);
    let columns = noise.columns(200, 10);
    let codes = (0..200)
        .map(|row| {
            let sum: f64 = (0..9).map(|column| columns[column][row]).sum();
            usize::from(sum + 0.3 * noise.normal() > 0.0)
        })
        .collect();
    let mut names: Vec<String> = ODD_NAMES.map(str::to_owned).to_vec();
    names.push("long".repeat(250));
    names.push("plain".into());
    let classes = vec!["<b>no</b>".to_owned(), "yes & \"maybe\"".to_owned()];
    let response = Response::classes(codes, classes).unwrap();
    let design = design(&columns, names);
    let model: Model = linear().fit(&design, &response).unwrap();
    let mut preparation = Preparation::plain(design.names(), "<i>target</i> & co");
    preparation.source = Some("<img src=x onerror=alert(1)>.csv".into());
    preparation.left_out = vec![LeftOut {
        name: "<u>".into(),
        reason: "a < b & c".into(),
    }];
    preparation.task_note = Some("<em>note</em>".into());
    let command = Some("harderlasso fit '<img>.csv' && echo \"<done>\"".to_owned());
    Record::new(model, &design, &response, preparation, command).unwrap()
}

/// The texts of the model and of the record inside a file.
pub(crate) fn parts(text: &str) -> (&str, &str) {
    let (_, rest) = text.split_once("\"model\":").unwrap();
    let (model, record) = rest.rsplit_once(",\"record\":").unwrap();
    (model, &record[..record.len() - 1])
}

/// A file with the checksum that belongs to it: what a careful forger writes.
pub(crate) fn signed(model: &str, record: &str) -> String {
    let hash = model
        .bytes()
        .chain(record.bytes())
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    format!(
        r#"{{"format":"harderlasso-model","version":3,"checksum":"{hash:016x}","model":{model},"record":{record}}}"#
    )
}
