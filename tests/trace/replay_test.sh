# shellcheck shell=bash
# replay_test.sh JDK: programs of tests/live recorded under the agent; the replay finds what the run found, id by id.
# shellcheck source=../live/live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../live/live.sh"

ids() { sed -n 's/^ *"id": "\([0-9a-f]*\)".*/\1/p' "$1" | sort; }

# record OPTIONS CLASS [ARGUMENT...]: leaves $scratch/trace, and the ids that the run found in $live.
record() {
  local options=$1
  shift
  rm -rf "$scratch/trace" "$scratch/live.json"
  # shellcheck disable=SC2086
  run "$RADDLE" run --quiet --out "$scratch/out" --record "$scratch/trace" --json "$scratch/live.json" --fail-on never $options \
    -- "$jdk/bin/java" -cp "$class_path" "$@"
  [[ $status == 0 ]] || fail "$* gave status $status: ${err:0:2000}"
  live=$(ids "$scratch/live.json")
}

# replayed [OPTION...]: the ids that the replay finds in $replayed.
replayed() {
  run "$RADDLE" replay --json "$scratch/replay.json" --fail-on never "$@" "$scratch/trace"
  [[ $status == 0 ]] || fail "the replay gave status $status: ${err:0:2000}"
  replayed=$(ids "$scratch/replay.json")
}

# All racing programs in one JVM, with the detectors of the run.
mapfile -t names < <(classes racing)
record '' support.Repeat 1 "${names[@]}"
replayed
[[ -n $live ]] || fail 'nothing was found in the racing programs'
[[ $live == "$replayed" ]] || fail "racing: $(diff <(echo "$live") <(echo "$replayed") | head -20)"
expect_in '"stack": [' "$(<"$scratch/replay.json")"

# The same trace for detectors that the run did not have; and a run with them, but for object: what it sees is not recorded.
replayed --detectors deadlock,views,eraser
record '--detectors hb,racer,deadlock,views,atomrace' support.Repeat 1 racing.MissingLock racing.TwoLocks racing.SharedHashMap
replayed --detectors all
[[ $live == "$replayed" ]] || fail "all detectors: $(diff <(echo "$live") <(echo "$replayed") | head -20)"

# Places of critical sections, for views, with a wait among them.
record '--detectors views' support.Repeat 1 views.RemoteAgent
replayed --detectors views
[[ -n $live && $live == "$replayed" ]] || fail "views: live '$live', replayed '$replayed'"

record '--detectors views' views.ReadInParts
replayed --detectors views
[[ $(wc -w <<<"$live") == 1 && $live == "$replayed" ]] || fail "read in parts: live '$live', replayed '$replayed'"

# Silent programs stay silent.
mapfile -t names < <(classes silent | head -40)
record '' support.Repeat 1 "${names[@]}"
replayed
[[ -z $live && -z $replayed ]] || fail "silent: live '$live', replayed '$replayed'"

# A program that is killed leaves what it did before.
rm -rf "$scratch/trace"
"$jdk/bin/java" "-agentpath:$RADDLE_AGENT=out=$scratch/found,quiet,record=$scratch/trace" -cp "$class_path" \
  support.Repeat 1000000 racing.MissingLock >/dev/null 2>&1 &
killed=$!
until [[ $(stat -c %s "$scratch/trace" 2>/dev/null || echo 0) -gt 20000 ]]; do
  kill -0 $killed 2>/dev/null || break
  sleep 0.1
done
kill -9 $killed
wait $killed 2>/dev/null || true
replayed
expect_in racing.MissingLock.total "$out"
expect_in 'before the program did' "$out"

# Nor does it matter where the end is missing.
record '' racing.MissingLock
size=$(stat -c %s "$scratch/trace")
head -c $((size - 5)) "$scratch/trace" >"$scratch/torn"
run "$RADDLE" replay --fail-on never "$scratch/torn"
[[ $status == 0 ]] || fail "a torn trace gave status $status"
expect_in 'before the program did' "$out"

# What is no trace, or damaged, says so in a line.
expect_error 2 "raddle replay: $scratch/nowhere: No such file or directory" "$RADDLE" replay "$scratch/nowhere"
echo nonsense >"$scratch/nonsense"
expect_error 2 "raddle replay: $scratch/nonsense: offset 0: this is no trace of this version" \
  "$RADDLE" replay "$scratch/nonsense"
printf 'x' | dd of="$scratch/trace" bs=1 seek=23 conv=notrunc status=none
expect_error 2 "raddle replay: $scratch/trace: offset 15: a block that is damaged" "$RADDLE" replay "$scratch/trace"
done_testing
