# shellcheck shell=bash
# Help texts stay what they are unless somebody means to change them; manual pages are those of the option table.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
expected=$RADDLE_SOURCE/tests/cli/expected

expect_ok "$RADDLE" help
expect_same "$expected/help.txt" "$out"
overview=$out
for spelling in --help -h ''; do
  # shellcheck disable=SC2086  # the last one is no argument at all
  expect_ok "$RADDLE" $spelling
  [[ $out == "$overview" ]] || fail "raddle $spelling differs from raddle help"
done

commands=$(sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$overview")
[[ -n $commands ]] || fail "no commands in raddle help"
for command in $commands; do
  expect_ok "$RADDLE" "$command" --help
  expect_same "$expected/help-$command.txt" "$out"
  help=$out
  expect_ok "$RADDLE" help "$command"
  [[ $out == "$help" ]] || fail "raddle help $command differs from raddle $command --help"
  expect_ok "$RADDLE" manual "$command"
  expect_same "$RADDLE_SOURCE/docs/man/raddle-$command.md" "$out"
done

for page in "$RADDLE_SOURCE"/docs/man/raddle-*.md; do
  command=${page##*/raddle-}
  grep -qx "${command%.md}" <<<"$commands" || fail "$page is the page of no command"
done

# Colour is for terminals: script(1) gives one.
if command -v script >/dev/null; then
  export TERM=xterm
  coloured=$(unset NO_COLOR && script -qec "'$RADDLE' help" /dev/null </dev/null)
  expect_in $'\e[1mUsage' "$coloured"
  plain=$(NO_COLOR=1 script -qec "'$RADDLE' help" /dev/null </dev/null)
  [[ $plain != *$'\e'* ]] || fail "NO_COLOR is ignored"
fi

done_testing
