#!/usr/bin/env bash
# Tests the Python package: types, doctests, tests, in a virtual environment of
# its own below target/. Needs Rust and Python 3.11 or later.
#
# The extension is put beside the Python files, as `maturin develop` does, but is
# that of a build of the whole workspace, which the tests of the Rust crates have
# mostly done already.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/environment.sh

target="${CARGO_TARGET_DIR:-$PWD/target}"
use_environment "$target/python"
step "packages for the tests" pip install --quiet --requirement python/requirements-test.txt
# With the tests, whose dependencies have a say in what is compiled how.
step "the extension" cargo build --workspace --lib --bins --tests --examples --locked
for library in "$target"/debug/lib_harderlasso.{so,dylib}; do
  [ ! -e "$library" ] || cp "$library" python/harderlasso/_harderlasso.abi3.so
done
export PYTHONPATH="$PWD/python"
step "types" mypy
# Models are exchanged with the command.
export HARDERLASSO_COMMAND="$target/debug/harderlasso"
# Reports of every kind are opened in Chromium.
step "a browser" bash scripts/chromium.sh
HARDERLASSO_CHROMIUM="$(bash scripts/chromium.sh)"
export HARDERLASSO_CHROMIUM HARDERLASSO_GALLERY="$target/gallery"
rm -rf "$HARDERLASSO_GALLERY"
step "reports of every kind" "$target/debug/examples/gallery" "$HARDERLASSO_GALLERY"
step "doctests and tests" pytest --quiet --numprocesses auto
