//! Reading a model file.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = harderlasso_cli::fuzz::model(bytes);
});
