# shellcheck shell=bash
# dump: files and names, what is found where, and what is said when it is not.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
bank=$(dirname -- "$RADDLE")/../java/bank.jar
classes=$scratch/classes
mkdir "$classes"
(cd "$classes" && "${JAVA_HOME:+$JAVA_HOME/bin/}jar" xf "$bank")
account=$classes/bank/Account.class

# A file, a name in a jar, a name in a directory: the same class, the same text.
expect_ok "$RADDLE" dump "$account"
from_file=$out
expect_in 'class bank/Account' "$out"
expect_in 'StackMapTable' "$out"
expect_in 'LineNumberTable' "$out"
for name in bank.Account bank/Account; do
  for path in "$bank" "$classes" "$scratch/none:$classes"; do
    expect_ok "$RADDLE" dump -cp "$path" "$name"
    [[ $out == "$from_file" ]] || fail "$name on $path is not the class in the file"
  done
done

# What to print.
expect_ok "$RADDLE" dump --no-debug "$account"
[[ $out != *LineNumberTable* ]] || fail "--no-debug prints line numbers"
expect_ok "$RADDLE" dump --no-code "$account"
[[ $out != *getfield* ]] || fail "--no-code prints code"
expect_ok "$RADDLE" dump --constants "$account"
expect_in 'NameAndType' "$out"
expect_ok "$RADDLE" dump --method withdraw "$account"
expect_in 'withdraw' "$out"
[[ $out != *deposit* ]] || fail "--method withdraw prints deposit"
expect_ok "$RADDLE" dump --ir --method 'withdraw(I)Z' "$account"
expect_in 'getfield' "$out"
[[ $out != *deposit* ]] || fail "--ir --method withdraw prints deposit"
expect_ok "$RADDLE" dump --ir "$account" "$classes/bank/Teller.class"
expect_in 'deposit' "$out"
expect_in 'transfer' "$out"

# The JDK's classes, by every name that they have.
# shellcheck disable=SC2016  # a dollar of Java's
for name in java.util.Map.Entry 'java.util.Map$Entry' 'java/util/Map$Entry'; do
  expect_ok "$RADDLE" dump "$name"
  # shellcheck disable=SC2016
  expect_in 'class java/util/Map$Entry' "$out"
done
if [[ -n ${RADDLE_JDK25:-} ]]; then
  expect_ok "$RADDLE" dump --no-code --jdk "$RADDLE_JDK25" java.lang.Object
  expect_in 'version 69.0' "$out"
fi

# What is not there is an error of use; what is damaged is not.
expect_error 2 "raddle dump: $scratch/No.class: No such file or directory" "$RADDLE" dump "$scratch/No.class"
expect_error 2 "raddle dump: $account: no method nothing" "$RADDLE" dump --method nothing "$account"
expect_error 2 "raddle dump: --jdk $scratch is not a JDK of version 9 or newer: it has no lib/modules" \
  "$RADDLE" dump --jdk "$scratch" java.lang.Object
expect_error 2 "raddle dump: JAVA_HOME=$scratch is not a JDK of version 9 or newer: it has no lib/modules" \
  env JAVA_HOME="$scratch" "$RADDLE" dump java.lang.Object
expect_error 2 'raddle dump: no JDK found: set JAVA_HOME, or name one with --jdk HOME' \
  env -u JAVA_HOME PATH=/no/such "$RADDLE" dump java.lang.Object
expect_ok env -u JAVA_HOME PATH=/no/such "$RADDLE" dump -cp "$bank" bank.Bank
run "$RADDLE" dump -cp "$bank" no.such.Class
[[ $status == 2 ]] || fail "a class that is nowhere gave status $status"
expect_in "raddle dump: no class no.such.Class on the class path $bank" "$err"

head -c 100 "$account" >"$scratch/Cut.class"
run "$RADDLE" dump "$scratch/Cut.class" "$account"
[[ $status == 1 ]] || fail "a class cut short gave status $status"
expect_in "raddle dump: $scratch/Cut.class: offset" "$err"
[[ $out == "$from_file" ]] || fail "a damaged class keeps the next from being printed"

done_testing
