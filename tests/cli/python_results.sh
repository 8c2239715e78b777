#!/usr/bin/env bash
# Results of the program, read by the Python package of this source tree.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PYTHONPATH="$root/python" exec /usr/bin/python3 -B "$root/tests/python/test_results.py" "$1"
