# shellcheck shell=bash
# heal_test.sh JDK RUNS: with its sections guarded the bank ends with the right total, whatever the noise; what was healed
# is reported; and a program in which a healing lock would deadlock runs to its end.
# shellcheck source=atomrace.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/atomrace.sh"

atoms=$scratch/ours.atoms
expect_ok "$RADDLE" atoms -cp "$ours" --jdk "$jdk" -o "$atoms"

# heal 'OPTIONS' CLASS [ARGUMENT...]
heal() {
  local options
  read -ra options <<<"$1"
  shift
  findings=$scratch/findings.json
  run "$RADDLE" heal --atoms "$atoms" --out "$scratch/found" --json "$findings" "${options[@]}" -- "$jdk/bin/java" \
    -cp "$ours" "$@"
}

for ((i = 0; i < $2; ++i)); do
  heal "--heal lock --noise variable=bankTotal:200:1 --seed $i" atomrace.Bank 4 20
  [[ $status == 0 && $out == 'expected 840, total 840' ]] || fail "status $status and '$out' with the lock: $err"
done
expect_in 'healed: a thread waited ' "$(<"$findings")"
expect_in '"grade": "predicted"' "$(<"$findings")"
places=$(jq -r '.findings[] | select(.grade == "predicted") | .accesses |
  "\(.[0].method) \(.[1].method) \(.[1].thread != "") \(.[1].stack | length > 0)"' "$findings")
[[ $places == *' true true' ]] || fail "where a section was guarded, and who waited: '$places'"

for ((i = 0; i < $2; ++i)); do
  heal "--heal lock --noise site=LockedAccount.*:100:1 --seed $i" atomrace.LockedAccount 50
  [[ $status == 0 && $out == 'expected 100, value 100' ]] || fail "status $status and '$out' with every access locked: $err"
done

for ((i = 0; i < $2; ++i)); do
  heal '--heal lock' atomrace.CalledCheckThenAct
  [[ $status == 0 && $out == '0 twice' ]] || fail "status $status and '$out' with a section in methods: $err"
  unnamed=$(jq '[.findings[] | select(.grade == "predicted") | .accesses[1] | select(.thread == "")] | length' "$findings")
  [[ $unnamed == 0 ]] || fail "who waited before a call has no name: $(jq -c '.findings[].accesses[1]' "$findings")"
done

for ((i = 0; i < $2; ++i)); do
  heal "--heal lock --noise random:100:1 --seed $i" atomrace.CheckThenAct concurrent 20
  [[ $status == 0 && $out == '0 of 20 values lost' ]] || fail "status $status and '$out' with a map: $err"
  heal "--heal lock --noise random:100:1 --seed $i" atomrace.ArrayCounter 20
  [[ $status == 0 && $out == '0 counts, 0 words, 0 slots, 0 settings lost' ]] || fail "status $status and '$out' with arrays: $err"
  heal '--heal lock' atomrace.ArrayCounter 2000 # without noise elements are told of only while somebody minds
  [[ $status == 0 && $out == '0 counts, 0 words, 0 slots, 0 settings lost' ]] || fail "status $status and '$out' with busy arrays: $err"
  heal '--heal lock' atomrace.ErasedArray 2000 # an array that some know as one of objects only
  [[ $status == 0 && $out == '0 letters, 0 words lost, bad stores refused' ]] || fail "status $status and '$out' with an erased array: $err"
  heal "--heal lock --noise random:50:1 --seed $i" atomrace.VolatileCounter 50
  [[ $status == 0 && $out == 'expected 100, count 100, total 100' ]] || fail "status $status and '$out' with a volatile: $err"
done

# By scheduling a wait may be given up, but a write that waited keeps the next section from beginning before it is done.
wrong=0
for ((i = 0; i < 2 * $2; ++i)); do
  heal '' atomrace.Crawler 50 0
  if [[ $status == 3 ]]; then ((++wrong)); fi
done
((10 * wrong <= 2 * $2)) || fail "$wrong of $((2 * $2)) runs of the crawler failed though they were healed"

heal '--heal lock' atomrace.HealingLockDeadlocks 5
[[ $out == 'done' ]] || fail "a healing lock that would deadlock gave status $status and '$out': $err"
expect_in 'would have waited for each other' "$(<"$findings")"

# Who parks for the lock of the waiting thread is known to wait for it; what loops until a flag is set is not, and then
# time has to tell.
heal '--heal lock' atomrace.HealingWaitsForPark lock
[[ $out == 'done' ]] || fail "a lock in a section gave status $status and '$out': $err"
expect_in '; once it did not wait, since the two would have waited for each other' "$(<"$findings")"
heal '--heal lock' atomrace.HealingWaitsForPark notify
[[ $out == 'done' ]] || fail "a wait in a section gave status $status and '$out': $err"
expect_in '; once it did not wait, since the two would have waited for each other' "$(<"$findings")"
heal '--heal lock' atomrace.HealingWaitsForPark flag
[[ $out == 'done' ]] || fail "a flag in a section gave status $status and '$out': $err"
expect_in 'not healed: a thread came while another was in its atomic section on HealingWaitsForPark.shared; once it waited in vain' "$(<"$findings")"

run "$RADDLE" heal -- true
[[ $status == 2 && $err == *'--atoms FILE is needed'* ]] || fail "heal without sections gave status $status: $err"
run "$RADDLE" heal --atoms "$atoms" --heal force -- true
[[ $status == 2 && $err == *'neither schedule nor lock'* ]] || fail "--heal force gave status $status: $err"
done_testing
