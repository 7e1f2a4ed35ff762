#!/usr/bin/env bash
# Tests the Python package: types, doctests, tests, in a virtual environment of
# its own below target/. Needs Rust and Python 3.11 or later.
#
# The extension is put beside the Python files, as `maturin develop` does, but is
# that of a build of the whole workspace, which the tests of the Rust crates have
# mostly done already.
set -euo pipefail
cd "$(dirname "$0")/.."

python="${PYTHON:-python3}"
if ! "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "Python 3.11 or later with its module venv was not found; set PYTHON to one." >&2
  exit 2
fi

step() { printf '\n== %s\n' "$1"; shift; "$@"; }

target="${CARGO_TARGET_DIR:-$PWD/target}"
environment="$target/python"
[ -x "$environment/bin/python" ] || step "a virtual environment" "$python" -m venv "$environment"
export VIRTUAL_ENV="$environment" PATH="$environment/bin:$PATH"
step "packages for the tests" pip install --quiet --requirement python/requirements-test.txt
# With the tests, whose dependencies have a say in what is compiled how.
step "the extension" cargo build --workspace --lib --bins --tests --locked
for library in "$target"/debug/lib_harderlasso.{so,dylib}; do
  [ ! -e "$library" ] || cp "$library" python/harderlasso/_harderlasso.abi3.so
done
export PYTHONPATH="$PWD/python"
step "types" mypy
# Models are exchanged with the command.
export HARDERLASSO_COMMAND="$target/debug/harderlasso"
step "doctests and tests" pytest --quiet --numprocesses auto
