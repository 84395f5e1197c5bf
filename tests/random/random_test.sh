# shellcheck shell=bash
# random_test.sh JDK COUNT: so many random programs, each run with all shortcuts and with none (every-access). What is
# observed is what the model of the program says, and both runs find the same. A setting more is a line in `settings`.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
# shellcheck source=../../scripts/jdks.sh
source "$RADDLE_SOURCE/scripts/jdks.sh"
: "${RADDLE_AGENT:?the agent to test}"
# shellcheck source=../cli/jdk.sh
source "$RADDLE_SOURCE/tests/cli/jdk.sh"
here=$RADDLE_SOURCE/tests/random
declare -A settings=([none]=every-access [all]='')
readonly in_one_jvm=200

python3 "$here/generate.py" "$scratch" 0 "$2"
find "$scratch" "$here/java" -name '*.java' >"$scratch/sources"
"$jdk/bin/javac" -nowarn -g -d "$scratch/classes" "@$scratch/sources"
for setting in "${!settings[@]}"; do
  for ((first = 0; first < $2; first += in_one_jvm)); do
    behind=$((first + in_one_jvm < $2 ? first + in_one_jvm : $2))
    run "$jdk/bin/java" -Xverify:all "-agentpath:$RADDLE_AGENT=run=$scratch/found.$setting,quiet,exclude=turns,${settings[$setting]}" \
      -cp "$scratch/classes" turns.Main "$first" "$behind"
    [[ $status == 0 && $out == "done" ]] || fail "programs from $first on, $setting, gave status $status: $out ${err:0:2000}"
  done
  "$RADDLE" report --json "$scratch/$setting" "$scratch/found.$setting" >/dev/null || true
done
cd "$scratch" && run python3 "$here/compare.py" races.json none all
echo "${out##*$'\n'}"
[[ $status == 0 ]] || fail "$out$err"
done_testing
