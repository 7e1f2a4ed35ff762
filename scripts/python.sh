#!/usr/bin/env bash
# Tests the Python package: types, doctests, tests, in a virtual environment of
# its own below target/. Needs Rust and Python 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")/.."

python="${PYTHON:-python3}"
if ! "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "Python 3.11 or later with its module venv was not found; set PYTHON to one." >&2
  exit 2
fi

step() { printf '\n== %s\n' "$1"; shift; "$@"; }

environment="$PWD/target/python"
[ -x "$environment/bin/python" ] || step "a virtual environment" "$python" -m venv "$environment"
export VIRTUAL_ENV="$environment" PATH="$environment/bin:$PATH"
step "packages for the tests" pip install --quiet --requirement python/requirements-test.txt
# The development profile: optimized, and without the long link of a release.
step "the extension" maturin develop --quiet --locked
step "types" mypy
# Models are exchanged with the command where it has been built.
command="$PWD/target/debug/harderlasso"
[ ! -x "$command" ] || export HARDERLASSO_COMMAND="$command"
step "doctests and tests" pytest --quiet
