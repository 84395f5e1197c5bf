# shellcheck shell=bash
# Packages and builds, for ./raddle and ./test, which source this file with `root` set to the repository's folder.
#
# Nothing here writes to stdout: that belongs to the program. What tools have to say goes to a log in build/; its end is
# shown when something fails.

: "${root:?}"

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# packages SET...: the names of the packages in these sets, one a line.
packages() {
  local package set wanted
  while read -r package set; do
    for wanted in "$@"; do
      [[ $set == "$wanted" ]] && printf '%s\n' "$package"
    done
  done < <(grep -v '^#' "$root/scripts/packages.txt")
  return 0
}

# missing_packages SET...: those that are not installed. One dpkg-query for all; it complains on stderr about names
# that it has never heard of, which are then missing too. Where there is no dpkg the build will say what it misses.
missing_packages() {
  command -v dpkg-query >/dev/null || return 0
  local wanted installed
  wanted=$(packages "$@" | sort -u)
  # shellcheck disable=SC2086,SC2016  # names are words; the format is dpkg's, not the shell's
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null |
    sed -n 's/^installed //p' | sort -u)
  comm -23 <(printf '%s\n' "$wanted") <(printf '%s\n' "$installed")
}

# install_packages SET...: installs what is missing, or says how and exits 2.
install_packages() {
  local missing as_root=()
  missing=$(missing_packages "$@" | tr '\n' ' ')
  missing=${missing% }
  [[ -n $missing ]] || return 0
  if ((EUID != 0)); then
    if sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      say "packages are missing; please run:"
      printf 'sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' "$missing" >&2
      exit 2
    fi
  fi
  say "installing with apt-get: $missing"
  mkdir -p "$root/build"
  local log=$root/build/apt.log
  # Old package lists are better than none, so a failed update is not the end.
  "${as_root[@]}" apt-get update >"$log" 2>&1 || say "apt-get update failed; trying with the lists there are"
  # shellcheck disable=SC2086
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing \
    >>"$log" 2>&1 </dev/null || fail_with_log "apt-get install failed" "$log"
}

fail_with_log() {
  say "$1; the end of $2:"
  tail -n 40 "$2" >&2
  exit 2
}

# build PRESET TARGET [-DNAME=VALUE ...]: configures and builds into build/PRESET, one caller at a time. The stamp
# build/PRESET/TARGET.stamp carries the time the build *began*, so that a file changed meanwhile counts as newer.
build() {
  local preset=$1 target=$2 folder=$root/build/$1 lock
  shift 2
  mkdir -p "$root/build"
  exec {lock}>"$root/build/$preset.lock"
  if ! flock -n "$lock"; then
    say "waiting for another build of $preset"
    flock "$lock"
  fi
  if ! up_to_date "$preset" "$target"; then
    forget_other_place "$folder"
    mkdir -p "$folder"
    local log=$folder/build.log
    touch "$folder/$target.begun"
    say "building build/$preset (log: build/$preset/build.log)"
    logged "$log" configure_and_build "$preset" "$target" "$@" || fail_with_log "the build failed" "$log"
    mv "$folder/$target.begun" "$folder/$target.stamp"
  fi
  exec {lock}>&-
}

configure_and_build() (
  preset=$1 target=$2
  shift 2
  cd "$root" || exit 1
  # The tests need more packages than the command; once ./test has asked for them they stay.
  if [[ $target == raddle && ! -e build/$preset/CMakeCache.txt ]]; then set -- -DRADDLE_TESTS=OFF; fi
  export NINJA_STATUS='[%f/%t] '
  cmake --preset "$preset" "$@" && cmake --build "build/$preset" --target "$target"
)

# logged FILE COMMAND...: the command's output goes to the file; on a terminal one line counts ninja's steps.
logged() {
  local log=$1
  shift
  if [[ -t 2 && ${TERM:-dumb} != dumb ]]; then
    "$@" 2>&1 | tee "$log" | count_steps
  else
    "$@" >"$log" 2>&1
  fi
}

count_steps() {
  local line
  while IFS= read -r line; do
    if [[ $line =~ ^\[[0-9]+/[0-9]+\] ]]; then printf '\r%s: %s ' "${0##*/}" "${BASH_REMATCH[0]}" >&2; fi
  done
  printf '\r\033[K' >&2
}

# CMake's files hold absolute paths: those of a tree that was moved or copied are of no use.
forget_other_place() {
  local cache=$1/CMakeCache.txt
  if [[ -e $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then rm -rf "$1"; fi
}

# up_to_date PRESET TARGET: has nothing in the sources changed since it was built? Files that were added or removed
# change their folder's time. This is what each call of ./raddle pays, so it is one find that stops at the first hit.
up_to_date() {
  local stamp=$root/build/$1/$2.stamp inputs=() input
  [[ -e $stamp ]] || return 1
  for input in CMakeLists.txt CMakePresets.json cmake src java contracts models examples tests fuzz; do
    case $input in
      tests | fuzz) [[ $2 == raddle ]] && continue ;; # not what the command is made of
    esac
    [[ -e $root/$input ]] && inputs+=("$root/$input")
  done
  [[ -z $(find "${inputs[@]}" -newer "$stamp" -print -quit) ]]
}
