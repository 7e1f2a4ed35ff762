//! Reading a table for a fit.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = harderlasso_cli::fuzz::table(bytes);
});
