# shellcheck shell=bash
# cache_test.sh JDK: what --facts leaves unwatched, level by level; the file in which closed facts are kept, whatever happens
# to it; and classes that are not those it is about.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
# shellcheck source=../cli/jdk.sh
source "$RADDLE_SOURCE/tests/cli/jdk.sh"
: "${RADDLE_AGENT:?the agent to test}"
source=$RADDLE_SOURCE/tests/facts/java/ledger/Ledger.java
cd "$scratch"
export XDG_CACHE_HOME=$scratch/cache
kept=$XDG_CACHE_HOME/raddle/facts
"$jdk/bin/javac" -g -d classes "$source"

# ledger OPTION...: under raddle run. The race is found whatever the options.
ledger() {
  run timeout 100 "$RADDLE" run --out found --stats "$@" -- "$jdk/bin/java" -cp classes ledger.Ledger
  [[ $status == 66 && $out == 'value 3, true' ]] || fail "$* gave status $status: $out $err"
  expect_in "observed data race on ledger.Ledger\$Box.value" "$err"
}

# dropped: what --stats says of facts.
dropped() { sed -n 's/^raddle: facts //p' <<<"$err"; }

# expect_dropped TEXT OPTION...
expect_dropped() {
  local wanted=$1
  shift
  ledger "$@"
  [[ $(dropped) == "$wanted" ]] || fail "$*: '$(dropped)', not '$wanted'"
}

finals='4 of final fields, 7 to what never leaves its method'
safe="(safe): 11 places not watched: $finals"
closed="(closed): 22 places not watched: $finals, 5 to what never leaves its thread, 6 never at the same time as a write"
in_vain="(closed): 11 places not watched: $finals"
expect_dropped '' --facts none
expect_dropped "$safe"
expect_dropped "$safe" --facts safe
expect_dropped "$closed" --facts closed
[[ $(find "$kept" -type f | wc -l) == 1 ]] || fail "kept: $(ls "$kept")"
expect_error 2 'raddle run: --facts fast: it is safe, closed or none' \
  "$RADDLE" run --facts fast -- "$jdk/bin/java" -cp classes ledger.Ledger

# From the cache: as it was, told of nothing.
file=$(find "$kept" -type f)
cp "$file" good
expect_dropped "$closed" --facts closed
[[ $err != *'raddle run:'* ]] || fail "from the cache: $err"

# Damaged: at the end, in the middle, empty.
for damage in 'truncate -s -3' 'sed -i s/unshared/ordered/' 'truncate -s 0'; do
  $damage "$file"
  expect_dropped "$closed" --facts closed
  [[ $(grep -c 'is damaged (line .* and made again' <<<"$err") == 1 ]] || fail "after $damage: $err"
  cmp -s good "$file" || fail "after $damage the file is not made again"
done

# Several at once: one makes the file, the others wait for it.
rm -f "$file"
for i in 1 2 3 4; do
  "$RADDLE" facts -cp classes --main ledger.Ledger --jdk "$jdk" >"name.$i" 2>"said.$i" &
done
wait
for i in 1 2 3 4; do
  [[ $(<"name.$i") == "$file" && ! -s said.$i ]] || fail "writer $i: $(<"name.$i") $(<"said.$i")"
done
cmp -s good "$file" || fail 'four writers made another file'
[[ $(find "$kept" -type f | wc -l) == 1 ]] || fail "left behind: $(ls "$kept")"

# An attempt that did not end is not made again.
rm -f "$file"
echo begun >"$file.tried"
expect_dropped "$in_vain" --facts closed
expect_in 'raddle run: the last attempt, less than an hour ago, failed or took too long' "$err"
touch -d '2 hours ago' "$file.tried"
expect_dropped "$closed" --facts closed

# Nowhere to keep it.
XDG_CACHE_HOME=$scratch/good expect_dropped "$in_vain" --facts closed
expect_in 'raddle run: no closed facts: safe facts are used' "$err"

# The class that is loaded is another: what was unshared is shared now, at the same place.
sed 's|hand(null); // .*|hand(mine);|' "$source" >Ledger.java
"$jdk/bin/javac" -g -d changed Ledger.java
for option in facts=safe "facts=closed,facts-file=$scratch/good"; do
  run timeout 100 "$jdk/bin/java" "-agentpath:$RADDLE_AGENT=out=$scratch/changed.out,stats,$option" -cp changed ledger.Ledger
  expect_in 'Ledger.java:30' "$err"
done
expect_in 'class ledger/Ledger is not the one that --facts=closed knows' "$(timeout 100 "$RADDLE" report changed.out 2>&1 || true)"

# A file that is none is the user's error.
echo nonsense >bad
run timeout 100 "$jdk/bin/java" "-agentpath:$RADDLE_AGENT=out=$scratch/o,facts=closed,facts-file=bad" -cp classes ledger.Ledger
expect_in 'bad: line 1: this is no file of facts' "$err"

# maybeShared() is false where an object is known to be private, and goes by the level.
export LC_ALL=C
annotations=/usr/share/java/aspectjrt.jar
if [[ -f $annotations ]]; then
  "$jdk/bin/javac" -g -cp "$annotations:classes" -d aspects "$(dirname -- "$source")/CountAspect.java"
  shared='21 set(int ledger.Ledger.rate)
32 get(int ledger.Ledger.Box.value)
40 get(int ledger.Ledger.Box.value)
40 get(int ledger.Ledger.rate)
40 set(int ledger.Ledger.Box.value)'
  unshared='11 get(int ledger.Ledger.Box.value)
11 set(int ledger.Ledger.Box.value)
30 get(int ledger.Ledger.Box.value)
30 set(int ledger.Ledger.Box.value)'
  declare -A wanted=([none]="$shared"$'\n'"$unshared"$'\n21 get(int[])' [safe]="$shared"$'\n'"$unshared" [closed]="$shared")
  for level in none safe closed; do
    ledger --facts "$level" --aspects aspects
    seen=$(sed -n 's/^advice: \(.*\) at \([0-9]*\)$/\2 \1/p' <<<"$err" | sort -u)
    [[ $seen == "$(sort <<<"${wanted[$level]}")" ]] || fail "maybeShared() with $level: $seen"
  done
fi
done_testing
