#!/usr/bin/env bash
# The tables of README.md are those that scripts/make_readme_tables makes of the facts and of the pages in docs/.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
exec "$root/scripts/make_readme_tables" --check
