# shellcheck shell=bash
# silent_test.sh JDK RUNS: correct programs, one for each synchroniser and way to hand something over. All of them in one
# JVM, again and again: each checks its own result, and nothing is found though all is looked at. Nor if java.util is watched too.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

mapfile -t names < <(classes silent)
watch thorough support.Repeat "$2" "${names[@]}"
[[ $status == 0 ]] || fail "status $status under the agent: ${err:0:2000}"
expect_found '' "$(found silent)" "in $2 runs"
watch weave-jdk support.Repeat 2 "${names[@]}"
[[ $status == 0 ]] || fail "status $status with weave-jdk: ${err:0:2000}"
expect_found '' "$(found silent)" "with weave-jdk"
done_testing
