# shellcheck shell=bash
# jdk_classes_test.sh JDK: all classes that our contracts are about, loaded under the agent and the full verifier.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
# shellcheck source=../cli/jdk.sh
source "$RADDLE_SOURCE/tests/cli/jdk.sh"
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
