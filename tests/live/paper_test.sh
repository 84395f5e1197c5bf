# shellcheck shell=bash
# The figures and the case studies of the RACER paper: the variables found are those of the "finds:" lines, by default and
# with the strict algorithm, which also finds those of the "finds strictly:" lines.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

# expect_variables WANTED NAME: for the run that was just watched.
expect_variables() {
  [[ $status == 0 ]] || fail "$2 gave status $status under the agent: $err"
  expect_found "$1" "$(found paper | cut -d ' ' -f 1,3)" "$2"
}

while read -r source; do
  name=paper.$(basename -- "$source" .java)
  always=$(noted finds "$source")
  watch '' "$name"
  expect_variables "$always" "$name"
  watch detectors=racer,strict "$name"
  expect_variables "$always"$'\n'"$(noted 'finds strictly' "$source")" "$name, strict"
done < <(sources paper)
done_testing
