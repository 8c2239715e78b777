#!/usr/bin/env bash
# Scenarios made, looked at and run from Python, with the package of this source tree and the library beside the program.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "$1")
export PYTHONPATH="$root/python" UNDA_LIBRARY="$(dirname "$program")/libunda.so"
/usr/bin/python3 -B "$root/scripts/make_python_sections" --check
exec /usr/bin/python3 -B "$root/tests/python/test_running.py" "$program"
