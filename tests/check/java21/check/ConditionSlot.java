package check;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One slot handed over under a lock with a condition; a count beside it is not guarded. */
public class ConditionSlot {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Object slot;
    private int puts; // expect: check.ConditionSlot.puts

    void put(Object value) throws InterruptedException {
        puts++;
        lock.lock();
        try {
            while (slot != null) changed.await();
            slot = value;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Object take() throws InterruptedException {
        lock.lock();
        try {
            while (slot == null) changed.await();
            Object value = slot;
            slot = null;
            changed.signalAll();
            return value;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConditionSlot shared = new ConditionSlot();
        for (int i = 0; i < 2; i++) {
            Thread.startVirtualThread(() -> {
                try {
                    shared.put("x");
                } catch (InterruptedException stopped) {
                    return;
                }
            });
        }
        shared.take();
        shared.take();
    }
}
