# shellcheck shell=bash
# selfcheck over real classes: the examples, a whole JDK, the real jars of corpus/jars.txt.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"

skip() {
  echo "SKIPPED: $*"
  exit 77
}

case $1 in
  examples)
    run "$RADDLE" selfcheck -cp "$(dirname -- "$RADDLE")/../java/bank.jar"
    ;;
  jdk)
    home=${!2:-}
    [[ -n $home ]] || skip "$2 is not set"
    run "$RADDLE" selfcheck --jdk "$home"
    ;;
  jars)
    jars=$("$RADDLE_SOURCE/corpus/fetch-jars" "${@:2}" | paste -sd:) || skip "the jars cannot be had"
    for kind in nop branch far; do
      run "$RADDLE" selfcheck --edit="$kind" -cp "$jars"
      printf '%s\n%s\n%s\n' "$kind" "$out" "$err"
      [[ $status == 0 ]] || fail "$kind: status $status"
    done
    run "$RADDLE" selfcheck --edit=weave -cp "$jars"
    ;;
esac
printf '%s\n%s\n' "$out" "$err"
[[ $status == 0 ]] || fail "status $status"

expect_error 2 'raddle selfcheck: there are no classes on the class path; none: not found; ignored, as java does' \
  "$RADDLE" selfcheck -cp none

done_testing
