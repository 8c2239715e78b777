# Sourced by prepare.sh: packages of Debian and Ubuntu without root, fetched by apt-get and unpacked into a folder of our own, beside
# the build directory. Nothing outside that folder changes.
# shellcheck shell=bash

packages=$build-packages

# What Debian's packages for several processes are replaced by: their MPI looks for its parts where only root can put them.
without_mpi() { grep -vxE 'libopenmpi-dev|openmpi-bin|libhdf5-openmpi-dev' | cat - <(echo libhdf5-dev) | sort -u; }

# to_be_fetched PACKAGE...: without tools that are there from elsewhere, and without MPI unless it is there.
to_be_fetched() {
  local package
  for package in "$@"; do
    case $package in
      g++ | cmake) command -v "$package" >/dev/null || echo "$package" ;;
      ninja-build) command -v ninja >/dev/null || echo "$package" ;;
      *) echo "$package" ;;
    esac
  done | if command -v dpkg-query >/dev/null && dpkg-query -W libopenmpi-dev >/dev/null 2>&1; then cat; else without_mpi; fi
}

# wants_fetching N: UNDA_FETCH=1 says so, or the user in a terminal.
wants_fetching() {
  local answer
  case ${UNDA_FETCH:-} in
    1) return 0 ;;
    0) return 1 ;;
  esac
  { [ -t 0 ] && [ -t 2 ] && command -v apt-get >/dev/null; } || return 1
  printf 'unda: %s packages are missing, and only root may install them. Fetch them into %s instead? [y/N] ' "$1" "$packages" >&2
  read -r answer && [[ $answer == [yY]* ]]
}

# fetch_packages PACKAGE...: these and all that they need.
fetch_packages() {
  local log=$packages/fetch.log options wanted package link target
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || { say "there is no apt-get that could fetch packages"; exit 1; }
  mapfile -t wanted < <(to_be_fetched "$@")
  if printf '%s\n' "${wanted[@]}" | grep -qx 'g++'; then
    say "a C++ compiler is missing, and it does not work from a folder of its own: have g++ installed, or load it as a module"
    exit 1
  fi
  say "fetching into $packages: ${wanted[*]}"
  mkdir -p "$packages"/{lists,archives}/partial "$packages/root"
  options=(-q -o Dir::State::Lists="$packages/lists" -o Dir::Cache="$packages" -o Dir::Cache::Archives="$packages/archives"
    -o Debug::NoLocking=1 -o APT::Sandbox::User=)
  if ! { apt-get "${options[@]}" update && mapfile -t wanted < <(offered "${options[@]}" -- "${wanted[@]}") &&
         apt-get "${options[@]}" --no-remove -y --no-install-recommends --download-only install "${wanted[@]}"; } >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    say "apt-get could not fetch the packages (log: $log)"
    exit 1
  fi
  for package in "$packages"/archives/*.deb; do dpkg -x "$package" "$packages/root"; done
  # What names a place of the system means the one here: links, and where Debian's matplotlib has its data and settings.
  while IFS= read -r link; do
    target=$(readlink "$link")
    [[ $target != /* || -e $target || ! -e $packages/root$target ]] || ln -srfn "$packages/root$target" "$link"
  done < <(find "$packages/root" -type l)
  target=$packages/root/usr/lib/python3/dist-packages/matplotlib/__init__.py
  [ ! -f "$target" ] || sed -i "s|'/usr/share/matplotlib|os.path.dirname(__file__) + '/../../../../share/matplotlib|
    s|'/etc/matplotlibrc|os.path.dirname(__file__) + '/../../../../../etc/matplotlibrc|" "$target"
  rm -rf "$packages/root/usr/share"/{doc,man,info,locale,icons,lintian} "$packages/archives" "$packages/lists" "$packages"/*.bin
  printf '%s\n' "$@" >>"$packages/fetched"
  make_starters
  use_fetched
}

# What was asked for and has been fetched, or replaced, before.
fetched_packages() { cat "$packages/fetched" 2>/dev/null || true; }

# Programs of the folder, started with its libraries; others do not see these.
make_starters() {
  local usr=$packages/root/usr libraries program start
  libraries=$(find "$usr/lib" -name '*.so*' ! -path '*/python3*' -printf '$here/root/usr/lib/%P\n' | sed 's|/[^/]*$||' | sort -u |
    tr '\n' ':')
  mkdir -p "$packages/bin"
  for program in cmake ctest ninja python3; do
    # shellcheck disable=SC2016
    if [ -x "$usr/bin/$program" ]; then start='"$here/root/usr/bin/'$program'"'
    elif [ "$program" = python3 ]; then start=/usr/bin/python3
    else continue; fi
    cat >"$packages/bin/$program" <<END
#!/bin/sh
here=\$(cd "\$(dirname "\$0")/.." && pwd)
export LD_LIBRARY_PATH="${libraries%:}\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
export PYTHONPATH="\${PYTHONPATH:+\$PYTHONPATH:}\$here/root/usr/lib/python3/dist-packages"
exec $start "\$@"
END
    chmod +x "$packages/bin/$program"
  done
}

# Builds find what was fetched, and what they make finds its libraries there (rpath of the old kind, which holds for libraries of
# libraries too).
use_fetched() {
  [ -f "$packages/fetched" ] || return 0
  export PATH=$packages/bin:$PATH
  export CMAKE_PREFIX_PATH=$packages/root/usr${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
  export LDFLAGS="-Wl,--disable-new-dtags ${LDFLAGS:-}"
  export UNDA_PYTHON=${UNDA_PYTHON:-$packages/bin/python3}
}

use_fetched
