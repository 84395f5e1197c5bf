# shellcheck shell=bash
# racer_test.sh JDK: examples/racer-aspect finds in the paper's programs what the native detector finds with --strict.
# shellcheck source=aspects.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/aspects.sh"
cd "$scratch"
programs=$(dirname -- "$RADDLE")/../java/live_programs.jar
"$jdk/bin/javac" -g -Xlint:all -Werror -cp "$annotations" -d classes "$RADDLE_SOURCE"/examples/racer-aspect/racer/*.java
"$jdk/bin/jar" --create --file racer.jar -C classes .
expect_ok "$RADDLE" weave --aspects racer.jar -cp "$programs" -o woven.jar

# races: what the aspect printed, by variable.
races() { sed -n 's/^race on \([^:]*\):.*/\1/p' <<<"$out" | sort -u; }

# expect_races WANTED NAME
expect_races() {
  [[ $status == 0 ]] || fail "$2 gave status $status: $err"
  [[ $(races) == "$1" ]] || fail "$2: found '$(races)', not '$1'"
}

for source in "$RADDLE_SOURCE"/tests/live/java/paper/*.java; do
  name=paper.$(basename -- "$source" .java)
  wanted=$(sed -n 's|.*// finds\( strictly\)*: \(.*\)|\2|p' "$source" | sort -u)
  run timeout 100 "$jdk/bin/java" -Xverify:all -cp woven.jar "$name"
  expect_races "$wanted" "$name, woven ahead of time"
  run timeout 100 "$RADDLE" run --quiet --detectors racer --strict --json native.json --aspects racer.jar -- "$jdk/bin/java" -cp "$programs" "$name"
  expect_races "$wanted" "$name, woven when loaded"
  native=$(jq -r '.findings[].variable' native.json | sort -u)
  [[ $native == "$wanted" ]] || fail "$name: the native detector beside it found '$native', not '$wanted'"
done
done_testing
