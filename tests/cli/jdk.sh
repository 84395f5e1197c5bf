# shellcheck shell=bash
# For tests whose first argument is the name of the variable with a JDK's home: $jdk. Without one the test is skipped.
jdk=${!1:-}
if [[ -z $jdk ]]; then
  echo "$1 is not set"
  exit 77
fi
