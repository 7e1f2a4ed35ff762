#!/usr/bin/env bash
# Prints where Chromium is; installs Debian's package first where it is missing.
# The tests of the report open it in this browser.
set -euo pipefail

find_chromium() {
  command -v chromium || command -v chromium-browser || command -v google-chrome
}

if ! find_chromium >/dev/null; then
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "Chromium was not found, and there is no apt-get to install it with: install it by hand." >&2
    exit 2
  fi
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
  fi
  export DEBIAN_FRONTEND=noninteractive
  install=(apt-get install -y --no-install-recommends chromium)
  # The list of packages may be missing or out of date.
  "${as_root[@]}" "${install[@]}" >&2 ||
    { "${as_root[@]}" apt-get update >&2 && "${as_root[@]}" "${install[@]}" >&2; }
fi
find_chromium
