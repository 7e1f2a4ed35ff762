#!/usr/bin/env bash
# Tests the studies with the libraries of all methods, and on clusters of Dask and Ray
# whose workers are killed, in a virtual environment of its own below target/. This
# takes some gigabytes and some minutes, and needs Rust and Python 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/environment.sh

use_environment "$PWD/target/studies"
step "the package, built for speed" pip install --quiet .
step "other methods, Dask and Ray" pip install --quiet --requirement studies/requirements.txt
step "methods that can run" python -m studies methods
step "types" mypy studies
step "tests" pytest --quiet -m "full or not full" studies/tests
