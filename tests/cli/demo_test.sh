# shellcheck shell=bash
# The demo finds the race of the example, and the command line that it shows finds it too.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd "$scratch"

run "$RADDLE" demo
[[ $status == 0 ]] || fail "the demo gave status $status: $err"
expect_in 'observed data race on bank.Account.balance' "$err"
expect_in 'the exit status was 66' "$out"
[[ ! -e .raddle ]] || fail "the demo left its findings behind"

line=$(sed -n 's/^\$ raddle //p' <<<"$out")
[[ -n $line ]] || fail "it shows no command line"
run env PATH="${JAVA_HOME:+$JAVA_HOME/bin:}$PATH" bash -c "'$RADDLE' $line"
[[ $status == 66 ]] || fail "$line gave status $status: $err"

account=$RADDLE_SOURCE/examples/bank/Account.java
grep -q 'balance -= amount; // race: data-race' "$account" || fail "the race is not marked"

done_testing
