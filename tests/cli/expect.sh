# shellcheck shell=bash
# For the tests in this folder: run a command, look at its status and what it wrote.
set -euo pipefail
: "${RADDLE:?the raddle to test}" "${RADDLE_SOURCE:?the repository}"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

# run COMMAND...: leaves $status, $out and $err.
run() {
  status=0
  "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
  out=$(<"$scratch/out") err=$(<"$scratch/err")
}

# expect_ok COMMAND...: status 0 and a silent stderr.
expect_ok() {
  run "$@"
  [[ $status == 0 ]] || fail "$* gave status $status: $err"
  [[ -z $err ]] || fail "$* wrote to stderr: $err"
}

# expect_error STATUS 'LINE' COMMAND...: this status, this one line on stderr, nothing on stdout.
expect_error() {
  local wanted=$1 line=$2
  shift 2
  run "$@"
  [[ $status == "$wanted" ]] || fail "$* gave status $status, not $wanted"
  [[ $err == "$line" ]] || fail "$* said '$err', not '$line'"
  [[ -z $out ]] || fail "$* wrote to stdout: $out"
}

# expect_in 'TEXT' 'WHOLE': the text is part of it.
expect_in() {
  [[ $2 == *"$1"* ]] || fail "'$1' is not in: $2"
}

# expect_same FILE TEXT: the file has this text; RADDLE_UPDATE=1 writes it instead.
expect_same() {
  if [[ -n ${RADDLE_UPDATE:-} ]]; then
    mkdir -p "$(dirname -- "$1")"
    printf '%s\n' "$2" >"$1"
  elif ! diff -u -- "$1" <(printf '%s\n' "$2"); then
    fail "${1#"$RADDLE_SOURCE"/} differs; if that is right, run this test again with RADDLE_UPDATE=1"
  fi
}

done_testing() { exit $((failures > 0)); }
