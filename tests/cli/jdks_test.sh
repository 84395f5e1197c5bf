# shellcheck shell=bash
# scripts/jdks.sh: which JDKs the tests run on.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"

make_jdk() { # NAME VERSION
  mkdir -p "$scratch/jvm/$1/bin" "$scratch/jvm/$1/lib"
  printf 'IMPLEMENTOR="x"\nJAVA_VERSION="%s"\n' "$2" >"$scratch/jvm/$1/release"
  touch "$scratch/jvm/$1/lib/modules"
  printf '#!/bin/sh\n' >"$scratch/jvm/$1/bin/java"
  chmod +x "$scratch/jvm/$1/bin/java"
}
# shellcheck disable=SC2016  # for the inner shell
found() { # VARIABLE=VALUE...: what the script exports
  env -u JAVA_HOME -u RADDLE_JDK17 -u RADDLE_JDK25 "$@" bash -euc '
    source "$0/scripts/jdks.sh"
    env | grep -E "^(JAVA_HOME|RADDLE_JDK)" | sort' "$RADDLE_SOURCE"
}

make_jdk default-17 17.0.9
home=$scratch/jvm/default-17
[[ $(found JAVA_HOME="$home") == "JAVA_HOME=$home
RADDLE_JDK17=$home" ]] || fail "a lone 17: $(found JAVA_HOME="$home")"

make_jdk some-21 21.0.1
make_jdk "early 25" 25-ea
[[ $(found JAVA_HOME="$home") == "JAVA_HOME=$home
RADDLE_JDK17=$home
RADDLE_JDK25=$scratch/jvm/early 25" ]] || fail "a 25 beside it: $(found JAVA_HOME="$home")"

expect_in 'RADDLE_JDK25=/elsewhere' "$(found JAVA_HOME="$home" RADDLE_JDK25=/elsewhere)"

# Without JAVA_HOME the default is where the javac, or the java, of the PATH leads.
mkdir "$scratch/bin"
ln -s "$home/bin/java" "$scratch/bin/java"
for tool in bash env grep sort sed readlink; do ln -s "$(command -v "$tool")" "$scratch/bin/$tool"; done
expect_in "JAVA_HOME=$home" "$(found PATH="$scratch/bin")"

# A JRE without an image, or a folder that is no JDK, is passed over.
rm "$scratch/jvm/early 25/lib/modules"
[[ $(found JAVA_HOME="$home") != *JDK25* ]] || fail "found a 25 without its image"

done_testing
