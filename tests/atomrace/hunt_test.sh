# shellcheck shell=bash
# hunt_test.sh JDK: the crawler's race, which plain runs do not show, is suspected and then caught; what is remembered is
# tried first the next time.
# shellcheck source=atomrace.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/atomrace.sh"

findings=$scratch/findings.json memory=$scratch/memory
run "$RADDLE" hunt --runs 5 --first --json "$findings" --out "$scratch/found" --noise-memory "$memory" -- \
  "$jdk/bin/java" -cp "$ours" atomrace.Crawler
[[ $status == 66 ]] || fail "the hunt gave status $status: $err"
text=$(<"$findings")
expect_in '"variable": "atomrace.Crawler.connection"' "$text"
expect_in '"grade": "observed"' "$text"
expect_in '"check"' "$text"
expect_in '1 atomrace.Crawler.connection atomrace.Crawler.run' "$(<"$memory")"

# Noise is a matter of chance: as many runs as the hunt had.
for _ in 1 2 3 4 5; do
  raddle_run "--detectors atomrace --noise-memory $memory" atomrace.Crawler
  [[ $status == 66 ]] && break
done
[[ $status == 66 ]] || fail "none of five runs with a memory found it, the last gave status $status: $err"
expect_in '2 atomrace.Crawler.connection atomrace.Crawler.run' "$(<"$memory")"

# So is one that a pause of the program's hides, longer than the first runs hold a thread up.
raddle_run '' atomrace.Paused
[[ $status == 0 ]] || fail "a plain run of the pausing program gave status $status: $err"
run "$RADDLE" hunt --runs 6 --first --json "$findings" --out "$scratch/found" -- "$jdk/bin/java" -cp "$ours" atomrace.Paused
[[ $status == 66 ]] || fail "the hunt for what a pause hides gave status $status: $err"
expect_in '"variable": "atomrace.Paused.value"' "$(<"$findings")"

# What is no java command is hunted all the same.
run "$RADDLE" hunt --runs 2 --out "$scratch/found" -- sh -c "exec '$jdk/bin/java' -cp '$ours' atomrace.Bank 2 20"
[[ $status == 66 ]] || fail "the hunt through a shell gave status $status: $err"
expect_in 'no static check' "$err"
done_testing
