#!/usr/bin/env bash
# docs/python.md is what scripts/make_python_page makes of the docstrings.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
exec /usr/bin/python3 -B "$root/scripts/make_python_page" --check
