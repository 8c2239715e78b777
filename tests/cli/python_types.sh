#!/usr/bin/env bash
# mypy finds nothing to complain of in the Python package.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if ! command -v mypy >/dev/null; then
  echo "mypy is not installed: types were not checked"
  exit 0
fi
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
cd "$root"
mypy --cache-dir "$cache"
