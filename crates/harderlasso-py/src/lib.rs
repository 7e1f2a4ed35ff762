//! The private module `harderlasso._harderlasso`: numbers and errors go in and
//! out, nothing is computed. The public package is in `python/harderlasso`.

mod arrays;
mod errors;
mod fitted;
mod running;
mod settings;
mod simulated;
mod tasks;

/// The engine, as the Python package sees it.
#[pyo3::pymodule]
mod _harderlasso {
    #[pymodule_export]
    use crate::fitted::Fitted;
    #[pymodule_export]
    use crate::settings::Settings;
    #[pymodule_export]
    use crate::simulated::{SimulatedRun, Simulation};
    #[pymodule_export]
    use crate::tasks::{
        calibrate_classification, calibrate_regression, fit_classification, fit_regression,
    };

    /// Version of the engine.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
