# shellcheck shell=bash
# phases_test.sh JDK: a race that begins when hot code is no longer asked about is seen in the next loud slice, ten seconds
# behind the first second; src/agent/phases.h has the times.
# shellcheck source=atomrace.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/atomrace.sh"

raddle_run '--detectors atomrace' atomrace.LateRace 4 10
[[ $status == 66 && $out == *'done'* ]] || fail "status $status and '$out' where threads begin to race late: $err"
expect_in '"variable": "atomrace.LateRace.shared"' "$(<"$findings")"
done_testing
