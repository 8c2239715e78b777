#!/usr/bin/env bash
# The tests of the Python package that draws the pictures, with the package of this source tree.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PYTHONPATH="$root/python" exec /usr/bin/python3 -B "$root/tests/python/test_plot.py"
