//! From flags to a list of fits.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::ValueEnum;
use harderlasso::rng::Seed;
use harderlasso::simulate::{Experiment, ResponseScale, Scenario, Signs};
use serde::{Deserialize, Serialize};

use super::list::{List, Widths};
use super::method::{Method, Methods};
use crate::cli::{SignsName, StudyArgs, StudyName};
use crate::failure::Failure;

/// The network of the paper's nonlinear study.
const ONE_LAYER: [usize; 1] = [20];

/// What a row is a row of. The order is that of `runs.csv`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) s: usize,
    pub(super) n: usize,
    pub(super) method: Method,
    pub(super) run: u64,
}

/// What every row of a directory shares. Rows are only added to rows of the
/// same settings; the lists and the number of runs may grow.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) study: String,
    pub(super) seed: u64,
    pub(super) y_scale: f64,
    pub(super) y_shift: f64,
    pub(super) signs: Option<String>,
    pub(super) version: String,
}

/// What the figures have along the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Sparsity,
    SampleSize,
}

/// A study, ready to run.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) settings: Settings,
    pub(super) scale: ResponseScale,
    pub(super) axis: Axis,
    pub(super) out: PathBuf,
    pub(super) threads: usize,
    pub(super) resume: bool,
    sparsities: Vec<usize>,
    methods: Vec<Method>,
    runs: u64,
    /// The hidden layers of a method that names none.
    hidden: Vec<usize>,
    experiments: BTreeMap<usize, Experiment>,
}

/// All designs of a study are made before it starts, so they must fit into
/// memory.
const MOST_BYTES: f64 = 8e9;

impl Plan {
    /// Checks everything that can be checked before a file is touched.
    pub(super) fn new(arguments: StudyArgs) -> Result<Self, Failure> {
        let scale = ResponseScale::new(arguments.y_scale, arguments.y_shift)?;
        let signs = signs(&arguments)?;
        let scenario = scenario(arguments.name, signs);
        let sparsities = sparsities(&arguments)?;
        for &s in &sparsities {
            scenario.check_sparsity(s)?;
        }
        let seed = Seed::new(arguments.seed);
        let sizes = sizes(&arguments, scenario)?;
        let bytes = sizes.iter().sum::<usize>() as f64 * scenario.columns() as f64 * 8.0;
        if bytes > MOST_BYTES {
            return Err(Failure::new(format!(
                "the {} designs of this study need {:.1} GB at once; give fewer sample sizes to --n, or smaller ones",
                sizes.len(),
                bytes / 1e9
            )));
        }
        let experiments = sizes
            .into_iter()
            .map(|n| Ok((n, Experiment::new(scenario, n, seed)?)))
            .collect::<Result<_, Failure>>()?;
        let name = typed(arguments.name);
        Ok(Self {
            settings: Settings {
                study: name.clone(),
                seed: arguments.seed,
                y_scale: arguments.y_scale,
                y_shift: arguments.y_shift,
                signs: signs.map(typed),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            scale,
            axis: match arguments.name {
                StudyName::Architecture => Axis::SampleSize,
                StudyName::Linear | StudyName::Nonlinear => Axis::Sparsity,
            },
            sparsities,
            methods: methods(&arguments)?,
            runs: arguments.runs.unwrap_or(match arguments.name {
                StudyName::Linear | StudyName::Nonlinear => 200,
                // The paper has 500, of 120 points with up to 4000 rows each.
                StudyName::Architecture => 50,
            }),
            hidden: match arguments.name {
                StudyName::Linear => Vec::new(),
                StudyName::Nonlinear | StudyName::Architecture => ONE_LAYER.to_vec(),
            },
            experiments,
            threads: arguments
                .threads
                .or_else(|| thread::available_parallelism().ok())
                .map_or(1, NonZeroUsize::get),
            out: arguments
                .out
                .unwrap_or_else(|| PathBuf::from(format!("study-{name}"))),
            resume: arguments.resume,
        })
    }

    /// The fits that are not done yet, run by run: a study that is stopped
    /// early has about as many runs at every point.
    pub(super) fn jobs(&self, done: impl Fn(&Key) -> bool) -> Vec<Key> {
        let mut jobs = Vec::new();
        for run in 0..self.runs {
            for &s in &self.sparsities {
                for &n in self.experiments.keys() {
                    for method in &self.methods {
                        let method = method.clone();
                        jobs.push(Key { s, n, method, run });
                    }
                }
            }
        }
        jobs.retain(|key| !done(key));
        jobs
    }

    /// The design of the runs with `n` rows.
    pub(super) fn experiment(&self, n: usize) -> &Experiment {
        &self.experiments[&n]
    }

    /// The hidden layers that `method` has in this study.
    pub(super) fn hidden(&self, method: &Method) -> Vec<usize> {
        method
            .widths()
            .map_or_else(|| self.hidden.clone(), |Widths(widths)| widths.clone())
    }
}

/// A choice, in the words in which it is typed.
fn typed(choice: impl ValueEnum) -> String {
    choice
        .to_possible_value()
        .map_or_else(String::new, |value| value.get_name().to_owned())
}

fn scenario(study: StudyName, signs: Option<SignsName>) -> Scenario {
    let signs = match signs {
        None | Some(SignsName::Positive) => Signs::Positive,
        Some(SignsName::Negative) => Signs::Negative,
        Some(SignsName::Random) => Signs::Random,
    };
    match study {
        StudyName::Linear => Scenario::Linear,
        StudyName::Nonlinear => Scenario::Nonlinear(signs),
        StudyName::Architecture => Scenario::Architecture(signs),
    }
}

/// The signs of the bumps, where the study has any.
fn signs(arguments: &StudyArgs) -> Result<Option<SignsName>, Failure> {
    match (arguments.name, arguments.signs) {
        (StudyName::Linear, Some(_)) => Err(Failure::new(
            "the linear study has no bumps, so --signs means nothing there; its coefficients have random signs",
        )),
        (StudyName::Linear, None) => Ok(None),
        (_, signs) => Ok(Some(signs.unwrap_or(SignsName::Positive))),
    }
}

fn sparsities(arguments: &StudyArgs) -> Result<Vec<usize>, Failure> {
    match (arguments.name, &arguments.s) {
        (StudyName::Architecture, Some(_)) => Err(Failure::new(
            "the architecture study has s = 4 throughout, so it takes no --s; its points are sample sizes, given by --n",
        )),
        (StudyName::Architecture, None) => Ok(vec![4]),
        (_, Some(List(list))) => Ok(list.clone()),
        (StudyName::Linear, None) => Ok((0..=25).collect()),
        (StudyName::Nonlinear, None) => Ok((0..=20).step_by(2).collect()),
    }
}

fn sizes(arguments: &StudyArgs, scenario: Scenario) -> Result<Vec<usize>, Failure> {
    match (scenario.rows(), &arguments.n) {
        (Some(rows), Some(_)) => Err(Failure::new(format!(
            "the {} study has n = {rows} throughout, so it takes no --n; its points are numbers of columns that matter, given by --s",
            typed(arguments.name),
        ))),
        (Some(rows), None) => Ok(vec![rows]),
        (None, Some(List(list))) => Ok(list.clone()),
        (None, None) => Ok((100..=4000).step_by(100).collect()),
    }
}

/// The methods, each once, in the order of the legend.
fn methods(arguments: &StudyArgs) -> Result<Vec<Method>, Failure> {
    let all = Method::all();
    let (shown, architectures): (&[Method], Vec<Widths>) = match arguments.name {
        StudyName::Linear => (&all, Vec::new()),
        StudyName::Nonlinear => (&all[..2], Vec::new()),
        StudyName::Architecture => (
            &all[..1],
            [&[20][..], &[20, 10], &[20, 10, 5]]
                .map(|widths| Widths(widths.to_vec()))
                .into(),
        ),
    };
    let asked = match &arguments.methods {
        Some(Methods(asked)) => asked,
        None => shown,
    };
    let architectures = match &arguments.hidden[..] {
        [] => &architectures[..],
        given => given,
    };
    let mut methods: Vec<Method> = if architectures.is_empty() {
        asked.to_vec()
    } else {
        let with = |method: &Method| {
            architectures
                .iter()
                .map(|w| method.or_widths(w))
                .collect::<Vec<_>>()
        };
        asked.iter().flat_map(with).collect()
    };
    methods.sort();
    methods.dedup();
    match methods.iter().find(|method| method.widths().is_some()) {
        Some(method) if arguments.name == StudyName::Linear => Err(Failure::new(format!(
            "the linear study has no hidden layers, so it cannot have the method {method}",
        ))),
        _ => Ok(methods),
    }
}
