# Sourced by ./unda and ./check: installs what is missing, configures once, builds what changed.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${UNDA_BUILD_DIR:-$root/build}

say() { printf 'unda: %s\n' "$*" >&2; }

# install_missing FILE...: the Debian packages listed in the files.
install_missing() {
  command -v dpkg-query >/dev/null || return 0   # not Debian: CMake will say what it does not find
  local wanted missing
  wanted=$(cat "$@" | tr '\n' ' ')
  # shellcheck disable=SC2086
  missing=$(comm -23 <(tr ' ' '\n' <<<"$wanted" | grep . | sort) \
    <(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' $wanted 2>/dev/null | awk '$1 == "ii" {print $2}' | sort) | tr '\n' ' ')
  [ -n "${missing// /}" ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      say "these packages are missing; install them and call again:"
      printf '  sudo apt-get install -y --no-install-recommends %s\n' "$missing" >&2
      exit 1
    fi
  fi
  say "installing with apt-get: $missing"
  # shellcheck disable=SC2086
  if ! { "${as_root[@]}" apt-get update -q && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
         apt-get install -q -y --no-install-recommends $missing; } >"$build.apt.log" 2>&1; then
    tail -n 15 "$build.apt.log" >&2
    say "apt-get failed (log: $build.apt.log). The line to run by hand:"
    printf '  apt-get install -y --no-install-recommends %s\n' "$missing" >&2
    exit 1
  fi
  rm -f "$build.apt.log"
}

# build_target DIRECTORY TARGET [cmake options...]
build_target() {
  local directory=$1 target=$2
  shift 2
  if [ ! -f "$directory/build.ninja" ]; then
    mkdir -p "$directory"
    say "configuring $(basename "$directory")"
    if ! cmake -S "$root" -B "$directory" -G Ninja "$@" >"$directory/configure.log" 2>&1; then
      rm -f "$directory/build.ninja"
      tail -n 30 "$directory/configure.log" >&2
      say "the configuration failed (log: $directory/configure.log)"
      exit 1
    fi
  fi
  [ -e "$directory/.built_$target" ] || say "building $target, a few minutes the first time"
  if [ -t 2 ]; then
    ninja -C "$directory" "$target" 1>&2 || exit 1
  elif ! ninja -C "$directory" "$target" >"$directory/build.log" 2>&1; then
    tail -n 40 "$directory/build.log" >&2
    say "the build failed (log: $directory/build.log)"
    exit 1
  fi
  touch "$directory/.built_$target"
}
