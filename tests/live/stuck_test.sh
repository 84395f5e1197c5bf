# shellcheck shell=bash
# stuck_test.sh JDK: deadlocks that have happened are found though the program never goes on, alone and beside all others.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

findings=$scratch/findings.json
wanted=$(noted expect "$programs/java/stuck/Forever.java" | cut -d ' ' -f 2-)
for detectors in deadlock all; do
  rm -rf "$scratch/found" "$findings"
  "$jdk/bin/java" "${preview[@]}" "-agentpath:$RADDLE_AGENT=out=$scratch/found,detectors=$detectors" -cp "$class_path" stuck.Forever \
    >"$scratch/said" 2>&1 &
  java=$!
  seen=
  for ((tries = 0; tries < 600; tries++)); do
    sleep 0.1
    "$RADDLE" report --json "$findings" "$scratch/found" >/dev/null 2>&1 || true
    [[ -s $findings ]] || continue
    seen=$(jq -r '.findings[] | "\(.grade) \(.kind) \(.variables | sort | join(" "))"' "$findings")
    [[ $(wc -l <<<"$seen") != "$(wc -l <<<"$wanted")" ]] || break
  done
  kill -9 "$java"
  wait "$java" 2>/dev/null || true
  expect_found "$wanted" "$seen" "stuck, detectors=$detectors"
  # Each of the two where it took the one and where it asks for the other.
  expect_found "$(printf 'lock %s\n' 0 1 0 1)" "$(jq -r '.findings[] | select(.variables[0] | endswith("First")) | .accesses[] | "\(.op) \(.locks | length)"' "$findings")" 'locks'
done
done_testing
