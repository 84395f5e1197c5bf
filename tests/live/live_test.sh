# shellcheck shell=bash
# The programs under java/live, each under the agent: what it prints is what it prints without, and what is found is what
# its "expect:" lines say, by grade and variable.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

for source in "$programs"/java/live/*.java; do
  name=live.$(basename -- "$source" .java)
  run "$jdk/bin/java" -cp "$class_path" "$name"
  plain=$out
  watch '' "$name"
  [[ $status == 0 ]] || fail "$name gave status $status under the agent: $err"
  [[ $out == "$plain" ]] || fail "$name printed '$out' under the agent, '$plain' without"
  expect_found "$(noted expect "$source")" "$(found live)" "$name"
done
done_testing
