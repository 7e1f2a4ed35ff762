//! The annealing as a table: `(λ_i, ν_i)` from easy to final, each phase
//! started from the answer of the one before.

use crate::error::Error;
use serde::{Deserialize, Serialize};

/// One row of the annealing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// `λ_i / λ`, from 0 (no penalty) to 1.
    pub fraction: f64,
    /// Concavity ν of the harder penalty; the other penalties ignore it.
    pub nu: f64,
    /// Gradient steps that a network takes in this phase; linear regression
    /// runs each phase to convergence.
    pub steps: usize,
}

/// The table of an annealing.
///
/// ```
/// use harderlasso::Schedule;
/// let table = Schedule::paper();
/// assert_eq!(table.phases().len(), 7);
/// assert!(Schedule::new(vec![]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Phase>", into = "Vec<Phase>")]
pub struct Schedule {
    phases: Vec<Phase>,
}

impl Schedule {
    /// A custom table.
    ///
    /// # Errors
    /// If there is no phase, if a fraction is outside [0, 1] or a ν outside
    /// (0, 1), or if the last fraction is not 1: the last phase must be the
    /// problem that was asked.
    pub fn new(phases: Vec<Phase>) -> Result<Self, Error> {
        let bad = |reason: String| Err(Error::BadSchedule { reason });
        for (number, phase) in phases.iter().enumerate() {
            if !(0.0..=1.0).contains(&phase.fraction) {
                return bad(format!(
                    "phase {number} has the fraction {}; it must lie between 0 and 1",
                    phase.fraction
                ));
            }
            if !(phase.nu > 0.0 && phase.nu < 1.0) {
                return bad(format!(
                    "phase {number} has ν = {}; it must lie strictly between 0 and 1",
                    phase.nu
                ));
            }
        }
        match phases.last() {
            None => bad("it has no phases".to_owned()),
            Some(last) if last.fraction != 1.0 => bad(format!(
                "its last fraction is {}; it must be 1, the problem that was asked",
                last.fraction
            )),
            Some(_) => Ok(Self { phases }),
        }
    }

    /// The path of the paper: `λ_i = λ / (1 + e^(1−i))`, then the final
    /// problem. The best one measured for linear models.
    #[must_use]
    pub fn paper() -> Self {
        let nus = [0.9, 0.7, 0.4, 0.3, 0.2, 0.1];
        let mut phases: Vec<Phase> = nus
            .into_iter()
            .enumerate()
            .map(|(i, nu)| Phase {
                fraction: 1.0 / (1.0 + (1.0 - i as f64).exp()),
                nu,
                steps: 500,
            })
            .collect();
        phases.push(Phase {
            fraction: 1.0,
            nu: 0.1,
            steps: 500,
        });
        Self { phases }
    }

    /// A gentler path for networks: neurons find their place before the
    /// penalty becomes strong enough to remove them.
    #[must_use]
    pub fn gentle() -> Self {
        const TABLE: [(f64, f64, usize); 11] = [
            (0.0, 0.9, 200),
            (0.01, 0.9, 200),
            (0.02, 0.9, 200),
            (0.04, 0.9, 300),
            (0.08, 0.8, 500),
            (0.16, 0.7, 500),
            (0.3, 0.5, 500),
            (0.5, 0.3, 400),
            (0.7, 0.2, 300),
            (0.85, 0.1, 300),
            (1.0, 0.1, 300),
        ];
        Self {
            phases: TABLE
                .into_iter()
                .map(|(fraction, nu, steps)| Phase {
                    fraction,
                    nu,
                    steps,
                })
                .collect(),
        }
    }

    /// The last phase: the problem that was asked.
    pub(crate) fn last(&self) -> &Phase {
        // `new` refuses a table without rows.
        &self.phases[self.phases.len() - 1]
    }

    /// The last phase as a table of its own.
    pub(crate) fn only_last(&self) -> Self {
        Self {
            phases: vec![*self.last()],
        }
    }

    /// The rows of the table.
    #[must_use]
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }
}

impl TryFrom<Vec<Phase>> for Schedule {
    type Error = Error;
    fn try_from(phases: Vec<Phase>) -> Result<Self, Error> {
        Self::new(phases)
    }
}

impl From<Schedule> for Vec<Phase> {
    fn from(schedule: Schedule) -> Self {
        schedule.phases
    }
}
