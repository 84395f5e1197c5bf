# shellcheck shell=bash
# aspectj_test.sh JDK: programs and aspects that AspectJ knows too, woven by it and by us, print the same.
#
# Left out are the cases with pointcuts of ours; `inside`, since AspectJ applies advice inside advice; `throwing`, where
# AspectJ leaves locks taken or releases them twice; and `inherited`, whose order AspectJ cannot determine.
# shellcheck source=aspects.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/aspects.sh"
if ! command -v ajc >/dev/null; then
  echo "no ajc on the path (Debian: aspectj)"
  exit 77
fi
cd "$scratch"
for name in bodies calls fields initialization locks patterns; do
  # What every AspectJ reads.
  compile "$name" --release 8 -Xlint:-options
  expect_ok "$RADDLE" weave --aspects "$name/aspects" -cp "$name/program" -o "$name/ours"
  run ajc -1.8 -Xlint:ignore -Xjoinpoints:synchronization -inpath "$name/program:$name/aspects" -cp "$annotations" -d "$name/theirs"
  [[ $status == 0 ]] || fail "ajc $name: $out $err"
  "$jdk/bin/java" -cp "$name/ours" "$name.Main" >ours.txt 2>&1 || fail "$name, ours: $(tail -n 3 ours.txt)"
  "$jdk/bin/java" -cp "$name/theirs:$annotations" "$name.Main" >theirs.txt 2>&1 || fail "$name, AspectJ's: $(tail -n 3 theirs.txt)"
  diff -u theirs.txt ours.txt || fail "$name: not what AspectJ's weaver makes of it"
  (($(wc -l <ours.txt) > 30)) || fail "$name: next to nothing was printed"
done
done_testing
