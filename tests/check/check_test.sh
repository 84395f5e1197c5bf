# shellcheck shell=bash
# The programs under java/check: what raddle check finds is what their "expect:" lines say, by variable; those without
# any must be silent. A "check:" line gives the arguments, else it is --main. A "note:" line is the beginning of a note.
# Those under java21 and java25 are the same for a newer Java, if there is one.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
jar=$(dirname -- "$RADDLE")/../java/check_programs.jar
jdk=${RADDLE_JDK17:-}

check_program() {
  local source=$1 jar=$2 jdk=$3 name arguments found wanted twice note
  name=check.$(basename -- "$source" .java)
  read -ra arguments <<<"$(sed -n 's/^\/\/ check: //p' "$source")"
  [[ ${#arguments[@]} -gt 0 ]] || arguments=(--main "$name")
  expect_ok "$RADDLE" check ${jdk:+--jdk "$jdk"} -cp "$jar" "${arguments[@]}"
  found=$(sed -n 's/^suspected data race on \([^ ]*\) .*/\1/p' <<<"$out" | sort -u)
  wanted=$(sed -n 's/.*expect: \([^ ]*\).*/\1/p' "$source" | sort -u)
  [[ $found == "$wanted" ]] || fail "$name: found '$found', not '$wanted'"
  twice=$(sed -n 's/^suspected data race on .* \([0-9a-f]*\)$/\1/p' <<<"$out" | sort | uniq -d)
  [[ -z $twice ]] || fail "$name: found more than once: $twice"
  twice=$(sed -n '/^note: /p' <<<"$out" | sort | uniq -d)
  [[ -z $twice ]] || fail "$name: noted more than once: $twice"
  while IFS= read -r note; do
    expect_in "note: $note" "$out"
  done < <(sed -n 's/.*\/\/ note: //p' "$source")
}
for source in "$RADDLE_SOURCE"/tests/check/java/check/*.java; do
  check_program "$source" "$jar" "$jdk"
done
if [[ -n ${RADDLE_JDK25:-} ]]; then
  for release in 21 25; do
    sources=("$RADDLE_SOURCE/tests/check/java$release"/check/*.java)
    "$RADDLE_JDK25/bin/javac" --release "$release" -g -d "$scratch/java$release" "${sources[@]}"
    for source in "${sources[@]}"; do
      check_program "$source" "$scratch/java$release" "$RADDLE_JDK25"
    done
  done
fi

# What a thread made is followed back however far it came.
{
  echo 'public class Far { int count; final int name = 1; static final java.util.List<Far> ALL = new java.util.concurrent.CopyOnWriteArrayList<>();'
  echo 'static void last(Far far) { far.count++; }'
  for i in {1..2500}; do echo "static void step$i(Far far) { $([[ $i == 2500 ]] && echo last || echo "step$((i + 1))")(far); }"; done
  echo 'static void work() { Far far = new Far(); ALL.add(far); for (Far each : ALL) System.out.println(each.name); step1(far); }'
  echo 'public static void main(String[] args) { new Thread(Far::work).start(); new Thread(() -> work()).start(); } }'
} >"$scratch/Far.java"
"${jdk:+$jdk/bin/}javac" -d "$scratch/far" "$scratch/Far.java"
expect_ok "$RADDLE" check -cp "$scratch/far" --main Far
[[ $out != *suspected* ]] || fail "Far: found '$out'"

# The jars that libraries.txt names: the link counts where only that has the version, and nothing counts twice.
mkdir -p "$scratch/jars/package/usr/share/java"
touch "$scratch/jars/package/usr/share/java/name.jar"
ln -s name.jar "$scratch/jars/package/usr/share/java/name-1.jar"
for pattern in 'name-*.jar:name-1.jar' 'name*.jar:name.jar'; do
  echo "package java/${pattern%:*}" >"$scratch/list"
  expect_ok env RADDLE_JARS="$scratch/jars" "$RADDLE_SOURCE/corpus/fetch-jars" --offline "$scratch/list"
  [[ ${out##*/} == "${pattern#*:}" && $out != *$'\n'* ]] || fail "fetch-jars ${pattern%:*} gave '$out'"
done

# What is called wrongly says so in a line.
expect_error 2 'raddle check: say what to check: --main CLASS for a program, or --open for a library' \
  "$RADDLE" check -cp "$jar"
expect_error 2 'raddle check: no class check.Nowhere on the class path' "$RADDLE" check -cp "$jar" --main check.Nowhere
expect_error 2 'raddle check: class check.Database has no method public static void main(String[])' \
  "$RADDLE" check -cp "$jar" --main check.Database
expect_error 2 'raddle check: --api check.Nothing: there is no such class on the class path' \
  "$RADDLE" check -cp "$jar" --open --api check.Nothing

# What is the least of a guess comes first, whatever its name, and so do the threads that need the fewest.
expect_ok "$RADDLE" check -cp "$jar" --main check.LikeliestFirst
first=$(grep -m 1 -A 1 '^suspected' <<<"$out")
expect_in 'suspected data race on check.LikeliestFirst.zeal' "$first"
expect_in 'is read by check.LikeliestFirst.straight and written by check.LikeliestFirst.straight' "$first"

# In a program that is too large for contexts that tell objects apart, what is about one object among many is doubtful:
# counted, and shown if asked for. What is about one thing for certain is shown in any case. In a small one nothing is
# doubtful, whatever there is memory for, nor with contexts that were asked for.
write_large() {
  echo "$1 public class $2 {"
  for ((i = 1; i <= $3; i++)); do echo "void m$i() {}"; done
  echo 'void all() {'
  for ((i = 1; i <= $3; i++)); do echo "m$i();"; done
  echo '} public static void main(String[] a) { check.DoubtfulObjects.main(a);'
  for i in {1..8}; do echo "new $2().all();"; done
  echo '} }'
}
write_large '' Middling 2500 >"$scratch/Middling.java"
"${jdk:+$jdk/bin/}javac" -cp "$jar" -d "$scratch/large" "$scratch/Middling.java"
write_large '' Large 5500 >"$scratch/Large.java"
"${jdk:+$jdk/bin/}javac" -cp "$jar" -d "$scratch/large" "$scratch/Large.java"
write_large 'package check;' Large 5500 >"$scratch/Large.java"
"${jdk:+$jdk/bin/}javac" -cp "$jar" -d "$scratch/large" "$scratch/Large.java"
variables() { sed -n 's/^suspected data race on check.DoubtfulObjects\([^ ]*\) .*/\1/p' <<<"$out" | sort -u | tr '\n' ' '; }
certain='$Part.uses $Registry.size $Server.load $Table.version .opened .registry '
all='$Grant.rights $Part.uses $Registry.size $Server.load $Server.port $Session.requests $Table.rows $Table.version .opened .registry '
doubtful=6
large=(-cp "$jar:$scratch/large" --main Large)
expect_ok "$RADDLE" check "${large[@]}" --stats --json "$scratch/doubtful.json"
expect_in 'contexts calls: ' "$out"
expect_in "note: $doubtful more findings are doubtful and left out: the program is too large to tell objects apart" "$out"
[[ $(variables) == "$certain" ]] || fail "for certain there is $(variables)"
grep -q "$doubtful more findings are doubtful" "$scratch/doubtful.json" || fail 'the findings file does not say what is left out'
expect_ok "$RADDLE" check "${large[@]}" --doubtful --json "$scratch/doubtful.json"
[[ $(variables) == "$all" ]] || fail "--doubtful has $(variables)"
[[ $out != *'doubtful and left out'* ]] || fail '--doubtful left something out'
expect_in 'by check, doubtful; object: check.DoubtfulObjects$Session' "$out"
[[ $(grep -c '"doubtful": true' "$scratch/doubtful.json") == "$doubtful" ]] || fail 'what is doubtful is not marked'
expect_ok "$RADDLE" report "$scratch/doubtful.json" --json "$scratch/again.json"
[[ $(grep -c '"doubtful": true' "$scratch/again.json") == "$doubtful" ]] || fail 'a report does not keep what is doubtful'
# So it is where there are contexts, but few; those tell a grant that is new from the one that is not.
expect_ok "$RADDLE" check -cp "$jar:$scratch/large" --main Middling --stats
expect_in 'contexts kobj:2/8: ' "$out"
expect_in 'findings are doubtful and left out' "$out"
found=$(variables)
[[ $found == *'$Registry.size $Server.load '* && $found != *'$Session'* ]] || fail "a program of middling size has $found"
# The code of who asks is never doubtful.
expect_ok "$RADDLE" check -cp "$jar:$scratch/large" --main check.Large
[[ $(variables) == "$all" && $out != *doubtful* ]] || fail "a large program's own code has $(variables)"
for small in '--memory 1M' '--contexts insensitive' '--contexts calls'; do
  read -ra arguments <<<"$small"
  expect_ok "$RADDLE" check -cp "$jar" --main check.DoubtfulObjects "${arguments[@]}"
  [[ $(variables) == "$all" && $out != *doubtful* ]] || fail "$small has $(variables)"
done
expect_ok "$RADDLE" check "${large[@]}" --contexts insensitive
[[ $(variables) == "$all" && $out != *doubtful* ]] || fail "a large program without contexts has $(variables)"

# The paper's counts for its running example (Fig. 4), and the exit status that --fail-on asks for.
run "$RADDLE" check -cp "$jar" --open --api check.Fig4 --stats --fail-on suspected
[[ $status == 66 ]] || fail "--fail-on suspected gave status $status"
counts=$(sed -n 's/^  \(original\|reachable\|aliasing\|escaping\|unlocked\) *//p' <<<"$out" | tr '\n' ' ')
[[ $counts == '5 2 2 2 1 ' ]] || fail "Fig. 4 has pairs $counts"

# What is missing or damaged is named, and the rest is analysed.
mkdir "$scratch/half"
(cd "$scratch/half" && jar xf "$jar" check/Database.class "check/Database\$ConnectionSource.class")
echo "no jar" >"$scratch/broken.jar"
run "$RADDLE" check -cp "$scratch/half:$scratch/broken.jar:$scratch/nowhere.jar" --open
[[ $status == 0 ]] || fail "a half class path gave status $status: $err"
expect_in "class check.Database\$ConnectionManager is not on the class path" "$out"
expect_in 'broken.jar' "$out"
expect_in 'nowhere.jar' "$out"

expect_error 2 "raddle check: no class check.Unguarded on the class path; $scratch/nowhere.jar: not found; ignored, as java does" \
  "$RADDLE" check -cp "$scratch/nowhere.jar" --main check.Unguarded

# A class that says it is not for sharing is not called from several threads.
mkdir "$scratch/unsafe"
(cd "$scratch/unsafe" && jar xf "$jar" check/NotForSharing.class "check/NotForSharing\$Cursor.class")
expect_ok "$RADDLE" check -cp "$scratch/unsafe" --open
expect_in "note: check.NotForSharing\$Cursor is @NotThreadSafe: its callers are taken to keep it to themselves" "$out"
expect_in 'no findings' "$out"

# What the user takes for granted; lines that match nothing are likely mistakes.
printf '# ours\napart main check.NoJoin.* # they take turns\nlocal check.Elsewhere\n' >"$scratch/known"
expect_ok "$RADDLE" check -cp "$jar" --main check.NoJoin --annotations "$scratch/known"
expect_in 'no findings' "$out"
expect_in "note: --annotations: nothing matches 'local check.Elsewhere'" "$out"
printf 'local check.Unguarded.count\n' >"$scratch/known"
expect_ok "$RADDLE" check -cp "$jar" --main check.Unguarded --annotations "$scratch/known"
expect_in 'no findings' "$out"
printf 'lends check.PoolLends$Pool.borrow\nlends check.PoolLends$Pool.giveBack\nlends check.Elsewhere.lend\n' >"$scratch/known"
expect_ok "$RADDLE" check -cp "$jar" --main check.PoolLends --annotations "$scratch/known"
expect_in 'note: check.PoolLends$Pool is taken to lend each of its objects to one thread at a time' "$out"
expect_in "note: --annotations: nothing matches 'lends check.Elsewhere.lend'" "$out"
found=$(sed -n 's/^suspected data race on \([^ ]*\) .*/\1/p' <<<"$out" | sort -u | tr '\n' ' ')
[[ $found == 'check.PoolLends$Promised.broken check.PoolLends$Shown.seen ' ]] || fail "with lenders check.PoolLends has $found"
printf 'alone check.Unguarded\n' >"$scratch/known"
expect_error 2 "raddle check: $scratch/known: line 1: 'alone check.Unguarded' is none of 'apart THREAD THREAD', 'local NAME' and 'lends METHOD'" \
  "$RADDLE" check -cp "$jar" --main check.Unguarded --annotations "$scratch/known"

# The findings file has what FINDINGS.md asks of a suspected finding: the thread's root, the path innermost first.
expect_ok "$RADDLE" check -cp "$jar" --main check.Bank --json "$scratch/findings.json"
"$RADDLE_SOURCE/tests/check/findings_file.py" "$scratch/findings.json" || fail "the findings file of check.Bank"

# The library of Fig. 2 has six pairs of paths, all in one finding; report keeps them.
expect_ok "$RADDLE" check -cp "$jar" --open --api check.Database --json "$scratch/pairs.json"
expect_in '5 more pairs of paths:' "$out"
"$RADDLE_SOURCE/tests/check/path_pairs.py" "$scratch/pairs.json" || fail "the pairs of paths of check.Database"
expect_ok "$RADDLE" report "$scratch/pairs.json" --json "$scratch/again.json"
"$RADDLE_SOURCE/tests/check/path_pairs.py" "$scratch/again.json" || fail "the pairs of paths of a report"

# Without --contexts, what is small is looked at closely.
expect_ok "$RADDLE" check -cp "$jar" --main check.Unguarded --stats
expect_in 'contexts kobj:5+calls: ' "$out"
expect_error 2 "raddle check: --contexts: 'deep' is no kind of context: there are auto, insensitive, kobj:K, kobj:K/N, origin, origin+kobj:K, and calls, alone or after one of them: kobj:K+calls" \
  "$RADDLE" check -cp "$jar" --main check.Unguarded --contexts deep

# A budget that cannot be kept weakens the contexts, and says so.
run "$RADDLE" check -cp "$jar" --main check.Unguarded --contexts origin+kobj:1 --memory 1M
expect_in 'contexts origin+kobj:1 took more memory than the budget allows: origin+kobj:1/8 used instead' "$out"
expect_in 'contexts origin+kobj:1/8 took more memory than the budget allows: origin used instead' "$out"
expect_in 'contexts origin took more memory than the budget allows: insensitive used instead' "$out"
expect_in 'suspected data race on check.Unguarded.count' "$out"

# Ctrl-C prints what was found so far.
if [[ -n $jdk ]]; then
  "$RADDLE_SOURCE/tests/check/interrupt_test.py" "$RADDLE" "$jdk" || fail "an interrupt in the middle"
fi
done_testing
