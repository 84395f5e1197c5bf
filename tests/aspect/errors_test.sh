# shellcheck shell=bash
# errors_test.sh JDK: each class of bad/ is an aspect with one mistake, which is told in one line, with the aspect and the
# method, status 2, before anything is written or run.
# shellcheck source=aspects.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/aspects.sh"
cd "$scratch"
"$jdk/bin/javac" -g -cp "$annotations" -d classes "$RADDLE_SOURCE"/tests/aspect/bad/*.java
mkdir program
cat >program/Started.java <<'END'
public class Started {
    public static void main(String[] arguments) {
        System.out.println("started");
    }
}
END
"$jdk/bin/javac" -d program program/Started.java

said=
for source in "$RADDLE_SOURCE"/tests/aspect/bad/*.java; do
  name=$(basename -- "$source" .java)
  [[ $name != Gone ]] || continue
  mkdir -p "$name/bad"
  # What it is made of, and not what it misses.
  find classes/bad -name "$name.class" -o -name "$name\$*.class" -o -name "${name}Base.class" |
    while read -r class; do cp "$class" "$name/bad"; done
  run "$RADDLE" weave --aspects "$name" -cp program -o woven.jar
  [[ $status == 2 && -z $out && ! -e woven.jar ]] || fail "$name: status $status, printed '$out'"
  said+=$err$'\n'
  expect_error 2 "${err/raddle weave/raddle run}" "$RADDLE" run --aspects "$name" -- "$jdk/bin/java" -cp program Started
done
expect_same "$expected/errors.txt" "$said"

# Jars that are none.
printf 'no jar' >file.jar
expect_error 2 'raddle weave: missing.jar: No such file or directory' "$RADDLE" weave --aspects missing.jar -cp program -o woven.jar
run "$RADDLE" weave --aspects file.jar -cp program -o woven.jar
[[ $status == 2 && $err == 'raddle weave: file.jar: '* && $(wc -l <<<"$err") == 1 ]] || fail "file.jar: $status $err"
mkdir -p damaged
head -c 100 Unbound/bad/Unbound.class >damaged/Unbound.class
run "$RADDLE" weave --aspects damaged -cp program -o woven.jar
[[ $status == 2 && $err == 'raddle weave: damaged'*'offset '* && $(wc -l <<<"$err") == 1 ]] || fail "damaged: $status $err"

# A parameter's type that is missing is told where the program's classes are known, which they are not in a script.
printf '#!/bin/sh\nexec "%s" -cp program Started\n' "$jdk/bin/java" >script
chmod +x script
run "$RADDLE" run --aspects Missing -- ./script
[[ $status == 0 && $out == started ]] || fail "a script: $status $out $err"

# Options.
expect_error 2 'raddle weave: which aspects? --aspects JAR' "$RADDLE" weave -cp program -o woven.jar
expect_error 2 'raddle weave: which classes? -cp PATH' "$RADDLE" weave --aspects program -o woven.jar
expect_error 2 'raddle weave: where to? -o OUT.jar, or a directory' "$RADDLE" weave --aspects program -cp program
expect_error 2 'raddle weave: program: is on the class path too: write to another place' \
  "$RADDLE" weave --aspects Unbound -cp program -o program
expect_error 2 "raddle run: --scope: character 8 of \"within(\": expected a type, found the end" \
  "$RADDLE" run --scope 'within(' -- "$jdk/bin/java" -cp program Started
done_testing
