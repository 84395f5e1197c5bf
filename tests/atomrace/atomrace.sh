# shellcheck shell=bash
# For the tests in this folder: programs of ours under `raddle run`, besides those of tests/live.
# shellcheck source=../live/live.sh
source "$RADDLE_SOURCE/tests/live/live.sh"
ours=$(dirname -- "$RADDLE")/../java/atomrace_programs.jar

# raddle_run 'OPTIONS' CLASS [ARGUMENT...]: leaves what `run` leaves, and the findings in $findings.
raddle_run() {
  local options
  read -ra options <<<"$1"
  shift
  findings=$scratch/findings.json
  rm -f "$findings"
  run "$RADDLE" run --out "$scratch/found" --json "$findings" "${options[@]}" -- "$jdk/bin/java" -Xverify:all \
    "${preview[@]}" -cp "$ours:$class_path" "$@"
}
