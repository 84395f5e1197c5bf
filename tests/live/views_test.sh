# shellcheck shell=bash
# The programs under java/views: the conflicts found are those of their "expect:" lines, with strict those of the "expect
# strictly:" lines too; each is the view that has the variables together, then the views that take them apart.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

# conflicts NAME: a line "NAME {whole} {part} ..." for each conflict in $findings, parts in alphabetical order.
conflicts() {
  awk -v name="$1" -F '"' '
    /^    \{/ { count = 1; views = 0 }
    $2 == "count" { split($3, part, /[:, ]+/); count = part[2] }
    $2 == "view" { inside = 1; view[++views] = ""; next }
    inside && /\]/ { inside = 0; next }
    inside { sub(/.*\./, "", $2); view[views] = view[views] (view[views] == "" ? "" : ",") $2 }
    /^    \}/ {
      for (i = 2; i <= views; i++)
        for (j = i; j > 2 && view[j] < view[j - 1]; j--) { swapped = view[j]; view[j] = view[j - 1]; view[j - 1] = swapped }
      text = name
      for (i = 1; i <= views; i++) text = text " {" view[i] "}"
      for (i = 0; i < count; i++) print text
    }' "$findings"
}

# expect_conflicts OPTIONS NAME WANTED
expect_conflicts() {
  watch "$1" "views.$2"
  [[ $status == 0 ]] || fail "$2, $1, gave status $status under the agent: $err"
  expect_found "$3" "$(conflicts "$2")" "$2, $1"
}

while read -r source; do
  name=$(basename -- "$source" .java)
  always=$(noted expect "$source")
  expect_conflicts detectors=views "$name" "$always"
  expect_conflicts detectors=views,strict "$name" "$always"$'\n'"$(noted 'expect strictly' "$source")"
done < <(sources views)
done_testing
