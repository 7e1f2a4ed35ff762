//! Lets a module on macOS take its symbols from the interpreter.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
