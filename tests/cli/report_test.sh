# shellcheck shell=bash
# report: merging, baselines, suppressions, exit statuses.
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
bank=$RADDLE_SOURCE/tests/report/expected/bank.json
cd "$scratch"

# expect_findings STATUS 'LAST LINE' COMMAND...
expect_findings() {
  local wanted=$1 line=$2
  shift 2
  run "$@"
  [[ $status == "$wanted" ]] || fail "$* gave status $status, not $wanted: $err"
  [[ $(tail -n 1 <<<"$out") == "$line" ]] || fail "$* ended with '$(tail -n 1 <<<"$out")', not '$line'"
}

expect_findings 66 '1 finding: 1 observed' "$RADDLE" report "$bank"
expect_findings 0 '1 finding: 1 observed' "$RADDLE" report --fail-on never "$bank"
sed 's/"observed",/"predicted",/; s/balance/owner/' "$bank" >predicted.json
expect_findings 0 '1 finding: 1 predicted' "$RADDLE" report predicted.json
expect_findings 66 '1 finding: 1 predicted' "$RADDLE" report --fail-on predicted predicted.json
expect_findings 66 '1 finding: 1 predicted' "$RADDLE" report --fail-on suspected predicted.json

# Merged, written, read again; what was found twice is found once.
expect_findings 66 '2 findings: 1 observed, 1 predicted' "$RADDLE" report --json all.json "$bank" predicted.json "$bank"
expect_in 'seen 34 times by hb, racer' "$out"
expect_findings 66 '2 findings: 1 observed, 1 predicted' "$RADDLE" report all.json
run "$RADDLE" report --json - all.json
[[ $status == 66 && $out == "$(<all.json)" ]] || fail "--json - is not the file: $out"

# For code hosts and for browsers.
expect_findings 66 '2 findings: 1 observed, 1 predicted' "$RADDLE" report --sarif all.sarif --html all.html all.json
[[ $(grep -c '"ruleId": "data-race"' all.sarif) == 2 ]] || fail "all.sarif has not two results: $(<all.sarif)"
[[ $(grep -c '<article' all.html) == 2 ]] || fail "all.html has not two findings: $(<all.html)"
run "$RADDLE" report --html - all.json
[[ $status == 66 && $out == "$(<all.html)" ]] || fail "--html - is not the file: $out"

# Only what is new.
expect_findings 0 '1 finding: 1 predicted (1 known from the baseline)' "$RADDLE" report --baseline "$bank" all.json
expect_findings 0 'no findings (2 known from the baseline)' \
  "$RADDLE" report --fail-on suspected --baseline all.json all.json

# Suppressions.
printf 'variable: **.balance\nreason: money is no object\n\nvariable: x.Y.z\nreason: never\n' >ok.txt
expect_findings 0 '1 finding: 1 predicted (1 suppressed)' "$RADDLE" report --suppress ok.txt all.json
expect_in 'suppressed: 1 finding by ok.txt:1: variable: **.balance (money is no object)' "$out"
expect_in 'note: unused suppression, ok.txt:4: variable: x.Y.z' "$out"

# Directories: the latest run of .raddle, one that was killed too, or all of them.
journal=$RADDLE_SOURCE/tests/report/data/jvm-4713.journal
mkdir -p away/.raddle/runs/{1,2}
cp "$journal" away/.raddle/runs/1
cp "$journal" away/.raddle/runs/2
head -c -70 "$journal" >away/.raddle/runs/2/jvm-4714.journal
cd away
expect_findings 66 '1 finding: 1 observed' "$RADDLE" report
expect_in 'seen 17 times by hb' "$out"
expect_in 'note: JVM 4713 was killed, crashed, or still runs: what it found until then is here, except for a last' "$out"
expect_findings 66 '1 finding: 1 observed' "$RADDLE" report --all-runs .raddle
expect_in 'seen 33 times by hb' "$out"
cd ..
expect_findings 66 '1 finding: 1 observed' "$RADDLE" report away/.raddle/runs/1
expect_in 'seen 16 times by hb' "$out"
expect_findings 66 '1 finding: 1 observed' "$RADDLE" report away/.raddle/runs/1/jvm-4713.journal

# Errors of use, one line each.
expect_error 2 'raddle report: there is no .raddle here: name findings files, or the --out directory of a run' \
  "$RADDLE" report
expect_error 2 'raddle report: none.json: No such file or directory' "$RADDLE" report none.json
expect_error 2 'raddle report: --fail-on bad: there are observed, predicted, suspected, never' \
  "$RADDLE" report --fail-on bad all.json
expect_error 2 'raddle report: only one of --json, --sarif and --html can go to the standard output' \
  "$RADDLE" report --sarif - --html - all.json
mkdir empty
expect_error 2 'raddle report: empty: there is no journal of a run here' "$RADDLE" report empty
printf '{"findings": [}' >broken.json
expect_error 2 'raddle report: broken.json: offset 14: this is not JSON' "$RADDLE" report all.json broken.json
expect_error 2 'raddle report: broken.json: offset 14: this is not JSON' "$RADDLE" report --baseline broken.json all.json
printf 'kind: data-race\n' >bad.txt
expect_error 2 "raddle report: bad.txt: line 1, column 1: the entry has no 'reason:'" \
  "$RADDLE" report --suppress bad.txt all.json

# A findings file that cannot be written does not take the report with it.
run "$RADDLE" report --json no/such/folder.json all.json
[[ $status == 1 ]] || fail "an unwritable file gave status $status"
expect_in 'observed data race on com.acme.Account.balance' "$out"
[[ $err == 'raddle report: no/such/folder.json: No such file or directory' ]] || fail "it said '$err'"
if [[ -e /dev/full ]]; then
  run "$RADDLE" report --json /dev/full all.json
  [[ $status == 1 && $err == 'raddle report: /dev/full: No space left on device' ]] || fail "a full disk: $status $err"
fi

done_testing
