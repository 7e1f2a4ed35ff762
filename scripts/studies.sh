#!/usr/bin/env bash
# Tests the studies with everything they can use: the methods of others, and real
# clusters of Dask and of Ray, whose workers are killed. In a virtual environment of
# its own below target/; some gigabytes and some minutes. Needs Rust and Python 3.11
# or later.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/environment.sh

use_environment "$PWD/target/studies"
step "the package, built for speed" pip install --quiet .
step "the methods of others, Dask and Ray" pip install --quiet --requirement studies/requirements.txt
step "what can run" python -m studies methods
step "the command, whose rows must be the same" cargo build --release -p harderlasso-cli --locked
export HARDERLASSO_COMMAND="${CARGO_TARGET_DIR:-$PWD/target}/release/harderlasso"
step "types" mypy studies
step "tests" pytest --quiet -m "full or not full" studies/tests
