# shellcheck shell=bash
# The demo goes through, and what it says stands in the example is there.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"

expect_ok "$RADDLE" demo
# shellcheck disable=SC2016  # a prompt, not a variable
expect_in '$ raddle dump --ir --method withdraw' "$out"
# shellcheck disable=SC2016
expect_in '$ raddle selfcheck -cp' "$out"

# The command lines it shows can be typed.
sed -n 's/^\$ raddle //p' <<<"$out" >"$scratch/lines"
[[ $(wc -l <"$scratch/lines") == 2 ]] || fail "it shows other command lines than two"
while read -r line; do expect_ok bash -c "'$RADDLE' $line"; done <"$scratch/lines"

account=$RADDLE_SOURCE/examples/bank/Account.java
grep -q 'balance -= amount; // race: data-race' "$account" || fail "the race is not marked"

done_testing
