// check: --open --api check.HandedOut
package check;

import java.util.Iterator;

/** Callers know what it hands out only as an interface of the library, and call that. */
public class HandedOut {
    private static class Counter implements Iterator<Integer> {
        private int next; // expect: check.HandedOut$Counter.next
        private int safe;

        @Override
        public boolean hasNext() {
            synchronized (this) {
                return safe++ < 10;
            }
        }

        @Override
        public Integer next() {
            return next++;
        }
    }

    public Iterator<Integer> numbers() {
        return new Counter();
    }
}
