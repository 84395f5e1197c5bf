# shellcheck shell=bash
# Which JDKs the tests run on: exports JAVA_HOME (the default JDK), RADDLE_JDK17 and RADDLE_JDK25. What is set
# already stays; what is not found is left unset, and the tests that need it are skipped. To be sourced.

# jdk_version HOME: "17" or "25" or whatever its release file says; nothing where there is none.
jdk_version() {
  [[ -r $1/release ]] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

find_jdks() {
  local java home
  if [[ -z ${JAVA_HOME:-} ]]; then
    java=$(command -v javac || command -v java || true)
    [[ -n $java ]] || return 0
    java=$(readlink -f -- "$java")
    export JAVA_HOME=${java%/bin/*}
  fi
  # The default one first, then those beside it.
  for home in "$JAVA_HOME" "${JAVA_HOME%/}"/../*/; do
    [[ -x $home/bin/java && -e $home/lib/modules ]] || continue
    case $(jdk_version "$home") in
      17) [[ -n ${RADDLE_JDK17:-} ]] || RADDLE_JDK17=$(readlink -f -- "$home") ;;
      25) [[ -n ${RADDLE_JDK25:-} ]] || RADDLE_JDK25=$(readlink -f -- "$home") ;;
    esac
  done
  if [[ -n ${RADDLE_JDK17:-} ]]; then export RADDLE_JDK17; fi
  if [[ -n ${RADDLE_JDK25:-} ]]; then export RADDLE_JDK25; fi
}
find_jdks
