#!/usr/bin/env bash
# Makes the pictures of docs/guide.md from the program itself: the top of the
# report of its worked example.
set -euo pipefail
cd "$(dirname "$0")/.."
chromium=$(bash scripts/chromium.sh | tail -n 1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cargo build --release -p harderlasso-cli
target/release/harderlasso fit docs/guide/flats.csv --target price --hidden none \
  --quiet --report "$folder/report.html" >"$folder/summary.txt"
"$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars \
  --window-size=1100,1250 --screenshot="$PWD/docs/guide/report.png" \
  "file://$folder/report.html" 2>"$folder/chromium.txt"
