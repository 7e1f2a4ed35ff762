use crate::activation::Activation;
use crate::departure::Departure;
use crate::error::Error;
use crate::penalty::Penalty;
use crate::schedule::Schedule;
use serde::{Deserialize, Serialize};

/// What to fit. Every setting has a default that is meant to be left alone.
///
/// ```
/// use harderlasso::{Design, HarderLasso, Layout, Response};
/// // y depends on the first of three columns.
/// let rows = 40;
/// let x: Vec<f64> = (0..rows * 3).map(|i| ((i * i * 7 + i * 3) % 41) as f64).collect();
/// let y: Vec<f64> = (0..rows).map(|i| 5.0 * x[i * 3] + (i % 3) as f64).collect();
/// let design = Design::new(&x, rows, 3, Layout::RowMajor)?;
/// let model = HarderLasso::new().hidden([]).fit(&design, &Response::real(y)?)?;
/// assert_eq!(model.selected(), [0]);
/// # Ok::<(), harderlasso::Error>(())
/// ```
///
/// Each setting is also a public field of the same name. Values out of range are
/// reported when a fit begins, or by [`check`](Self::check).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HarderLasso {
    /// Widths of the hidden layers; none is the linear model.
    pub hidden: Vec<usize>,
    /// Whether the linear model is tried as well, and the network kept only where
    /// it is better.
    pub auto: bool,
    /// The activation of the hidden layers.
    pub activation: Activation,
    /// The penalty of the first layer.
    pub penalty: Penalty,
    /// The chance of selecting anything in pure noise.
    pub alpha: f64,
    /// A λ that takes the place of the calibrated one.
    pub lambda: Option<f64>,
    /// Null draws behind λ.
    pub draws: usize,
    /// Random starts of a network in each noise unit.
    pub restarts: usize,
    /// Phases that take the place of the usual ones.
    pub schedule: Option<Schedule>,
    /// Where all random numbers come from.
    pub seed: u64,
    /// Departures from the paper that are switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Departure>,
    /// Threads to use; 0 is one for each processor.
    #[serde(skip)]
    pub threads: usize,
}

/// A given λ below this would leave nothing of `1/λ`.
const LEAST_LAMBDA: f64 = 1e-100;

/// Draws are kept, so their number is bounded by memory.
const MAX_DRAWS: usize = 100_000_000;

/// Draws expected beyond λ below which its interval is rough.
const ENOUGH_BEYOND: f64 = 10.0;

impl Default for HarderLasso {
    fn default() -> Self {
        Self {
            hidden: vec![20],
            auto: true,
            activation: Activation::default(),
            penalty: Penalty::default(),
            alpha: 0.05,
            lambda: None,
            draws: 5000,
            restarts: 3,
            schedule: None,
            seed: 0,
            without: Vec::new(),
            threads: 0,
        }
    }
}

impl HarderLasso {
    /// The defaults: the linear model or one hidden layer of 20 neurons, whichever
    /// is better, and the harder penalty.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Exactly these widths of the hidden layers; none at all is the linear model.
    #[must_use]
    pub fn hidden(mut self, widths: impl Into<Vec<usize>>) -> Self {
        self.hidden = widths.into();
        self.auto = false;
        self
    }

    /// The linear model or one hidden layer of 20 neurons, whichever is better; the
    /// default.
    #[must_use]
    pub fn auto(self) -> Self {
        let Self { hidden, auto, .. } = Self::default();
        Self {
            hidden,
            auto,
            ..self
        }
    }

    /// Activation of the hidden layers; ReLU unless set.
    #[must_use]
    pub fn activation(mut self, activation: Activation) -> Self {
        self.activation = activation;
        self
    }

    /// The penalty; harder with ν = 0.1 unless set.
    #[must_use]
    pub fn penalty(mut self, penalty: Penalty) -> Self {
        self.penalty = penalty;
        self
    }

    /// Bound on the probability of selecting anything under pure noise, in
    /// (0, 1); 0.05 unless set. It fixes λ. For the lasso the probability is α;
    /// with other penalties a regression must also lower an information
    /// criterion, so it stays well below a large α.
    #[must_use]
    pub fn alpha(mut self, alpha: f64) -> Self {
        self.alpha = alpha;
        self
    }

    /// A λ in place of the calibrated one; finite, and at least `1e-100`.
    #[must_use]
    pub fn lambda(mut self, lambda: f64) -> Self {
        self.lambda = Some(lambda);
        self
    }

    /// Null draws behind the calibrated λ, at least 1; 5000 unless set.
    #[must_use]
    pub fn draws(mut self, draws: usize) -> Self {
        self.draws = draws;
        self
    }

    /// Random starts of a network in each noise unit, at least 1; the lowest
    /// cost wins. Linear models have one start, the null model.
    #[must_use]
    pub fn restarts(mut self, restarts: usize) -> Self {
        self.restarts = restarts;
        self
    }

    /// A custom annealing table. Unless set, [`Schedule::paper`] for
    /// linear models and [`Schedule::gentle`] for networks.
    #[must_use]
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.schedule = Some(schedule);
        self
    }

    /// Seed of all random numbers; 0 unless set. The same seed gives the same
    /// bytes at any number of threads.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Switches a departure from the paper off, to measure what it is worth. It is not
    /// meant for fits that matter.
    #[must_use]
    pub fn without(mut self, departure: Departure) -> Self {
        self.without.push(departure);
        self
    }

    /// Whether a departure from the paper is taken.
    pub(crate) fn takes(&self, departure: Departure) -> bool {
        !self.without.contains(&departure)
    }

    /// Threads to use; 0, the default, is one for each processor. More than
    /// 256 are taken as 256: they would only wait for each other.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Whether a linear model is asked for. The answer to a request for a network
    /// may be linear as well; see
    /// [`Model::has_one_layer`](crate::Model::has_one_layer).
    #[must_use]
    pub fn requests_linear(&self) -> bool {
        self.hidden.is_empty()
    }

    /// Whether the tail of the null distribution holds enough draws to estimate
    /// λ: at least ten are expected beyond it. A given λ needs none.
    #[must_use]
    pub fn has_enough_draws(&self) -> bool {
        self.lambda.is_some() || self.draws as f64 * self.alpha >= ENOUGH_BEYOND
    }

    /// Checks every setting against its documented range.
    ///
    /// # Errors
    /// The first setting that is out of range, with its value.
    pub fn check(&self) -> Result<(), Error> {
        if let Some(layer) = self.hidden.iter().position(|&width| width == 0) {
            return Err(Error::ZeroWidth { layer: layer + 1 });
        }
        self.penalty.check()?;
        let outside = |name, value, range| Err(Error::OutOfRange { name, value, range });
        if !(self.alpha > 0.0 && self.alpha < 1.0) {
            return outside("alpha", self.alpha, "strictly between 0 and 1");
        }
        match self.lambda {
            Some(lambda) if !(lambda >= LEAST_LAMBDA && lambda.is_finite()) => {
                return outside(
                    "lambda",
                    lambda,
                    "a positive finite number, at least 1e-100",
                );
            }
            _ => {}
        }
        if self.draws == 0 || self.draws > MAX_DRAWS {
            return outside(
                "draws",
                self.draws as f64,
                "between 1 and a hundred million",
            );
        }
        if self.restarts == 0 {
            return outside("restarts", 0.0, "at least 1");
        }
        Ok(())
    }
}
