#!/usr/bin/env bash
# Installs Unda and what it needs into a system of Debian or Ubuntu, as root: what the recipes of containers do. The code is in the
# folder above; UNDA_ARCH is the instruction set, UNDA_CUDA=on for GPUs where there is a CUDA compiler.
set -euo pipefail
code=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
arch=native
[ "$(uname -m)" != x86_64 ] || arch=x86-64-v3  # of 2013 and later
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
mapfile -t wanted < <(grep -vx 'libgtest-dev' "$code/scripts/packages.txt")
mapfile -t wanted < <(source "$code/scripts/prepare.sh" && offered -- "${wanted[@]}")
apt-get install -q -y --no-install-recommends "${wanted[@]}"
cmake -S "$code" -B /tmp/unda-build -G Ninja -DUNDA_TESTS=OFF -DUNDA_ARCH="${UNDA_ARCH:-$arch}" -DUNDA_CUDA="${UNDA_CUDA:-off}" \
  -DUNDA_MPI=on
ninja -C /tmp/unda-build unda unda_library
cmake --install /tmp/unda-build --prefix /usr/local
rm -rf /tmp/unda-build /var/lib/apt/lists/*
