#!/usr/bin/env bash
# Each kind of picture of the Python package, from results made by hand, with the package of this source tree.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PYTHONPATH="$root/python" exec /usr/bin/python3 -B "$root/tests/python/test_pictures.py"
