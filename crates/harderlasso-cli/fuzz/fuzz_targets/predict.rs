//! Reading a table for predictions.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = harderlasso_cli::fuzz::predict(bytes);
});
