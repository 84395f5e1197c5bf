# shellcheck shell=bash
# all_test.sh JDK: with all detectors in one run each of them finds what it finds alone, and the program prints what it
# printed. On programs with one problem of each kind, and on one that has them all. (Eraser, there to compare with, is not
# among "all".)
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

# found_by DETECTOR: a line "KIND VARIABLES" for each finding of $findings that it made, with those of others left out.
# Whether the two threads of MissingLock take turns, which is what makes it an object race too, is up to the scheduler.
found_by() {
  jq -r --arg detector "$1" '.findings[] | select(.detectors | index($detector)) | "\(.kind) \(.variables | join(","))"' \
    "$findings" | sed '/^object-race racing.MissingLock$/d' | sort -u
}

# expect_watched OPTIONS NAME
expect_watched() {
  watch "$1" "$2"
  [[ $status == 0 ]] || fail "$2, $1, gave status $status under the agent: $err"
  [[ $out == "$plain" ]] || fail "$2, $1, printed '$out' under the agent, '$plain' without"
}

kinds=
for name in racing.MissingLock object.ThirdOwner object.Figure3 views.Table1Example2 views.Figure4 deadlock.OppositeOrders \
  deadlock.CycleOfThree all.OneOfEachKind; do
  run "$jdk/bin/java" -cp "$class_path" "$name"
  plain=$out
  expect_watched detectors=all "$name"
  together=$findings.all
  mv "$findings" "$together"
  for detector in hb racer object views deadlock; do
    expect_watched "detectors=$detector" "$name"
    alone=$(found_by "$detector")
    findings=$together
    expect_found "$alone" "$(found_by "$detector")" "$name, all detectors, of which $detector"
  done
  # atomrace catches races in the act: now and then, and only what happened.
  findings=$together
  expect_found '' "$(comm -23 <(found_by atomrace) <(found_by hb))" "$name, atomrace but not hb"
  [[ $name != all.* ]] || kinds=$(jq -r '.findings[].kind' "$together" | sort -u | tr '\n' ' ')
done
[[ $kinds == 'data-race deadlock high-level-race object-race ' ]] || fail "not one of each kind: $kinds"

# What one of them notes of a site no other takes for what it has noted of a class with the same number.
for detectors in all hb,object,views; do
  watch "detectors=$detectors" support.Repeat 40 all.Statics
  [[ $status == 0 ]] || fail "statics of many classes, $detectors, gave status $status: ${err:0:2000}"
  [[ $(sort -u <<<"$out") == 5 ]] || fail "statics of many classes, $detectors, printed '$out'"
  expect_found '' "$(found_by hb)" "statics of many classes, $detectors"
done
done_testing
