# shellcheck shell=bash
# jdk_classes_test.sh JDK: all classes that our contracts are about, loaded under the agent and the full verifier.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
jdk=${!1:-}
if [[ -z $jdk ]]; then
  echo "$1 is not set"
  exit 77
fi
jar=$(dirname -- "$RADDLE")/../java/contract_programs.jar
mapfile -t names < <(sed -n 's/^class //p' "$RADDLE_SOURCE"/contracts/*.contracts)
((${#names[@]} > 100)) || fail "only ${#names[@]} classes with contracts"
cd "$scratch"

# -Xlog: the JVM tells of a class that it would not take only here.
run "$RADDLE" run -- "$jdk/bin/java" -Xverify:all -XX:-PrintWarnings -Xlog:redefine+class*=warning \
  -cp "$jar" contracts.LoadAll "${names[@]}"
[[ $status == 0 ]] || fail "status $status: $err"
[[ $err == 'no findings' ]] || fail "it said: $err"
((out > ${#names[@]})) || fail "only $out classes loaded"
done_testing
