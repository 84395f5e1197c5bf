# shellcheck shell=bash
# random_test.sh JDK COUNT [FIRST]: so many random programs, from that number on (0), each run with no shortcut
# (every-access), with all of them, and with closed facts besides. What is observed is what the model of the program says,
# and all runs find the same. A setting more is a line in `settings`.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
# shellcheck source=../../scripts/jdks.sh
source "$RADDLE_SOURCE/scripts/jdks.sh"
: "${RADDLE_AGENT:?the agent to test}"
# shellcheck source=../cli/jdk.sh
source "$RADDLE_SOURCE/tests/cli/jdk.sh"
here=$RADDLE_SOURCE/tests/random
closed=$scratch/closed.facts
declare -A settings=([none]=every-access [all]=thorough [closed]="thorough,facts=closed,facts-file=$closed")
# A virtual thread that waits for its turn yields and is ready again at once: with fewer carriers than such threads the JDK may
# let one that has not begun wait for ever, without Raddle too.
readonly carriers=-Djdk.virtualThreadScheduler.parallelism=16
readonly in_one_jvm=200 begin=${3:-0} end=$((${3:-0} + $2))
export LC_ALL=C XDG_CACHE_HOME=$scratch/cache

python3 -B "$here/generate.py" "$scratch" "$begin" "$2"
find "$scratch" "$here/java" -name '*.java' >"$scratch/sources"
"$jdk/bin/javac" -nowarn -g -d "$scratch/classes" "@$scratch/sources"

# Each program is a whole for the analysis, with a class path of its own; its facts are a part of one file.
make_facts() {
  local path=$scratch/alone/$1
  mkdir -p "$path"
  ln -s "$scratch/classes/$1" "$scratch/classes/turns" "$path"
  "$RADDLE" facts --seconds 60 -cp "$path" --main "$1.Main" --jdk "$jdk" 2>/dev/null
}
{
  echo 'raddle facts 2'
  while read -r program; do
    file=$(make_facts "$program") || fail "$program has no closed facts"
    awk -v own="$program/" '$1 == "class" { mine = index($2, own) == 1 } mine && $1 != "end"' "$file"
  done < <(seq $begin $((end - 1)) | sed 's|.*|p&/|' | sort | tr -d /)
} >"$closed"
python3 "$RADDLE_SOURCE/tests/support/end_facts.py" "$closed"
for argument in ordered unshared; do
  grep -q "^$argument" "$closed" || fail "closed facts leave nothing out as $argument"
done

for setting in "${!settings[@]}"; do
  for ((first = begin; first < end; first += in_one_jvm)); do
    behind=$((first + in_one_jvm < end ? first + in_one_jvm : end))
    run timeout 300 "$jdk/bin/java" "$carriers" -Xverify:all "-agentpath:$RADDLE_AGENT=run=$scratch/found.$setting,quiet,exclude=turns,${settings[$setting]}" \
      -cp "$scratch/classes" turns.Main "$first" "$behind"
    [[ $status == 0 && $out == "done" ]] || fail "programs from $first on, $setting, gave status $status: $out ${err:0:2000}"
  done
  "$RADDLE" report --json "$scratch/$setting" "$scratch/found.$setting" >/dev/null || true
done
cd "$scratch" && run python3 "$here/compare.py" races.json none all closed
echo "${out##*$'\n'}"
[[ $status == 0 ]] || fail "$out$err"
done_testing
