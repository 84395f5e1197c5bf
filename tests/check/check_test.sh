# shellcheck shell=bash
# The programs under java/check: what raddle check finds is what their "expect:" lines say, by variable; those without
# any must be silent. A "check:" line gives the arguments, else it is --main.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
jar=$(dirname -- "$RADDLE")/../java/check_programs.jar
jdk=${RADDLE_JDK17:-}

for source in "$RADDLE_SOURCE"/tests/check/java/check/*.java; do
  name=check.$(basename -- "$source" .java)
  read -ra arguments <<<"$(sed -n 's/^\/\/ check: //p' "$source")"
  [[ ${#arguments[@]} -gt 0 ]] || arguments=(--main "$name")
  expect_ok "$RADDLE" check ${jdk:+--jdk "$jdk"} -cp "$jar" "${arguments[@]}"
  found=$(sed -n 's/^suspected data race on \([^ ]*\) .*/\1/p' <<<"$out" | sort -u)
  wanted=$(sed -n 's/.*expect: \([^ ]*\).*/\1/p' "$source" | sort -u)
  [[ $found == "$wanted" ]] || fail "$name: found '$found', not '$wanted'"
done

# What is called wrongly says so in a line.
expect_error 2 'raddle check: say what to check: --main CLASS for a program, or --open for a library' \
  "$RADDLE" check -cp "$jar"
expect_error 2 'raddle check: no class check.Nowhere on the class path' "$RADDLE" check -cp "$jar" --main check.Nowhere
expect_error 2 'raddle check: class check.Database has no method public static void main(String[])' \
  "$RADDLE" check -cp "$jar" --main check.Database
expect_error 2 'raddle check: --api check.Nothing: there is no such class on the class path' \
  "$RADDLE" check -cp "$jar" --open --api check.Nothing

# The paper's counts for its running example (Fig. 4), and the exit status that --fail-on asks for.
run "$RADDLE" check -cp "$jar" --open --api check.Fig4 --stats --fail-on suspected
[[ $status == 66 ]] || fail "--fail-on suspected gave status $status"
counts=$(sed -n 's/^  \(original\|reachable\|aliasing\|escaping\|unlocked\) *//p' <<<"$out" | tr '\n' ' ')
[[ $counts == '5 2 2 2 1 ' ]] || fail "Fig. 4 has pairs $counts"

# What is missing or damaged is named, and the rest is analysed.
mkdir "$scratch/half"
(cd "$scratch/half" && jar xf "$jar" check/Database.class "check/Database\$ConnectionSource.class")
echo "no jar" >"$scratch/broken.jar"
run "$RADDLE" check -cp "$scratch/half:$scratch/broken.jar:$scratch/nowhere.jar" --open
[[ $status == 0 ]] || fail "a half class path gave status $status: $err"
expect_in "class check.Database\$ConnectionManager is not on the class path" "$out"
expect_in 'broken.jar' "$out"
expect_in 'nowhere.jar' "$out"

# A budget that cannot be kept weakens the contexts, and says so.
run "$RADDLE" check -cp "$jar" --main check.Unguarded --contexts origin+kobj:1 --memory 1M
expect_in 'contexts origin+kobj:1 took more memory than the budget allows: origin used instead' "$out"
expect_in 'contexts origin took more memory than the budget allows: insensitive used instead' "$out"
expect_in 'suspected data race on check.Unguarded.count' "$out"
done_testing
