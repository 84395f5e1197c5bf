# shellcheck shell=bash
# scope_test.sh JDK: pointcuts as the scope of a run, and in suppressions. The program has four races, in two packages.
# shellcheck source=aspects.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/aspects.sh"
cd "$scratch"
mkdir -p source/one source/two
cat >source/one/Main.java <<'END'
package one;

import java.util.concurrent.CyclicBarrier;
import two.Store;

public class Main {
    static int count;
    private int own;
    private final int[] cells = new int[2];
    private final Object lock = new Object();
    private int guarded;

    void work() {
        own++;
        cells[0]++;
        synchronized (lock) {
            guarded++;
        }
    }

    static void counts() {
        count++;
    }

    public static void main(String[] arguments) throws Exception {
        Main main = new Main();
        Store store = new Store();
        CyclicBarrier together = new CyclicBarrier(2);
        Runnable both = () -> {
            try {
                together.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            for (int i = 0; i < 1000; i++) {
                counts();
                main.work();
                store.put(i);
            }
        };
        Thread first = new Thread(both), second = new Thread(both);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(main.guarded);
    }
}
END
cat >source/two/Store.java <<'END'
package two;

public class Store {
    private int last;

    public void put(int value) {
        last = value;
    }
}
END
"$jdk/bin/javac" -g -d program source/*/*.java

# found OPTION...: the variables.
found() {
  run timeout 100 "$RADDLE" run --quiet --json found.json "$@" -- "$jdk/bin/java" -cp program one.Main
  [[ $out == 2000 ]] || fail "$*: printed '$out', said $err"
  jq -r '.findings[].variable' found.json | sort -u | tr '\n' ' '
}

# expect_found 'VARIABLES' OPTION...
expect_found() {
  local wanted=$1 seen
  shift
  seen=$(found "$@")
  [[ $seen == "$wanted" ]] || fail "$*: found '$seen', not '$wanted'"
}

expect_found 'int[] one.Main.count one.Main.own two.Store.last '
expect_found 'int[] one.Main.count one.Main.own ' --scope 'within(one..*)'
expect_found 'int[] one.Main.count one.Main.own ' --scope '!within(two.Store)'
expect_found 'two.Store.last ' --scope 'set(* last)'
expect_found 'one.Main.own ' --scope 'within(one.Main) && (get(int own) || set(int own))'
expect_found 'int[] ' --scope 'arrayget(int) || arrayset(int)'
expect_found 'one.Main.count ' --scope 'withincode(static * *(..))'
expect_found 'one.Main.count two.Store.last ' --scope '!withincode(void one.Main.work())'
expect_found 'one.Main.count ' --include one --scope 'withincode(* counts())'
expect_found '' --scope 'within(three..*)'

# In suppressions.
cat >accepted.txt <<'END'
at: set(* one.Main.own) && withincode(* work())
reason: a test

at: arrayset(int) && within(one..*)
reason: a test

at: within(two.Store)
reason: a test
END
expect_found 'one.Main.count ' --suppress accepted.txt
[[ $(jq .summary.suppressed found.json) -ge 3 ]] || fail "too few are suppressed: $(jq -c .summary found.json)"
printf 'at: set(* other) || get(public * *)\nreason: a test\n' >unused.txt
expect_found 'int[] one.Main.count one.Main.own two.Store.last ' --suppress unused.txt
expect_in 'unused suppression, unused.txt:1: at: set(* other) || get(public * *)' "$(jq -r '.notes[]' found.json)"
printf 'kind: data-race\nat: set(* )\nreason: a test\n' >wrong.txt
run "$RADDLE" run --suppress wrong.txt -- "$jdk/bin/java" -cp program one.Main
[[ $status == 2 && $err == 'raddle run: wrong.txt: line 2, column 11: expected'* ]] || fail "wrong.txt: $status $err"
done_testing
