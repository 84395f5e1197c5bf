package faults;

/** A race that every schedule has: nothing orders the two threads, whichever comes first. */
final class Racy {
    static final class Counter {
        int value; // race: data-race on faults.Racy$Counter.value
    }

    private Racy() {}

    static void race() throws InterruptedException {
        Counter counter = new Counter();
        Thread first = new Thread(() -> counter.value++, "first");
        Thread second = new Thread(() -> counter.value++, "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
