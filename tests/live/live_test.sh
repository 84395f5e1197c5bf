# shellcheck shell=bash
# The programs under java/live, each under the agent: what it prints is what it prints without, and what is found is what
# its "expect:" lines say, by grade and variable.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
jdk=${!1:-}
if [[ -z $jdk ]]; then
  echo "$1 is not set"
  exit 77
fi
jar=$(dirname -- "$RADDLE")/../java/live_programs.jar

for source in "$RADDLE_SOURCE"/tests/live/java/live/*.java; do
  name=live.$(basename -- "$source" .java)
  run "$jdk/bin/java" -cp "$jar" "$name"
  plain=$out
  out_dir=$scratch/$name
  run "$jdk/bin/java" -Xverify:all "-agentpath:$RADDLE_AGENT=out=$out_dir" -cp "$jar" "$name"
  [[ $status == 0 ]] || fail "$name gave status $status under the agent: $err"
  [[ $out == "$plain" ]] || fail "$name printed '$out' under the agent, '$plain' without"
  run "$RADDLE" report --json "$scratch/findings.json" "$out_dir"
  found=$(sed -n 's/^[a-z -]*: *//; s/^\(observed\|predicted\) data race on \([^ ]*\) .*/\1 \2/p' <<<"$out" | sort)
  wanted=$(sed -n 's/.*expect: \([a-z]* [^ ]*\).*/\1/p' "$source" | sort)
  [[ $found == "$wanted" ]] || fail "$name: found '$found', not '$wanted'"
done
done_testing
