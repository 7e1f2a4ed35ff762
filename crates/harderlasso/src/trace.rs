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

/// What a target of numbers was looked at by when its features were selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// Its values. Classes have no other view.
    Values,
    /// Its ranks, as normal scores, because its values or what is left of them
    /// have heavy tails.
    Ranks,
}

/// The scores of a linear model and of a network; the lower one is better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    /// That of the linear model.
    pub linear: f64,
    /// That of the network.
    pub network: f64,
}

/// Why a fit that tries both kept the linear model or the network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// How well both explain the target.
    pub values: Scores,
    /// How well both explain the ranks of a target of numbers.
    pub ranks: Option<Scores>,
}

/// The difference of two scores that is strong evidence (Kass and Raftery 1995).
pub(crate) const STRONG: f64 = 6.0;

impl Comparison {
    /// Whether there is strong evidence for the network: its score is lower by more
    /// than 6 for the values, and on average over both views. The average, because a
    /// relation that is curved in the values may be straight in the ranks.
    #[must_use]
    pub fn prefers_network(&self) -> bool {
        let gain = |scores: Scores| scores.linear - scores.network;
        let by_values = gain(self.values);
        let mean = self
            .ranks
            .map_or(by_values, |ranks| 0.5 * (by_values + gain(ranks)));
        by_values > STRONG && mean > STRONG
    }
}

/// Another list of features that explains the target nearly as well as the one
/// that was selected: which of the two is right, the data hardly tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// Positions of its columns in the design, in rising order.
    pub selected: Vec<usize>,
    /// How much worse its score is; a difference of 2 is hardly worth mentioning,
    /// one of 10 is strong evidence.
    pub difference: f64,
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
