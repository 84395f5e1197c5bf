# shellcheck shell=bash
# racing_test.sh JDK RUNS: programs with one mistake each, whose race is in every schedule. All of them in one JVM, which
# takes longer than all of it is looked at unless one says so, RUNS times: what is found each time is what their "expect:"
# lines say, by grade and variable; a "may:" line names a variable that may be found or not, because another race leads to
# it. Of each thread but the first, pools' too, the findings say who started it.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

mapfile -t names < <(classes racing)
mapfile -t files < <(sources racing)
wanted=$(noted expect "${files[@]}")
maybe=$(noted may "${files[@]}")
for ((number = 1; number <= $2; number++)); do
  watch thorough support.Repeat 1 "${names[@]}"
  [[ $status == 0 ]] || fail "run $number gave status $status under the agent: ${err:0:2000}"
  seen=$(found racing | awk 'NR == FNR { maybe[$1, $2]; next } !(($1, $3) in maybe)' <(printf '%s\n' "$maybe") -)
  expect_found "$wanted" "$seen" "run $number"
  orphans=$(awk -F '"' '$2 == "thread" { if (thread) print thread; thread = $4 == "main" ? "" : $4 }
    $2 == "starter" { thread = "" }
    END { if (thread) print thread }' "$findings")
  [[ -z $orphans ]] || fail "run $number: nobody started $orphans"
done
done_testing
