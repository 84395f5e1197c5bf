# shellcheck shell=bash
# run and agent: whatever the command is, it is watched, keeps its input, output, signals and status, and what was found
# is told as asked.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
source "$RADDLE_SOURCE/tests/faults/background.sh"
# shellcheck source=../cli/jdk.sh
source "$RADDLE_SOURCE/tests/cli/jdk.sh"
java=$jdk/bin/java
jar=$(dirname -- "$RADDLE")/../java/fault_programs.jar
ends=("$java" -cp "$jar" faults.Ends)
# shellcheck disable=SC2016  # a class name
race='data race on faults.Racy$Counter.value'
cd "$scratch"
unset JAVA_TOOL_OPTIONS

# expect_run STATUS OUT COMMAND...
expect_run() {
  local wanted=$1 printed=$2
  shift 2
  run "$@"
  [[ $status == "$wanted" ]] || fail "$* gave status $status, not $wanted: $err"
  [[ $out == "$printed" ]] || fail "$* printed '$out', not '$printed'"
}

# A plain java: findings make the status 66, whatever the program's; without any that count it is the program's.
expect_run 66 raced "$RADDLE" run -- "${ends[@]}" return
expect_in "raddle: observed $race: " "$err"
expect_in "observed $race  " "$err"
[[ $(tail -n 1 <<<"$err") == '1 finding: 1 observed' ]] || fail "it ended with $(tail -n 1 <<<"$err")"
expect_run 66 raced "$RADDLE" run "${ends[@]}" exit # the dashes may be left out
expect_run 3 raced "$RADDLE" run --fail-on never -- "${ends[@]}" exit
expect_run 66 raced "$RADDLE" run --detectors racer --fail-on predicted -- "${ends[@]}" exit
expect_in '1 finding: 1 predicted' "$err"
expect_run 3 raced "$RADDLE" run --detectors=racer -- "${ends[@]}" exit
nothing_watched=$'note: no class was watched: --include, --exclude and --scope leave none of those that were loaded\nno findings'
for limit in --exclude=faults --include=com.acme,org.x '--scope=within(com.acme..*)'; do
  expect_run 3 raced "$RADDLE" run "$limit" -- "${ends[@]}" exit
  [[ $(tail -n 2 <<<"$err") == "$nothing_watched" ]] || fail "$limit: $err"
done
expect_run 66 raced "$RADDLE" run --include com.acme --include faults -- "${ends[@]}" exit
[[ $err != *note:* ]] || fail "classes of faults were watched: $err"
expect_run 66 raced "$RADDLE" run --quiet --stats -- "${ends[@]}" exit
[[ $err != *"raddle: observed"* ]] || fail "--quiet is not quiet: $err"
expect_in ' places watched, 1 finding' "$err"

# How to see it again: with all that says what is watched, whatever it is watched with.
: >empty.contracts
run "$RADDLE" run --quiet --seed 7 --detectors hb --exclude com.acme --contracts empty.contracts --json found.json -- "${ends[@]}" return
expect_in '"raddle run --detectors hb --exclude com.acme --contracts empty.contracts --noise '"'variable=faults.Racy\$Counter.value:1000' --seed 7 -- " \
  "$(<found.json)"

# The program's input is its own.
status=0
echo hello | "$RADDLE" run --fail-on never -- "${ends[@]}" echo >out 2>err || status=$?
[[ $status == 0 && $(<out) == $'raced\nhello' ]] || fail "echo: status $status, $(<out)"

# Watched methods need more of the stack, and have it: of what java gives by itself, of what the command says, of what the
# thread was made with; and where another command starts java.
deep=$'main 6000\nthread 6000\nlarge 60000'
expect_run 0 "$deep" "$RADDLE" run -- "$java" -cp "$jar" faults.Deep 6000
expect_run 0 "$deep" "$RADDLE" run -- bash -c '"$@"' - "$java" -cp "$jar" faults.Deep 6000
expect_run 0 $'main 2500\nthread 2500\nlarge 25000' "$RADDLE" run -- "$java" -cp "$jar" -Xss512k faults.Deep 2500

# JSON and suppressions.
printf 'variable: faults.**\nreason: on purpose\n' >ok.txt
expect_run 3 raced "$RADDLE" run --suppress ok.txt --json found.json -- "${ends[@]}" exit
[[ $(tail -n 1 <<<"$err") == 'no findings (1 suppressed)' ]] || fail "suppressed: $err"
expect_in '"suppressed": 1' "$(<found.json)"
expect_in "$(printf '%s\n' '  "command": [' '    "run",' '    "--suppress",')" "$(<found.json)"
run "$RADDLE" run --json found.json -- "${ends[@]}" exit
expect_in '"thread": "first"' "$(<found.json)"
if [[ -e /dev/full ]]; then
  expect_run 1 raced "$RADDLE" run --fail-on never --json /dev/full -- "${ends[@]}" return
  expect_in 'raddle run: /dev/full: No space left on device' "$err"
fi

# Nobody reads what raddle says: the rest is done all the same.
if [[ -e /dev/full ]]; then
  status=0
  "$RADDLE" hunt --runs 2 --json full.json -- "${ends[@]}" return >out 2>/dev/full || status=$?
  [[ $status == 66 && $(<out) == $'raced\nraced' ]] || fail "a hunt with no room on stderr: $status, $(<out)"
  expect_in '"observed": 1' "$(<full.json)"
fi

# Anything else gets the agent through JAVA_TOOL_OPTIONS, which keeps what it has: several JVMs are one run, wherever.
odd="an 'odd', \"place\"=x"
mkdir "$odd"
cd "$odd"
export JAVA_TOOL_OPTIONS='-Dfaults.property="two words"'
expect_run 66 $'raced\ntwo words\nraced' "$RADDLE" run --json found.json -- \
  bash -c '"$@" property && unset JAVA_HOME && exec "$@" return' - "${ends[@]}"
unset JAVA_TOOL_OPTIONS
journals=(.raddle/latest/jvm-*.journal)
[[ ${#journals[@]} == 2 ]] || fail "two JVMs made ${#journals[@]} journals"
expect_run 66 raced "$RADDLE" run --out 'a,b= c' -- "${ends[@]}" return
[[ -d 'a,b= c/latest/' ]] || fail "no run in 'a,b= c'"
cd ..

# The JVMs that a plain java starts run unwatched, unless it is told through the environment too.
expect_run 0 $'raced\nraced' "$RADDLE" run --fail-on never -- "${ends[@]}" child
journals=(.raddle/latest/jvm-*.journal)
[[ ${#journals[@]} == 1 ]] || fail "java and its child made ${#journals[@]} journals"
expect_run 0 $'raced\nraced' "$RADDLE" run --fail-on never -- env "${ends[@]}" child
journals=(.raddle/latest/jvm-*.journal)
[[ ${#journals[@]} == 2 ]] || fail "env java and its child made ${#journals[@]} journals"

# No JVM at all.
expect_run 7 '' "$RADDLE" run --json none.json -- bash -c 'exit 7'
[[ $err == $'note: no JVM was watched: nothing that was started loaded the agent\nno findings' ]] || fail "no JVM: $err"
expect_run 143 '' "$RADDLE" run -- bash -c 'kill $$'

# Signals: sent to raddle, they reach the program, once; and the report is still made.
start "$RADDLE" run --fail-on never -- "${ends[@]}" wait
wait_for 'waiting in '
kill -QUIT "$started" # a JVM prints its threads and goes on
wait_for 'Full thread dump'
kill -TERM "$started"
wait_for 'shut down'
finish
[[ $status == 143 ]] || fail "a program that was terminated gave $status"
expect_in '1 finding: 1 observed' "$err"
# A hunt that is told to end begins no other run.
start "$RADDLE" hunt --runs 3 -- "${ends[@]}" wait
wait_for 'waiting in '
kill -TERM "$started"
finish
[[ $status == 66 && $(grep -c 'run [1-3] of 3' <<<"$err") == 1 ]] || fail "a hunt that was terminated: $status, $err"
expect_in 'raddle hunt: run 1 of 3: 1 observed; interrupted' "$err"
if command -v script >/dev/null; then
  mkfifo keys
  exec {keys}<>keys
  # A shell's background jobs ignore Ctrl-C, and so would all that they start.
  start env --default-signal=INT script -qec \
    "stty -echo; exec '$RADDLE' run -- '$java' -cp '$jar' faults.Interrupts" /dev/null <&"$keys"
  wait_for 'started by '
  raddle=$rest
  printf '\003' >&"$keys"
  wait_for 'interrupt 1'
  kill -TERM "$raddle"
  wait_for 'interrupts: '
  [[ $rest == 1 ]] || fail "Ctrl-C reached the program $rest times"
  exec {keys}>&-
  finish
  [[ $status == 9 ]] || fail "the program behind a terminal gave $status"
fi

# By hand: the line at the end is a command that shows what was found.
agent=$("$RADDLE" agent --out 'by hand, once' --detectors hb --include faults)
expect_run 3 raced "$java" "$agent" -cp "$jar" faults.Ends exit
shown=$(sed -n 's/^raddle: 1 finding; to see it: raddle //p' <<<"$err")
[[ -n $shown ]] || fail "by hand: $err"
run bash -c "'$RADDLE' $shown"
expect_in "observed $race" "$out"
# How often depends on the schedule.
grep -qE '^ *seen (once|[0-9]+ times) by hb; object: faults.Racy\$Counter allocated at Racy.java:[0-9]+$' <<<"$out" || fail "by hand: who found it? $out"

# Errors of use, one line each; nothing is run and nothing is left behind.
mkdir clean
cd clean
expect_error 2 'raddle run: -- COMMAND... is missing: usage is raddle run [options] -- COMMAND...' \
  "$RADDLE" run --strict
expect_error 2 "raddle run: --detectors: 'hb,psychic' has an unknown detector, psychic: there are hb, racer, eraser, deadlock, views, object, atomrace, and all" \
  "$RADDLE" run --detectors hb,psychic -- echo no
expect_error 2 'raddle run: --fail-on bad: there are observed, predicted, suspected, never' \
  "$RADDLE" run --fail-on bad -- echo no
expect_error 2 'raddle run: --json no/such.json: there is no folder no' "$RADDLE" run --json no/such.json -- echo no
expect_error 2 'raddle run: --noise-memory no/such: there is no folder no' \
  "$RADDLE" run --noise-memory no/such -- echo no
expect_error 2 'raddle run: --record .: that is a folder: name a file' "$RADDLE" run --record . -- echo no
expect_error 2 "raddle run: --noise variable=x:5:5:5: has more after PATTERN than :P:T:KIND" \
  "$RADDLE" run --noise variable=x:5:5:5 -- echo no
# The agent's own options, before a JVM is started with them.
expect_error 2 'raddle agent: --facts all: it is safe, closed or none' "$RADDLE" agent --facts all
expect_error 2 'raddle agent: --heal all: is neither schedule nor lock' "$RADDLE" agent --heal all
expect_error 2 'raddle agent: --scope: character 5 of "get(": expected a type, found the end' "$RADDLE" agent --scope 'get('
expect_error 2 'raddle run: --scope: character 1 of "withn(com.acme)": no pointcut is named withn' \
  "$RADDLE" run --scope 'withn(com.acme)' -- echo no
expect_error 2 'raddle heal: unknown option --detectors; raddle heal --help lists the options' "$RADDLE" heal --atoms none.atoms --detectors hb -- echo no
expect_error 2 'raddle agent: none.atoms: No such file or directory' "$RADDLE" agent --atoms none.atoms
expect_error 2 'raddle run: --json .: that is a folder: name a file' "$RADDLE" run --json . -- echo no
expect_error 2 "raddle run: --noise random:50:1:nap: 'nap' is no number, nor one of yield, spin, sleep and wait" \
  "$RADDLE" run --noise random:50:1:nap -- echo no
expect_error 2 "raddle run: --noise random:5:-1: '-1' is no number, nor one of yield, spin, sleep and wait" \
  "$RADDLE" run --noise random:5:-1 -- echo no
expect_error 2 "raddle run: --json -: the standard output is the program's: name a file" "$RADDLE" run --json - echo no
expect_error 2 'raddle run: none.contracts: No such file or directory' \
  "$RADDLE" run --contracts none.contracts -- echo no
expect_error 2 "raddle run: --include: 'com.*' is not a package: com.acme stands for itself and all below it" \
  "$RADDLE" run --include 'com.*' -- echo no
[[ -z $(ls -A) ]] || fail "left behind: $(ls -A)"
expect_error 2 'raddle run: no-such-command: No such file or directory' "$RADDLE" run -- no-such-command
[[ -z $(ls .raddle/runs) ]] || fail "left behind: $(ls .raddle/runs)"

done_testing
