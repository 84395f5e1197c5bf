# shellcheck shell=bash
# phases_test.sh JDK: hot code is looked at and passed over by turns, a few milliseconds each. Correct programs stay
# silent, what is not compiled is looked at all the time, and nobody is left to think that all was.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

mapfile -t names < <(classes silent)
for length in 5 40; do
  watch "phases=$length" support.Repeat 6 "${names[@]}"
  [[ $status == 0 ]] || fail "status $status with phases of $length ms: ${err:0:2000}"
  expect_found '' "$(found silent)" "with phases of $length ms"
done

# Views and deadlock look at one window at a time. What a lock of the program's own makes guards nothing in their eyes.
readonly three=detectors=racer+deadlock+views
watch "$three,phases=15" support.Repeat 6 "${names[@]}"
[[ $status == 0 ]] || fail "status $status, $three: ${err:0:2000}"
expect_found '' "$(found silent | sed '/^OwnReadWriteLock predicted /d')" "$three"
watch "$three,phases=20" phases.Late
expect_found $'Late predicted phases.Late$One\nLate predicted phases.Late.height' "$(found phases)" "in Late"

# Where others ask for locks and objects, too, nothing is passed over that would make a race of two accesses in order.
watch detectors=all,phases=15 support.Repeat 6 "${names[@]}"
[[ $status == 0 ]] || fail "status $status with all detectors: ${err:0:2000}"
expect_found '' "$(found silent | grep ' observed ' || true)" "observed, with all detectors"

watch phases=20 phases.StillReads
[[ $status == 0 ]] || fail "status $status of StillReads: ${err:0:2000}"
expect_found '' "$(found phases)" "in StillReads"
readonly said='hot code was looked at in the first seconds, then in slices only'
grep -qF "$said" "$findings" || fail "it was not said that hot code was passed over"
watch phases=20,thorough phases.StillReads
if grep -qF "$said" "$findings"; then fail "it was said that hot code was passed over, though none was"; fi

watch phases=2000 phases.FrozenRows
[[ $status == 0 ]] || fail "status $status of FrozenRows: ${err:0:2000}"
expect_found '' "$(found phases)" "in FrozenRows"

watch phases=150 -XX:CompileCommand=quiet -XX:CompileCommand=exclude,phases.Cold::* phases.Cold
[[ $status == 0 ]] || fail "status $status: ${err:0:2000}"
count=$(sed -n 's/.*"count": \([0-9]*\).*/\1/p' "$findings")
[[ $count == 80 ]] || fail "of 80 races in cold code there were ${count:-none}"
done_testing
