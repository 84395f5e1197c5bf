# shellcheck shell=bash
# facts_test.sh JDK: the racing programs have the same findings whatever --facts leaves unwatched; safe is what all the other
# tests run with. Closed facts are made for each program, and put together for the one JVM that runs them all.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"
export LC_ALL=C XDG_CACHE_HOME=$scratch/cache

mapfile -t names < <(classes racing | sort)
mapfile -t files < <(sources racing)
wanted=$(noted expect "${files[@]}")
maybe=$(noted may "${files[@]}")

closed=$scratch/closed
{
  echo 'raddle facts 2'
  for name in "${names[@]}"; do
    file=$("$RADDLE" facts --seconds 60 -cp "$class_path" --main "$name" --jdk "$jdk" 2>/dev/null) || fail "$name has no closed facts"
    awk -v own="${name//./\/}" '$1 == "class" { mine = $2 == own || index($2, own "$") == 1 } mine && $1 != "end"' "$file"
  done
} >"$closed"
python3 "$RADDLE_SOURCE/tests/support/end_facts.py" "$closed"

for level in none safe closed; do
  watch "stats,facts=$level,facts-file=$closed" support.Repeat 1 "${names[@]}"
  [[ $status == 0 ]] || fail "$level gave status $status: ${err:0:2000}"
  seen=$(found racing | awk 'NR == FNR { maybe[$1, $2]; next } !(($1, $3) in maybe)' <(printf '%s\n' "$maybe") -)
  expect_found "$wanted" "$seen" "$level"
  case $level in
  none) [[ $err != *'facts ('* ]] || fail "there are facts with none: ${err##*facts (}" ;;
  safe) expect_in 'to what never leaves its method' "$err" ;;
  closed) expect_in 'to what never leaves its thread' "$err" && expect_in 'never at the same time as a write' "$err" ;;
  esac
done
done_testing
