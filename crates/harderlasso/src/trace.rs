//! How the optimization went, phase by phase.

use serde::{Deserialize, Serialize};

/// How a phase of the optimization ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The optimality conditions hold to the tolerance.
    Converged,
    /// The phase took all the steps that the schedule or the limit gives it.
    IterationLimit,
    /// No shorter step lowers the cost any more, as happens where the
    /// activation has a kink.
    LineSearch,
    /// Steps still lower the cost, but by next to nothing.
    Stalled,
    /// The fit became perfect: classes are separated, or no residual is left.
    PerfectFit,
    /// The model is saturated: more features came in than half the number of
    /// rows.
    #[serde(rename = "crowded")]
    Saturated,
    /// A number was not finite.
    NotFinite,
}

/// How one phase of the annealing went.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseReport {
    /// λ of the phase.
    pub lambda: f64,
    /// Concavity ν of the phase.
    pub nu: f64,
    /// Iterations taken.
    pub steps: usize,
    /// Features left at its end.
    pub features: usize,
    /// Loss plus penalty at its end, on the standardized target.
    pub cost: f64,
    /// Why it ended.
    pub end: End,
}
