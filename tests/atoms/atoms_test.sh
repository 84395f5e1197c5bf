# shellcheck shell=bash
# The programs under java/atoms: their sections are those of the files beside this one, those of all but one program by
# default, those of that one with --kinds invariant. RADDLE_UPDATE=1 writes them anew. Hashes are left out: they are the compiler's.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
here=$RADDLE_SOURCE/tests/atoms
jar=$(dirname -- "$RADDLE")/../java/atoms_programs.jar
jdk=${RADDLE_JDK17:-}
atoms=("$RADDLE" atoms ${jdk:+--jdk "$jdk"} -cp "$jar")

same() { # FILE ARGUMENTS...
  expect_ok "${atoms[@]}" "${@:2}"
  expect_same "$here/$1" "$(grep -v '^class ' <<<"$out")"
}
same default.expected --include atoms --exclude atoms.Invariants
same invariants.expected --include atoms.Invariants --kinds invariant

# Each class that has sections is stamped, and nothing differs from one time to the next.
expect_ok "${atoms[@]}" --include atoms.Calls -o "$scratch/once"
expect_ok "${atoms[@]}" --include atoms.Calls -o "$scratch/again"
cmp "$scratch/once" "$scratch/again" || fail "two runs differ"
[[ $(grep -c '^class atoms.Calls [0-9a-f]\{16\}$' "$scratch/once") == 1 ]] || fail "class atoms.Calls is not stamped"
expect_in " sections in $scratch/again" "$out"

# Kinds and packages leave out what they say.
expect_ok "${atoms[@]}" --kinds test-use
[[ $out != *load-store* && $out == *test-use* ]] || fail "--kinds test-use is not that"
expect_ok "${atoms[@]}" --include atoms.nowhere
[[ $out == 'raddle atoms 1' ]] || fail "--include of nothing gave $out"

# What was found fits; what is changed by hand, or in the class, does not, and says so in a line.
expect_ok "${atoms[@]}" --check "$scratch/once"
expect_in 'sections fit' "$out"
sed 's/entry read 2 line 21 in/entry read 3 line 21 in/' "$scratch/once" >"$scratch/moved"
run "${atoms[@]}" --check "$scratch/moved"
[[ $status == 1 ]] || fail "a moved entry gave status $status"
expect_in "raddle atoms: class atoms.Calls does not have what atomic section" "$err"
sed 's/^class atoms.Calls ....\(.*\)/class atoms.Calls 1234\1/' "$scratch/once" >"$scratch/stale"
run "${atoms[@]}" --check "$scratch/stale"
[[ $status == 1 ]] || fail "a changed class gave status $status"
[[ $err == 'raddle atoms: class atoms.Calls has changed since its atomic sections were written: '*' left out' ]] ||
  fail "a changed class: $err"
printf '%s\n' 'raddle atoms 1' 'section mine user' ' on field atoms.Calls.value' ' in atoms.Calls.addDirectly' \
  ' entry read line 25 in atoms.Calls.get line 9' ' end write line 27' >"$scratch/hand"
expect_ok "${atoms[@]}" --check "$scratch/hand"
sed 's/Calls.value/Calls.worth/' "$scratch/hand" >"$scratch/worth"
run "${atoms[@]}" --check "$scratch/worth"
expect_in 'class atoms.Calls does not have what atomic section mine names: left out' "$err"
echo nonsense >"$scratch/broken"
expect_error 2 "raddle atoms: $scratch/broken: line 1, column 1: the first line must be 'raddle atoms 1'" \
  "${atoms[@]}" --check "$scratch/broken"

# With a main class, only what its threads share and run.
expect_ok "${atoms[@]}" --main atoms.Shop
[[ $(grep '^  in ' <<<"$out") == '  in atoms.Shop.run()V' ]] || fail "--main: $out"
expect_ok "${atoms[@]}" --main atoms.Tally
expect_in '  in atoms.Tally.run()V' "$out"
expect_error 2 'raddle atoms: no class atoms.Nowhere on the class path' "${atoms[@]}" --main atoms.Nowhere

# What is called wrongly says so in a line.
expect_error 2 'raddle atoms: no class path: name the program'"'"'s jars and directories with -cp' "$RADDLE" atoms
expect_error 2 "raddle atoms: --kinds load,test: 'load' is none of load-store, test-use, invariant and all" \
  "${atoms[@]}" --kinds load,test
expect_error 1 "raddle atoms: $scratch/no/where: No such file or directory" "${atoms[@]}" -o "$scratch/no/where"

expect_error 2 "raddle atoms: there are no classes on the class path; $scratch/nope: not found; ignored, as java does" "$RADDLE" atoms -cp "$scratch/nope"

# A damaged class is a line, and the rest is read.
mkdir -p "$scratch/half"
(cd "$scratch/half" && jar xf "$jar" atoms/LoadStore.class && head -c 100 atoms/LoadStore.class >atoms/Broken.class)
run "$RADDLE" atoms ${jdk:+--jdk "$jdk"} -cp "$scratch/half:$scratch/none.jar"
[[ $status == 0 ]] || fail "a half class path gave status $status"
expect_in 'raddle atoms: atoms.Broken: ' "$err"
expect_in 'none.jar' "$err"
expect_in 'on field atoms.LoadStore.total' "$out"
done_testing
