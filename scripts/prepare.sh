# Sourced by ./unda and ./check: installs what is missing, configures once, builds what changed.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${UNDA_BUILD_DIR:-$root/build}

say() { printf 'unda: %s\n' "$*" >&2; }

# shellcheck source=scripts/fetch_packages.sh
source "$root/scripts/fetch_packages.sh"

# What a build can do without (cmake/OptionalLibraries.cmake).
optional_packages="libmetis-dev libmseed-dev libproj-dev libsegyio-dev"

# offered [apt options...] -- PACKAGE...: without those that a build can do without and the distribution does not have.
offered() {
  local options=() package
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  for package in "$@"; do
    if [[ " $optional_packages " == *" $package "* ]] && ! apt-cache "${options[@]}" show "$package" >/dev/null 2>&1; then
      echo "without $package, which this distribution does not have" >&2
    else
      echo "$package"
    fi
  done
}

# install_missing FILE...: the Debian packages listed in the files.
install_missing() {
  command -v dpkg-query >/dev/null || return 0   # not Debian: CMake will say what it does not find
  local wanted missing
  wanted=$(cat "$@" | tr '\n' ' ')
  # shellcheck disable=SC2086
  missing=$(comm -23 <(tr ' ' '\n' <<<"$wanted" | grep . | sort -u) \
    <({ dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' $wanted 2>/dev/null | awk '$1 == "ii" {print $2}'
       fetched_packages; } | sort -u) | tr '\n' ' ')
  [ -n "${missing// /}" ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    # shellcheck disable=SC2086
    if [ "${UNDA_FETCH:-}" = 1 ]; then fetch_packages $missing; return 0; fi
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      # shellcheck disable=SC2086
      if [ -z "$(comm -23 <(printf '%s\n' $missing | sort) <(printf '%s\n' $optional_packages | sort))" ]; then
        say "going on without $missing(unda info tells what is lacking)"
        return 0
      fi
      # shellcheck disable=SC2086
      if wants_fetching "$(wc -w <<<"$missing")"; then fetch_packages $missing; return 0; fi
      # shellcheck disable=SC2086
      if apt-cache show libeigen3-dev >/dev/null 2>&1; then missing="$(offered -- $missing 2>/dev/null | tr '\n' ' ')"; fi
      say "these packages are missing; install them and call again:"
      printf '  sudo apt-get install -y --no-install-recommends %s\n' "$missing" >&2
      say "without root: UNDA_FETCH=1 in the environment fetches them into $packages"
      exit 1
    fi
  fi
  say "installing with apt-get: $missing"
  # shellcheck disable=SC2086,SC2046
  if ! { "${as_root[@]}" apt-get update -q && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
         apt-get install -q -y --no-install-recommends $(offered -- $missing); } >"$build.apt.log" 2>&1; then
    tail -n 15 "$build.apt.log" >&2
    say "apt-get failed (log: $build.apt.log). The line to run by hand:"
    printf '  apt-get install -y --no-install-recommends %s\n' "$missing" >&2
    exit 1
  fi
  rm -f "$build.apt.log"
}

# "40 s", "3 min 05 s".
duration() {
  if [ "$1" -lt 60 ]; then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}

# drop_foreign_build DIRECTORY: a tree that was copied or moved brings a build directory that belongs to another place.
drop_foreign_build() {
  local directory=$1 home
  [ -f "$directory/CMakeCache.txt" ] || return 0
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$directory/CMakeCache.txt")
  [ "$home" -ef "$root" ] && grep -qxF "CMAKE_CACHEFILE_DIR:INTERNAL=$directory" "$directory/CMakeCache.txt" && return 0
  # The same place by another name, as through a link.
  if [ "$home" -ef "$root" ] && [ "$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$directory/CMakeCache.txt")" -ef "$directory" ]; then
    return 0
  fi
  case $directory in
    "$root"/*) say "$directory was made for ${home:-another tree}: building anew here" ;;
    *) say "$directory is the build directory of ${home:-another tree}; set UNDA_BUILD_DIR to another one"; exit 1 ;;
  esac
  rm -rf "$directory"
}

# tell_progress LOG: a plain line every 20 s (UNDA_PROGRESS_SECONDS), for as long as this script lives.
tell_progress() {
  local begin=$SECONDS done
  while sleep "${UNDA_PROGRESS_SECONDS:-20}" >/dev/null 2>&1 </dev/null && kill -0 $$ 2>/dev/null; do
    done=$(tail -c 2000 "$1" 2>/dev/null | sed -n 's/^\[\([0-9]*\)\/\([0-9]*\)\].*/\1 of \2 steps/p' | tail -n 1)
    say "building: ${done:-the first steps}, $(duration $((SECONDS - begin)))"
  done
}

# run_ninja DIRECTORY TARGET: [n/m] on one line of a terminal, plain lines otherwise.
run_ninja() {
  local directory=$1 target=$2 status=0 teller
  if [ -t 2 ]; then ninja -C "$directory" "$target" 1>&2 9>&-; return; fi
  tell_progress "$directory/build.log" 9>&- &  # without the lock
  teller=$!
  ninja -C "$directory" "$target" >"$directory/build.log" 2>&1 9>&- || status=$?
  kill "$teller" 2>/dev/null || true
  wait "$teller" 2>/dev/null || true
  [ "$status" = 0 ] || tail -n 40 "$directory/build.log" >&2
  return "$status"
}

configure() {
  local directory=$1
  shift
  say "configuring $(basename "$directory")"
  if ! cmake -S "$root" -B "$directory" -G Ninja "$@" >"$directory/configure.log" 2>&1; then
    rm -f "$directory/build.ninja"
    tail -n 30 "$directory/configure.log" >&2
    say "the configuration failed (log: $directory/configure.log)"
    exit 1
  fi
}

# build_target DIRECTORY TARGET [cmake options...]: goes on where an earlier call was stopped.
build_target() {
  local directory=$1 target=$2 begin=$SECONDS
  shift 2
  drop_foreign_build "$directory"
  mkdir -p "$directory"
  if command -v flock >/dev/null; then  # two calls at once build one after the other
    exec 9>"$directory/.lock"
    flock -n 9 || { say "waiting for another build in $directory"; flock 9; }
  fi
  if [ ! -f "$directory/build.ninja" ] || ! ninja -C "$directory" -t query "$target" >/dev/null 2>&1; then
    configure "$directory" "$@"
  fi
  [ -e "$directory/.built_$target" ] || say "building $target, a few minutes the first time"
  if ! run_ninja "$directory" "$target"; then
    say "the build failed (directory: $directory)"
    exit 1
  fi
  [ $((SECONDS - begin)) -lt 5 ] || say "built $target in $(duration $((SECONDS - begin)))"
  touch "$directory/.built_$target"
  exec 9>&-
}
