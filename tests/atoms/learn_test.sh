# shellcheck shell=bash
# learn_test.sh JDK: what a run that succeeds interrupts is taken out of the file; what a run that fails does is not.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
jdk=${!1:-}
[[ -n $jdk ]] || { echo "SKIPPED: $1 is not set"; exit 77; }
jar=$(dirname -- "$RADDLE")/../java/atoms_programs.jar
file=$scratch/sections
program=(-- "$jdk/bin/java" -cp "$jar" learn.Interrupted)

expect_ok "$RADDLE" atoms --jdk "$jdk" -cp "$jar" --include learn -o "$file"
[[ $(grep -c '^section' "$file") == 1 ]] || fail "not one section: $(<"$file")"
echo '# ours' >>"$file"
cp "$file" "$scratch/before"

run "$RADDLE" atoms --learn "$file" "${program[@]}" 3
[[ $status == 3 ]] || fail "a run that fails gave status $status"
expect_in 'raddle atoms: the program ended with status 3: nothing is learned from that' "$err"
cmp "$file" "$scratch/before" || fail 'a run that failed changed the file'

run "$RADDLE" atoms --learn "$file" --runs 2 "${program[@]}" 0
[[ $status == 0 ]] || fail "a run that succeeds gave status $status: $err"
expect_in ' on learn.Interrupted.hint in learn.Interrupted.update()V: interrupted, and the program succeeded' "$err"
[[ $(grep -c '^raddle atoms: dropped' <<<"$err") == 1 ]] || fail "dropped more or less than one: $err"
[[ $(grep -c '^section' "$file") == 0 && $(tail -1 "$file") == '# ours' ]] || fail "what is left: $(<"$file")"

sed 's/ load-store$/ user/' "$scratch/before" >"$file"
run "$RADDLE" atoms --learn "$file" "${program[@]}" 0
expect_in 'raddle atoms: kept ' "$err"
[[ $(grep -c '^section' "$file") == 1 ]] || fail 'a section that was written by hand is gone'

expect_error 2 'raddle atoms: --learn needs a program to learn from: raddle atoms --learn FILE -- COMMAND' \
  "$RADDLE" atoms --learn "$file"
expect_error 2 "raddle atoms: $scratch/none: No such file or directory" "$RADDLE" atoms --learn "$scratch/none" "${program[@]}" 0
expect_error 2 'raddle atoms: a program is run with --learn FILE only; classes are read from -cp' \
  "$RADDLE" atoms -cp "$jar" "${program[@]}" 0
expect_error 2 'raddle atoms: --runs 0: there is nothing to do' \
  "$RADDLE" atoms --learn "$file" --runs 0 "${program[@]}" 0
done_testing
