# shellcheck shell=bash
# The findings file of programs in each of which one kind of thing goes wrong, watched by all detectors: every field that
# docs/findings.md promises is there, and ids are the same in a second run.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

# ids: of the findings.
ids() { sed -n 's/.*"id": "\(.*\)".*/\1/p' "$findings" | sort; }

for name in racing.AfterCountDown racing.AfterSubmit racing.PoolBesideThreads racing.SharedHashMap racing.ArrayElements \
  racing.StaticAfterInit racing.TimerAgainstMain racing.ThisAndClass racing.ReflectiveWrite live.Counters \
  deadlock.OppositeOrders deadlock.ConcurrentLocks views.RemoteAgent object.Figure3; do
  found_before=
  for _ in 1 2; do
    findings=$scratch/findings.json
    run "$RADDLE" run --quiet --out "$scratch/found" --detectors hb,racer,deadlock,views,object,atomrace \
      --json "$findings" -- "$jdk/bin/java" -cp "$class_path" "$name"
    [[ $status == 0 || $status == 66 ]] || fail "$name gave status $status: $err"
    run python3 "$programs/findings_file.py" "$findings"
    [[ $status == 0 ]] || fail "$name: $out$err"
    found_now=$(ids)
    [[ -n $found_now ]] || fail "$name: nothing was found"
    # Schedules differ, and what happens in them: some of it is the same.
    [[ -z $found_before || -n $(comm -12 <(echo "$found_before") <(echo "$found_now")) ]] ||
      fail "$name: all ids differ: $found_before and $found_now"
    found_before=$found_now
  done
done
done_testing
