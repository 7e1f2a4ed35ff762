# For other scripts to source: announces steps, finds Python 3.11 or later, and makes
# virtual environments.

step() { printf '\n== %s\n' "$1"; shift; "$@"; }

python="${PYTHON:-python3}"
if ! "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "Python 3.11 or later with its module venv was not found; set PYTHON to one." >&2
  exit 2
fi

# Uses the virtual environment in a folder, which is made where it is missing.
use_environment() {
  [ -x "$1/bin/python" ] || step "a virtual environment" "$python" -m venv "$1"
  export VIRTUAL_ENV="$1" PATH="$1/bin:$PATH"
}
