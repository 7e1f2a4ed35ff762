//! The settings of a fit, to be read.

use harderlasso::{Activation, HarderLasso, Penalty, Phase};
use serde::Deserialize;

/// What [`HarderLasso`] was told. It is a builder that keeps its settings to
/// itself; what it saves of them is public.
#[derive(Deserialize)]
pub(crate) struct Settings {
    pub(crate) hidden: Vec<usize>,
    pub(crate) activation: Activation,
    pub(crate) penalty: Penalty,
    pub(crate) alpha: f64,
    pub(crate) lambda: Option<f64>,
    pub(crate) draws: usize,
    pub(crate) restarts: usize,
    pub(crate) schedule: Option<Vec<Phase>>,
    pub(crate) seed: u64,
}

impl Settings {
    /// # Panics
    /// Never: every builder can be saved and has all of these settings, which
    /// a test of this module holds.
    pub(crate) fn of(builder: &HarderLasso) -> Self {
        serde_json::to_value(builder)
            .and_then(serde_json::from_value)
            .expect("the settings of a fit can be saved")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let settings = Settings::of(&HarderLasso::new().hidden([7, 3]).alpha(0.2).seed(u64::MAX));
        assert_eq!(settings.hidden, [7, 3]);
        assert_eq!(settings.alpha, 0.2);
        assert_eq!(settings.seed, u64::MAX);
        assert_eq!((settings.draws, settings.restarts), (5000, 3));
        assert!(settings.lambda.is_none() && settings.schedule.is_none());
        for penalty in Penalty::ALL {
            assert_eq!(
                Settings::of(&HarderLasso::new().penalty(penalty)).penalty,
                penalty
            );
        }
        for activation in Activation::ALL {
            let builder = HarderLasso::new().activation(activation);
            assert_eq!(Settings::of(&builder).activation, activation);
        }
    }
}
