# shellcheck shell=bash
# Exit statuses and the one line that an error of use gets.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"

expect_ok "$RADDLE" version
[[ $out =~ ^raddle\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "version printed '$out'"
version=$out
expect_ok "$RADDLE" --version
[[ $out == "$version" ]] || fail "--version printed '$out'"

expect_error 2 'raddle: unknown command dmup; did you mean dump?' "$RADDLE" dmup
expect_error 2 'raddle: unknown command frobnicate; raddle help lists the commands' "$RADDLE" frobnicate
expect_error 2 'raddle: unknown command --irr; raddle help lists the commands' "$RADDLE" --irr
expect_error 2 'raddle help: unknown command dmup; did you mean dump?' "$RADDLE" help dmup
expect_error 2 'raddle dump: unknown option --irr; did you mean --ir?' "$RADDLE" dump --irr A.class
expect_error 2 'raddle dump: CLASS... is missing: usage is raddle dump [options] CLASS...' "$RADDLE" dump
expect_error 2 "raddle selfcheck: --threads: 'two' is not a number" "$RADDLE" selfcheck --threads two
expect_error 2 'raddle selfcheck: unexpected argument x: usage is raddle selfcheck [options]' "$RADDLE" selfcheck x

# A full disk is not a success, nor the end of the world.
if [[ -e /dev/full ]]; then
  status=0
  "$RADDLE" frobnicate 2>/dev/full || status=$?
  [[ $status == 2 ]] || fail "complaining to a full device gave status $status"
  status=0
  "$RADDLE" help >/dev/full 2>"$scratch/err" || status=$?
  [[ $status == 1 ]] || fail "writing to a full device gave status $status"
  expect_in 'cannot write the output' "$(<"$scratch/err")"
fi

done_testing
