#!/usr/bin/env bash
# scripts/check_tidy looks at all that differs from main: every commit of a branch, and what is not committed yet; files that are
# compiled together each have a command.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/tree/src/base" "$folder/tree/scripts" "$folder/tree/build/Unity" "$folder/bin"
cp "$root/scripts/check_tidy" "$folder/tree/scripts/"
printf '#!/bin/sh\nfor file; do :; done\necho "$file" >> "%s/seen"\n' "$folder" >"$folder/bin/clang-tidy"
chmod +x "$folder/bin/clang-tidy"
cd "$folder/tree"
whole=build/Unity/unity_0.cxx
printf '#include "src/base/a.cpp"\n#include "src/base/b.cpp"\n' >"$whole"
echo "[{\"file\": \"$whole\", \"command\": \"c++ -include x/cmake_pch.hxx -c $whole\"}]" >build/compile_commands.json

change() { echo "// $1" >>"src/base/$1.cpp"; }
commit() { git add -A && git -c user.name=test -c user.email=test@localhost commit -q -m "$1"; }
expect() {
  : >"$folder/seen"
  PATH="$folder/bin:$PATH" UNDA_TIDY_BASE="${base:-}" scripts/check_tidy build >"$folder/told"
  diff <(printf '%s\n' "$@" | sed 's|.*|src/base/&.cpp|') <(sort "$folder/seen") || { cat "$folder/told"; exit 1; }
}

git init -q -b main
change a && commit one
change b && commit two
expect b
git checkout -q -b work
change c && commit three
change d && commit four
change e
expect c d e
base=all expect a b c d
for file in a b; do
  grep -q "\"command\": \"c++ -c src/base/$file.cpp\"" build/tidy/compile_commands.json || { cat build/tidy/compile_commands.json; exit 1; }
done
