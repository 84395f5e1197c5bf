# shellcheck shell=bash
# The figures and the case studies of the RACER paper: the variables found are those of the "finds:" lines, by default and
# with the strict algorithm, which also finds those of the "finds strictly:" lines.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

# expect_variables WANTED NAME: for the run that was just watched.
expect_variables() {
  [[ $status == 0 ]] || fail "$2 gave status $status under the agent: $err"
  expect_found "$1" "$(cut -d ' ' -f 1,3 <<<"$seen" | sort -u)" "$2"
}

# watch_all OPTIONS NAME: $seen is what the runs of this program have shown so far. By default a prediction depends on who handed what to whom,
# so that a schedule can hide one; then two more runs are asked. None may show more than there is.
watch_all() {
  watch "$@"
  seen=$(found paper)
  local more
  for more in 1 2; do
    [[ $status == 0 && $(cut -d ' ' -f 1,3 <<<"$seen" | sort -u | wc -l) -lt $(sort -u <<<"$always" | wc -l) ]] || break
    watch "$@"
    seen=$(printf '%s\n%s\n' "$seen" "$(found paper)" | sort -u)
  done
}

while read -r source; do
  name=paper.$(basename -- "$source" .java)
  always=$(noted finds "$source")
  watch_all '' "$name"
  expect_variables "$always" "$name"
  watch detectors=racer,strict "$name"
  seen=$(found paper)
  expect_variables "$always"$'\n'"$(noted 'finds strictly' "$source")" "$name, strict"
done < <(sources paper)
done_testing
