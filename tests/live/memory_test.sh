# shellcheck shell=bash
# memory_test.sh JDK: what is known of an object goes when it does, which takes no more than a collection of the young.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

run "$jdk/bin/java" -XX:+UseSerialGC -Xmn16m -Xms48m -Xmx48m "-agentpath:$RADDLE_AGENT=out=$scratch/found" -cp "$class_path" memory.ShortLived
[[ $status == 0 ]] || fail "status $status: ${err:0:2000}"
expect_in 'raddle: no findings' "$err"
[[ $(awk '$1 == "full" { print $2 }' <<<"$out") == 0 ]] || fail "the old generation filled up: $out"
grown=$(awk '$1 == "grown" { print $2 }' <<<"$out")
((grown < 48)) || fail "native memory grows: $out"
done_testing
