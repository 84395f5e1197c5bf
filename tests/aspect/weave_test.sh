# shellcheck shell=bash
# weave_test.sh JDK: each case, woven ahead of time, prints what is expected under the full verifier.
# shellcheck source=aspects.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/aspects.sh"

for folder in "$cases"/*/; do
  name=$(basename -- "$folder")
  compile "$name"
  expect_ok "$RADDLE" weave --aspects "$scratch/$name/aspects.jar" -cp "$scratch/$name/program" -o "$scratch/$name/woven.jar"
  run timeout 60 "$jdk/bin/java" -Xverify:all -cp "$scratch/$name/woven.jar" "$name.Main"
  [[ $status == 0 ]] || fail "$name gave status $status: $err"
  expect_same "$expected/$name.txt" "$out${err:+$'\n'$err}"
done
done_testing
