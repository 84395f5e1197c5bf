# shellcheck shell=bash
# detector_test.sh JDK DETECTOR: the programs under java/DETECTOR, each watched by that detector alone: what is found is what
# its "expect:" lines say, by grade and variable; with strict, what its "expect strictly:" lines say too.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

# expect_watched OPTIONS NAME WANTED
expect_watched() {
  watch "$1" "$2"
  [[ $status == 0 ]] || fail "$2, $1, gave status $status under the agent: $err"
  [[ $out == "$plain" ]] || fail "$2, $1, printed '$out' under the agent, '$plain' without"
  expect_found "$3" "$(found "$4")" "$2, $1"
}

while read -r source; do
  name=$2.$(basename -- "$source" .java)
  run "$jdk/bin/java" -cp "$class_path" "$name"
  plain=$out
  always=$(noted expect "$source")
  expect_watched "detectors=$2" "$name" "$always" "$2"
  if [[ $2 == deadlock ]]; then continue; fi  # which has no other definition
  expect_watched "detectors=$2,strict" "$name" "$always"$'\n'"$(noted 'expect strictly' "$source")" "$2"
done < <(sources "$2")
done_testing
