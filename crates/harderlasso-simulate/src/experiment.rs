//! One scenario at one sample size.

use harderlasso::rng::Seed;
use harderlasso::{Design, Error, Response};

use crate::standardizer::Standardizer;
use crate::streams::Purpose;
use crate::{Conditions, ResponseScale, Run, Scenario, TEST_POINTS, TestColumns, TestSet, Truth};

/// The largest sample size, so that a slip of the hand cannot fill the memory.
pub const MOST_ROWS: usize = 1_000_000;

/// A scenario at one sample size, with the design matrix that all of its runs
/// share.
#[derive(Clone, Debug)]
pub struct Experiment {
    scenario: Scenario,
    conditions: Conditions,
    runs: Seed,
    standardizer: Standardizer,
    design: Design,
}

impl Experiment {
    /// Draws and standardizes the design of `scenario` with `rows` rows, under
    /// the conditions of the paper.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] for fewer than two rows, which have no standard
    /// deviation, or more than [`MOST_ROWS`].
    pub fn new(scenario: Scenario, rows: usize, seed: Seed) -> Result<Self, Error> {
        Self::under(Conditions::default(), scenario, rows, seed)
    }

    /// The same under other conditions.
    ///
    /// # Errors
    ///
    /// Those of [`Experiment::new`] and of [`Conditions::check`].
    pub fn under(
        conditions: Conditions,
        scenario: Scenario,
        rows: usize,
        seed: Seed,
    ) -> Result<Self, Error> {
        conditions.check()?;
        if !(2..=MOST_ROWS).contains(&rows) {
            return Err(Error::OutOfRange {
                name: "n",
                value: rows as f64,
                range: "from 2 to 1000000",
            });
        }
        let p = scenario.columns();
        let size = seed.child(scenario.label()).child(rows as u64);
        let design = Purpose::Design.below(size);
        let mut columns = conditions.correlation.draw(design, rows, p);
        let standardizer = Standardizer::of(&columns, rows);
        standardizer.apply(&mut columns, rows);
        Ok(Self {
            scenario,
            conditions,
            runs: Purpose::Runs.below(size),
            design: Design::from_columns(columns, rows, p)?,
            standardizer,
        })
    }

    /// The scenario of all runs.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        self.scenario
    }

    /// The conditions of all runs.
    #[must_use]
    pub fn conditions(&self) -> Conditions {
        self.conditions
    }

    /// The standardized design, the same in every run.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Run number `run` with `s` columns that matter.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] where the scenario does not have that `s`, and the
    /// errors of [`Response::real`] for a scale that leaves no digits of the
    /// response.
    pub fn run(&self, s: usize, run: u64, scale: ResponseScale) -> Result<Run, Error> {
        self.scenario.check_sparsity(s)?;
        let seed = self.runs.child(s as u64).child(run);
        let truth = Truth::draw(self.scenario, s, &mut Purpose::Truth.below(seed).rng());
        let noise = self
            .conditions
            .noise
            .draw(Purpose::Noise.below(seed), self.design.rows())?;
        let values: Vec<f64> = truth
            .means(&self.design)
            .into_iter()
            .zip(noise)
            .map(|(mean, noise)| scale.apply(mean + noise))
            .collect();
        Ok(Run {
            truth,
            response: Response::real(values.clone())?,
            values,
            scale,
            seed,
        })
    }

    /// Fresh points for `run`, centred and scaled as the design was, with the
    /// true mean at each.
    ///
    /// # Errors
    ///
    /// Those of [`Design::from_columns`].
    pub fn test_set(&self, run: &Run) -> Result<TestSet, Error> {
        let p = self.scenario.columns();
        let test = Purpose::Test.below(run.seed);
        let mut columns = Vec::with_capacity(TEST_POINTS * p);
        let correlation = self.conditions.correlation;
        let all = |_| true;
        correlation.draw_some(test, TEST_POINTS, p, all, |_, column| {
            columns.extend_from_slice(column);
        });
        self.standardizer.apply(&mut columns, TEST_POINTS);
        let design = Design::from_columns(columns, TEST_POINTS, p)?;
        Ok(TestSet {
            means: run.truth.means(&design),
            design,
            scale: run.scale,
        })
    }

    /// Some columns of those fresh points, with the true mean at each: as
    /// [`Experiment::test_set`], without the time for the other columns.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] for a column that the design does not have.
    pub fn test_columns(&self, run: &Run, columns: &[usize]) -> Result<TestColumns, Error> {
        let p = self.scenario.columns();
        if let Some(&column) = columns.iter().find(|&&column| column >= p) {
            return Err(Error::OutOfRange {
                name: "column",
                value: column as f64,
                range: "the number of a column of the design, from 0",
            });
        }
        let mut wanted = run.truth.support();
        wanted.extend_from_slice(columns);
        let drawn = wanted.iter().max().map_or(0, |last| last + 1);
        // By column; those that nobody wants stay empty.
        let mut found = vec![Vec::new(); drawn];
        let test = Purpose::Test.below(run.seed);
        let correlation = self.conditions.correlation;
        let is_wanted = |j| wanted.contains(&j);
        correlation.draw_some(test, TEST_POINTS, drawn, is_wanted, |j, column| {
            self.standardizer.apply_to(j, column);
            found[j] = column.to_vec();
        });
        Ok(TestColumns {
            means: run.truth.means_of(TEST_POINTS, |j| &found[j]),
            values: columns.iter().map(|&j| found[j].clone()).collect(),
        })
    }
}
