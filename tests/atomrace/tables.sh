# shellcheck shell=bash
# tables.sh JAVA RUNS [heal]: the paper's experiments with our programs, as its tables have them; with `heal` wrong results of
# bank and crawler plain and healed, RUNS whole JVMs each. Takes minutes; no test, since what it prints depends on the
# machine. RADDLE is the command, PROGRAMS the jar of tests/atomrace.
set -eu
: "${RADDLE:?}" "${PROGRAMS:?}"
java=$1 runs=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$RADDLE" atoms -cp "$PROGRAMS" -o "$scratch/all.atoms" 2>"$scratch/log"

# ratio STATUS COMMAND...: the part of the runs that end with this status.
ratio() {
  local wanted=$1 count=0 i status
  shift
  for ((i = 1; i <= runs; ++i)); do
    status=0
    "${@//SEED/$i}" >"$scratch/out" 2>&1 </dev/null || status=$?
    if [[ $status == "$wanted" ]]; then ((++count)); fi
  done
  awk -v count="$count" -v runs="$runs" 'BEGIN { printf "%.3f", count / runs }'
}

watch=("$RADDLE" run --out "$scratch/out.d" --quiet --detectors atomrace --seed SEED)
bank=("$java" -cp "$PROGRAMS" atomrace.Bank 4 20)
if [[ ${3:-} == heal ]]; then
  # healing NAME NOISE COMMAND...: wrong results plain, with the same noise unhealed, by scheduling, by the lock.
  healing() {
    local name=$1 noise=$2
    shift 2
    local heal=("$RADDLE" heal --out "$scratch/out.d" --quiet --fail-on never --seed SEED --noise "$noise" --atoms "$scratch/all.atoms")
    printf '%-8s %-6s %-6s %-9s %s\n' "$name" "$(ratio 3 "$@")" \
      "$(ratio 3 "${watch[@]}" --fail-on never --noise "$noise" -- "$@")" \
      "$(ratio 3 "${heal[@]}" -- "$@")" "$(ratio 3 "${heal[@]}" --heal lock -- "$@")"
  }
  echo "Wrong results, $runs runs each"
  printf '%-8s %-6s %-6s %-9s %s\n' '' plain noise schedule lock
  healing bank 'variable=bankTotal:200:1' "${bank[@]}"
  healing crawler 'variable=connection:300:1' "$java" -cp "$PROGRAMS" atomrace.Crawler 3
  exit
fi
echo "Table 2, the bank, $runs runs each: wrong totals plain, then runs in which the problem was detected"
printf '%-10s %-10s %-22s %s\n' plain 'data race' 'atomicity violation' 'atomicity violation + random:50:5'
printf '%-10s %-10s %-22s %s\n' "$(ratio 3 "${bank[@]}")" "$(ratio 66 "${watch[@]}" -- "${bank[@]}")" \
  "$(ratio 66 "${watch[@]}" --atoms "$scratch/all.atoms" -- "${bank[@]}")" \
  "$(ratio 66 "${watch[@]}" --atoms "$scratch/all.atoms" --noise random:50:5 -- "${bank[@]}")"

crawler=("$java" -cp "$PROGRAMS" atomrace.Crawler)
echo "The crawler, $runs runs each: atomrace without noise, with noise at the variable"
printf '%s %s\n' "$(ratio 66 "${watch[@]}" -- "${crawler[@]}")" \
  "$(ratio 66 "${watch[@]}" --noise variable=Crawler.connection:1000:10 -- "${crawler[@]}")"
"$java" -cp "$PROGRAMS" atomrace.Crawler 2000 || true

echo "Table 1, the echo server, $((runs / 10)) runs each: races / variables (of four)"
site='site=Echo.serve'
var='variable=atomrace.Echo.*'
for noise in '' random:50:5 random:150:5 "$site:1000:0.05" "$var:500:0.05" "$var:500:0.15" "$var:750:0.05" "$var:1000:0.05"; do
  total=0 variables=0
  for ((i = 1; i <= runs / 10; ++i)); do
    "$RADDLE" run --quiet --detectors atomrace --out "$scratch/out.d" --seed "$i" ${noise:+--noise "$noise"} --json "$scratch/f.json" \
      -- "$java" -cp "$PROGRAMS" atomrace.Echo >"$scratch/out" 2>&1 </dev/null || true
    total=$((total + $(grep -o '"count": [0-9]*' "$scratch/f.json" | awk '{ sum += $2 } END { print sum + 0 }')))
    variables=$((variables + $(grep -o '"variable": "[^"]*"' "$scratch/f.json" | sort -u | wc -l)))
  done
  awk -v noise="${noise:-none}" -v n="$((runs / 10))" -v t="$total" -v v="$variables" \
    'BEGIN { printf "%-36s %.2f / %.2f\n", noise, t / n, v / n }'
done
