# shellcheck shell=bash
# The programs under java/live, each under the agent: what it prints is what it prints without, and what is found is what
# its "expect:" lines say, by grade and variable.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

# OldCounter with the version of Java 1.4, which a JVM loads as such.
old=$scratch/old/live/OldCounter.class
mkdir -p "$scratch/old"
(cd "$scratch/old" && "$jdk/bin/jar" xf "${class_path%%:*}" live/OldCounter.class)
printf '\0\060' | dd of="$old" bs=1 seek=6 conv=notrunc status=none
class_path=$scratch/old:$class_path

for source in "$programs"/java/live/*.java; do
  name=live.$(basename -- "$source" .java)
  run "$jdk/bin/java" -cp "$class_path" "$name"
  plain=$out
  watch '' "$name"
  [[ $status == 0 ]] || fail "$name gave status $status under the agent: $err"
  [[ $out == "$plain" ]] || fail "$name printed '$out' under the agent, '$plain' without"
  expect_found "$(noted expect "$source")" "$(found live)" "$name"
done
expect_in 'major version: 48' "$("$jdk/bin/javap" -v "$old")"
done_testing
