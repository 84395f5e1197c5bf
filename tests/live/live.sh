# shellcheck shell=bash
# For the tests in this folder, which take the name of the variable with the JDK's home: the Java programs under java/ (and,
# for JDK 25, java25/), run under the agent, and what was found in them.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/expect.sh"
# shellcheck source=../../scripts/jdks.sh
source "$RADDLE_SOURCE/scripts/jdks.sh"
: "${RADDLE_AGENT:?the agent to test}"
# shellcheck source=../cli/jdk.sh
source "$RADDLE_SOURCE/tests/cli/jdk.sh"
programs=$RADDLE_SOURCE/tests/live
class_path=$(dirname -- "$RADDLE")/../java/live_programs.jar
source_folders=("$programs/java")
preview=()
if (($(jdk_version "$jdk") >= 25)); then
  source_folders+=("$programs/java25")
  preview=(--enable-preview)
  # With what is still in preview.
  "$jdk/bin/javac" -Xlint:all,-preview -Werror --enable-preview --release 25 -g -cp "$class_path" -d "$scratch/classes25" "$programs"/java25/*/*.java
  class_path+=:$scratch/classes25
fi

# sources PACKAGE: the programs of a package.
sources() {
  local folder
  for folder in "${source_folders[@]}"; do
    if [[ -d $folder/$1 ]]; then printf '%s\n' "$folder/$1"/*.java; fi
  done
}

# classes PACKAGE: their main classes.
classes() {
  local source
  while read -r source; do
    printf '%s.%s\n' "$1" "$(basename -- "$source" .java)"
  done < <(sources "$1")
}

# watch OPTIONS CLASS [ARGUMENT...]: runs it under the agent; leaves what `run` leaves, and the findings in $findings.
watch() {
  local options=$1
  shift
  rm -rf "$scratch/found"
  findings=$scratch/findings.json
  run "$jdk/bin/java" "${preview[@]}" -Xverify:all "-agentpath:$RADDLE_AGENT=out=$scratch/found,$options" -cp "$class_path" "$@"
  "$RADDLE" report --json "$findings" "$scratch/found" >/dev/null || true
}

# found PACKAGE: a line "PROGRAM GRADE VARIABLE" for each variable in $findings, with its strongest grade. The program is
# the first class of the package that the finding names, so that many programs can share a JVM.
found() {
  awk -v package="$1." -F '"' '
    /^    \{/ { program = "?" }
    $2 == "grade" { grade = $4 }
    $2 == "variable" { variable = $4 }
    program == "?" && index($2, package) == 1 { split($2, part, /[.$(]/); program = part[2] }
    /^    \}/ { print program, grade, variable }' "$findings" | sort -u | awk '!seen[$1, $3]++'
}

# noted TAG SOURCE...: a line "PROGRAM TEXT" for each "// TAG: TEXT" in these files.
noted() {
  local tag=$1 source
  shift
  for source; do
    sed -n "s|.*// $tag: \(.*\)|$(basename -- "$source" .java) \1|p" "$source"
  done | sort
}

# expect_found WANTED FOUND WHERE: the same lines, or a failure for each line more or less.
expect_found() {
  local line
  while read -r line; do fail "$3: not found: $line"; done < <(comm -23 <(sort <<<"$1") <(sort <<<"$2") | sed '/^$/d')
  while read -r line; do fail "$3: found: $line"; done < <(comm -13 <(sort <<<"$1") <(sort <<<"$2") | sed '/^$/d')
}
