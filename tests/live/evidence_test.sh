# shellcheck shell=bash
# evidence_test.sh JDK: what a data race tells beside the two places, what a deadlock shows for each step, what a high-level
# race says, and the figures of object races.
# shellcheck source=live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/live.sh"

# line PROGRAM TEXT: where the text stands in the program, the last time.
line() { grep -n -F -- "$2" "$programs/java/$1" | tail -n 1 | cut -d: -f1; }
# the_first PROGRAM TEXT: the first time.
the_first() { grep -n -F -- "$2" "$programs/java/$1" | head -n 1 | cut -d: -f1; }

# A data race: the object by its own class and where it was made; how many places hold which lock; and the stack of the
# access that met the other is its own, not that of an earlier visit to the same place.
watch detectors=hb evidence.MostHoldTheLock
source=evidence/MostHoldTheLock.java
expect_found "evidence.MostHoldTheLock\$Savings allocated at MostHoldTheLock.java:$(line $source 'new Savings()')" \
  "$(jq -r '.findings[].object' "$findings" | sort -u)" 'the object of a race'
expect_found "4 of 5 accesses hold the monitor of class MostHoldTheLock: take it at MostHoldTheLock.java:$(line $source 'return account.balance') too" \
  "$(jq -r '.findings[].advice' "$findings" | sort -u)" 'the advice'
expect_found "evidence.MostHoldTheLock.peek(MostHoldTheLock.java:$(line $source 'return account.balance'))
evidence.MostHoldTheLock.perform(MostHoldTheLock.java:$(line $source 'return peek(account)')) exact" \
  "$(jq -r '.findings[0].accesses[] | select(.op == "read") | .stack[0], .stack[1] + (if .stack_exact == false then "" else " exact" end)' "$findings")" 'the stack of the current access'

watch detectors=hb evidence.MadeHereAndThere
source=evidence/MadeHereAndThere.java
expect_found "class evidence.MadeHereAndThere
evidence.MadeHereAndThere\$Anywhere
evidence.MadeHereAndThere\$Copied
evidence.MadeHereAndThere\$Here allocated at MadeHereAndThere.java:$(line $source 'new Here()')
evidence.MadeHereAndThere\$HereOrThere allocated at MadeHereAndThere.java:$(the_first $source 'new HereOrThere()') or MadeHereAndThere.java:$(line $source 'new HereOrThere()')" \
  "$(jq -r '.findings[].object' "$findings" | sort -u)" 'objects'

watch detectors=hb evidence.OfTheRightObject
source=evidence/OfTheRightObject.java
expect_found "$(for text in 'cell.value = 1' 'cell.value = 3' 'list.add(1)' 'list.add(3)' 'array[1] = 1' 'array[1] = 3'; do line $source "$text"; done)" \
  "$(jq -r '.findings[].accesses[].line' "$findings")" 'the places of accesses'

watch detectors=hb evidence.Renamed
expect_found "evidence.Renamed.ofDead dead writer late reader
evidence.Renamed.ofLiving living writer reader" \
  "$(jq -r '.findings[] | .variable + " " + ([.accesses[].thread] | sort | join(" "))' "$findings")" 'the names of threads'

# Told of later, an access has its own line, in its stack too. A thread without a name is no virtual one.
watch detectors=hb evidence.ToldLater
[[ $(jq '.findings | length' "$findings") == 3 ]] || fail "told later: $(jq -r '.findings[].variable' "$findings")"
expect_found '' "$(jq -r '.findings[].accesses[] | select(.stack[0] != "\(.class).\(.method)(\(.file):\(.line))") | "\(.line) \(.stack[0])"' "$findings")" 'lines in stacks'
unnamed=$(jq -r '.findings[].accesses[] | select(.op == "write") | .thread' "$findings" | sort -u)
[[ $unnamed == 'Thread[#'*']' ]] || fail "a thread without a name is called $unnamed"

# A deadlock: for each thread where it took the lock it holds, and where, holding that, it wants the other.
watch detectors=deadlock deadlock.OppositeOrders
source=deadlock/OppositeOrders.java
steps=$(jq -r '.findings[].accesses[] | "\(.op) \(.thread) \(.line) [\(.locks | join(","))]"' "$findings")
expected="lock Thread-0 $(the_first $source 'synchronized (first)') []
lock Thread-0 $(the_first $source 'synchronized (second)') [deadlock.OppositeOrders\$First@1]
lock Thread-1 $(line $source 'synchronized (second)') []
lock Thread-1 $(line $source 'synchronized (first)') [deadlock.OppositeOrders\$Second@1]"
expect_found "$expected" "$steps" 'the steps of a deadlock'
while read -r number frame; do
  [[ $frame == "deadlock.OppositeOrders.lambda\$main\$"*"(OppositeOrders.java:$number)" ]] || fail "the stack begins with $frame"
done < <(jq -r '.findings[].accesses[] | "\(.line) \(.stack[0])"' "$findings")
[[ $(jq -r '.findings[].variables | join(" ")' "$findings") == "deadlock.OppositeOrders\$First deadlock.OppositeOrders\$Second" ]] ||
  fail 'the locks of a deadlock'

# A high-level race: the variables, the lock, the methods with their lines, and in words what can go wrong.
watch detectors=views views.Table1Example2
[[ $(jq -r '.findings[] | "\(.kind) \(.grade) \(.variables | join(" "))"' "$findings") == 'high-level-race predicted support.Fields.x support.Fields.y' ]] ||
  fail "a high-level race: $(jq -c '.findings[] | [.kind, .grade, .variables]' "$findings")"
methods=$(jq -r '.findings[].accesses[] | "\(.class).\(.method) \(.view | length) \(.line > 0) \(.locks | length)"' "$findings" | sort)
[[ $methods == 'support.Fields.x 1 true 1
support.Fields.xy 2 true 1
support.Fields.y 1 true 1' ]] || fail "the views of a high-level race: $methods"
expect_in 'support.Fields' "$(jq -r '.findings[].accesses[].locks[]' "$findings")"
[[ -n $(jq -r '.findings[].message' "$findings") ]] || fail 'a high-level race without a message'

# Object races: the paper's tables 2, 3 and 5.
expect_in 'object.Figure3' "$("$RADDLE" run --stats --detectors object -- "$jdk/bin/java" -cp "$class_path" object.Figure3 2>"$scratch/stats" && cat "$scratch/stats")"
for figure in 'total instrumented' incidents lockset inherit 'empty lockset' exclusive2 'shared modified' conflict; do
  expect_in "$figure" "$(<"$scratch/stats")"
done
done_testing
