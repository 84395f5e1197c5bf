# shellcheck shell=bash
# Programs that end badly, disks that are full, options that mean nothing: what the program prints and how it ends is
# its own, and what was found is kept, or a line says why not.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
source "$(dirname -- "${BASH_SOURCE[0]}")/background.sh"
# shellcheck source=../cli/jdk.sh
source "$RADDLE_SOURCE/tests/cli/jdk.sh"
java=$jdk/bin/java
jar=$(dirname -- "$RADDLE")/../java/fault_programs.jar
# shellcheck disable=SC2016  # a class name
race='data race on faults.Racy$Counter.value'
cd "$scratch"

# expect_own WHAT STATUS OUT: the last run had the status and the output of a plain one.
expect_own() {
  [[ $status == "$2" ]] || fail "$1 gave status $status, not $2: $err"
  [[ $out == "$3" ]] || fail "$1 printed '$out', not '$3'"
}

# expect_kept WHAT: the last run has the finding in its report, and so has raddle report.
expect_kept() {
  expect_in "observed $race  " "$err"
  expect_in '1 finding: 1 observed' "$err"
  run "$RADDLE" report .raddle
  expect_in "observed $race  " "$out"
}

# However it ends.
while read -r words; do
  read -ra arguments <<<"$words"
  run "$java" -cp "$jar" "${arguments[@]}"
  plain_status=$status plain_out=$out
  rm -rf .raddle
  run "$RADDLE" run --fail-on never -- "$java" -cp "$jar" "${arguments[@]}"
  expect_own "$words" "$plain_status" "$plain_out"
  [[ $words == *Odd* ]] || expect_in "the program's own line" "$err"
  expect_kept "$words"
done <<'END'
faults.Ends return
faults.Ends exit
faults.Ends halt
faults.Ends throw
-Xmx32m faults.Ends out-of-memory
-Xmx32m -XX:+ExitOnOutOfMemoryError faults.Ends out-of-memory
faults.Odd
END

# kill -9.
rm -rf .raddle
start "$RADDLE" run --fail-on never -- "$java" -cp "$jar" faults.Ends wait
wait_for 'waiting in '
expect_in "raddle: observed $race: " "$(<err)" # said as it goes
kill -9 "$rest"
finish
expect_own 'a JVM that is killed' 137 ''
expect_in "note: JVM $rest was killed, crashed, or still runs: what it found until then is here" "$err"
expect_kept 'a JVM that is killed'

# Classes that cannot be woven, or not all of them: the rest is, and the report says which.
run "$RADDLE" run -- "$java" -cp "$jar" faults.Odd
[[ $status == 66 && $out == 'odd: 42' ]] || fail "an odd class: status $status, $out"
# shellcheck disable=SC2016
expect_in 'Odd$Body' "$(grep 'note: .*not woven' <<<"$err")"
{
  echo 'public class Huge { static int[] a = new int[1]; static void fill() {'
  for ((i = 0; i < 8000; i++)); do echo 'a[0] = 8000;'; done
  echo '} public static void main(String[] args) { fill(); System.out.println(a[0]); } }'
} >Huge.java
"$jdk/bin/javac" -d . Huge.java
run "$RADDLE" run -- "$java" -cp . Huge
expect_own 'a method of nearly 64 KiB' 0 8000
expect_in 'note: method Huge.fill() was not woven' "$err"

# Another agent that redefines what was woven: it may, and the class is watched still, whatever was added to it.
printf '%s\n' 'Premain-Class: faults.Redefined' 'Can-Redefine-Classes: true' 'Can-Retransform-Classes: true' >manifest
"$jdk/bin/jar" --create --file redefines.jar --manifest manifest
for detectors in hb,racer object views atomrace all; do
  run "$RADDLE" run --fail-on never --detectors "$detectors" -- "$java" -javaagent:redefines.jar -cp "$jar" faults.Redefined
  expect_own "a class redefined, with $detectors" 0 redefined
  if [[ $detectors == *hb* || $detectors == all ]]; then expect_in "observed $race  " "$err"; fi
done

# No memory: what could not be looked up where there was none is looked up again.
run "$RADDLE" run -- "$java" -Xmx24m -cp "$jar" faults.NoMemory
expect_own 'a program without memory' 0 $'1\n2\n3\n4'
expect_in 'no findings' "$err"
for detectors in object views atomrace all; do
  run "$RADDLE" run --fail-on never --detectors "$detectors" -- "$java" -Xmx24m -cp "$jar" faults.NoMemory
  expect_own "a program without memory, with $detectors" 0 $'1\n2\n3\n4'
done

# No room for the findings: a limit to the size of files, and where we may mount one, a full disk.
full() {
  run "$@" -- "$java" -XX:-UsePerfData -cp "$jar" faults.Ends exit
  expect_own 'without room for the findings' 3 raced
  expect_in "raddle: observed $race: " "$err"
  expect_in 'cannot write findings: ' "$err"
  expect_in 'raddle: not all of what was found here could be kept in ' "$err"
}
(
  ulimit -f 1
  full "$RADDLE" run --out limited
  done_testing
) || failures=$((failures + 1))
mkdir disk
if ((EUID == 0)) && mount -t tmpfs -o size=8k tmpfs disk 2>/dev/null; then
  full "$RADDLE" run --out disk/out
  umount disk
fi

# A folder that cannot be made: the findings are kept elsewhere.
mkdir temporary
TMPDIR=$scratch/temporary run "$RADDLE" run --out /proc/raddle -- "$java" -cp "$jar" faults.Ends exit
expect_own 'an unwritable --out' 66 raced
expect_in 'raddle run: /proc/raddle' "$err"
expect_in "findings go to $scratch/temporary/raddle-" "$err"
expect_in "observed $race  " "$err"
run "$RADDLE" report temporary/raddle-*
[[ $status == 66 ]] || fail "what an unwritable --out kept elsewhere is not there: $err"

# The agent by hand, with what makes no sense.
agent=$("$RADDLE" agent)
while read -r options line; do
  run "$java" "$agent=$options" -cp "$jar" faults.Ends exit
  expect_own "the agent with $options" 3 raced
  expect_in "$line; the program runs unwatched" "$err"
  [[ $err != *"$race"* ]] || fail "it was watched with $options"
done <<'END'
frobnicate raddle: unknown option frobnicate; raddle agent --help lists them
strikt raddle: unknown option strikt; did you mean strict?
detectors=psychic raddle: detectors: 'psychic' has an unknown detector, psychic: there are hb, racer, eraser, deadlock, views, object, atomrace, and all
out raddle: out needs a value: out=DIR
=,=, raddle: unknown option =; raddle agent --help lists them
out=/proc/raddle raddle: /proc/raddle/runs: cannot be made: No such file or directory
END

# Twice: the first one watches.
run "$java" "$agent=out=twice" "$agent=out=twice" -cp "$jar" faults.Ends exit
expect_own 'the agent given twice' 3 raced
expect_in 'raddle: the agent was given to this JVM twice; the second is ignored' "$err"
expect_in 'raddle: 1 finding; to see it: raddle report ' "$err"

done_testing
