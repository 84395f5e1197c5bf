# shellcheck shell=bash
# Real jars: all of them are read, and what is written can be read again and fits the classes.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
jars=$("$RADDLE_SOURCE/corpus/fetch-jars" "$@") || { echo "SKIPPED: the jars cannot be had"; exit 77; }
while IFS= read -r jar; do
  run "$RADDLE" atoms -cp "$jar" --kinds all -o "$scratch/sections"
  [[ $status == 0 ]] || fail "$jar: status $status: $err"
  printf '%s: %s\n' "${jar##*/}" "$out"
  run "$RADDLE" atoms -cp "$jar" --check "$scratch/sections"
  [[ $status == 0 ]] || fail "$jar: its own sections do not fit: $err"
done <<<"$jars"
done_testing
