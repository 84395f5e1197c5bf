# shellcheck shell=bash
# For tests that talk to a program while it runs: start it, wait for a line of its, and for its end.
: "${scratch:?}"

# start COMMAND...: in the background, its pid in $started; what it prints is for wait_for, its stderr in $scratch/err, its stdin ours.
start() {
  rm -f "$scratch/lines"
  mkfifo "$scratch/lines"
  "$@" >"$scratch/lines" 2>"$scratch/err" <&0 &
  started=$!
  exec {lines}<"$scratch/lines"
}

# wait_for PREFIX: reads lines up to one that begins so; the rest of it is in $rest.
wait_for() {
  local line
  while IFS= read -r line <&"$lines"; do
    line=${line%$'\r'}
    if [[ $line == "$1"* ]]; then
      rest=${line#"$1"}
      return
    fi
  done
  rest=''
  fail "it ended without a line that begins with '$1': $(<"$scratch/err")"
}

# finish: waits for the end; $status, $err, and in $out the lines that nobody waited for.
# shellcheck disable=SC2034  # they are the caller's
finish() {
  out=$(cat <&"$lines")
  exec {lines}<&-
  status=0
  wait "$started" || status=$?
  err=$(<"$scratch/err")
}
