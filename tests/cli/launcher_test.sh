# shellcheck shell=bash
# ./raddle and scripts/setup.sh, in a tree with the real scripts and a pretended cmake: when it builds, when not,
# and what it says.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"

tree="$scratch/a tree"
mkdir -p "$tree/src" "$scratch/tools"
cp -r "$RADDLE_SOURCE/raddle" "$RADDLE_SOURCE/test" "$RADDLE_SOURCE/scripts" "$tree"
touch -d '1 hour ago' "$tree/src/a.cpp" "$tree/src"

tool() { # NAME: a command for the front of the PATH, from stdin
  { printf '#!/bin/bash\n'; cat; } >"$scratch/tools/$1"
  chmod +x "$scratch/tools/$1"
}
export PATH=$scratch/tools:$PATH SCRATCH=$scratch MISSING=''
tool dpkg-query <<'END'
shift 3
for package in "$@"; do [[ " $MISSING " == *" $package "* ]] || echo "installed $package"; done
END
tool apt-get <<'END'
echo "apt-get $*" >>"$SCRATCH/apt"
exit "${APT_STATUS:-0}"
END
tool sudo <<'END'
exit 1
END
tool cmake <<'END'
echo "cmake $*" | tee -a "$SCRATCH/builds"
[[ $1 == --build ]] || exit 0
sleep "${BUILD_TIME:-0}"
[[ -z ${BUILD_FAILS:-} ]] || { echo "a.cpp:1: no good"; exit 1; }
mkdir -p build/release/bin
printf '#!/bin/bash\nprintf "<%%s>" "$@"\n' >build/release/bin/raddle
chmod +x build/release/bin/raddle
END
builds() { grep -c -- --build "$scratch/builds" 2>/dev/null || true; }

# A build that fails shows why, and leaves nothing that looks finished.
BUILD_FAILS=1 run "$tree/raddle" x
[[ $status == 2 && -z $out ]] || fail "a failed build gave status $status and printed '$out'"
expect_in 'a.cpp:1: no good' "$err"
rm -f "$scratch/builds"

# Two first calls at once: one builds, the other waits, both run. Arguments arrive as they are; stdout is the program's.
BUILD_TIME=1 "$tree/raddle" first 'two words' >"$scratch/first" 2>"$scratch/first.err" &
BUILD_TIME=1 "$tree/raddle" second '' >"$scratch/second" 2>"$scratch/second.err"
wait $!
[[ $(<"$scratch/first") == '<first><two words>' ]] || fail "first: $(<"$scratch/first") $(<"$scratch/first.err")"
[[ $(<"$scratch/second") == '<second><>' ]] || fail "second: $(<"$scratch/second") $(<"$scratch/second.err")"
[[ $(builds) == 1 ]] || fail "two first calls built $(builds) times"
expect_in 'building build/release' "$(cat "$scratch"/*.err)"
expect_in -DRADDLE_TESTS=OFF "$(<"$scratch/builds")"

# Built once, it is silent, from anywhere and by any name.
ln -s "$tree/raddle" "$scratch/tools/linked"
expect_ok "$tree/raddle" again
[[ $out == '<again>' ]] || fail "again: $out"
cd /
expect_ok linked from afar
[[ $out == '<from><afar>' ]] || fail "linked: $out"
cd "$tree"
expect_ok bash raddle here
[[ $out == '<here>' ]] || fail "bash raddle: $out"
[[ $(builds) == 1 ]] || fail "calls without a change built again"

# A change in the sources builds again: a file edited, added, removed.
touch src/a.cpp && run ./raddle
[[ $(builds) == 2 ]] || fail "an edited file did not build"
touch src/b.cpp && run ./raddle
rm src/b.cpp && run ./raddle
[[ $(builds) == 4 ]] || fail "files added and removed did not build: $(builds)"
expect_ok ./raddle
[[ $(builds) == 4 ]] || fail "built without a change"

# The status is the program's.
printf '#!/bin/bash\nexit 66\n' >build/release/bin/raddle
run ./raddle
[[ $status == 66 ]] || fail "status $status, not the program's 66"

# Missing packages are installed by root, who is told which, and named to everybody else in one line to run.
as_somebody=()
if ((EUID == 0)); then
  touch src/a.cpp
  MISSING='g++ libfmt-dev' run ./raddle
  expect_in 'installing with apt-get: g++ libfmt-dev' "$err"
  [[ $(<"$scratch/apt") == 'apt-get update
apt-get install -y --no-install-recommends g++ libfmt-dev' ]] || fail "apt-get was called so: $(<"$scratch/apt")"
  touch src/a.cpp
  MISSING=cmake APT_STATUS=100 run ./raddle
  [[ $status == 2 ]] || fail "a failed installation gave status $status"
  chmod -R a+rwX "$scratch"
  as_somebody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
touch src/a.cpp
MISSING='cmake ninja-build' run "${as_somebody[@]}" ./raddle
[[ $status == 2 ]] || fail "without the rights to install the status was $status"
[[ $err == 'raddle: packages are missing; please run:
sudo apt-get update && sudo apt-get install -y --no-install-recommends cmake ninja-build' ]] || fail "it said: $err"

# In a tree that somebody else built and that cannot be written, the program that is there runs.
if ((EUID == 0)); then
  chmod -R go-w "$tree"
  run "${as_somebody[@]}" ./raddle there
  [[ $out == '<there>' && -z $err ]] || fail "read-only tree: status $status, $out, $err"
fi

# A tree that was copied elsewhere starts its build folder afresh.
echo "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere" >build/release/CMakeCache.txt
touch build/release/left-over
run ./raddle
[[ $status == 0 && ! -e build/release/left-over ]] || fail "the build folder of another place was kept"

# ./test explains itself and refuses what it does not know.
expect_ok ./test --help
expect_in '--all' "$out"
expect_error 2 'test: unknown option --al; ./test --help lists the options' ./test --al
expect_error 2 "test: --fuzz-seconds: 'x' is not a number" ./test --fuzz-seconds x

done_testing
