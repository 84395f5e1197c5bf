# shellcheck shell=bash
# silent_test.sh JDK RUNS: the correct programs of tests/live, spin locks and lock-free algorithms among them, have no
# races under heavy noise either, and end as they should.
# shellcheck source=atomrace.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/atomrace.sh"

mapfile -t names < <(classes silent)
for noise in random:1000:0.1 random:100:2; do
  raddle_run "--detectors atomrace --noise $noise --seed $RANDOM" support.Repeat "$2" "${names[@]}"
  [[ $status == 0 ]] || fail "status $status under $noise: ${err:0:2000}"
  expect_found '' "$(found silent)" "under $noise"
done
done_testing
