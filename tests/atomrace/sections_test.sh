# shellcheck shell=bash
# sections_test.sh JDK: sections that raddle atoms infers, watched: lost updates are found, also where every access holds
# a lock; what is left by an exception is not.
# shellcheck source=atomrace.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/atomrace.sh"

atoms=$scratch/ours.atoms
expect_ok "$RADDLE" atoms -cp "$ours" --jdk "$jdk" -o "$atoms"

raddle_run "--detectors atomrace --atoms $atoms --noise variable=Bank.bankTotal:300:5" atomrace.Bank 4 20
[[ $status == 66 ]] || fail "the bank gave status $status: $err"
expect_in '"kind": "atomicity-violation"' "$(<"$findings")"
expect_in '"variable": "atomrace.Bank.bankTotal"' "$(<"$findings")"
expect_in '"object": "class atomrace.Bank"' "$(<"$findings")" # whose field is static

raddle_run "--detectors atomrace --atoms $atoms --noise site=LockedAccount.*:300:2:sleep" atomrace.LockedAccount 100
[[ $status == 66 ]] || fail "the locked account gave status $status: $err"
text=$(<"$findings")
expect_in '"kind": "atomicity-violation"' "$text"
expect_in '"variable": "atomrace.LockedAccount.value"' "$text"
expect_in '"object": "atomrace.LockedAccount"' "$text"
[[ $text != *'"kind": "data-race"'* ]] || fail "the locked account has no data race: $text"

# Atomic calls, atomic accesses, two of them: a collection, a volatile, and what is made when it is first needed.
for map in concurrent synchronized; do
  raddle_run "--detectors atomrace --atoms $atoms --noise site=CheckThenAct.lookUp:300:2" atomrace.CheckThenAct "$map" 50
  [[ $status == 66 ]] || fail "the $map map gave status $status: $err"
  expect_in '"variable": "atomrace.CheckThenAct.map"' "$(<"$findings")"
  [[ $(<"$findings") != *'"kind": "data-race"'* ]] || fail "the $map map has no data race: $(<"$findings")"
done
raddle_run "--detectors atomrace --atoms $atoms --noise variable=VolatileCounter.*:100:2" atomrace.VolatileCounter 100
[[ $status == 66 ]] || fail "the volatile counter gave status $status: $err"
expect_in '"variable": "atomrace.VolatileCounter.count"' "$(<"$findings")"
expect_in '"variable": "atomrace.VolatileCounter.total"' "$(<"$findings")"
[[ $(<"$findings") != *'"kind": "data-race"'* ]] || fail "a volatile has no data race: $(<"$findings")"
raddle_run "--detectors atomrace --atoms $atoms --noise variable=LazyInit.service:300:2:sleep" atomrace.LazyInit 60
[[ $status == 66 ]] || fail "what is made late gave status $status: $err"
expect_in '"kind": "atomicity-violation"' "$(<"$findings")"

# A call that waits for the lock of the section's owner does not come between.
raddle_run "--detectors atomrace --atoms $atoms --noise random:200:1" atomrace.LockedCheckThenAct 100
[[ $status == 0 && $out == '0 twice' ]] || fail "the locked map gave status $status and '$out': $err"

raddle_run "--detectors atomrace --atoms $atoms" atomrace.Thrower
[[ $status == 0 && $out == 6 ]] || fail "the thrower gave status $status and '$out': $err"

run "$RADDLE" run --atoms "$scratch/none.atoms" -- true
[[ $status == 2 ]] || fail "a file that is not there gave status $status: $err"
printf 'raddle atoms 1\nsection x user\n' >"$scratch/bad.atoms"
run "$RADDLE" run --atoms "$scratch/bad.atoms" -- true
[[ $status == 2 && $err == *bad.atoms* ]] || fail "a bad file gave status $status: $err"
done_testing
