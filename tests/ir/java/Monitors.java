// Monitors: enter and exit name the same register on every path.
class Monitors {
    private final Object lock = new Object();
    private int count;

    void block() {
        synchronized (lock) {
            count++;
        }
    }

    int early(int limit) {
        synchronized (this) {
            if (count > limit) return limit;
            count += 2;
        }
        return count;
    }

    void nested(Object other) throws InterruptedException {
        synchronized (lock) {
            synchronized (other) {
                other.wait();
            }
            lock.notifyAll();
        }
    }

    synchronized int whole() {
        return count;
    }

    static synchronized void ofClass() {
        synchronized (Monitors.class) {
            Thread.yield();
        }
    }

    native void outside();
}
