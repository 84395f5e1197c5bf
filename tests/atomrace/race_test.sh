# shellcheck shell=bash
# race_test.sh JDK: races are caught in the act, with both stacks and the command that shows them again.
# shellcheck source=atomrace.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/atomrace.sh"

# Noise at the variable catches the bank's race at once.
raddle_run '--detectors atomrace --noise variable=Bank.bankTotal:1000:20' atomrace.Bank 2 5
[[ $status == 66 ]] || fail "the bank gave status $status: $err"
text=$(<"$findings")
expect_in '"variable": "atomrace.Bank.bankTotal"' "$text"
expect_in '"grade": "observed"' "$text"
expect_in '"atomrace"' "$text"
expect_in 'raddle run --detectors atomrace --noise variable=atomrace.Bank.bankTotal:1000 --seed 1 -- ' "$text"
# shellcheck disable=SC2016 # a dollar sign is part of the name
stacks=$(grep -cF '"atomrace.Bank$Teller.run(Bank.java:32)"' "$findings") || true
[[ $stacks == 2 ]] || fail "there are $stacks stacks, not 2: $text"

# Noise by places: a method, and a pointcut.
# shellcheck disable=SC2016
for place in 'site=Bank$Teller.run' 'site=set(* *.bankTotal)' 'site=within(*.Bank*)'; do
  run "$RADDLE" run --out "$scratch/found" --detectors atomrace --noise "$place:1000:20" -- "$jdk/bin/java" -cp "$ours" \
    atomrace.Bank 2 5
  [[ $status == 66 ]] || fail "the bank gave status $status with $place: $err"
done
run "$RADDLE" run --noise 'site=set(:5:5' -- true
[[ $status == 2 && $err == 'raddle run: --noise site=set(: '* ]] || fail "a bad pointcut gave status $status: $err"

# What --scope leaves out is not watched.
run "$RADDLE" run --out "$scratch/found" --detectors atomrace --scope 'within(nowhere.*)' --noise random:1000:5 -- \
  "$jdk/bin/java" -cp "$ours" atomrace.Bank 2 5
[[ $status == 0 || $status == 3 ]] || fail "the bank outside the scope gave status $status: $err"

# Noise helps the other detectors as it does this one.
raddle_run '--noise random:100:1' atomrace.Bank 2 5
[[ $status == 66 ]] || fail "the bank under hb gave status $status: $err"

for bad in random 'random:x:1' 'variable=:5:5' 'random:1001:1' 'place=X:5:5'; do
  run "$RADDLE" run --noise "$bad" -- true
  [[ $status == 2 && $err == "raddle run: --noise $bad: "* ]] || fail "--noise $bad gave status $status: $err"
done
run "$RADDLE" run --noise-budget much -- true
[[ $status == 2 ]] || fail "--noise-budget much gave status $status: $err"
done_testing
