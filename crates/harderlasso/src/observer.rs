//! How a caller follows a fit and stops it.

/// Something that happened during a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// Some null draws of the threshold are done.
    Draws {
        /// Draws so far.
        done: usize,
        /// All draws.
        total: usize,
    },
    /// The threshold is known; the search begins.
    Calibrated {
        /// λ.
        lambda: f64,
    },
    /// A phase of one annealed candidate is done. Candidates run in parallel,
    /// so these come in no particular order.
    Phase {
        /// Phases done so far, over all candidates.
        done: usize,
        /// All phases of all candidates; an upper bound where the search may
        /// end early.
        total: usize,
        /// Features still in, in the candidate that this phase belongs to.
        features: usize,
    },
    /// The refits of the candidates begin.
    Refit,
}

/// Receives events and may ask for an end. Called from worker threads.
pub trait Observer: Sync {
    /// Called for each event.
    fn event(&self, event: Event);

    /// Whether the fit should stop. Asked between blocks of draws, phases and
    /// steps of the annealing and of polishing: on tables of ordinary size
    /// many times a second. Refits run to their end.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Watches nothing and never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _event: Event) {}
}
