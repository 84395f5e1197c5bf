# shellcheck shell=bash
# contract_files_test.sh JDK: a program that relies on a library's own synchronisers is silent with a file of contracts for
# them, and not without; and what is wrong with such a file is told before the program starts.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
# shellcheck source=../cli/jdk.sh
source "$RADDLE_SOURCE/tests/cli/jdk.sh"
program=("$jdk/bin/java" -cp "$(dirname -- "$RADDLE")/../java/contract_programs.jar" contracts.Program)
cd "$scratch"

# expect_run STATUS OPTION... : the program's output, and the findings at the end of what raddle says.
expect_run() {
  local wanted=$1
  shift
  run "$RADDLE" run --detectors hb "$@" -- "${program[@]}"
  [[ $status == "$wanted" ]] || fail "$* gave status $status, not $wanted: $err"
  [[ $out == '2 2000' ]] || fail "$* printed '$out'"
}

cat >baton.contracts <<'END'
# The reference of contracts.lib promises this.
class contracts.lib.Baton
  pass(): publish this
  await(): receive this
END
cat >lock.contracts <<'END'
class contracts.lib.SpinLock
  leaf lock(): acquire this
  tryLock(int): acquire this if true
  unlock(): release this
END

expect_run 66
expect_in 'data race on contracts.Program.handedOver' "$err"
expect_in 'data race on contracts.Program.counted' "$err"
expect_run 66 --contracts baton.contracts
[[ $err != *handedOver* ]] || fail "handed over by a contract, and found: $err"
expect_in 'data race on contracts.Program.counted' "$err"
expect_run 0 --contracts baton.contracts --contracts lock.contracts
[[ $(tail -n 1 <<<"$err") == 'no findings' ]] || fail "with both files: $err"
cat lock.contracts >>baton.contracts
expect_run 0 --detectors hb,racer --fail-on predicted --contracts baton.contracts

# Errors of use.
mkdir clean
cd clean
printf 'class a.B\n\n  lock(): grab this\n' >../bad.contracts
expect_error 2 "raddle run: ../bad.contracts: line 3: 'grab' is none of acquire, release, publish, receive, fork, join, \
end, wait, notify, speculate, validate, read, write, lend, ask" "$RADDLE" run --contracts ../bad.contracts -- echo no
expect_error 2 "raddle run: ../bad.contracts: line 3: 'grab' is none of acquire, release, publish, receive, fork, join, \
end, wait, notify, speculate, validate, read, write, lend, ask" \
  "$RADDLE" run --contracts ../lock.contracts --contracts ../bad.contracts -- echo no
expect_error 2 'raddle run: none.contracts: No such file or directory' "$RADDLE" run --contracts none.contracts -- echo no
[[ -z $(ls -A) ]] || fail "left behind: $(ls -A)"
: >../empty.contracts
run "$RADDLE" run --contracts ../empty.contracts -- true
[[ $status == 0 ]] || fail "an empty file gave status $status: $err"
done_testing
