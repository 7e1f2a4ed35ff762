#!/usr/bin/env bash
# Everything that must hold before a change lands: formatting, lints, tests of
# every kind, documentation. Needs Rust with cargo, rustfmt and clippy, and Python
# 3.11 or later; Chromium is installed where it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v cargo >/dev/null 2>&1; then
  echo "cargo was not found: install Rust 1.88 or later, with rustfmt and clippy." >&2
  exit 2
fi

step() { printf '\n== %s\n' "$1"; shift; "$@"; }

step "formatting" cargo fmt --all --check
# cargo does not see modules that are declared by a macro.
step "formatting of the lists" rustfmt --check --edition 2024 crates/harderlasso/src/{law,penalty}/*.rs
step "lints" cargo clippy --workspace --all-targets --locked -- -D warnings
step "unit, property, integration and doc tests" cargo test --workspace --locked
# Always the whole workspace: another selection of packages would have other
# features, and compile the matrix library once more.
step "tables in Parquet" cargo test --workspace --features harderlasso-cli/parquet --locked --test parquet
export RUSTDOCFLAGS="-D warnings"
step "documentation" cargo doc --workspace --no-deps --locked
step "the Python package" bash scripts/python.sh
