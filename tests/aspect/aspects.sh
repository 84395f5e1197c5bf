# shellcheck shell=bash
# For the tests in this folder, which take the name of the variable with the JDK's home: programs and aspects, compiled.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
jdk=${!1:-}
annotations=/usr/share/java/aspectjrt.jar
if [[ -z $jdk || ! -f $annotations ]]; then
  echo "$1 is not set, or there is no $annotations (Debian: aspectj)"
  exit 77
fi
cases=$RADDLE_SOURCE/tests/aspect/cases
# shellcheck disable=SC2034 # for those who source this
expected=$RADDLE_SOURCE/tests/aspect/expected
export JAVA_HOME=$jdk

# compile NAME [OPTION...]: the program into $scratch/NAME/program, its aspects into $scratch/NAME/aspects.jar.
compile() {
  local name=$1 sources
  shift
  mkdir -p "$scratch/$name"
  sources=$(find "$cases/$name" -name '*.java' ! -name '*Aspect.java')
  # shellcheck disable=SC2086 # one word a file
  "$jdk/bin/javac" -g "$@" -d "$scratch/$name/program" $sources
  "$jdk/bin/javac" -g "$@" -cp "$annotations:$scratch/$name/program" -d "$scratch/$name/aspects" "$cases/$name"/*Aspect.java
  "$jdk/bin/jar" --create --file "$scratch/$name/aspects.jar" -C "$scratch/$name/aspects" .
}
