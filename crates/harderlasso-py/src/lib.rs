//! The private module `harderlasso._harderlasso`: it converts values and errors
//! and computes nothing. The public package is in `python/harderlasso`.

mod arrays;
mod columns;
mod errors;
mod fitted;
mod fitting;
mod law;
mod parameters;
mod running;
mod simulated;

/// The engine, as the Python package sees it.
#[pyo3::pymodule]
mod _harderlasso {
    use crate::parameters::ParameterValues;
    use harderlasso::{Activation, HarderLasso, Law, Penalty};
    use pyo3::types::{PyModule, PyModuleMethods, PyTuple};
    use pyo3::{Bound, PyResult};

    #[pymodule_export]
    use crate::columns::Encoded;
    #[pymodule_export]
    use crate::fitted::Fitted;
    #[pymodule_export]
    use crate::fitting::{calibrate, fit};
    #[pymodule_export]
    use crate::law::CheckedTarget;
    #[pymodule_export]
    use crate::parameters::Parameters;
    #[pymodule_export]
    use crate::simulated::{SimulatedRun, Simulation};

    /// Version of the engine.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// `DEFAULTS`: the parameters that the engine uses unless they are given.
    /// `LAWS`, `PENALTIES` and `ACTIVATIONS`: the names of all of them.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        let defaults = ParameterValues::new(py, &HarderLasso::default())?;
        let penalties = Penalty::ALL.map(|penalty| penalty.name());
        let activations = Activation::ALL.map(Activation::name);
        module.add("DEFAULTS", defaults)?;
        module.add("LAWS", PyTuple::new(py, Law::NAMES)?)?;
        module.add("PENALTIES", PyTuple::new(py, penalties)?)?;
        module.add("ACTIVATIONS", PyTuple::new(py, activations)?)
    }
}
